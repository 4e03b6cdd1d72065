// What programs outside the process are told, and the ids that anybody is given.
#include "save_games.h"
#include "tests/core/vocabulary.h"
#include "world.h"

#include <atomic>
#include <fstream>

using namespace agent_runtime;
using namespace agent_runtime::save_games;

namespace {

constexpr std::uint64_t RANGE = IdMarks::RANGE;

json spawn_request(const std::string &name) {
	return { { "type", "agent_spawn_request" }, { "request_id", name },
		{ "agent_config", { { "name", name }, { "think_interval", 0 } } } };
}

std::shared_ptr<TestWorld::Replies> ask_outside(TestWorld &world, const json &request) {
	std::shared_ptr<TestWorld::Replies> replies = std::make_shared<TestWorld::Replies>();
	world.runtime->outside().request(
			request, [replies](const json &completed) { replies->put(completed); });
	return replies;
}

json outside_reply(TestWorld &world, const json &request) {
	const std::shared_ptr<TestWorld::Replies> replies = ask_outside(world, request);
	std::optional<json> reply;
	CHECK(world.wait_until([&] { return (reply = replies->take()).has_value(); }));
	CHECK_FALSE(replies->take());
	return reply.value_or(json{ { "ok", false } });
}

AgentId spawn_ada(TestWorld &world) {
	return spawn_agent(*world.runtime, { { "name", "Ada" }, { "think_interval", 0 } }).value();
}

std::string marks_of(const Folder &folder) {
	std::ifstream file(folder.database() + ".ids", std::ios::binary);
	return { std::istreambuf_iterator<char>(file), {} };
}

} // namespace

TEST_SUITE("requests from outside") {
	TEST_CASE("an answer comes when what it tells of is in the file") {
		const Folder folder;
		TestWorld world(folder.database());
		for (int i = 0; i < 50; i++) {
			std::atomic<int> rows{ -1 };
			world.runtime->outside().request(spawn_request("Ada"), [&](const json &completed) {
				CHECK(completed.at("ok") == true);
				CHECK_FALSE(completed.contains("stored"));
				Database file = reading(folder.database());
				rows = static_cast<int>(file.integer("SELECT count(*) FROM agents WHERE id = ?1", 0,
													completed.at("result")
															.at("agent_id")
															.get_ref<const std::string &>())
												.value());
			});
			CHECK(world.wait_until([&] { return rows >= 0; }));
			CHECK(rows == 1);
		}
		Database file = reading(folder.database());
		outside_reply(world,
				{ { "type", "task_assign_request" }, { "agent_id", "agent_001" },
						{ "task_name", "Sweep the floor" } });
		CHECK(number(file, "SELECT count(*) FROM agent_tasks") == 1);
		outside_reply(world,
				{ { "type", "send_message_request" }, { "to", "agent_002" },
						{ "content", "Remember this" } });
		CHECK(number(file, "SELECT count(*) FROM events WHERE type = 'agent_speech'") == 1);
		outside_reply(world,
				{ { "type", "move_request" }, { "agent_id", "agent_003" },
						{ "position", { { "x", 3 }, { "y", 4 } } } });
		CHECK(number(file, "SELECT count(*) FROM agents WHERE x = 3 AND y = 4") == 1);
		outside_reply(
				world, { { "type", "agent_terminate_request" }, { "agent_id", "agent_004" } });
		CHECK(number(file, "SELECT count(*) FROM agents WHERE terminated_at IS NOT NULL") == 1);
		const json crowd = outside_reply(world,
				{ { "type", "agents_spawn_request" }, { "count", 3000 },
						{ "agent_config", { { "name", "Villager" }, { "think_interval", 0 } } } });
		CHECK(crowd.at("result").at("agent_ids").size() == 3000);
		CHECK(number(file, "SELECT count(*) FROM agents") == 3050);
	}

	TEST_CASE("without storage it comes after the step, and says that nothing is stored") {
		TestWorld world("");
		const json reply = outside_reply(world, spawn_request("Ada"));
		CHECK(reply.at("stored") == false);
		CHECK(reply.at("request_id") == "Ada");
		CHECK(world.state(AgentId(1)).at("pending") == false);
		CHECK(validate(reply).ok());
	}

	TEST_CASE("while the storage fails it comes as well, and says that nothing is stored") {
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.writer.busy_limit = 5ms;
		options.writer.retry_every = 2ms;
		TestWorld world(options);
		CHECK_FALSE(outside_reply(world, spawn_request("Ada")).contains("stored"));
		Result<Database> stranger = Database::connect(folder.database(), {});
		REQUIRE(stranger.value().exec("BEGIN IMMEDIATE").ok());
		const json reply = outside_reply(world, spawn_request("Bob"));
		CHECK(reply.at("ok") == true);
		CHECK(reply.at("stored") == false);
		// Even a whole crowd gets ids that nobody else will have.
		CHECK(spawn_agents(*world.runtime, { { "name", "Villager" } }, 3 * RANGE).ok());
		REQUIRE(stranger.value().exec("ROLLBACK").ok());
		CHECK(world.wait_until(
				[&] { return !outside_reply(world, spawn_request("Eve")).contains("stored"); }));
	}

	TEST_CASE("caps that count anew are answered when the books in the file say so") {
		const Folder folder;
		{ const TestWorld before(folder.database()); }
		// The books of somebody who has made calls.
		Result<Database> file = Database::connect(folder.database(), {});
		REQUIRE(file.ok());
		REQUIRE(file.value()
						.exec("INSERT INTO ledger(account, calls, paid_calls, input_tokens,"
							  " output_tokens, micro_dollars) VALUES('total', 7, 0, 0, 0, 0)")
						.ok());
		TestWorld world(folder.database());
		for (int i = 0; i < 20; i++) {
			REQUIRE(file.value().exec("UPDATE ledger SET refilled_calls = 0").ok());
			std::atomic<int> counted_anew{ -1 };
			world.runtime->outside().request(
					{ { "type", "caps_request" }, { "refill", true } }, [&](const json &completed) {
						CHECK(completed.at("ok") == true);
						Database now = reading(folder.database());
						counted_anew =
								static_cast<int>(number(now, "SELECT refilled_calls FROM ledger"));
					});
			CHECK(world.wait_until([&] { return counted_anew >= 0; }));
			CHECK(counted_anew == 7);
		}
		const std::shared_ptr<TestWorld::Replies> replies =
				ask_outside(world, { { "type", "caps_request" }, { "calls", 5 } });
		CHECK(world.wait_until([&] { return replies->take().has_value(); }));
	}

	TEST_CASE("usage shows what other programs on the file have spent meanwhile") {
		const Folder folder;
		TestWorld world(folder.database());
		const json request{ { "type", "usage_request" }, { "account", "total" } };
		CHECK(outside_reply(world, request).at("result").at("spent").at("calls") == 0);
		Result<Database> other = Database::connect(folder.database(), {});
		REQUIRE(other.ok());
		// One of them has died in the middle of a call.
		REQUIRE(other.value()
						.exec("INSERT INTO ledger(account, calls, paid_calls, input_tokens,"
							  " output_tokens, micro_dollars) VALUES('total', 7, 5, 30, 40, 900);"
							  "INSERT INTO ledger_open VALUES('total', '', 3, 0, 1, 10, 20, 100)")
						.ok());
		const json spent = outside_reply(world, request).at("result").at("spent");
		CHECK(spent.at("calls") == 8);
		CHECK(spent.at("paid_calls") == 6);
		CHECK(spent.at("dollars") == 0.001);
		CHECK(number(other.value(), "SELECT count(*) FROM ledger_open") == 0);
	}

	TEST_CASE("a refusal, and what only asks, waits for nothing") {
		const Folder folder;
		TestWorld world(folder.database());
		for (const json &request : { json{ { "type", "no_such_request" } }, json::array(),
					 json{ { "type", "agent_terminate_request" }, { "agent_id", "agent_099" } },
					 json{ { "type", "health_request" } }, json{ { "type", 7 } } }) {
			CHECK(ask_outside(world, request)->take().has_value());
		}
	}

	TEST_CASE(
			"what waits to be stored when the runtime stops, or another world comes, is answered") {
		const Folder folder;
		TestWorld world(folder.database());
		save(world, "empty");
		std::vector<std::shared_ptr<TestWorld::Replies>> replies;
		const std::shared_ptr<TestWorld::Replies> load =
				ask_outside(world, { { "type", "slot_load_request" }, { "slot", "empty" } });
		for (int i = 0; i < 200; i++) {
			replies.push_back(ask_outside(world, spawn_request("Ada")));
		}
		CHECK(world.wait_until([&] { return load->take().has_value(); }));
		for (int i = 0; i < 200; i++) {
			replies.push_back(ask_outside(world, spawn_request("Ada")));
		}
		world.runtime->stop();
		for (const std::shared_ptr<TestWorld::Replies> &each : replies) {
			CHECK(each->take().has_value());
			CHECK_FALSE(each->take());
		}
	}
}

TEST_SUITE("ids") {
	TEST_CASE("come at once, and are gone on with without a gap after a clean stop") {
		const Folder folder;
		{
			TestWorld world(folder.database());
			CHECK(spawn_ada(world) == AgentId(1));
			CHECK(spawn_agents(*world.runtime, { { "name", "Villager" } }, 5000).value().back() ==
					AgentId(5001));
			CHECK(assign_task(*world.runtime, AgentId(1), "Sweep").value() == TaskId(1));
			world.runtime->stop();
		}
		CHECK(marks_of(folder).empty());
		TestWorld world(folder.database());
		CHECK(spawn_ada(world) == AgentId(5002));
		CHECK(assign_task(*world.runtime, AgentId(1), "Sweep").value() == TaskId(2));
		CHECK_FALSE(marks_of(folder).empty());
	}

	TEST_CASE("of calls are not given again in a later life of the world") {
		const Folder folder;
		const auto next_call = [&](TestWorld &world, AgentId agent) {
			const std::size_t before = world.sink.calls.size();
			ask_outside(world,
					{ { "type", "move_request" }, { "agent_id", agent.to_string() },
							{ "position", { { "x", 3 }, { "y", 4 } } } });
			REQUIRE(world.wait_until([&] { return world.sink.calls.size() > before; }));
			return world.sink.calls.back().call;
		};
		AgentId walker;
		{
			TestWorld world(folder.database());
			walker = spawn_agent(
					*world.runtime, { { "position_owner", "game" }, { "think_interval", 0 } })
							 .value();
			CHECK(next_call(world, walker) == CallId(1));
			CHECK(next_call(world, walker) == CallId(2));
		}
		TestWorld world(folder.database());
		CHECK(next_call(world, walker) == CallId(3));
	}

	TEST_CASE("are not brought back by a load of a saved world") {
		const Folder folder;
		{
			TestWorld world(folder.database());
			const AgentId ada = spawn_ada(world);
			const AgentId bob = spawn_ada(world);
			REQUIRE(world.pass_until([&] { return is_idle(world, ada) && is_idle(world, bob); }));
			save(world, "one");
			CHECK(spawn_ada(world) == AgentId(3));
			const Result<json> talk = start_auto_mode(*world.runtime,
					{ { "type", "startAutoMode" },
							{ "agents", { ada.to_string(), bob.to_string() } } });
			REQUIRE_MESSAGE(talk.ok(), talk.status().to_string());
			CHECK(talk.value().at("conversation_id") == "conversation_001");
			CHECK(assign_task(*world.runtime, ada, "Sweep").value() == TaskId(1));
			load(world, "one");
			CHECK(spawn_ada(world) == AgentId(4));
			world.runtime->stop();
		}
		TestWorld world(folder.database());
		CHECK(spawn_ada(world) == AgentId(5));
		CHECK(assign_task(*world.runtime, AgentId(1), "Sweep").value() == TaskId(2));
		const Result<json> talk = start_auto_mode(*world.runtime,
				{ { "type", "startAutoMode" }, { "agents", { "agent_001", "agent_002" } } });
		REQUIRE_MESSAGE(talk.ok(), talk.status().to_string());
		CHECK(talk.value().at("conversation_id") == "conversation_002");
	}
}
