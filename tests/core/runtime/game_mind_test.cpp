#include "core/runtime/game_mind.h"
#include "tests/core/models/calls_run.h"

#include <doctest/doctest.h>

#include <vector>

using namespace agent_runtime;
using nlohmann::json;

namespace {

// Calls without a character whose mind is the game's own; the test is the game.
struct GameAsked {
	GameAsked() { run.place(MindKind::game) = &mind; }

	ModelCallId begin(ModelRequest request, HeardCall &heard) {
		return run.begin(MindKind::game, std::move(request), heard);
	}
	static ModelRequest with_tool() {
		ModelRequest request = CallsRun::asking("What is in the notes?");
		request.tools = { { "read_note", "Reads a note.", { { "type", "object" } } } };
		return request;
	}
	json prompt() const { return json::parse(asked.back().arguments); }
	void answer(const json &answer) {
		mind.answered(asked.back().call, CallOutcome::done, "", answer.dump());
	}

	CallsRun run;
	std::vector<GameCall> asked;
	std::vector<CallId> withdrawn;
	GameMind mind{ { .ask = [this](GameCall call) { asked.push_back(std::move(call)); },
			.withdraw = [this](const GameCall &call) { withdrawn.push_back(call.call); } } };
};

} // namespace

TEST_SUITE("The game's own mind without a character") {
	TEST_CASE("it is asked with what is said and who pays, and answers in words") {
		GameAsked game;
		HeardCall heard;
		game.begin(CallsRun::asking("Who is there?"), heard);
		REQUIRE(game.asked.size() == 1);
		CHECK(game.asked[0].kind == CallKind::mind);
		CHECK(game.asked[0].agent.is_none());
		CHECK(game.asked[0].account == "session:7");
		CHECK_FALSE(is_of_step(game.asked[0].call));
		CHECK(game.prompt().at("system") == "You sum up notes.");
		CHECK(game.prompt().at("messages").at(0).at("text") == "Who is there?");
		game.mind.wrote(game.asked[0].call, "Nobody");
		CHECK(heard.written == "Nobody");
		game.answer("Nobody is.");
		REQUIRE(heard.answer.has_value());
		CHECK(heard.answer->text == "Nobody is.");
		CHECK(game.withdrawn.empty());
		const AccountReport paid = game.run.ledger.report("session:7");
		CHECK(paid.spent.calls == 1);
		CHECK(paid.spent.money == Money());
		CHECK(paid.reserved == Spending());
	}

	TEST_CASE("it sees the tools, and calls them as text or as a script does") {
		for (const json &answer : { json(R"({"tool": "read_note", "arguments": {"path": "a"}})"),
					 json{ { "action", "use_tools" },
							 { "calls",
									 { { { "name", "read_note" },
											 { "arguments", { { "path", "a" } } } } } } } }) {
			CAPTURE(answer.dump());
			GameAsked game;
			HeardCall heard;
			game.begin(GameAsked::with_tool(), heard);
			CHECK(game.prompt().at("tools").at(0).at("name") == "read_note");
			CHECK(game.prompt().at("system").get<std::string>().find("\"tool\"") !=
					std::string::npos);
			game.answer(answer);
			REQUIRE(heard.answer.has_value());
			CHECK(heard.answer->text.empty());
			REQUIRE(heard.answer->tool_calls.size() == 1);
			CHECK(heard.answer->tool_calls[0] ==
					ToolCall{ "call_1", "read_note", R"({"path":"a"})" });
		}
	}

	TEST_CASE("a call of a tool that there is not is told once, by a call of its own") {
		GameAsked game;
		HeardCall heard;
		game.begin(GameAsked::with_tool(), heard);
		game.answer({ { "action", "use_tools" },
				{ "calls", { { { "name", "read_notes" }, { "arguments", json::object() } } } } });
		REQUIRE(game.asked.size() == 2);
		CHECK(game.asked[1].call != game.asked[0].call);
		CHECK(game.prompt().dump().find("did you mean read_note?") != std::string::npos);
		game.answer("Then I do not know.");
		REQUIRE(heard.answer.has_value());
		CHECK(heard.answer->text == "Then I do not know.");
	}

	TEST_CASE(
			"a call whose arguments are no JSON object is told once, and never made without them") {
		for (const json &arguments : { json("path=a"), json::array({ "a" }), json("[\"a\"]"),
					 json(nullptr), json(7), json("") }) {
			CAPTURE(arguments.dump());
			GameAsked game;
			HeardCall heard;
			const json answer{ { "action", "use_tools" },
				{ "calls", { { { "name", "read_note" }, { "arguments", arguments } } } } };
			game.begin(GameAsked::with_tool(), heard);
			game.answer(answer);
			REQUIRE(game.asked.size() == 2);
			CHECK(game.prompt().dump().find("of read_note are not a JSON object") !=
					std::string::npos);
			CHECK_FALSE(heard.answer.has_value());
			game.answer(answer);
			CHECK_FALSE(heard.answer.has_value());
			REQUIRE(heard.problem.has_value());
			CHECK(heard.problem->failure == MindFailure::bad_answer);
		}
	}

	TEST_CASE("what only a character can do is a bad answer, and so are tools without an offer") {
		for (const json &answer : { json{ { "action", "move" }, { "x", 1 }, { "y", 2 } },
					 json{ { "action", "use_tools" },
							 { "calls",
									 { { { "name", "read_note" },
											 { "arguments", json::object() } } } } },
					 json{ { "answer", 42 } } }) {
			CAPTURE(answer.dump());
			GameAsked game;
			HeardCall heard;
			game.begin(CallsRun::asking("Who is there?"), heard);
			game.answer(answer);
			REQUIRE(heard.problem.has_value());
			CHECK(heard.problem->failure == MindFailure::bad_answer);
			CHECK(heard.ends == 1);
		}
		GameAsked game;
		HeardCall silent;
		game.begin(CallsRun::asking("Who is there?"), silent);
		game.answer({ { "action", "wait" } });
		REQUIRE(silent.answer.has_value());
		CHECK(silent.answer->text.empty());
	}

	TEST_CASE("a failure of the game's is one of the call, with the game's reason") {
		GameAsked game;
		HeardCall heard;
		game.begin(CallsRun::asking("Who is there?"), heard);
		game.mind.answered(game.asked[0].call, CallOutcome::failed, "the oracle sleeps", "");
		REQUIRE(heard.problem.has_value());
		CHECK(heard.problem->failure == MindFailure::program_failed);
		CHECK(heard.problem->message.find("the oracle sleeps") != std::string::npos);
		CHECK(game.run.ledger.open() == 0);
	}

	TEST_CASE("who does not answer in time has failed, and is told that nobody waits") {
		GameAsked game;
		HeardCall heard;
		game.begin(CallsRun::asking("Who is there?"), heard);
		game.run.pass(game.run.settings.of(MindKind::game).timeouts.total);
		REQUIRE(heard.problem.has_value());
		CHECK(heard.problem->failure == MindFailure::total_timeout);
		CHECK(game.withdrawn == std::vector<CallId>{ game.asked[0].call });
		game.answer("Too late.");
		CHECK(heard.ends == 1);
	}

	TEST_CASE("a call that was cancelled is withdrawn, and the others go on") {
		GameAsked game;
		HeardCall cancelled;
		HeardCall other;
		const ModelCallId call = game.begin(CallsRun::asking("Who is there?"), cancelled);
		game.begin(CallsRun::asking("And there?"), other);
		game.run.calls->cancel({ call });
		CHECK(game.withdrawn == std::vector<CallId>{ game.asked[0].call });
		game.mind.answered(game.asked[0].call, CallOutcome::done, "", "\"I am.\"");
		game.answer("I am.");
		CHECK(cancelled.ends == 0);
		REQUIRE(other.answer.has_value());
		CHECK(other.answer->text == "I am.");
		CHECK(game.run.ledger.open() == 0);
	}
}
