#include "core/log/event_json.h"
#include "tests/core/vocabulary.h"
#include "world.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

using namespace agent_runtime;
using nlohmann::json;

TEST_SUITE("Runtime") {
	TEST_CASE("an agent that is spoken to answers, and all of it is in the database") {
		const Folder folder;
		TestWorld world(folder.database());
		const Result<AgentId> ada = spawn_agent(*world.runtime, { { "name", "Ada" } });
		REQUIRE(ada.ok());
		CHECK(ada.value().to_string() == "agent_001");
		REQUIRE(send_message(*world.runtime, {}, ada.value(), "Tell me about gardening.").ok());
		CHECK(world.pass_until([&] { return world.count<AgentSpoke>(ada.value()) == 1; }));
		world.runtime->stop();
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		REQUIRE(file.ok());
		Database &database = file.value();
		CHECK(database.integer("SELECT count(*) FROM agents", 0).value() == 1);
		CHECK(database.integer("SELECT count(*) FROM agent_conversations"
							   " WHERE agent_id = 'agent_001' AND sender = 'player_0'"
							   " AND content = 'Tell me about gardening.'"
							   " AND recipient = 'agent_001'",
							  0)
						.value() == 1);
		CHECK(database.text("SELECT group_concat(new_state) FROM (SELECT new_state FROM"
							" agent_state_history ORDER BY id LIMIT 3)",
							  "")
						.value() == "listening,thinking,speaking");
	}

	TEST_CASE("the id is given at once, and the agent can be asked about before it lives") {
		TestWorld world("");
		const AgentId ada = spawn_agent(*world.runtime, { { "name", "Ada" } }).value();
		const json state = world.state(ada);
		CHECK(state.at("name") == "Ada");
		CHECK(state.at("state") == "idle");
		CHECK(world.pass_until([&] { return world.state(ada).at("pending") == false; }));
	}

	TEST_CASE("two spawns with the same key give one agent") {
		TestWorld world("");
		const AgentId one = spawn_agent(*world.runtime, { { "key", "guard" } }).value();
		const AgentId other = spawn_agent(*world.runtime, { { "key", "guard" } }).value();
		CHECK(one == other);
		CHECK(world.runtime->agents().size() == 1);
	}

	TEST_CASE("what was asked for just before a stop is done") {
		const Folder folder;
		for (int round = 0; round < 20; round++) {
			TestWorld world(folder.database());
			const std::string key = "agent " + std::to_string(round);
			const AgentId id = spawn_agent(*world.runtime, { { "key", key } }).value();
			REQUIRE(send_message(*world.runtime, {}, id, "Remember " + key).ok());
			world.runtime->stop();
		}
		TestWorld world(folder.database());
		CHECK(world.runtime->agents().size() == 20);
		world.runtime->stop();
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		REQUIRE(file.ok());
		CHECK(file.value()
						.integer("SELECT count(*) FROM agent_conversations WHERE agent_id = "
								 "recipient",
								0)
						.value() == 20);
	}

	TEST_CASE("a store that fails and works again says so, and nothing is lost") {
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.writer.busy_limit = 5ms;
		options.writer.retry_every = 2ms;
		TestWorld world(options);
		const auto told = [&](std::string_view type) {
			return std::any_of(world.sink.events.begin(), world.sink.events.end(),
					[&](const PublishedEvent &each) { return event_type(each.event) == type; });
		};
		CHECK(world.pass_until([&] { return told("runtime_started"); }));
		Result<Database> stranger = Database::connect(folder.database(), {});
		REQUIRE(stranger.ok());
		REQUIRE(stranger.value().exec("BEGIN IMMEDIATE").ok());
		REQUIRE(spawn_agent(*world.runtime, { { "name", "Ada" } }).ok());
		CHECK(world.pass_until([&] { return told("store_degraded"); }));
		CHECK(world.pass_until([&] { return told("agent_spawned"); }));
		CHECK_FALSE(told("store_recovered"));
		REQUIRE(stranger.value().exec("ROLLBACK").ok());
		CHECK(world.pass_until([&] { return told("store_recovered"); }));
		world.runtime->stop();
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		CHECK(file.value().integer("SELECT count(*) FROM agents", 0).value() == 1);
	}

	TEST_CASE("agents come back with the file, idle and with their memory") {
		const Folder folder;
		AgentSettings slow;
		slow.offline_thought = 100s; // it is still thinking when it is looked at
		std::optional<TestWorld> world(std::in_place, folder.database(), false, slow);
		const json config{ { "key", "ada" }, { "name", "Ada" },
			{ "initial_position", { { "x", 4 }, { "y", 7 } } } };
		const AgentId ada = spawn_agent(*world->runtime, config).value();
		REQUIRE(send_message(*world->runtime, {}, ada, "Remember the blue door.").ok());
		CHECK(world->pass_until([&] { return world->count<AgentStateChanged>(ada) >= 2; }));
		world->runtime->set_paused(true);
		const std::string last = world->state(ada).at("state");
		CHECK(last != "idle");

		world.emplace(folder.database());
		CHECK(world->pass_until([&] { return world->state(ada).at("pending") == false; }));
		CHECK(world->state(ada).at("name") == "Ada");
		CHECK(world->state(ada).at("position") == json{ { "x", 4.0 }, { "y", 7.0 } });
		CHECK(spawn_agent(*world->runtime, { { "key", "ada" } }).value() == ada);
		CHECK(spawn_agent(*world->runtime, { { "name", "Bob" } }).value() == AgentId(2));
		world->runtime->stop();
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		CHECK(file.value()
						.text("SELECT old_state || '>' || new_state FROM agent_state_history"
							  " WHERE agent_id = 'agent_001' AND old_state <> 'idle' AND new_state"
							  " = 'idle' ORDER BY id LIMIT 1",
								"")
						.value() == last + ">idle");
	}

	TEST_CASE("a terminated agent does not come back, and its key is free") {
		const Folder folder;
		std::optional<TestWorld> world(std::in_place, folder.database());
		const AgentId ada = spawn_agent(*world->runtime, { { "key", "ada" } }).value();
		CHECK(world->runtime->terminate_agent(ada, "test").ok());
		CHECK(world->pass_until([&] { return world->count<AgentTerminated>(ada) == 1; }));
		CHECK(world->runtime->terminate_agent(ada, "test").code() == StatusCode::not_found);

		world.emplace(folder.database());
		CHECK(world->runtime->agents().empty());
		CHECK(spawn_agent(*world->runtime, { { "key", "ada" } }).value() == AgentId(2));
	}

	TEST_CASE("a second runtime on the same file is refused") {
		const Folder folder;
		TestWorld world(folder.database());
		ManualClock clock;
		RuntimeOptions options;
		options.database_path = folder.database();
		const Result<std::unique_ptr<Runtime>> second = Runtime::start(options, clock);
		REQUIRE(!second.ok());
		CHECK(second.status().code() == StatusCode::already_exists);
	}

	TEST_CASE("a configuration that is wrong is refused by the name of its field, and nothing "
			  "changes") {
		TestWorld world("");
		const std::pair<json, std::string> cases[] = {
			{ { { "name", 7 } }, "agent_config.name" },
			{ { { "naem", "Ada" } }, "agent_config.naem" },
			{ { { "name", std::string(1'000'000, 'a') } }, "agent_config.name" },
			{ { { "name", "\xff" } }, "agent_config.name" },
			{ { { "hearing_radius", std::nan("") } }, "agent_config.hearing_radius" },
			{ { { "initial_position", { { "x", 1e300 }, { "y", 0 } } } },
					"agent_config.initial_position.x" },
			{ json::array(), "agent_config" },
		};
		for (const auto &[config, field] : cases) {
			const Result<AgentId> spawned = spawn_agent(*world.runtime, config);
			REQUIRE(!spawned.ok());
			CHECK(spawned.status().message().find(field) != std::string::npos);
		}
		CHECK(world.runtime->agents().empty());
	}

	TEST_CASE("every request is answered exactly once, with what came of it") {
		const Folder folder;
		TestWorld world(folder.database());
		const json spawned = world.ask({ { "type", "agent_spawn_request" },
				{ "request_id", "mine" }, { "agent_config", { { "name", "Ada" } } } });
		CHECK(spawned.at("ok") == true);
		CHECK(spawned.at("request_id") == "mine");
		CHECK(spawned.at("result").at("agent_id") == "agent_001");
		CHECK(world.ask({ { "type", "agent_state_request" }, { "agent_id", "agent_001" } })
						.at("result")
						.at("name") == "Ada");
		const json moved = world.ask({ { "type", "move_request" }, { "agent_id", "agent_001" },
				{ "position", { { "x", 3 }, { "y", 4 } } } });
		CHECK(moved.at("ok") == true);
		CHECK(world.ask({ { "type", "agents_request" } }).at("result").at("agents").size() == 1);
		const json missing =
				world.ask({ { "type", "agent_state_request" }, { "agent_id", "agent_099" } });
		CHECK(missing.at("error").at("code") == "not_found");
		const json wrong = world.ask({ { "type", "send_message_request" } });
		CHECK(wrong.at("error").at("field") == "content");
		CHECK(world.ask({ { "type", "no_such_request" } }).at("error").at("code") ==
				"invalid_argument");
		CHECK(world.ask({ { "type", "health_request" } }).at("result").at("agents") == 1);
		CHECK(world.pass_until([&] { return world.count<AgentMoved>(AgentId(1)) >= 1; }));
		const json log = world.ask({ { "type", "events_request" }, { "entity", "agent_001" } });
		CHECK(log.at("result").at("events").at(0).at("type") == "agent_spawned");
	}

	TEST_CASE("requests that are open when the runtime stops are answered as cancelled") {
		TestWorld world("");
		const AgentId ada = spawn_agent(*world.runtime, { { "name", "Ada" } }).value();
		CHECK(world.pass_until([&] { return world.state(ada).at("pending") == false; }));
		world.runtime->stop();
		json reply;
		world.runtime->requests().handle({ { "type", "health_request" } },
				[&](const json &completed) { reply = completed; });
		CHECK(reply.at("error").at("code") == "cancelled");
	}

	TEST_CASE("a paused world stands still but takes what is asked of it") {
		TestWorld world("");
		world.runtime->set_paused(true);
		const AgentId ada = spawn_agent(*world.runtime, { { "name", "Ada" } }).value();
		CHECK(world.pass_until([&] { return world.state(ada).at("pending") == false; }));
		world.clock.advance(60s);
		CHECK(world.count<AgentStateChanged>(ada) == 0);
		world.runtime->set_paused(false);
		CHECK(world.pass_until([&] { return world.count<AgentStateChanged>(ada) > 0; }));
	}

	TEST_CASE("stored events have growing ids, and the pump gives them in their order") {
		const Folder folder;
		TestWorld world(folder.database());
		for (int i = 0; i < 50; i++) {
			REQUIRE(spawn_agent(*world.runtime, { { "name", "Agent" } }).ok());
		}
		CHECK(world.pass_until([&] { return world.sink.events.size() > 200; }));
		EventId last;
		for (const PublishedEvent &each : world.sink.events) {
			CHECK(each.id > last);
			last = each.id;
		}
	}

	TEST_CASE("a game that owns an agent is asked to walk it, reports, and says how it ended") {
		AgentSettings patient;
		patient.walk_deadline = 1000h;
		TestWorld world("", false, patient);
		const AgentId ada = spawn_agent(
				*world.runtime, { { "position_owner", "game" }, { "think_interval", 0 } })
									.value();
		const std::shared_ptr<TestWorld::Replies> replies = world.send({ { "type", "move_request" },
				{ "agent_id", "agent_001" }, { "position", { { "x", 3 }, { "y", 4 } } } });
		CHECK(world.pass_until([&] { return world.sink.calls.size() == 1; }));
		const GameCall call = world.sink.calls.front();
		CHECK(call.agent == ada);
		CHECK(call.target == TilePosition{ 3, 4 });
		CHECK(report_position(*world.runtime, ada, { 1, 2 }).ok());
		CHECK(world.pass_until([&] { return world.sink.positions.size() == 1; }));
		CHECK(world.sink.positions[0].position == TilePosition{ 1, 2 });
		CHECK_FALSE(replies->take());
		CHECK(world.runtime->answer_call({ .call = call.call }).ok());
		std::optional<json> reply;
		CHECK(world.pass_until([&] { return (reply = replies->take()).has_value(); }));
		CHECK(reply->at("ok") == true);
		CHECK(world.state(ada).at("position") == json{ { "x", 3.0 }, { "y", 4.0 } });
		CHECK(world.runtime->answer_call({ .call = call.call }).code() == StatusCode::not_found);
	}

	TEST_CASE("a call that is never answered ends once, by its deadline, also while paused") {
		TestWorld world("");
		CHECK(spawn_agent(*world.runtime, { { "position_owner", "game" }, { "think_interval", 0 } })
						.ok());
		const std::shared_ptr<TestWorld::Replies> replies = world.send({ { "type", "move_request" },
				{ "agent_id", "agent_001" }, { "position", { { "x", 3 }, { "y", 4 } } } });
		CHECK(world.pass_until([&] { return world.sink.calls.size() == 1; }));
		world.runtime->set_paused(true);
		std::optional<json> reply;
		CHECK(world.pass_until([&] { return (reply = replies->take()).has_value(); }));
		CHECK(reply->at("error").at("code") == "deadline_exceeded");
		const json late = world.ask({ { "type", "walk_arrived" }, { "call_id", "call_001" } });
		CHECK(late.at("error").at("code") == "not_found");
		CHECK_FALSE(replies->take());
	}

	TEST_CASE("an agent has one owner: the game does not move what the world moves") {
		TestWorld world("");
		const AgentId ada = spawn_agent(*world.runtime, { { "name", "Ada" } }).value();
		const Status refused = report_position(*world.runtime, ada, { 1, 2 });
		CHECK(refused.code() == StatusCode::failed_precondition);
		CHECK(refused.message().find("the runtime moves agent_001") == 0);
		const json owned = world.ask({ { "type", "position_owner_request" },
				{ "agent_id", "agent_001" }, { "owner", "game" } });
		CHECK(owned.at("ok") == true);
		CHECK(report_position(*world.runtime, ada, { 1, 2 }).ok());
		CHECK(world.pass_until([&] { return world.state(ada).at("position").at("x") == 1.0; }));
	}

	TEST_CASE("what the game keeps with an agent comes back with it") {
		const Folder folder;
		const json metadata{ { "sprite", "ada.png" }, { "mood", { 1, 2 } } };
		AgentId ada;
		{
			TestWorld world(folder.database());
			ada = spawn_agent(*world.runtime, { { "metadata", metadata } }).value();
			CHECK(world.state(ada).at("metadata") == metadata);
		}
		TestWorld world(folder.database());
		CHECK(world.state(ada).at("metadata") == metadata);
	}

	TEST_CASE("what was said is found by its words, in the history of who heard it") {
		const Folder folder;
		TestWorld world(folder.database());
		REQUIRE(spawn_agent(*world.runtime, { { "name", "Ada" } }).ok());
		REQUIRE(send_message(*world.runtime, {}, AgentId(1), "The blue door creaks.").ok());
		const json request{ { "type", "search_request" }, { "agent_id", "agent_001" },
			{ "text", "door blue" } };
		json lines = json::array();
		CHECK(world.pass_until([&] {
			lines = world.ask(request).at("result").at("lines");
			return !lines.empty();
		}));
		CHECK(lines.at(0).at("content") == "The blue door creaks.");
		CHECK(lines.at(0).at("from") == "player_0");
	}

	TEST_CASE("the log is kept short while the world goes on") {
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.retention.max_events = 100;
		options.retention.keep_events = 50;
		TestWorld world(options);
		REQUIRE(spawn_agent(*world.runtime, { { "key", "ada" }, { "name", "Ada" } }).ok());
		for (int i = 0; i < 300; i++) {
			REQUIRE(send_message(*world.runtime, {}, AgentId(1), "Line " + std::to_string(i)).ok());
		}
		json page;
		CHECK(world.pass_until([&] {
			page = world.ask({ { "type", "events_request" }, { "limit", 10'000 } }).at("result");
			return page.at("gap") == true && page.at("events").size() < 200;
		}));
		// What the events reported is still in the tables.
		world.runtime.reset();
		TestWorld again(options);
		CHECK(again.state(AgentId(1)).at("key") == "ada");
	}

	TEST_CASE("an id that is none is refused by its field, and nobody hears a whisper aloud") {
		TestWorld world("");
		REQUIRE(spawn_agent(*world.runtime, { { "name", "Ada" } }).ok());
		const std::pair<json, std::string> cases[] = {
			{ { { "type", "send_message_request" }, { "to", "ada" }, { "content", "x" } }, "to" },
			{ { { "type", "send_message_request" }, { "from", "me" }, { "content", "x" } },
					"from" },
			{ { { "type", "agent_state_request" }, { "agent_id", "ada" } }, "agent_id" },
			{ { { "type", "walk_arrived" }, { "call_id", "ada" } }, "call_id" },
		};
		for (const auto &[request, field] : cases) {
			const json reply = world.ask(request);
			CHECK(reply.at("error").at("code") == "invalid_argument");
			CHECK(reply.at("error").at("field") == field);
		}
		for (const PublishedEvent &each : world.sink.events) {
			CHECK_FALSE(each.event.data.is<AgentSpoke>());
		}
	}

	TEST_CASE("a key is free as soon as its agent is to end") {
		const Folder folder;
		TestWorld world(folder.database());
		const AgentId one = spawn_agent(*world.runtime, { { "key", "guard" } }).value();
		REQUIRE(world.runtime->terminate_agent(one, "test").ok());
		const AgentId other = spawn_agent(*world.runtime, { { "key", "guard" } }).value();
		CHECK(other != one);
		CHECK(world.pass_until([&] { return world.count<AgentTerminated>(one) == 1; }));
		CHECK(world.pass_until([&] { return world.state(other).at("pending") == false; }));
		CHECK(spawn_agent(*world.runtime, { { "key", "guard" } }).value() == other);
	}

	TEST_CASE("a walk that is replaced within its own step is not asked for") {
		AgentSettings patient;
		patient.walk_deadline = 24h * 365;
		TestWorld world("", false, patient);
		const AgentId ada = spawn_agent(
				*world.runtime, { { "position_owner", "game" }, { "think_interval", 0 } })
									.value();
		CHECK(world.pass_until([&] { return world.state(ada).at("pending") == false; }));
		const json move{ { "type", "move_request" }, { "agent_id", "agent_001" },
			{ "position", { { "x", 3 }, { "y", 4 } } } };
		std::vector<std::shared_ptr<TestWorld::Replies>> replies;
		for (int i = 0; i < 20; i++) {
			replies.push_back(world.send(move));
		}
		CHECK(world.pass_until([&] { return !world.sink.calls.empty(); }));
		int cancelled = 0;
		for (std::size_t i = 0; i + 1 < replies.size(); i++) {
			std::optional<json> reply;
			CHECK(world.pass_until([&] { return (reply = replies[i]->take()).has_value(); }));
			cancelled += reply->at("error").at("code") == "cancelled" ? 1 : 0;
		}
		CHECK(cancelled == 19);
		// The last call can be answered, all earlier ones cannot.
		CHECK(world.pass_until([&] {
			return world.runtime->answer_call({ .call = world.sink.calls.back().call }).ok();
		}));
		CHECK(world.runtime->answer_call({ .call = CallId(1) }).code() == StatusCode::not_found);
	}

	TEST_CASE("all that happens is as the vocabulary has it") {
		const Folder folder;
		for (int life = 0; life < 2; life++) {
			TestWorld world(folder.database());
			REQUIRE(spawn_agent(*world.runtime, { { "key", "ada" }, { "name", "Ada" } }).ok());
			REQUIRE(spawn_agent(*world.runtime, { { "key", "bea" }, { "name", "Bea" } }).ok());
			REQUIRE(send_message(*world.runtime, {}, {}, "Hello").ok());
			CHECK(world.pass_until([&] { return world.sink.events.size() > 100; }));
			for (const PublishedEvent &each : world.sink.events) {
				const Status status = validate(event_to_message(each.event));
				CHECK_MESSAGE(status.ok(), status.message());
			}
		}
	}

	TEST_CASE("a cursor may be a number as some programs write them") {
		const Folder folder;
		TestWorld world(folder.database());
		REQUIRE(spawn_agent(*world.runtime, { { "name", "Ada" } }).ok());
		CHECK(world.pass_until([&] { return world.count<AgentSpawned>(AgentId(1)) == 1; }));
		const std::int64_t last = world.sink.events.back().id.number();
		const json page = world.ask(
				{ { "type", "events_request" }, { "since", static_cast<double>(last - 1) } });
		CHECK(page.at("result").at("events").at(0).at("id") == last);
	}

	TEST_CASE("a second runtime leaves the file alone, whatever it thinks of it") {
		const Folder folder;
		TestWorld world(folder.database());
		ManualClock clock;
		RuntimeOptions options;
		options.database_path = folder.database();
		// It looks damaged to a newcomer.
		std::fstream(folder.database(), std::ios::in | std::ios::out | std::ios::binary)
				<< "no database";
		const Result<std::unique_ptr<Runtime>> second = Runtime::start(options, clock);
		REQUIRE(!second.ok());
		CHECK(second.status().code() == StatusCode::already_exists);
		CHECK(std::filesystem::exists(folder.database()));
	}
}
