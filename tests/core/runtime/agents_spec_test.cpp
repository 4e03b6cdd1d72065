#include "../agents/fake_minds.h"
#include "world.h"

#include "core/mind/prompt.h"
#include "core/store/database.h"

#include <algorithm>

// Scenarios of spec 000 that need a whole runtime, and what comes back with its database.

using namespace agent_runtime;
using nlohmann::json;

namespace {

RuntimeOptions with_mind(const InProcessMind &mind, const std::string &database) {
	RuntimeOptions options;
	options.mind = &mind;
	options.database_path = database;
	return options;
}

std::vector<std::string> rows_of(const std::string &path, const std::string &sql) {
	std::vector<std::string> found;
	Result<Database> database = Database::connect(path, {});
	REQUIRE(database.ok());
	Query rows(database.value(), sql);
	while (rows.next()) {
		found.emplace_back(rows.text(0));
	}
	CHECK(rows.status().ok());
	return found;
}

json quiet(const std::string &name) {
	return { { "name", name }, { "think_interval", 0 } };
}

// The tasks in the database, in the order in which they were given.
json tasks_of(TestWorld &world, const json &filter = json::object()) {
	json request = filter;
	request["type"] = "tasks_request";
	json tasks = world.ask(request).at("result").at("tasks");
	std::reverse(tasks.begin(), tasks.end());
	return tasks;
}

} // namespace

TEST_SUITE("Spec 000 in a runtime") {
	TEST_CASE("spec:000.1.1 a spawn gives an agent of its own, and a confirmation with its id") {
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			if (request.self.name == "Broken") {
				return Status(StatusCode::internal, "this mind is broken");
			}
			return MindAction(SpeakAction{ "All is well.", ParticipantId::player(0) });
		});
		TestWorld world(with_mind(mind, ""));
		const json config{ { "name", "Assistant" }, { "role", "helper" },
			{ "cli_backend", "offline" }, { "initial_position", { { "x", 10 }, { "y", 10 } } } };
		const json first =
				world.ask({ { "type", "agent_spawn_request" }, { "agent_config", config } });
		const json second = world.ask(
				{ { "type", "agent_spawn_request" }, { "agent_config", quiet("Broken") } });
		CHECK(first.at("ok") == true);
		const std::string id = first.at("result").at("agent_id");
		CHECK(id != second.at("result").at("agent_id"));
		// It is what its configuration says,
		const AgentId agent = AgentId::parse(id).value();
		CHECK(world.pass_until([&] { return world.count<AgentSpawned>(agent) == 1; }));
		const json state = world.state(agent);
		CHECK(state.at("name") == "Assistant");
		CHECK(state.at("role") == "helper");
		CHECK(state.at("position") == json{ { "x", 10.0 }, { "y", 10.0 } });
		// and one that fails does not hold up the other.
		const AgentId broken =
				AgentId::parse(second.at("result").at("agent_id").get<std::string>()).value();
		const ParticipantId player = ParticipantId::player(0);
		CHECK(send_message(*world.runtime, player, broken, "How are you?").ok());
		CHECK(send_message(*world.runtime, player, agent, "And you?").ok());
		CHECK(world.pass_until([&] {
			return world.count<MindFailed>(broken) >= 1 && world.count<AgentSpoke>(agent) >= 1;
		}));
	}

	TEST_CASE("spec:000.1.2 an agent ends gracefully: cleaned up, stored, and everybody told") {
		const Folder folder;
		const FakeMind mind = FakeMind::always(SpeakAction{ "Hm.", {} });
		AgentId bob;
		{
			TestWorld world(with_mind(mind, folder.database()));
			const AgentId ada = spawn_agent(*world.runtime,
					{ { "name", "Ada" }, { "key", "ada" }, { "think_interval", 0 } })
										.value();
			json far_away = quiet("Bob");
			far_away["initial_position"] = { { "x", 300 }, { "y", 300 } };
			bob = spawn_agent(*world.runtime, far_away).value();
			REQUIRE(assign_task(*world.runtime, ada, "Count the stars").ok());
			CHECK(world.pass_until([&] { return world.state(ada).at("state") == "thinking"; }));
			const json ended = world.ask(
					{ { "type", "agent_terminate_request" }, { "agent_id", ada.to_string() } });
			CHECK(ended.at("ok") == true);
			CHECK(world.pass_until([&] { return world.count<AgentTerminated>(ada) == 1; }));
			// The event that tells everybody is in the log, and is the agent's last.
			const PublishedEvent &last = world.sink.events.back();
			CHECK(last.event.subject == ParticipantId(ada));
			CHECK(last.id.is_stored());
			CHECK(agent_state(*world.runtime, ada).status().code() == StatusCode::not_found);
			CHECK(world.runtime->agents() == std::vector<AgentId>{ bob });
			CHECK(world.count<TaskChanged>(ada) == 3); // assigned, begun, failed
			// AND: who subscribes to the bus, which all do, has it in mind when it thinks next.
			CHECK(mind.requests_of(bob).empty());
			CHECK(send_message(*world.runtime, {}, bob, "Where is Ada?").ok());
			CHECK(world.pass_until([&] { return mind.requests_of(bob).size() == 1; }));
			const Prompt prompt = assemble_prompt(mind.requests_of(bob).at(0), {});
			CHECK(prompt.request.messages.front().text.find("- Ada [agent_001] is gone") !=
					std::string::npos);
			// Another may have its key.
			CHECK(spawn_agent(*world.runtime, { { "key", "ada" } }).value() != ada);
			world.runtime->stop();
		}
		CHECK(rows_of(folder.database(), "SELECT id FROM agents WHERE terminated_at IS NOT NULL") ==
				std::vector<std::string>{ "agent_001" });
		CHECK(rows_of(folder.database(), "SELECT status FROM agent_tasks") ==
				std::vector<std::string>{ "failed" });
	}

	TEST_CASE("spec:000.5.2 a task is recorded as assigned, and as completed with the time") {
		const Folder folder;
		bool done = false;
		const FakeMind mind([&](const MindRequest &request) -> Result<MindAction> {
			return done && request.task ? MindAction(CompleteTaskAction{ false, "42" })
										: MindAction(WaitAction{});
		});
		TestWorld world(with_mind(mind, folder.database()));
		const AgentId ada = spawn_agent(*world.runtime, quiet("Ada")).value();
		CHECK(world.pass_until([&] { return world.count<AgentSpawned>(ada) == 1; }));
		const std::shared_ptr<TestWorld::Replies> replies =
				world.send({ { "type", "task_assign_request" }, { "agent_id", ada.to_string() },
						{ "task_name", "Find the answer" }, { "description", "To everything." } });
		std::optional<json> given;
		REQUIRE(world.wait_until([&] { return (given = replies->take()).has_value(); }));
		CHECK(given->at("result").at("task_id") == "task_001");
		// THEN: it is recorded with status 'assigned', before a first thought is given to it.
		CHECK(world.wait_until([&] { return world.count<TaskChanged>(ada) == 1; }));
		CHECK(mind.requests().empty());
		CHECK(rows_of(folder.database(),
					  "SELECT agent_id || ' ' || task_name || ' ' || status || ' ' || "
					  "(completed_at IS NULL) FROM agent_tasks") ==
				std::vector<std::string>{ "agent_001 Find the answer assigned 1" });
		json tasks = tasks_of(world);
		REQUIRE(tasks.size() == 1);
		CHECK(tasks[0].at("task_name") == "Find the answer");
		CHECK(tasks[0].at("agent_id") == ada.to_string());
		CHECK_FALSE(tasks[0].contains("completed_at"));
		CHECK(world.state(ada).at("current_task") == "Find the answer");
		const TaskChanged &first = *std::find_if(
				world.sink.events.begin(), world.sink.events.end(), [](const PublishedEvent &each) {
					return each.event.data.is<TaskChanged>();
				})->event.data.get_if<TaskChanged>();
		CHECK(first.task->status == TaskStatus::assigned);

		CHECK(world.pass_until([&] {
			return world.state(ada).at("state") == "idle" && world.count<TaskChanged>(ada) == 2;
		}));
		done = true;
		CHECK(send_message(*world.runtime, {}, ada, "And?").ok());
		CHECK(world.pass_until([&] { return world.count<TaskChanged>(ada) == 3; }));
		tasks = tasks_of(world, { { "status", "completed" } });
		REQUIRE(tasks.size() == 1);
		CHECK(tasks[0].at("result") == "42");
		CHECK(tasks[0].contains("created_at"));
		CHECK(tasks[0].contains("started_at"));
		CHECK(tasks[0].contains("completed_at"));
		// AND: the row has status 'completed', and when that was.
		CHECK(rows_of(folder.database(),
					  "SELECT status || ' ' || (completed_at >= created_at) FROM agent_tasks") ==
				std::vector<std::string>{ "completed 1" });
		CHECK(world.state(ada).at("current_task") == "");
	}

	TEST_CASE(
			"spec:000.5.3 a prompt has the last five messages and the task, also after a restart") {
		const Folder folder;
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			return MindAction(SpeakAction{
					"You said: " + request.last_lines.back().content, request.answer_to });
		});
		const auto last_lines = [&] {
			std::string lines;
			const MindRequest request = mind.requests().back();
			for (const RememberedLine &line : request.last_lines) {
				lines += line.content + "; ";
			}
			return lines;
		};
		{
			TestWorld world(with_mind(mind, folder.database()));
			const AgentId ada = spawn_agent(*world.runtime, quiet("Ada")).value();
			REQUIRE(assign_task(*world.runtime, ada, "Keep the minutes").ok());
			for (int i = 1; i <= 3; i++) {
				CHECK(world.pass_until([&] {
					return world.count<AgentSpoke>(ada) == i &&
							world.state(ada).at("state") == "idle";
				}));
				CHECK(send_message(*world.runtime, {}, ada, "Line " + std::to_string(i)).ok());
			}
			CHECK(world.pass_until([&] { return world.count<AgentSpoke>(ada) == 4; }));
			CHECK(last_lines() == "Line 1; You said: Line 1; Line 2; You said: Line 2; Line 3; ");
			REQUIRE(mind.requests().back().task);
			CHECK(mind.requests().back().task->name == "Keep the minutes");
			world.runtime->stop();
		}
		TestWorld world(with_mind(mind, folder.database()));
		const AgentId ada(1);
		CHECK(send_message(*world.runtime, {}, ada, "Line 4").ok());
		CHECK(world.pass_until([&] { return world.count<AgentSpoke>(ada) == 1; }));
		CHECK(last_lines() == "Line 2; You said: Line 2; Line 3; You said: Line 3; Line 4; ");
		REQUIRE(mind.requests().back().task);
		CHECK(mind.requests().back().task->name == "Keep the minutes");
		// It answers what was said to it.
		CHECK(std::find_if(world.sink.events.begin(), world.sink.events.end(),
					  [&](const PublishedEvent &each) {
						  return each.event.subject == ParticipantId(ada) &&
								  each.event.data.is<AgentSpoke>();
					  })
						->event.data.get_if<AgentSpoke>()
						->message->content == "You said: Line 4");
	}
}

TEST_SUITE("Runtime with agents that are busy") {
	TEST_CASE("pauses, subscriptions and open tasks come back with the database") {
		const Folder folder;
		const FakeMind mind = FakeMind::always(WaitAction{});
		{
			TestWorld world(with_mind(mind, folder.database()));
			const AgentId ada = spawn_agent(*world.runtime, quiet("Ada")).value();
			REQUIRE(assign_task(*world.runtime, ada, "One").ok());
			REQUIRE(assign_task(*world.runtime, ada, "Two").ok());
			CHECK(world.ask({ { "type", "subscribe_request" }, { "agent_id", "agent_001" },
									{ "groups", { "guards" } },
									{ "filter", { { "senders", { "player_0" } } } } })
							.at("ok") == true);
			CHECK(world.ask({ { "type", "agent_pause_request" }, { "agent_id", "agent_001" } })
							.at("ok") == true);
			CHECK(world.pass_until([&] { return world.count<AgentPaused>(ada) == 1; }));
			world.runtime->stop();
		}
		TestWorld world(with_mind(mind, folder.database()));
		const AgentId ada(1);
		CHECK(world.pass_until([&] { return world.count<AgentSpawned>(ada) == 1; }));
		const json state = world.state(ada);
		CHECK(state.at("paused") == true);
		CHECK(state.at("groups") == json{ "guards" });
		CHECK(state.at("filter").at("senders") == json{ "player_0" });
		CHECK(state.at("current_task") == "One");
		CHECK(tasks_of(world).size() == 2);
		// What was removed stays removed.
		CHECK(world.ask({ { "type", "subscribe_request" }, { "agent_id", "agent_001" },
								{ "filter", json::object() } })
						.at("ok") == true);
		// Numbers continue where they ended.
		CHECK(assign_task(*world.runtime, ada, "Three").value() == TaskId(3));
		// A message to the group reaches it, and it remembers that although it is paused.
		CHECK(world.ask({ { "type", "publish_message_request" }, { "group", "guards" },
								{ "content", "To arms" } })
						.at("ok") == true);
		CHECK(world.pass_until([&] { return world.count<AgentStateChanged>(ada) == 2; }));
		CHECK(world.ask({ { "type", "subscribe_request" }, { "agent_id", "agent_001" },
								{ "groups", json::array() } })
						.at("ok") == true);
		CHECK_FALSE(world.state(ada).contains("groups"));
		world.runtime->stop();
		TestWorld again(with_mind(mind, folder.database()));
		CHECK(again.pass_until([&] { return again.count<AgentSpawned>(ada) == 1; }));
		CHECK_FALSE(again.state(ada).contains("groups"));
	}

	TEST_CASE("a paused world stands still, and makes one step at a time") {
		TestWorld world("");
		const AgentId ada =
				spawn_agent(*world.runtime, { { "name", "Ada" }, { "think_interval", 1 } }).value();
		// Before any time has passed, since everything due by then would still be done.
		CHECK(world.wait_until([&] { return world.count<AgentSpawned>(ada) == 1; }));
		CHECK(world.ask({ { "type", "world_step_request" } }).at("error").at("code") ==
				"failed_precondition");
		CHECK(world.ask({ { "type", "world_pause_request" }, { "paused", true } }).at("ok") ==
				true);
		const int before = world.count<AgentStateChanged>(ada);
		world.clock.advance(1h);
		CHECK(world.ask({ { "type", "health_request" } }).at("result").at("paused") == true);
		CHECK(world.count<AgentStateChanged>(ada) == before);
		for (int i = 1; i <= 3; i++) {
			CHECK(world.ask({ { "type", "world_step_request" } }).at("ok") == true);
			// The next thing due is a change of its state.
			CHECK(world.pass_until(
					[&] { return world.count<AgentStateChanged>(ada) == before + i; }));
		}
		// The game's own pause does not undo it, nor the other way round.
		world.runtime->set_paused(true);
		world.runtime->set_paused(false);
		CHECK(world.runtime->is_world_paused());
		CHECK(world.ask({ { "type", "world_pause_request" }, { "paused", false } }).at("ok") ==
				true);
		CHECK(world.pass_until([&] { return world.count<AgentStateChanged>(ada) > before + 5; }));
	}

	TEST_CASE("a crowd is spawned whole or not at all, and listed by what it is") {
		RuntimeOptions options;
		options.most_agents = 100;
		TestWorld world(std::move(options));
		const json crowd{ { "name", "Villager" }, { "role", "villager" }, { "groups", { "east" } },
			{ "think_interval", 0 }, { "initial_position", { { "x", 50 }, { "y", 0 } } } };
		const json spawned = world.ask(
				{ { "type", "agents_spawn_request" }, { "agent_config", crowd }, { "count", 40 } });
		REQUIRE(spawned.at("result").at("agent_ids").size() == 40);
		CHECK(spawn_agent(*world.runtime, quiet("Ada")).ok());
		const json too_many = world.ask(
				{ { "type", "agents_spawn_request" }, { "agent_config", crowd }, { "count", 60 } });
		CHECK(too_many.at("error").at("code") == "exhausted");
		CHECK(world.runtime->agents().size() == 41);
		json with_key = crowd;
		with_key["key"] = "one";
		CHECK(world.ask({ { "type", "agents_spawn_request" }, { "agent_config", with_key },
								{ "count", 2 } })
						.at("error")
						.at("message")
						.get<std::string>()
						.find("agent_config.key") != std::string::npos);
		CHECK(world.pass_until([&] { return world.state(AgentId(41)).at("pending") == false; }));
		const auto listed = [&](json filter) {
			filter["type"] = "agents_request";
			return world.ask(filter).at("result").at("agents").size();
		};
		CHECK(listed({}) == 41);
		CHECK(listed({ { "group", "east" } }) == 40);
		CHECK(listed({ { "role", "villager" }, { "limit", 7 } }) == 7);
		CHECK(listed({ { "near", { { "x", 48 }, { "y", 0 } } } }) == 40);
		CHECK(listed({ { "near", { { "x", 3 }, { "y", 0 } } }, { "radius", 5 } }) == 1);
		CHECK(listed({ { "paused", true } }) == 0);
	}

	TEST_CASE("an action of the game is called, answered once, and by its own kind of answer") {
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			return request.last_lines.size() == 1 ? MindAction(GameAction{ "ring_bell", "{}" })
												  : MindAction(WaitAction{});
		});
		RuntimeOptions options = with_mind(mind, "");
		options.settings.action_deadline = 1000h;
		TestWorld world(std::move(options));
		const AgentId ada = spawn_agent(*world.runtime, quiet("Ada")).value();
		const json schema{ { "type", "object" }, { "properties", json::object() } };
		CHECK(world.runtime->gifts()
						.register_action("ring_bell", { "Rings the bell.", schema })
						.ok());
		CHECK_FALSE(world.runtime->gifts().register_action("speak", { "", schema }).ok());
		CHECK(world.runtime->gifts().unregister_action("fly").code() == StatusCode::not_found);
		CHECK(send_message(*world.runtime, {}, ada, "Ring it").ok());
		CHECK(world.pass_until([&] { return !world.sink.calls.empty(); }));
		const GameCall call = world.sink.calls.front();
		CHECK(call.kind == CallKind::action);
		CHECK(call.action == "ring_bell");
		const json walk_answer{ { "type", "walk_arrived" }, { "call_id", call.call.to_string() } };
		CHECK(world.ask(walk_answer).at("error").at("code") == "failed_precondition");
		const json answer{ { "type", "action_completed" }, { "call_id", call.call.to_string() },
			{ "result", { { "rings", 3 } } } };
		CHECK(world.ask(answer).at("ok") == true);
		CHECK(world.ask(answer).at("error").at("code") == "not_found");
		CHECK(world.pass_until([&] { return world.count<ActionPerformed>(ada) == 1; }));
	}

	TEST_CASE("what cannot be done is refused with the name of what is wrong") {
		TestWorld world("");
		const AgentId ada = spawn_agent(*world.runtime, quiet("Ada")).value();
		CHECK(world.pass_until([&] { return world.count<AgentSpawned>(ada) == 1; }));
		const auto error_of = [&](const json &request) {
			return world.ask(request).at("error").at("message").get<std::string>();
		};
		CHECK(error_of({ { "type", "publish_message_request" }, { "content", "x" },
							   { "to", "agent_001" }, { "topic", "t" } })
						.find("to: goes together") == 0);
		CHECK(error_of({ { "type", "task_finish_request" }, { "task_id", "task_009" },
							   { "status", "completed" } })
						.find("task_009") != std::string::npos);
		CHECK(error_of({ { "type", "task_finish_request" }, { "task_id", "nine" },
							   { "status", "completed" } })
						.find("task_id: is not the id of a task") == 0);
		CHECK(error_of({ { "type", "subscribe_request" }, { "agent_id", "agent_001" },
							   { "filter", { { "senders", { "Bob" } } } } })
						.find("filter.senders: \"Bob\"") == 0);
		CHECK(error_of({ { "type", "agent_pause_request" }, { "agent_id", "agent_007" } })
						.find("agent_007") != std::string::npos);
		CHECK(error_of({ { "type", "agent_step_request" }, { "agent_id", "agent_001" } })
						.find("not paused") != std::string::npos);
		CHECK(error_of({ { "type", "tasks_request" } }).find("database") != std::string::npos);
	}
}
