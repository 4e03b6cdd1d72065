#include "core/runtime/recording.h"

#include "core/agents/step_batch.h"
#include "core/store/meta.h"
#include "world.h"

#include <doctest/doctest.h>

#include <set>

using namespace agent_runtime;
using nlohmann::json;

namespace {

// A life that contains everything that a recording must be able to hold.
void live(const std::string &path) {
	RuntimeOptions options;
	options.database_path = path;
	options.recording = true;
	options.settings.hearing_radius = 9;
	options.config.seed = 42;
	TestWorld world(options);
	for (int i = 0; i < 12; i++) {
		REQUIRE(spawn_agent(*world.runtime,
				{ { "name", "Agent " + std::to_string(i) },
						{ "initial_position", { { "x", i }, { "y", 0 } } },
						{ "position_owner", i % 4 == 0 ? "game" : "runtime" } })
						.ok());
	}
	REQUIRE(send_message(*world.runtime, {}, AgentId(3), "What is new in the garden?").ok());
	CHECK(world.pass_until([&] { return world.sink.events.size() > 400; }));
	REQUIRE(report_position(*world.runtime, AgentId(1), { 1.5f, 2 }).ok());
	REQUIRE(world.runtime->set_moved_by_game(AgentId(2), true).ok());
	REQUIRE(world.runtime->terminate_agent(world.runtime->agents().back(), "test").ok());
	const json walked = world.ask({ { "type", "move_request" }, { "agent_id", "agent_005" },
			{ "position", { { "x", 3 }, { "y", 4 } } } });
	// Nobody walks it: the call ends by its deadline, or because the agent chooses another place.
	CHECK(walked.at("ok") == false);
	CHECK(world.pass_until([&] { return world.sink.events.size() > 800; }));
}

// A script with a tool and a delay, and a mind of the game's own that usually answers.
void live_with_minds(const std::string &path) {
	TestWorld world(path, true);
	REQUIRE(world.runtime->gifts()
					.register_tool("ask_clock", { "What time it is.", json::object() })
					.ok());
	const json use{ { "action", "use_tools" },
		{ "calls", json::array({ { { "id", "1" }, { "name", "ask_clock" } } }) } };
	const json script =
			json::array({ { { "action", use } }, { { "say", "Late" }, { "delay", 2 } } });
	REQUIRE(spawn_agent(*world.runtime,
			{ { "name", "Ada" }, { "cli_backend", "scripted" },
					{ "mind_options", { { "script", script }, { "repeat", true } } } })
					.ok());
	REQUIRE(spawn_agent(*world.runtime, { { "name", "Bob" }, { "cli_backend", "game" } }).ok());
	REQUIRE(set_attention(*world.runtime, AgentId(2), 0.7f).ok());
	std::size_t seen = 0;
	// An answer is refused only when its call was given up a moment before. For a mind's call that
	// shows a little later; for a tool's it does not.
	std::set<CallId> refused;
	CHECK(world.pass_until([&] {
		for (; seen < world.sink.calls.size(); seen++) {
			const GameCall &call = world.sink.calls[seen];
			const bool fails = seen % 3 == 0;
			CallAnswer answer{ call.call, call.kind };
			answer.outcome = fails ? CallOutcome::failed : CallOutcome::done;
			answer.reason = "No idea";
			answer.result = "\"noon\"";
			if (call.withdrawn) {
				refused.erase(call.call);
			} else if (!world.runtime->answer_call(answer).ok() && call.kind == CallKind::mind) {
				refused.insert(call.call);
			}
		}
		return world.count<ToolUsed>(AgentId(1)) > 3 && world.count<AgentSpoke>(AgentId(1)) > 3 &&
				world.count<MindFailed>(AgentId(2)) > 1 && refused.empty();
	}));
}

// Walks of the game, each of which it answers.
void live_with_walks(const std::string &path) {
	TestWorld world(path, true);
	const AgentId ada = spawn_agent(*world.runtime,
			{ { "key", "ada" }, { "think_interval", 0 }, { "position_owner", "game" } })
								.value();
	for (int walk = 1; walk <= 3; walk++) {
		const float x = world.state(ada).at("position").at("x").get<float>() + 1.0f;
		world.send({ { "type", "move_request" }, { "agent_id", ada.to_string() },
				{ "position", { { "x", x }, { "y", 0 } } } });
		const std::size_t count = static_cast<std::size_t>(walk);
		REQUIRE(world.pass_until([&] { return world.sink.calls.size() == count; }));
		const GameCall &call = world.sink.calls.back();
		CallAnswer answer{ call.call, call.kind };
		answer.outcome = CallOutcome::done;
		REQUIRE(world.runtime->answer_call(answer).ok());
		REQUIRE(world.pass_until([&] { return world.count<AgentArrived>(ada) == walk; }));
	}
}

ReplayResult replayed(const std::string &path, std::size_t helpers) {
	Result<Database> file = Database::connect(path, { .access = Access::read_only });
	REQUIRE(file.ok());
	const Result<ReplayResult> result = replay_recording(file.value(), helpers);
	REQUIRE_MESSAGE(result.ok(), result.status().to_string());
	return result.value();
}

// A step with many events, recorded with inputs that do not cause them.
std::unique_ptr<StepOutput> large_step(StepNumber number) {
	std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
	output->step = number;
	output->time = SimTime(1h);
	output->recorded = true;
	for (std::uint32_t i = 1001; i <= 1300; i++) {
		output->inputs.push_back(TerminateInput{ AgentId(i), "nobody" });
		output->events.push_back({ AgentId(i), AgentTerminated{ "nobody" } });
	}
	return output;
}

} // namespace

TEST_SUITE("Recording") {
	TEST_CASE("a replay is just as the log has it, with any helpers") {
		const Folder folder;
		live(folder.database());
		for (const std::size_t helpers : { 0u, 1u, 2u, 4u }) {
			const ReplayResult result = replayed(folder.database(), helpers);
			CHECK_MESSAGE(!result.divergence, result.divergence->to_string());
			CHECK(result.events > 700); // not everything published is recorded
			CHECK(result.steps > 100);
		}
	}

	TEST_CASE("minds of the game, tools and scripts are replayed just as the log has them") {
		const Folder folder;
		live_with_minds(folder.database());
		for (const std::size_t helpers : { 0u, 2u }) {
			const ReplayResult result = replayed(folder.database(), helpers);
			CHECK_MESSAGE(!result.divergence, result.divergence->to_string());
			CHECK(result.events > 20);
		}
	}

	TEST_CASE("a process that was killed within a large step has recorded all but that step") {
		const Folder folder;
		live(folder.database());
		const ReplayResult before = replayed(folder.database(), 0);
		Result<Database> file = Database::connect(folder.database(), {});
		REQUIRE(file.ok());
		EventFanout nobody;
		const std::vector<std::unique_ptr<WriteOperation>> operations = make_step_batches(
				large_step(StepNumber(before.steps + 1)), WallTime(), nobody, Logger());
		REQUIRE(operations.size() > 3);
		for (std::size_t piece = 0; piece + 1 < operations.size(); piece++) {
			REQUIRE(operations[piece]->write(file.value()).ok());
			const ReplayResult cut_off = replayed(folder.database(), 0);
			CHECK_MESSAGE(!cut_off.divergence, cut_off.divergence->to_string());
			CHECK(cut_off.steps == before.steps);
		}
		// Complete, it counts: and those agents were never told to spawn.
		REQUIRE(operations.back()->write(file.value()).ok());
		CHECK(replayed(folder.database(), 0).divergence);
	}

	TEST_CASE("a world that began with stored agents is a recording of its own") {
		const Folder folder;
		live(folder.database());
		live(folder.database());
		const ReplayResult result = replayed(folder.database(), 0);
		CHECK_MESSAGE(!result.divergence, result.divergence->to_string());
		CHECK(result.events > 700); // not everything published is recorded
	}

	TEST_CASE("calls to the game have the same ids in the recording of a later life") {
		const Folder folder;
		live_with_walks(folder.database());
		live_with_walks(folder.database());
		const ReplayResult result = replayed(folder.database(), 0);
		CHECK_MESSAGE(!result.divergence, result.divergence->to_string());
		CHECK(result.events >= 6); // a move and an arrival for each walk
	}

	TEST_CASE("a planted divergence is found and named: event, agent, expected and got") {
		const Folder folder;
		live(folder.database());
		{
			Result<Database> file = Database::connect(folder.database(), {});
			REQUIRE(file.ok());
			// One answer of agent_003 is changed without the recording.
			REQUIRE(file.value()
							.exec("UPDATE inputs SET data = json_set(data, '$.answer.content', "
								  "'Something '"
								  " || 'else.') WHERE seq = (SELECT min(seq) FROM inputs WHERE kind"
								  " = 'answer' AND json_extract(data, '$.agent') = 'agent_003'"
								  " AND json_extract(data, '$.answer.content') IS NOT NULL)")
							.ok());
		}
		const ReplayResult result = replayed(folder.database(), 0);
		REQUIRE(result.divergence);
		CHECK(result.divergence->entity == "agent_003");
		CHECK(result.divergence->expected.starts_with("agent_speech "));
		CHECK(result.divergence->got.find("Something else.") != std::string::npos);
		CHECK(result.divergence->event > 0);
	}

	TEST_CASE("a log that goes on behind the recording differs at its end") {
		const Folder folder;
		live(folder.database());
		{
			Result<Database> file = Database::connect(folder.database(), {});
			REQUIRE(file.ok());
			REQUIRE(file.value()
							.exec("INSERT INTO event_rows(ts, type, entity, data) VALUES(0,"
								  " 'agent_terminated', 'agent_001', '{\"reason\":\"planted\"}')")
							.ok());
		}
		const ReplayResult result = replayed(folder.database(), 0);
		REQUIRE(result.divergence);
		CHECK(result.divergence->got.empty());
		CHECK(result.divergence->expected.find("planted") != std::string::npos);
	}

	TEST_CASE("what was not recorded cannot be replayed, and is said to be so") {
		const Folder folder;
		{ const TestWorld world(folder.database()); }
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		REQUIRE(file.ok());
		CHECK(replay_recording(file.value(), 0).status().code() == StatusCode::not_found);
	}

	TEST_CASE("a recording whose events were pruned is refused") {
		const Folder folder;
		live(folder.database());
		{
			Result<Database> file = Database::connect(folder.database(), {});
			REQUIRE(file.ok());
			REQUIRE(file.value().exec("DELETE FROM event_rows WHERE id < 50").ok());
			REQUIRE(write_meta(file.value(), META_OLDEST_EVENT, "50").ok());
		}
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		REQUIRE(file.ok());
		CHECK(replay_recording(file.value(), 0).status().code() == StatusCode::failed_precondition);
	}
}
