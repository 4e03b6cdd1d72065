#include "core/jobs/claude_driver.h"

#include "core/base/json_io.h"

#include "driver_samples.h"
#include "driver_talk.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

struct ClaudeTalk : DriverTalk {
	explicit ClaudeTalk(bool keeps_talking = false) :
			DriverTalk(JobProgram::claude) {
		JobBrief brief = brief_of(JobProgram::claude, "Make a file.");
		brief.plan.keeps_talking = keeps_talking;
		first = begin(brief);
	}

	NewQuestion ask(const json &request) {
		const DriverNews news = read(request);
		REQUIRE(news.asked.size() == 1);
		return news.asked.front();
	}

	std::vector<JobInput> first;
};

json echo_of(const std::string &uuid) {
	return { { "type", "user" }, { "uuid", uuid }, { "isReplay", true },
		{ "message", { { "role", "user" }, { "content", "Make a file." } } } };
}

json result_of(double dollars, const std::string &subtype = "success") {
	return { { "type", "result" }, { "subtype", subtype }, { "is_error", subtype != "success" },
		{ "total_cost_usd", dollars }, { "result", "Done." }, { "session_id", SESSION },
		{ "usage", { { "input_tokens", 10 }, { "output_tokens", 5 } } } };
}

} // namespace

TEST_SUITE("ClaudeDriver") {
	TEST_CASE("its first line is the prompt under its uuid") {
		const ClaudeTalk talk;
		REQUIRE(talk.first.size() == 1);
		CHECK(talk.first.front().key == "1/prompt/" + FIRST_PROMPT.to_string());
		const json line = json_of(talk.first.front());
		CHECK(line["type"] == "user");
		CHECK(line["uuid"] == FIRST_PROMPT.to_string());
		CHECK(line["message"]["content"][0]["text"] == "Make a file.");
	}

	TEST_CASE("a prompt is taken when it is repeated, once") {
		ClaudeTalk talk;
		const json echo = echo_of(FIRST_PROMPT.to_string());
		CHECK(talk.read(echo).taken ==
				std::vector<std::string>{ "1/prompt/" + FIRST_PROMPT.to_string() });
		CHECK(talk.read(echo).taken.empty());
		CHECK(talk.read(echo_of("somebody else's")).taken.empty());
	}

	TEST_CASE("it tells its session, its model and its words") {
		ClaudeTalk talk;
		const DriverNews begun = talk.read({ { "type", "system" }, { "subtype", "init" },
				{ "session_id", SESSION }, { "model", "claude-sonnet-4-5" } });
		CHECK(begun.session == SESSION);
		CHECK(begun.model == "claude-sonnet-4-5");
		const json content = json::array({ { { "type", "text" }, { "text", "I see." } } });
		json words = { { "type", "assistant" }, { "parent_tool_use_id", nullptr },
			{ "message", { { "content", content } } } };
		CHECK(talk.read(words).said == "I see.");
		words["parent_tool_use_id"] = "toolu_1";
		CHECK(talk.read(words).said.empty());
	}

	TEST_CASE("a permission is a question, and its answer is what it waits for") {
		ClaudeTalk talk;
		const NewQuestion asked = talk.ask(CLAUDE_PERMISSION);
		CHECK(asked.kind == QuestionKind::permission);
		CHECK(asked.asked_as == "request-1");
		CHECK(asked.prompt == "Bash: touch notes.md");
		CHECK(asked.detail.tool == "Bash");
		CHECK(asked.detail.input["command"] == "touch notes.md");
		const json allowed = talk.answer(asked, "allow");
		CHECK(allowed["type"] == "control_response");
		CHECK(allowed["response"]["request_id"] == "request-1");
		CHECK(allowed["response"]["response"]["behavior"] == "allow");
		const json changed = talk.answer(asked, "allow", "", { { "command", "touch a" } });
		CHECK(changed["response"]["response"]["updatedInput"]["command"] == "touch a");
		const json denied = talk.answer(asked, "deny", "Not now.");
		CHECK(denied["response"]["response"]["behavior"] == "deny");
		CHECK(denied["response"]["response"]["message"] == "Not now.");
	}

	TEST_CASE("what it proposes can be allowed for as long as it runs") {
		ClaudeTalk talk;
		const NewQuestion asked = talk.ask(CLAUDE_PERMISSION);
		CHECK(asked.options == std::vector<std::string>{ "allow", "allow_for_session", "deny" });
		const json answer = talk.answer(asked, "allow_for_session")["response"]["response"];
		CHECK(answer["behavior"] == "allow");
		CHECK(answer["updatedPermissions"][0]["destination"] == "session");
	}

	TEST_CASE("an answer is taken when it is repeated") {
		ClaudeTalk talk;
		const NewQuestion asked = talk.ask(CLAUDE_PERMISSION);
		const DriverNews news = talk.read(talk.answer(asked, "allow"));
		CHECK(news.taken == std::vector<std::string>{ "1/answer/request-1" });
		REQUIRE(news.closed.size() == 1);
		CHECK(news.closed.front().asked_as == "request-1");
		CHECK(news.closed.front().how == ClosedQuestion::How::taken);
	}

	TEST_CASE("a question that it takes back is withdrawn") {
		ClaudeTalk talk;
		talk.ask(CLAUDE_PERMISSION);
		const DriverNews news =
				talk.read({ { "type", "control_cancel_request" }, { "request_id", "request-1" } });
		REQUIRE(news.closed.size() == 1);
		CHECK(news.closed.front().how == ClosedQuestion::How::withdrawn);
	}

	TEST_CASE("what its model asks is a choice") {
		ClaudeTalk talk;
		const NewQuestion asked = talk.ask(CLAUDE_CHOICE);
		CHECK(asked.kind == QuestionKind::choice);
		CHECK(asked.prompt == "Which colour?");
		CHECK(asked.options == std::vector<std::string>{ "Red", "Blue" });
		const json input = talk.answer(asked, "Blue")["response"]["response"]["updatedInput"];
		CHECK(input["answers"] == json{ { "Which colour?", "Blue" } });
		CHECK(input["questions"].size() == 1);
		CHECK(talk.answer(asked, "Neither")["response"]["response"]["updatedInput"]["answers"] ==
				json{ { "Which colour?", "Neither" } });
	}

	TEST_CASE("several things asked at once are answered at once, under their own words") {
		ClaudeTalk talk;
		json request = CLAUDE_CHOICE;
		json &questions = request["request"]["input"]["questions"];
		questions.push_back({ { "question", "Which\u202e sizes?" }, { "header", "Size" },
				{ "multiSelect", true },
				{ "options",
						json::array({ { { "label", "S" }, { "description", "" } },
								{ { "label", "X\tL" }, { "description", "" } } }) } });
		const NewQuestion asked = talk.ask(request);
		CHECK(asked.options.empty());
		REQUIRE(asked.detail.parts->size() == 2);
		const QuestionPart &sizes = asked.detail.parts->back();
		CHECK(sizes.question == "Which sizes?");
		const json value = { { "Which colour?", "Red" },
			{ "Which sizes?", json::array({ "S", sizes.options.back().label }) } };
		const json answers =
				talk.answer(asked, value)["response"]["response"]["updatedInput"]["answers"];
		CHECK(answers == json{ { "Which colour?", "Red" }, { "Which\u202e sizes?", "S, X\tL" } });
	}

	TEST_CASE("what has no options is sent back without any") {
		ClaudeTalk talk;
		json request = CLAUDE_CHOICE;
		request["request"]["input"]["questions"].push_back({ { "question", "Which name?" } });
		const json value = { { "Which colour?", "Red" }, { "Which name?", "Rose" } };
		const json input =
				talk.answer(talk.ask(request), value)["response"]["response"]["updatedInput"];
		CHECK(input["questions"][1] == json{ { "question", "Which name?" } });
		CHECK_FALSE(input["questions"][0]["options"][0].contains("preview"));
	}

	TEST_CASE("a plan is to be confirmed") {
		ClaudeTalk talk;
		json request = CLAUDE_PERMISSION;
		request["request"]["tool_name"] = "ExitPlanMode";
		request["request"]["input"] = { { "plan", "1. Think" } };
		const NewQuestion asked = talk.ask(request);
		CHECK(asked.kind == QuestionKind::confirmation);
		CHECK(asked.detail.text == "1. Think");
		CHECK(talk.answer(asked, "yes")["response"]["response"]["behavior"] == "allow");
		const json no = talk.answer(asked, "no", "First the tests.")["response"]["response"];
		CHECK(no["behavior"] == "deny");
		CHECK(no["message"] == "First the tests.");
	}

	TEST_CASE("what nobody here can answer is refused, so that it does not wait for ever") {
		ClaudeTalk talk;
		const DriverNews unknown = talk.read({ { "type", "control_request" },
				{ "request_id", "request-7" }, { "request", { { "subtype", "mcp_message" } } } });
		REQUIRE(unknown.inputs.size() == 1);
		CHECK(json_of(unknown.inputs.front())["response"]["subtype"] == "error");
		const DriverNews toolless = talk.read({ { "type", "control_request" },
				{ "request_id", "request-8" }, { "request", { { "subtype", "can_use_tool" } } } });
		REQUIRE(toolless.inputs.size() == 1);
		CHECK(json_of(toolless.inputs.front())["response"]["response"]["behavior"] == "deny");
		CHECK_FALSE(toolless.trouble.empty());
	}

	TEST_CASE("parameters too large to be shown are left as they are") {
		ClaudeTalk talk;
		json request = CLAUDE_PERMISSION;
		request["request"]["input"] = { { "file_path", "/a" },
			{ "content", std::string(900'000, 'x') } };
		const NewQuestion asked = talk.ask(request);
		CHECK(asked.prompt == "Bash: /a");
		CHECK(asked.detail.input.empty());
		CHECK_FALSE(talk.answer(asked, "allow")["response"]["response"].contains("updatedInput"));
	}

	TEST_CASE("each turn tells what it has cost beyond those before it") {
		ClaudeTalk talk(true);
		const DriverNews first = talk.read(result_of(0.134));
		CHECK(first.usage->cost == Money{ 134'000 });
		REQUIRE(first.turn.has_value());
		CHECK(first.turn->ok);
		CHECK(first.inputs.empty());
		CHECK(talk.read(result_of(0.202)).usage->cost == Money{ 68'000 });
		CHECK(talk.read(result_of(0.1)).usage->cost == Money{ 0 });
	}

	TEST_CASE("its input is closed when it has answered, unless it keeps talking") {
		ClaudeTalk talk;
		talk.read(echo_of(FIRST_PROMPT.to_string()));
		const DriverNews news = talk.read(result_of(0.1));
		REQUIRE(news.inputs.size() == 1);
		CHECK(news.inputs.front().line.kind == InboxKind::close_input);
		CHECK(talk.driver().say("More.", SECOND_PROMPT).status().code() ==
				StatusCode::failed_precondition);
		CHECK(talk.driver().interrupt().status().code() == StatusCode::failed_precondition);
		CHECK(talk.read(result_of(0.1)).inputs.empty());
	}

	TEST_CASE("a prompt that it has not taken yet has a turn of its own before that") {
		ClaudeTalk talk;
		talk.read(echo_of(FIRST_PROMPT.to_string()));
		REQUIRE(talk.driver().say("And another.", SECOND_PROMPT).ok());
		CHECK(talk.read(result_of(0.1)).inputs.empty());
		talk.read(echo_of(SECOND_PROMPT.to_string()));
		CHECK(talk.read(result_of(0.2)).inputs.size() == 1);
	}

	TEST_CASE("a prompt that its session has seen before has no turn, and its end is seen") {
		ClaudeTalk talk;
		CHECK_FALSE(talk.read(echo_of(FIRST_PROMPT.to_string())).taken.empty());
		json end = { { "type", "command_lifecycle" }, { "state", "started" },
			{ "command_uuid", FIRST_PROMPT.to_string() } };
		CHECK(talk.read(end).inputs.empty());
		end["state"] = "completed";
		const DriverNews news = talk.read(end);
		REQUIRE(news.inputs.size() == 1);
		CHECK(news.inputs.front().line.kind == InboxKind::close_input);
		CHECK(talk.read(end).inputs.empty());
	}

	TEST_CASE("a prompt that joins a turn ends with it") {
		ClaudeTalk talk;
		talk.read(echo_of(FIRST_PROMPT.to_string()));
		REQUIRE(talk.driver().say("And another.", SECOND_PROMPT).ok());
		talk.read(echo_of(SECOND_PROMPT.to_string()));
		CHECK(talk.read({ { "type", "command_lifecycle" }, { "state", "completed" },
								{ "command_uuid", SECOND_PROMPT.to_string() } })
						.inputs.empty());
		CHECK(talk.read(result_of(0.1)).inputs.size() == 1);
	}

	TEST_CASE("what a session had cost before it was resumed is not told again") {
		ClaudeTalk talk(true);
		json result = result_of(0.9);
		result["model_usage_since_last_result"] = { { "a", { { "costUSD", 0.05 } } },
			{ "b", { { "costUSD", 0.01 } } } };
		CHECK(talk.read(result).usage->cost == Money{ 60'000 });
		CHECK(talk.read(result_of(1.0)).usage->cost == Money{ 100'000 });
	}

	TEST_CASE("a turn that fails says why") {
		ClaudeTalk talk;
		json failed = result_of(0.2, "error_max_budget_usd");
		failed.erase("result");
		const DriverNews news = talk.read(failed);
		CHECK_FALSE(news.turn->ok);
		CHECK(news.turn->error == "error_max_budget_usd");
	}

	TEST_CASE("an interrupt is taken when it is answered") {
		ClaudeTalk talk;
		const std::vector<JobInput> inputs = talk.driver().interrupt().value();
		REQUIRE(inputs.size() == 1);
		const json line = json_of(inputs.front());
		CHECK(line["request"]["subtype"] == "interrupt");
		const json response = { { "type", "control_response" },
			{ "response",
					{ { "subtype", "success" }, { "request_id", line["request_id"] },
							{ "response", { { "still_queued", json::array() } } } } } };
		const DriverNews news = talk.read(response);
		CHECK(news.taken == std::vector<std::string>{ inputs.front().key });
		CHECK(news.closed.empty());
	}

	TEST_CASE("it takes so many prompts and no more") {
		ClaudeTalk talk(true);
		std::size_t taken = 0;
		while (talk.driver().say("Again.", SECOND_PROMPT).ok()) {
			REQUIRE(++taken < 100);
		}
		CHECK(talk.driver().say("Again.", SECOND_PROMPT).status().code() == StatusCode::exhausted);
	}

	TEST_CASE("prompts that are none are refused") {
		const std::unique_ptr<Driver> driver = make_driver(JobProgram::claude);
		for (const std::string &prompt : { std::string(), std::string(" \n"), std::string("\xFF"),
					 std::string("a\0b", 3), std::string(2'000'000, 'x') }) {
			CHECK(driver->begin(brief_of(JobProgram::claude, prompt)).status().code() ==
					StatusCode::invalid_argument);
		}
	}
}
