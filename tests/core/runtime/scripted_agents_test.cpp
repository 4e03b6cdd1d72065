#include "world.h"

#include <doctest/doctest.h>

using namespace agent_runtime;
using nlohmann::json;

namespace {

json scripted(const json &script) {
	return { { "name", "Ada" }, { "cli_backend", "scripted" }, { "think_interval", 5 },
		{ "mind_options", { { "script", script }, { "repeat", false } } } };
}

std::vector<std::string> words_of(const TestWorld &world, AgentId agent) {
	std::vector<std::string> words;
	for (const PublishedEvent &each : world.sink.events) {
		const AgentSpoke *spoke = each.event.data.get_if<AgentSpoke>();
		if (spoke != nullptr && each.event.subject == ParticipantId(agent)) {
			words.push_back(spoke->message->content);
		}
	}
	return words;
}

} // namespace

TEST_SUITE("An agent with a script") {
	TEST_CASE("that is wrong is refused at once, with the field named, and nobody is there") {
		TestWorld world{ RuntimeOptions() };
		const auto refusal = [&](const json &script) {
			const Result<AgentId> spawned = spawn_agent(*world.runtime, scripted(script));
			CHECK(spawned.status().code() == StatusCode::invalid_argument);
			return spawned.status().message();
		};
		CHECK(refusal("Hello").starts_with(
				"agent_config.mind_options.script: is not a list of steps"));
		CHECK(refusal({ "Hello", 3 })
						.starts_with("agent_config.mind_options.script[1]: is neither a text nor"));
		CHECK(refusal({ "Hello", { { "sya", "Bye" } } }) ==
				"agent_config.mind_options.script[1].sya: is not a field of a step; did you mean "
				"say?");
		CHECK(refusal(json::array({ { { "fail", "tired" } } }))
						.starts_with("agent_config.mind_options.script[0].fail: is not the name"));
		CHECK_FALSE(spawn_agents(*world.runtime, scripted("Hello"), 3).ok());
		CHECK(world.runtime->agents().empty());
	}

	TEST_CASE("speaks its lines in their order, fails where it is to fail, and then has no more") {
		TestWorld world{ RuntimeOptions() };
		const json script{ "Good morning", { { "fail", "rate_limited" }, { "message", "later" } },
			{ { "say", "Good night" }, { "delay", 2.5 } } };
		const AgentId ada = spawn_agent(*world.runtime, scripted(script)).value();
		REQUIRE(world.pass_until([&] { return world.count<MindFailed>(ada) >= 2; }));
		CHECK(words_of(world, ada) == std::vector<std::string>{ "Good morning", "Good night" });
		std::vector<MindFailed> failures;
		for (const PublishedEvent &each : world.sink.events) {
			if (const MindFailed *failed = each.event.data.get_if<MindFailed>()) {
				failures.push_back(*failed);
			}
		}
		CHECK(failures[0].failure == MindFailure::rate_limited);
		CHECK(failures[0].message == "later");
		CHECK(failures[1].failure == MindFailure::misconfigured);
		CHECK(failures[1].message.find("has 3 steps, and all were used") != std::string::npos);
	}

	TEST_CASE("shows what it streams, before it says the whole of it") {
		// Long enough to be seen, before the speech makes it stale.
		RuntimeOptions options;
		options.settings.thought_deadline = 1000h;
		TestWorld world{ std::move(options) };
		const json script = json::array(
				{ { { "stream", { "Once ", "upon ", "a time" } }, { "delay", 86'400 } } });
		const AgentId ada = spawn_agent(*world.runtime, scripted(script)).value();
		std::size_t spoken_when_shown = 1;
		REQUIRE(world.pass_until([&] {
			if (world.sink.text.empty()) {
				return false;
			}
			spoken_when_shown = words_of(world, ada).size();
			return world.sink.text == "Once upon a time";
		}));
		CHECK(spoken_when_shown == 0);
	}
}
