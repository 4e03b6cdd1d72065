#include "calls_run.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

namespace {

using nlohmann::json;

// A list of steps, or a single one.
MindScript script_of(const json &steps) {
	return MindScript::from_json(
			{ { "script", steps.is_array() ? steps : json::array({ steps }) } })
			.value();
}

ModelRequest with_tools(std::string text) {
	ModelRequest request = CallsRun::asking(std::move(text));
	const json schema = { { "type", "object" },
		{ "properties", { { "path", { { "type", "string" } } } } }, { "required", { "path" } } };
	request.tools = { { "read_note", "Reads a note.", schema },
		{ "list_notes", "Lists notes.", { { "type", "object" } } } };
	return request;
}

} // namespace

TEST_SUITE("Calls without a character") {
	TEST_CASE("each kind of mind answers, and whoever is named pays") {
		CallsRun run(script_of({ "From a script." }));
		for (const MindKind kind : { MindKind::anthropic, MindKind::openai, MindKind::claude,
					 MindKind::codex, MindKind::offline, MindKind::scripted }) {
			CAPTURE(mind_kind_name(kind));
			HeardCall heard;
			run.begin(kind, CallsRun::asking("What is in the notes?"), heard,
					{ "session:" + std::string(mind_kind_name(kind)) });
			if (is_outside(kind)) {
				run.fakes[kind].last().says("Three plans.", { 40, 0, 7, {} });
			}
			run.pass(0us);
			REQUIRE(heard.answer.has_value());
			CHECK_FALSE(heard.answer->text.empty());
			const AccountReport paid =
					run.ledger.report("session:" + std::string(mind_kind_name(kind)));
			CHECK(paid.spent.calls == 1);
			CHECK(paid.spent.tokens() == (is_outside(kind) ? 47 : 0));
			CHECK((paid.spent.money > Money()) == is_outside(kind));
			CHECK(paid.reserved == Spending());
		}
		CHECK(run.calls->open() == 0);
	}

	TEST_CASE("a kind that is switched off or not there fails, and nothing is spent") {
		CallsRun run;
		run.place(MindKind::codex) = nullptr;
		run.settings.of(MindKind::anthropic).allowed = false;
		HeardCall absent;
		HeardCall off;
		run.begin(MindKind::codex, CallsRun::asking("Well?"), absent);
		run.begin(MindKind::anthropic, CallsRun::asking("Well?"), off);
		REQUIRE((absent.problem && off.problem));
		CHECK(absent.problem->failure == MindFailure::misconfigured);
		CHECK(off.problem->failure == MindFailure::not_allowed);
		CHECK(run.ledger.report(TOTAL_ACCOUNT).spent == Spending());
		CHECK(run.calls->report(MindKind::anthropic).in_flight == 0);
	}

	TEST_CASE("what broke off in the middle counts its prompt as written to the cache") {
		CallsRun run;
		run.settings.of(MindKind::anthropic).retry.retries = 0;
		HeardCall heard;
		const ModelRequest request = CallsRun::asking("What is in the notes?");
		const std::int64_t read = estimate_tokens(request);
		run.begin(MindKind::anthropic, request, heard);
		run.fakes[MindKind::anthropic].last().connects();
		run.fakes[MindKind::anthropic].last().writes("abc");
		run.fakes[MindKind::anthropic].last().fails(MindFailure::cut_off);
		REQUIRE(heard.problem.has_value());
		const ModelSource source{ MindKind::anthropic, "", "claude-haiku-4-5", false };
		CHECK(run.ledger.report("session:7").spent.money ==
				run.prices.cost_of(source, { read, 0, 1, {}, read }).money);
	}
}

TEST_SUITE("Calls of minds of this process") {
	TEST_CASE("a script's delay and pieces are those of its answer, in real time") {
		CallsRun run(script_of(
				{ json{ { "stream", { "Once ", "upon ", "a time" } }, { "delay", 2.5 } } }));
		HeardCall heard;
		run.begin(MindKind::scripted, CallsRun::asking("Tell me a story."), heard);
		CHECK(run.scripted_backend.next_due() == run.clock.now() + 2'500ms);
		run.pass(2'499ms);
		CHECK(heard.pieces.empty());
		run.pass(1ms);
		CHECK(heard.pieces == std::vector<std::string>{ "Once ", "upon ", "a time" });
		REQUIRE(heard.answer.has_value());
		CHECK(heard.answer->text == "Once upon a time");
	}

	TEST_CASE("a script uses tools, and goes on with each answer of the transcript") {
		CallsRun run(script_of(
				{ json{ { "action",
						  { { "action", "use_tools" },
								  { "calls",
										  { { { "name", "read_note" },
												  { "arguments", { { "path", "a" } } } } } } } } },
						"It says: buy flour." }));
		ModelRequest request = with_tools("What is in the note?");
		HeardCall first;
		run.begin(MindKind::scripted, request, first);
		run.pass(0us);
		REQUIRE(first.answer.has_value());
		REQUIRE(first.answer->tool_calls.size() == 1);
		const ToolCall used = first.answer->tool_calls[0];
		CHECK(used == ToolCall{ "call_1", "read_note", R"({"path":"a"})" });
		request.messages.push_back({ ModelMessage::Role::assistant, "", { used }, "", false });
		request.messages.push_back({ ModelMessage::Role::tool, "buy flour", {}, used.id, false });
		HeardCall second;
		run.begin(MindKind::scripted, request, second);
		run.pass(0us);
		REQUIRE(second.answer.has_value());
		CHECK(second.answer->text == "It says: buy flour.");
	}

	TEST_CASE("a script that fails fails the call at once, and nobody tries again") {
		CallsRun run(script_of({ json{ { "fail", "rate_limited" }, { "message", "later" } } }));
		HeardCall heard;
		run.begin(MindKind::scripted, CallsRun::asking("Well?"), heard);
		run.pass(0us);
		REQUIRE(heard.problem.has_value());
		CHECK(heard.problem->failure == MindFailure::rate_limited);
		CHECK(heard.problem->message == "later");
		HeardCall without;
		ModelRequest request = CallsRun::asking("Well?");
		request.options = R"({"script": []})";
		run.begin(MindKind::scripted, request, without);
		run.pass(0us);
		REQUIRE(without.problem.has_value());
		CHECK(without.problem->failure == MindFailure::misconfigured);
	}

	TEST_CASE("the offline mind uses the tools that it is told of, and says what came of it") {
		CallsRun run;
		ModelRequest request = with_tools("Use read_note on \"plan\" and tell me.");
		HeardCall first;
		run.begin(MindKind::offline, request, first);
		run.pass(0us);
		REQUIRE(first.answer.has_value());
		REQUIRE(first.answer->tool_calls.size() == 1);
		const ToolCall used = first.answer->tool_calls[0];
		CHECK(used.name == "read_note");
		CHECK(json::parse(used.arguments) == json{ { "path", "plan" } });
		request.messages.push_back({ ModelMessage::Role::assistant, "", { used }, "", false });
		request.messages.push_back({ ModelMessage::Role::tool, "buy flour", {}, used.id, false });
		HeardCall second;
		HeardCall again;
		run.begin(MindKind::offline, request, second);
		run.begin(MindKind::offline, request, again);
		run.pass(0us);
		REQUIRE((second.answer && again.answer));
		CHECK(second.answer->text.find("buy flour") != std::string::npos);
		CHECK(second.answer->tool_calls.empty());
		CHECK(again.answer->text == second.answer->text); // the same request, the same answer
	}

	TEST_CASE("a call that is given up is not answered, also in mid-stream") {
		CallsRun run(script_of({ json{ { "stream", { "One ", "two" } }, { "delay", 1 } } }));
		HeardCall early;
		const ModelCallId first = run.begin(MindKind::scripted, CallsRun::asking("Count."), early);
		run.calls->cancel({ first });
		CHECK_FALSE(run.scripted_backend.next_due().has_value());
		HeardCall late;
		const ModelCallId second = run.begin(MindKind::scripted, CallsRun::asking("Count."), late);
		late.on_wrote = [&] { run.calls->cancel({ second }); };
		run.pass(5s);
		CHECK(early.ends == 0);
		CHECK(late.pieces == std::vector<std::string>{ "One " });
		CHECK(late.ends == 0);
		CHECK(run.calls->open() == 0);
		CHECK(run.ledger.open() == 0);
	}

	TEST_CASE("a mind that takes longer than the settings allow fails like any other") {
		CallsRun run(script_of({ json{ { "say", "Late." }, { "delay", 400 } } }));
		HeardCall heard;
		run.begin(MindKind::scripted, CallsRun::asking("Well?"), heard);
		run.pass(299s);
		CHECK(heard.ends == 0);
		run.pass(1s);
		REQUIRE(heard.problem.has_value());
		CHECK(heard.problem->failure == MindFailure::total_timeout);
	}

	TEST_CASE("a crowd of calls to minds of this process does not queue") {
		CallsRun run;
		std::vector<HeardCall> heard(200);
		for (HeardCall &each : heard) {
			run.begin(MindKind::offline, CallsRun::asking("What do you sell?"), each);
		}
		CHECK(run.calls->report(MindKind::offline).waiting == 0);
		run.pass(0us);
		for (const HeardCall &each : heard) {
			REQUIRE(each.ends == 1);
			REQUIRE(each.answer.has_value());
		}
	}
}

TEST_SUITE("Tools as text") {
	TEST_CASE("a program is told of tools in words, and its call is a call") {
		CallsRun run;
		FakeBackend &claude = run.fakes[MindKind::claude];
		HeardCall heard;
		run.begin(MindKind::claude, with_tools("What is in the note?"), heard);
		REQUIRE(claude.calls.size() == 1);
		const ModelRequest &asked = claude.last().request;
		CHECK(asked.tools.empty());
		CHECK(asked.system.starts_with("You sum up notes."));
		CHECK(asked.system.find("read_note") != std::string::npos);
		claude.last().writes("{\"tool\": ");
		CHECK(heard.pieces.empty());
		claude.last().says(R"({"tool": "read_note", "arguments": {"path": "a"}})");
		REQUIRE(heard.answer.has_value());
		CHECK(heard.answer->text.empty());
		REQUIRE(heard.answer->tool_calls.size() == 1);
		CHECK(heard.answer->tool_calls[0] == ToolCall{ "call_1", "read_note", R"({"path":"a"})" });
	}

	TEST_CASE("a bad call is answered once with what was wrong, and each attempt is paid for") {
		CallsRun run;
		FakeBackend &claude = run.fakes[MindKind::claude];
		HeardCall heard;
		run.begin(MindKind::claude, with_tools("What is in the note?"), heard);
		claude.last().says(R"({"tool": "read_nte", "arguments": {}})", { 100, 0, 10, {} });
		CHECK(heard.ends == 0);
		REQUIRE(claude.calls.size() == 2);
		const std::vector<ModelMessage> &messages = claude.last().request.messages;
		REQUIRE(messages.size() == 3);
		CHECK(messages[1].text == R"({"tool": "read_nte", "arguments": {}})");
		CHECK(messages[2].text.find("did you mean read_note?") != std::string::npos);
		SUBCASE("it does better") {
			claude.last().says("There is nothing in it.", { 100, 0, 10, {} });
			REQUIRE(heard.answer.has_value());
			CHECK(heard.answer->text == "There is nothing in it.");
			CHECK(heard.answer->tool_calls.empty());
		}
		SUBCASE("it does not") {
			claude.last().says(R"({"tool": 7})", { 100, 0, 10, {} });
			REQUIRE(heard.problem.has_value());
			CHECK(heard.problem->failure == MindFailure::bad_answer);
			CHECK(heard.problem->message.find("claude") == 0);
			CHECK(claude.calls.size() == 2);
		}
		CHECK(heard.ends == 1);
		CHECK(run.ledger.report("session:7").spent.calls == 2);
		CHECK(run.ledger.report("session:7").spent.tokens() == 220);
		CHECK(run.ledger.open() == 0);
		CHECK(run.calls->open() == 0);
	}

	TEST_CASE("who has no money left is not asked again") {
		CallsRun run;
		run.calls->set_caps({ .accounts = { { "session:7", { .calls = 1 } } } });
		HeardCall heard;
		run.begin(MindKind::claude, with_tools("What is in the note?"), heard);
		run.fakes[MindKind::claude].last().says(R"({"tool": "no"})");
		REQUIRE(heard.problem.has_value());
		CHECK(heard.problem->failure == MindFailure::budget_exhausted);
		CHECK(run.fakes[MindKind::claude].calls.size() == 1);
	}
}
