#include <doctest/doctest.h>

#include "../providers/answering_transport.h"
#include "../world/drawn_map.h"
#include "talks.h"
#include "world.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

// What cannot succeed is refused at the call, in words that say what to try.

using namespace agent_runtime;
using namespace agent_runtime::talks;
using nlohmann::json;

namespace {

// What was logged, from any thread.
class LogLines {
public:
	Logger logger() {
		return Logger(std::make_shared<CallbackLogSink>([this](const LogRecord &record) {
			const std::lock_guard lock(mutex_);
			lines_.push_back(std::string(record.message));
		}),
				LogLevel::warning);
	}
	std::vector<std::string> with(const std::string &part) const {
		const std::lock_guard lock(mutex_);
		std::vector<std::string> found;
		std::copy_if(lines_.begin(), lines_.end(), std::back_inserter(found),
				[&](const std::string &line) { return names(line, part); });
		return found;
	}

private:
	mutable std::mutex mutex_;
	std::vector<std::string> lines_;
};

// Records who had come to life when the game was asked for something.
class Births : public Collector {
public:
	void emit(const PublishedEvent &event) override {
		if (event.event.data.is<AgentSpawned>()) {
			born_.push_back(event.event.subject.agent_id());
		}
	}
	void emit(const GameCall &call) override {
		Collector::emit(call);
		before_call = born_;
	}
	using Collector::emit;

	std::vector<AgentId> before_call;

private:
	std::vector<AgentId> born_;
};

std::string refusal_of(const TestWorld &world, const json &config) {
	const Result<AgentId> agent = spawn_agent(*world.runtime, config);
	CHECK(world.runtime->agents().empty());
	return agent.ok() ? "it was taken" : agent.status().message();
}

std::string refusal_of_talk(const TestWorld &world, const json &options) {
	const Result<json> talk = start_auto_mode(*world.runtime, options);
	CHECK(world.runtime->agents().empty());
	CHECK(auto_mode_conversations(*world.runtime).empty());
	return talk.ok() ? "it was taken" : talk.status().message();
}

GridMapPtr map_with_seat(const std::string &table) {
	GridSpec spec;
	spec.width = 10;
	spec.height = 10;
	spec.seats = { { "desk", { 2, 2 }, Facing::up, table } };
	return map_of(std::move(spec));
}

} // namespace

TEST_SUITE("What is refused when it is asked for") {
	TEST_CASE("options that no mind has, or that are no such thing") {
		TestWorld world{ RuntimeOptions() };
		const auto with = [](const json &options) { return json{ { "mind_options", options } }; };
		CHECK(refusal_of(world, with({ { "scrpt", json::array() } })) ==
				"agent_config.mind_options.scrpt: is not a field here; did you mean script?");
		CHECK(names(refusal_of(world, with({ { "temperature", "hot" } })),
				"agent_config.mind_options.temperature: is a text; give a number between 0 and 2"));
		CHECK(names(refusal_of(world, with({ { "max_output_tokens", 0 } })),
				"agent_config.mind_options.max_output_tokens: is out of range"));
		// A mind of the game's own has options of its own.
		CHECK(spawn_agent(*world.runtime,
				{ { "cli_backend", "game" }, { "mind_options", { { "scrpt", json::array() } } } })
						.ok());
	}

	TEST_CASE("a seat that the map has not, for one and for many") {
		TestWorld world{ RuntimeOptions() };
		REQUIRE(world.runtime->gifts().set_map(map_with_seat("")).ok());
		const json config{ { "seat", "desks" } };
		CHECK(refusal_of(world, config) ==
				"agent_config.seat: the map has no seat \"desks\"; take one of its seats, or none");
		CHECK_FALSE(spawn_agents(*world.runtime, config, 2).ok());
		CHECK(world.runtime->agents().empty());
		CHECK(spawn_agent(*world.runtime, { { "seat", "desk" } }).ok());
	}

	TEST_CASE("a seat may be named before there is a map") {
		TestWorld world{ RuntimeOptions() };
		CHECK(spawn_agent(*world.runtime, { { "seat", "desks" } }).ok());
	}

	TEST_CASE("meeting at a table where there is none") {
		TestWorld world{ RuntimeOptions() };
		const json options{ { "interaction_pattern", "meet-at-table" } };
		CHECK(names(refusal_of_talk(world, options),
				"interaction_pattern: is meet-at-table, and there is no map with a table"));
		REQUIRE(world.runtime->gifts().set_map(map_with_seat("")).ok());
		CHECK(names(refusal_of_talk(world, options),
				"interaction_pattern: is meet-at-table, and no seat of the map belongs to a "
				"table"));
		REQUIRE(world.runtime->gifts().set_map(map_with_seat("round")).ok());
		CHECK(start_auto_mode(*world.runtime, options).ok());
	}

	TEST_CASE("a topic that ends its own conversation") {
		TestWorld world{ RuntimeOptions() };
		CHECK(refusal_of_talk(world, { { "topic", "[CONVERSATION_END]" } }) ==
				"topic: holds the end keyword [CONVERSATION_END]; leave that out, or choose "
				"another "
				"end_keyword");
		CHECK(names(
				refusal_of_talk(world, { { "topic", "A STOP sign" }, { "end_keyword", "STOP" } }),
				"topic: holds the end keyword STOP"));
		CHECK(start_auto_mode(
				*world.runtime, { { "topic", "[CONVERSATION_END]" }, { "end_keyword", "STOP" } })
						.ok());
	}

	TEST_CASE("what somebody remembers who has never been; who has ended can still be asked for") {
		const Folder folder;
		TestWorld world(folder.database());
		const AgentId ada = spawn_agent(*world.runtime, { { "think_interval", 0 } }).value();
		REQUIRE(world.runtime->terminate_agent(ada, "test").ok());
		REQUIRE(world.pass_until([&] { return world.count<AgentTerminated>(ada) == 1; }));
		for (json request : { json{ { "type", "search_request" }, { "text", "key" } },
					 json{ { "type", "memory_request" } } }) {
			CAPTURE(request.dump());
			request["agent_id"] = "agent_001";
			CHECK(world.ask(request).at("result").at("lines").empty());
			request["agent_id"] = "agent_999";
			CHECK(world.ask(request).at("error").at("message") ==
					"agent_id: there is no agent agent_999; give the id of one that lives");
		}
	}

	TEST_CASE("an answer to a call of another kind") {
		TestWorld world{ RuntimeOptions() };
		const AgentId ada = spawn_agent(
				*world.runtime, { { "position_owner", "game" }, { "think_interval", 0 } })
									.value();
		REQUIRE(world.runtime->walk({ .agent = ada, .tile = { 3, 3 } }).ok());
		REQUIRE(world.pass_until([&] { return !world.sink.calls.empty(); }));
		const Status status = world.runtime->answer_call(
				{ .call = world.sink.calls.front().call, .kind = CallKind::action });
		CHECK(status.message() ==
				"call_id: call_001 asks for a walk, and this is an answer for an action; answer it "
				"as what it is");
	}
}

TEST_SUITE("What is reported") {
	TEST_CASE("a place off the map, once a call, and not of the game's own agents") {
		LogLines log;
		TestWorld world{ RuntimeOptions(), log.logger() };
		REQUIRE(world.runtime->gifts().set_map(map_with_seat("")).ok());
		const json afar{ { "initial_position", { { "x", 500 }, { "y", 500 } } } };
		REQUIRE(spawn_agents(*world.runtime, afar, 3).ok());
		const std::vector<std::string> lines = log.with("initial_position");
		REQUIRE(lines.size() == 1);
		CHECK(lines[0] ==
				"agent_config.initial_position: (500, 500) is off the map, which goes from (0, 0) "
				"to "
				"(9, 9); the agent stands on the nearest free tile");
		json of_game = afar;
		of_game["position_owner"] = "game";
		REQUIRE(spawn_agent(*world.runtime, of_game).ok());
		REQUIRE(spawn_agent(*world.runtime, { { "initial_position", { { "x", 9 }, { "y", 9 } } } })
						.ok());
		CHECK(log.with("initial_position").size() == 1);
	}

	TEST_CASE("a mind without key and model, once, with all the places where they can be set") {
		LogLines log;
		RuntimeOptions options;
		options.minds.of(MindKind::anthropic).keys_file = "user://keys.json";
		options.make_http = [](const IoThread &thread) -> std::unique_ptr<HttpTransport> {
			return std::make_unique<AnsweringTransport>(thread, [](FakeExchange &) {});
		};
		TestWorld world{ std::move(options), log.logger() };
		const json thinker{ { "cli_backend", "anthropic" }, { "think_interval", 5 } };
		const AgentId ada = spawn_agent(*world.runtime, thinker).value();
		const AgentId bea = spawn_agent(*world.runtime, thinker).value();
		REQUIRE(world.pass_until([&] {
			return world.count<MindFailed>(ada) > 1 && world.count<MindFailed>(bea) > 1;
		}));
		const std::vector<std::string> lines = log.with("");
		REQUIRE_MESSAGE(lines.size() == 1, lines.size());
		for (const char *const part :
				{ "cannot think: anthropic at api.anthropic.com", "no key", "ANTHROPIC_API_KEY",
						"user://keys.json", "agent_runtime/minds/anthropic/base_url", "no model",
						"agent_runtime/minds/anthropic/model" }) {
			CAPTURE(part);
			CHECK(names(lines[0], part));
		}
	}

	TEST_CASE("a mind that is switched off, and one without a script, once each") {
		LogLines log;
		RuntimeOptions options;
		options.minds.of(MindKind::claude).allowed = false;
		TestWorld world{ std::move(options), log.logger() };
		std::vector<AgentId> agents;
		for (const char *const backend : { "claude", "claude", "scripted" }) {
			agents.push_back(spawn_agent(
					*world.runtime, { { "cli_backend", backend }, { "think_interval", 5 } })
									 .value());
		}
		REQUIRE(world.pass_until([&] {
			return std::all_of(agents.begin(), agents.end(),
					[&](AgentId agent) { return world.count<MindFailed>(agent) > 1; });
		}));
		CHECK(log.with("is switched off here").size() == 1);
		CHECK(log.with("has no script").size() == 1);
	}
}

TEST_SUITE("What a game is asked") {
	TEST_CASE("an agent is not walked before the game has been shown that it lives") {
		const Folder folder;
		TestWorld world(folder.database());
		for (int i = 0; i < 50; i++) {
			const AgentId agent = spawn_agent(*world.runtime,
					{ { "position_owner", "game" },
							{ "think_interval",
									0 } }).value();
			REQUIRE(world.runtime->walk({ .agent = agent, .tile = { 3, 3 } }).ok());
			Births births;
			comes_true([&] {
				world.runtime->pump().drain(births, std::nullopt);
				return !births.calls.empty();
			});
			REQUIRE(births.calls.size() == 1);
			CHECK(births.calls.front().agent == agent);
			CHECK(births.before_call == std::vector<AgentId>{ agent });
		}
	}
}
