// What a request leads to carries its trace id, and its reply shows it.
#include "core/base/trace_id.h"
#include "save_games.h"

#include <algorithm>
#include <set>
#include <string>

using namespace agent_runtime;
using namespace agent_runtime::save_games;

namespace {

constexpr const char *BROUGHT = "0af7651916cd43dd8448eb211c80319c";

json with_trace(json request) {
	request["trace_id"] = BROUGHT;
	return request;
}

// Of each event of a type, in their order; empty for one that has none.
std::vector<std::string> traces_of(const TestWorld &world, std::string_view type) {
	std::vector<std::string> traces;
	for (const PublishedEvent &each : world.sink.events) {
		if (event_type(each.event) == type) {
			traces.push_back(each.event.trace.to_string());
		}
	}
	return traces;
}

bool has_traced(TestWorld &world, std::string_view type, const std::string &trace) {
	return world.pass_until([&] {
		const std::vector<std::string> traces = traces_of(world, type);
		return std::find(traces.begin(), traces.end(), trace) != traces.end();
	});
}

} // namespace

TEST_SUITE("the trace of a request") {
	TEST_CASE("is the one that it brings: reply, line, answer and log carry it") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		const json reply = asked_of(world,
				with_trace({ { "type", "send_message_request" }, { "to", ada.to_string() },
						{ "content", "Hello" } }));
		REQUIRE(reply.at("ok") == true);
		CHECK(reply.at("trace_id") == BROUGHT);
		REQUIRE(world.pass_until([&] { return world.count<AgentSpoke>(ada) > 0; }));
		CHECK(traces_of(world, "agent_speech") == std::vector<std::string>{ BROUGHT, BROUGHT });
		std::size_t logged = 0;
		const json log = result_of(world, { { "type", "events_request" } });
		for (const json &event : log.at("events")) {
			if (event.at("type") == "agent_speech") {
				CHECK(event.at("trace_id") == BROUGHT);
				++logged;
			}
		}
		CHECK(logged == 2);
	}

	TEST_CASE("is made where it brings none, and the reply shows it") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const json first = asked_of(
				world, { { "type", "agent_spawn_request" }, { "agent_config", loner("Ada") } });
		const json second = asked_of(
				world, { { "type", "agent_spawn_request" }, { "agent_config", loner("Bob") } });
		CHECK(TraceId::parse(first.at("trace_id").get<std::string>()));
		CHECK(first.at("trace_id") != second.at("trace_id"));
		REQUIRE(world.pass_until([&] { return world.count<AgentSpawned>(AgentId(2)) > 0; }));
		CHECK(traces_of(world, "agent_spawned") ==
				std::vector<std::string>{ first.at("trace_id"), second.at("trace_id") });
	}

	TEST_CASE("that is none is refused by its name, and not sent back") {
		TestWorld world(RuntimeOptions{});
		for (const json &wrong : { json("mine"), json(std::string(32, '0')),
					 json(std::string(32, 'A')), json(std::string(1000, 'a')), json(7) }) {
			CAPTURE(wrong);
			const json reply =
					asked_of(world, { { "type", "health_request" }, { "trace_id", wrong } });
			CHECK(reply.at("error").at("field") == "trace_id");
			CHECK(TraceId::parse(reply.at("trace_id").get<std::string>()));
			CHECK(reply.at("trace_id") != wrong);
		}
	}

	TEST_CASE("reaches what the writer decides, and what is answered later") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		json note = about("memory_note_request", ada);
		note["content"] = "The key is under the mat.";
		CHECK(asked_of(world, with_trace(note)).at("trace_id") == BROUGHT);
		CHECK(has_traced(world, "memory_changed", BROUGHT));
		json move = about("move_request", ada);
		move["position"] = { { "x", 3 }, { "y", 4 } };
		CHECK(asked_of(world, with_trace(move)).at("trace_id") == BROUGHT);
		CHECK(has_traced(world, "agent_moved", BROUGHT));
	}

	TEST_CASE("reaches the conversation that it starts, and who is brought in for it") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		CHECK(asked_of(world, with_trace({ { "type", "startAutoMode" }, { "max_turns", 2 } }))
						.at("trace_id") == BROUGHT);
		REQUIRE(has_traced(world, "autoModeEnded", BROUGHT));
		CHECK(traces_of(world, "agent_spawned") == std::vector<std::string>{ BROUGHT, BROUGHT });
		const std::vector<std::string> lines = traces_of(world, "agentMessage");
		CHECK(lines == std::vector<std::string>{ BROUGHT, BROUGHT });
	}

	TEST_CASE("reaches the world that it loads, and those whom that ends") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		spawn(world, loner("Ada"));
		save(world, "before");
		spawn(world, loner("Bob"));
		const json load{ { "type", "slot_load_request" }, { "slot", "before" } };
		CHECK(asked_of(world, with_trace(load)).at("trace_id") == BROUGHT);
		CHECK(has_traced(world, "world_loaded", BROUGHT));
		CHECK(has_traced(world, "agent_terminated", BROUGHT));
		CHECK(has_traced(world, "agent_spawned", BROUGHT));
	}

	TEST_CASE("stays with a request that is cancelled") {
		TestWorld world(RuntimeOptions{});
		world.runtime->set_paused(true);
		const std::shared_ptr<TestWorld::Replies> replies =
				world.send(with_trace({ { "type", "task_finish_request" },
						{ "task_id", "task_001" }, { "status", "failed" } }));
		world.runtime->stop();
		const std::optional<json> reply = replies->take();
		REQUIRE(reply);
		CHECK(reply->at("trace_id") == BROUGHT);
	}
}

TEST_SUITE("events of the runtime itself") {
	TEST_CASE("each begins a trace") {
		const Folder folder;
		{
			TestWorld world(folder.database(), false, brisk());
			spawn(world, loner("Ada"));
		}
		Database file = reading(folder.database());
		CHECK(number(file,
					  "SELECT count(DISTINCT trace_id) FROM events WHERE type IN"
					  " ('runtime_started', 'runtime_stopped') AND length(trace_id) = 32") == 2);
		CHECK(number(file, "SELECT count(*) FROM events WHERE trace_id IS NULL") == 0);
	}
}
