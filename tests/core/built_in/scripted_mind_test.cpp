#include "core/built_in/scripted_mind.h"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

using Texts = std::vector<std::string>;

MindScript script_of(std::string_view options) {
	Result<MindScript> script = MindScript::from_text(options);
	REQUIRE_MESSAGE(script.ok(), script.status().to_string());
	return std::move(script).value();
}

std::string script_error(std::string_view options) {
	const Result<MindScript> script = MindScript::from_text(options);
	CHECK(script.status().code() == StatusCode::invalid_argument);
	return script.status().message();
}

MindRequest asked_of(std::uint32_t agent, std::uint32_t asked, const std::string &options = "") {
	MindRequest request;
	request.agent = AgentId(agent);
	request.asked = asked;
	request.options = options;
	return request;
}

std::string words_of_step(const InProcessMind &mind, const MindRequest &request) {
	const Result<MindAction> action = mind.think(request);
	REQUIRE_MESSAGE(action.ok(), action.status().to_string());
	const SpeakAction *words = std::get_if<SpeakAction>(&action.value());
	REQUIRE(words != nullptr);
	return words->content;
}

constexpr char ALL_KINDS[] = R"({"script": ["Hello", {"say": "You", "to": "agent_002"},
	{"stream": ["Once ", "upon"], "delay": 1.5}, {"wait": true},
	{"fail": "rate_limited", "message": "later"},
	{"action": {"action": "move", "x": 3, "y": 4}}]})";

} // namespace

TEST_SUITE("ScriptedMind") {
	TEST_CASE("it answers one step after the other, whoever asks in whatever order") {
		const ScriptedMind mind(script_of(ALL_KINDS));
		CHECK(words_of_step(mind, asked_of(1, 2)) == "Once upon");
		CHECK(words_of_step(mind, asked_of(1, 0)) == "Hello");
		CHECK(words_of_step(mind, asked_of(1, 0)) == "Hello");
		CHECK(mind.think(asked_of(1, 1)).value() == MindAction(SpeakAction{ "You", AgentId(2) }));
		CHECK(mind.think(asked_of(2, 3)).value() == MindAction(WaitAction{}));
		CHECK(mind.think(asked_of(2, 5)).value() == MindAction(MoveAction{ { 3.0f, 4.0f } }));
	}

	TEST_CASE("words without an addressee go to whom an answer is owed") {
		const ScriptedMind mind(script_of(ALL_KINDS));
		MindRequest request = asked_of(1, 0);
		request.answer_to = ParticipantId::player(0);
		CHECK(mind.think(request).value() ==
				MindAction(SpeakAction{ "Hello", ParticipantId::player(0) }));
	}

	TEST_CASE("a failure keeps its name and its message") {
		const ScriptedMind mind(script_of(ALL_KINDS));
		const Status status = mind.think(asked_of(1, 4)).status();
		CHECK(status.code() == StatusCode::unavailable);
		CHECK(failure_of_status(status) == MindFailure::rate_limited);
		CHECK(message_of_failure(status) == "later");
	}

	TEST_CASE("every failure can be injected and told apart") {
		for (std::size_t i = 0; i <= static_cast<std::size_t>(MindFailure::internal); ++i) {
			const MindFailure failure = static_cast<MindFailure>(i);
			const std::string name(mind_failure_name(failure));
			const ScriptedMind mind(script_of(R"({"script": [{"fail": ")" + name + R"("}]})"));
			CHECK(failure_of_status(mind.think(asked_of(1, 0)).status()) == failure);
		}
	}

	TEST_CASE("a status without a failure's name stands for the failure of its code") {
		CHECK(failure_of_status(Status(StatusCode::exhausted, "no more: really")) ==
				MindFailure::budget_exhausted);
		CHECK(message_of_failure(Status(StatusCode::exhausted, "no more: really")) ==
				"no more: really");
	}

	TEST_CASE("delays and pieces belong to their step") {
		const ScriptedMind mind(script_of(ALL_KINDS));
		CHECK(mind.delay_of(asked_of(1, 2)) == 1500ms);
		CHECK(mind.delay_of(asked_of(1, 0)) == 0ms);
		CHECK(mind.pieces_of(asked_of(1, 2)) == Texts{ "Once ", "upon" });
		CHECK(mind.pieces_of(asked_of(1, 0)) == Texts());
		CHECK(mind.delay_of(asked_of(1, 99)) == 0ms);
	}

	TEST_CASE("after the last step it fails, and says what to do") {
		const ScriptedMind mind(script_of(ALL_KINDS));
		const Status status = mind.think(asked_of(7, 6)).status();
		CHECK(failure_of_status(status) == MindFailure::misconfigured);
		CHECK(message_of_failure(status) ==
				"the script of agent_007 has 6 steps, and all were used; add steps, or "
				"\"repeat\": true");
		const Status none = ScriptedMind().think(asked_of(7, 0)).status();
		CHECK(none.message().find("has no script; put one into mind_options") != std::string::npos);
	}

	TEST_CASE("a script that repeats begins again") {
		const ScriptedMind mind(script_of(R"({"script": ["a", "b"], "repeat": true})"));
		CHECK(words_of_step(mind, asked_of(1, 2)) == "a");
		CHECK(words_of_step(mind, asked_of(1, 7)) == "b");
	}

	TEST_CASE("an agent with a script of its own follows that") {
		const ScriptedMind mind(script_of(R"({"script": ["shared"]})"));
		CHECK(words_of_step(mind, asked_of(1, 0, R"({"script": ["own"]})")) == "own");
		CHECK(words_of_step(mind, asked_of(2, 0, R"({"temperature": 1})")) == "shared");
		const Status status = mind.think(asked_of(3, 0, R"({"script": 5})")).status();
		CHECK(failure_of_status(status) == MindFailure::misconfigured);
		CHECK(status.message().find("script: is not a list of steps") != std::string::npos);
	}

	TEST_CASE("it tells which steps nobody has used") {
		const ScriptedMind mind(
				script_of(R"({"script": ["a", {"wait": true}, {"fail": "refused"}]})"));
		CHECK(mind.unused_steps() ==
				Texts{ "the shared script: step 1 of 3, say \"a\"",
						"the shared script: step 2 of 3, wait",
						"the shared script: step 3 of 3, fail refused" });
		static_cast<void>(mind.think(asked_of(1, 0)));
		static_cast<void>(mind.think(asked_of(2, 2)));
		static_cast<void>(mind.think(asked_of(3, 0, R"({"script": ["own", "more"]})")));
		CHECK(mind.unused_steps() ==
				Texts{ "agent_003: step 2 of 2, say \"more\"",
						"the shared script: step 2 of 3, wait" });
		static_cast<void>(mind.think(asked_of(1, 1)));
		static_cast<void>(mind.think(asked_of(3, 1, R"({"script": ["own", "more"]})")));
		CHECK(mind.unused_steps() == Texts());
	}

	TEST_CASE("a script of which nobody has asked for anything is unused as a whole") {
		const ScriptedMind mind;
		mind.expect(AgentId(3), R"({"script": ["own", "more"]})");
		mind.expect(AgentId(4), R"({"temperature": 1})");
		mind.expect(AgentId(5), R"({"script": 5})");
		CHECK(mind.unused_steps() ==
				Texts{ "agent_003: step 1 of 2, say \"own\"",
						"agent_003: step 2 of 2, say \"more\"" });
		static_cast<void>(mind.think(asked_of(3, 0, R"({"script": ["own", "more"]})")));
		mind.expect(AgentId(3), R"({"script": ["own", "more"]})");
		CHECK(mind.unused_steps() == Texts{ "agent_003: step 2 of 2, say \"more\"" });
	}

	TEST_CASE("several threads may ask at once") {
		const ScriptedMind mind(script_of(R"({"script": ["a", "b", "c", "d"]})"));
		std::vector<std::thread> threads;
		for (std::uint32_t agent = 1; agent <= 4; ++agent) {
			threads.emplace_back([&mind, agent] {
				for (std::uint32_t i = 0; i < 200; ++i) {
					static_cast<void>(mind.think(asked_of(agent, i % 4,
							i % 2 == 0 ? "" : R"({"script": ["own"], "repeat": true})")));
				}
			});
		}
		for (std::thread &thread : threads) {
			thread.join();
		}
		CHECK(words_of_step(mind, asked_of(1, 3)) == "d");
	}

	TEST_CASE("what is wrong with a script is named, with what to try") {
		CHECK(script_error("{}") ==
				"script: is not a list of steps; give at least one, such as {\"script\": "
				"[\"Hello\"]}");
		CHECK(script_error(R"({"script": []})").starts_with("script: is not a list of steps"));
		CHECK(script_error(R"({"script": ["a", 3]})") ==
				"script[1]: is neither a text nor an object; give a text to say, or an object "
				"with one of say, stream, wait, fail and action");
		CHECK(script_error(R"({"script": [{"sya": "a"}]})") ==
				"script[0].sya: is not a field of a step; did you mean say?");
		CHECK(script_error(R"({"script": [{"delay": 1}]})")
						.starts_with("script[0]: does not say what to do"));
		CHECK(script_error(R"({"script": [{"say": "a", "wait": true}]})")
						.starts_with("script[0].wait: stands beside say"));
		CHECK(script_error(R"({"script": [{"say": ""}]})").starts_with("script[0].say: is not a"));
		CHECK(script_error(R"({"script": [{"say": "a", "to": "Bob"}]})")
						.starts_with("script[0].to: is neither an agent nor a player"));
		CHECK(script_error(R"({"script": [{"wait": true, "to": "agent_001"}]})")
						.starts_with("script[0].to: belongs to words"));
		CHECK(script_error(R"({"script": [{"say": "a", "message": "b"}]})")
						.starts_with("script[0].message: belongs to a failure"));
		CHECK(script_error(R"({"script": [{"fail": "tired"}]})")
						.starts_with("script[0].fail: is not the name of a failure; give one such "
									 "as rate_limited"));
		CHECK(script_error(R"({"script": [{"fail": "refused", "message": 1}]})")
						.starts_with("script[0].message: is not a text"));
		CHECK(script_error(R"({"script": [{"wait": false}]})")
						.starts_with("script[0].wait: is not true"));
		CHECK(script_error(R"({"script": [{"stream": "abc"}]})")
						.starts_with("script[0].stream: is not a list of texts"));
		CHECK(script_error(R"({"script": [{"stream": [1]}]})")
						.starts_with("script[0].stream: holds what is not a text"));
		CHECK(script_error(R"({"script": [{"say": "a", "delay": -1}]})")
						.starts_with("script[0].delay: is not a time; give sim seconds"));
		CHECK(script_error(R"({"script": [{"action": {"action": "fly"}}]})")
						.starts_with("script[0].action: action: \"fly\" is none of"));
		CHECK(script_error(R"({"script": ["a"], "repeat": 1})") ==
				"repeat: is neither true nor false; give one of the two");
		CHECK(script_error("{") != "");
	}
}
