#include "core/jobs/codex_driver.h"

#include "core/questions/answer_check.h"

#include "driver_samples.h"
#include "driver_talk.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

json turn_line(const std::string &method, const std::string &turn, const std::string &status) {
	return { { "method", method },
		{ "params",
				{ { "threadId", "thread-1" },
						{ "turn",
								{ { "id", turn }, { "items", json::array() },
										{ "status", status } } } } } };
}

json usage_line(int input, int cached, int output, int last_input) {
	return { { "method", "thread/tokenUsage/updated" },
		{ "params",
				{ { "threadId", "thread-1" }, { "turnId", "turn-1" },
						{ "tokenUsage",
								{ { "total",
										  { { "inputTokens", input },
												  { "cachedInputTokens", cached },
												  { "outputTokens", output } } },
										{ "last",
												{ { "inputTokens", last_input },
														{ "cachedInputTokens", 0 },
														{ "outputTokens", 0 } } } } } } } };
}

struct CodexTalk : DriverTalk {
	explicit CodexTalk(bool keeps_talking = false, bool resumes = false) :
			DriverTalk(JobProgram::codex) {
		JobBrief brief = brief_of(JobProgram::codex, "Make a file.");
		brief.plan.keeps_talking = keeps_talking;
		brief.session = resumes ? "thread-1" : "";
		brief.resumes = resumes;
		first = begin(brief);
		REQUIRE(first.size() == 3);
	}

	// What it answers to the request for a thread, and what is said then.
	std::vector<JobInput> begin_thread() {
		const DriverNews news = read({ { "id", json_of(first.back())["id"] },
				{ "result",
						{ { "model", "fake-model" }, { "thread", { { "id", "thread-1" } } } } } });
		CHECK(news.session == "thread-1");
		CHECK(news.model == "fake-model");
		return news.inputs;
	}

	// The first prompt becomes a turn.
	void begin_turn() {
		const std::vector<JobInput> inputs = begin_thread();
		REQUIRE(inputs.size() == 1);
		const json request = json_of(inputs.front());
		CHECK(request["method"] == "turn/start");
		const DriverNews news = read({ { "id", request["id"] },
				{ "result",
						{ { "turn",
								{ { "id", "turn-1" }, { "status", "inProgress" },
										{ "items", json::array() } } } } } });
		CHECK(news.taken == std::vector<std::string>{ inputs.front().key });
		read(turn_line("turn/started", "turn-1", "inProgress"));
	}

	NewQuestion ask(const json &request) {
		const DriverNews news = read(request);
		REQUIRE(news.asked.size() == 1);
		return news.asked.front();
	}

	std::vector<JobInput> first;
};

} // namespace

TEST_SUITE("CodexDriver") {
	TEST_CASE("it is greeted, and a thread is begun that asks before it acts") {
		const CodexTalk talk;
		CHECK(json_of(talk.first[0])["method"] == "initialize");
		CHECK(json_of(talk.first[1]) == json{ { "method", "initialized" } });
		const json thread = json_of(talk.first[2]);
		CHECK(thread["method"] == "thread/start");
		CHECK(thread["params"]["approvalPolicy"] == "on-request");
		CHECK(thread["params"]["sandbox"] == "read-only");
		CHECK(thread["params"]["cwd"] == "/project");
		for (const JobInput &input : talk.first) {
			CHECK(input.line.data.find("Make a file.") == std::string::npos);
		}
	}

	TEST_CASE("the prompt waits for the thread, and is taken when the turn begins") {
		CodexTalk talk;
		const std::vector<JobInput> inputs = talk.begin_thread();
		REQUIRE(inputs.size() == 1);
		const json request = json_of(inputs.front());
		CHECK(request["params"]["threadId"] == "thread-1");
		CHECK(request["params"]["input"][0]["text"] == "Make a file.");
		CHECK(request["params"]["clientUserMessageId"] == FIRST_PROMPT.to_string());
	}

	TEST_CASE("a command to be approved is a permission") {
		CodexTalk talk;
		talk.begin_turn();
		const NewQuestion asked = talk.ask(CODEX_APPROVAL);
		CHECK(asked.kind == QuestionKind::permission);
		CHECK(asked.asked_as == "1/0");
		CHECK(asked.prompt == "command: touch notes.md");
		CHECK(asked.detail.text == "It writes a file.");
		CHECK(talk.answer(asked, "allow") ==
				json{ { "id", 0 }, { "result", { { "decision", "accept" } } } });
		CHECK(talk.answer(asked, "allow_for_session")["result"]["decision"] == "acceptForSession");
		CHECK(talk.answer(asked, "deny")["result"]["decision"] == "decline");
		const DriverNews news = talk.read({ { "method", "serverRequest/resolved" },
				{ "params", { { "threadId", "thread-1" }, { "requestId", 0 } } } });
		REQUIRE(news.closed.size() == 1);
		CHECK(news.closed.front().asked_as == "1/0");
		CHECK(news.closed.front().how == ClosedQuestion::How::either);
	}

	TEST_CASE("what it would not take is not offered") {
		CodexTalk talk;
		talk.begin_turn();
		json request = CODEX_APPROVAL;
		request["params"]["availableDecisions"] = json::array({ "accept", "cancel" });
		CHECK(talk.ask(request).options == std::vector<std::string>{ "allow", "deny" });
		request["id"] = 1;
		request["params"]["availableDecisions"].push_back("acceptForSession");
		CHECK(talk.ask(request).options.size() == 3);
	}

	TEST_CASE("it takes no changed parameters, and says so") {
		CodexTalk talk;
		talk.begin_turn();
		Question question;
		question.asked = talk.ask(CODEX_APPROVAL);
		question.answer.value = "allow";
		question.answer.input = { { "command", "touch a" } };
		CHECK(talk.driver().answer(question).status().code() == StatusCode::unsupported);
	}

	TEST_CASE("a change of files is shown with what it changes") {
		CodexTalk talk;
		talk.begin_turn();
		talk.read({ { "method", "item/started" },
				{ "params",
						{ { "threadId", "thread-1" }, { "turnId", "turn-1" },
								{ "item",
										{ { "type", "fileChange" }, { "id", "call_2" },
												{ "changes",
														json::array({ { { "path", "/project/a" },
																{ "diff",
																		"+new" } } }) } } } } } });
		const NewQuestion asked =
				talk.ask({ { "id", 1 }, { "method", "item/fileChange/requestApproval" },
						{ "params",
								{ { "threadId", "thread-1" }, { "turnId", "turn-1" },
										{ "itemId", "call_2" } } } });
		CHECK(asked.detail.text == "/project/a\n+new\n");
		CHECK(talk.answer(asked, "allow")["result"]["decision"] == "accept");
	}

	TEST_CASE("more permissions are given as they were asked for, or not at all") {
		CodexTalk talk;
		talk.begin_turn();
		const NewQuestion asked =
				talk.ask({ { "id", 2 }, { "method", "item/permissions/requestApproval" },
						{ "params",
								{ { "threadId", "thread-1" }, { "itemId", "call_4" },
										{ "permissions",
												{ { "network", { { "enabled", true } } },
														{ "fileSystem", nullptr } } } } } });
		const json network = { { "network", { { "enabled", true } } } };
		CHECK(talk.answer(asked, "allow")["result"] ==
				json{ { "permissions", network }, { "scope", "turn" } });
		CHECK(talk.answer(asked, "allow_for_session")["result"]["scope"] == "session");
		CHECK(talk.answer(asked, "deny")["result"]["permissions"] == json::object());
	}

	TEST_CASE("what its model asks is answered under its ids") {
		CodexTalk talk;
		talk.begin_turn();
		const NewQuestion asked = talk.ask(CODEX_INPUT);
		CHECK(asked.kind == QuestionKind::choice);
		REQUIRE(asked.detail.parts->size() == 2);
		const json answer =
				talk.answer(asked, { { "Which colour?", "Blue" }, { "Which name?", "Ada" } });
		CHECK(answer["id"] == 3);
		CHECK(answer["result"]["answers"] ==
				json{ { "q1", { { "answers", json::array({ "Blue" }) } } },
						{ "q2", { { "answers", json::array({ "Ada" }) } } } });
	}

	TEST_CASE("a single thing to say is a text") {
		CodexTalk talk;
		talk.begin_turn();
		json request = CODEX_INPUT;
		request["params"]["questions"].erase(0);
		const NewQuestion asked = talk.ask(request);
		CHECK(asked.kind == QuestionKind::text);
		CHECK(talk.answer(asked, "Ada")["result"]["answers"]["q2"]["answers"][0] == "Ada");
	}

	TEST_CASE("a form of another server is answered in the types of its fields") {
		CodexTalk talk;
		talk.begin_turn();
		const NewQuestion asked = talk.ask(CODEX_FORM);
		CHECK(asked.prompt == "shop: What shall it be?");
		REQUIRE(asked.detail.parts->size() == 4);
		const json value = { { "size", "l" }, { "How many?", "3" }, { "gift", "yes" },
			{ "extras", json::array({ "A card" }) } };
		CHECK(talk.answer(asked, value)["result"] ==
				json{ { "action", "accept" },
						{ "content",
								{ { "size", "l" }, { "count", 3 }, { "gift", true },
										{ "extras", json::array({ "b" }) } } } });
		Question question;
		question.asked = asked;
		question.answer.value = value;
		question.answer.value["How many?"] = "some";
		CHECK(talk.driver().answer(question).status().code() == StatusCode::invalid_argument);
	}

	TEST_CASE("what a form does not require may be left out, and choices have their names") {
		CodexTalk talk;
		talk.begin_turn();
		json request = CODEX_FORM;
		request["params"]["requestedSchema"]["properties"]["size"]["enumNames"] =
				json::array({ "small", "large" });
		const NewQuestion asked = talk.ask(request);
		CHECK(talk.answer(asked, { { "size", "large" } })["result"]["content"] ==
				json{ { "size", "l" } });
		QuestionAnswer answer;
		answer.value = { { "gift", "yes" } };
		answer.by = "a test";
		CHECK(find_answer_problem(asked, answer).has_value());
	}

	TEST_CASE("a form with a field that nobody could be asked for is refused") {
		CodexTalk talk;
		talk.begin_turn();
		json request = CODEX_FORM;
		request["params"]["mode"] = "openai/form";
		request["params"]["requestedSchema"]["properties"]["where"] = { { "type", "object" } };
		const DriverNews news = talk.read(request);
		CHECK(news.asked.empty());
		REQUIRE(news.inputs.size() == 1);
		CHECK(json_of(news.inputs.front()).contains("error"));
	}

	TEST_CASE("a page to be opened is to be confirmed, and has no content") {
		CodexTalk talk;
		talk.begin_turn();
		const NewQuestion asked = talk.ask({ { "id", 4 },
				{ "method", "mcpServer/elicitation/request" },
				{ "params",
						{ { "threadId", "thread-1" }, { "serverName", "shop" }, { "mode", "url" },
								{ "message", "Pay here." }, { "elicitationId", "e" },
								{ "url", "https://shop.example/pay" } } } });
		CHECK(asked.kind == QuestionKind::confirmation);
		CHECK(asked.prompt == "shop: Pay here.\nhttps://shop.example/pay");
		CHECK(talk.answer(asked, "yes")["result"] == json{ { "action", "accept" } });
	}

	TEST_CASE("who is asked for a secret is told that it is stored") {
		CodexTalk talk;
		talk.begin_turn();
		json request = CODEX_INPUT;
		CHECK_FALSE(talk.ask(request).detail.text.has_value());
		request["id"] = 5;
		request["params"]["questions"][0]["isSecret"] = true;
		CHECK(talk.ask(request).detail.text->find("stored") != std::string::npos);
	}

	TEST_CASE("a form without fields is to be confirmed") {
		CodexTalk talk;
		talk.begin_turn();
		json request = CODEX_FORM;
		request["params"]["requestedSchema"]["properties"] = json::object();
		const NewQuestion asked = talk.ask(request);
		CHECK(asked.kind == QuestionKind::confirmation);
		CHECK(talk.answer(asked, "yes")["result"]["action"] == "accept");
		CHECK(talk.answer(asked, "no")["result"] == json{ { "action", "decline" } });
	}

	TEST_CASE("a request that nobody here knows is refused") {
		CodexTalk talk;
		const DriverNews news = talk.read({ { "id", 9 }, { "method", "attestation/generate" },
				{ "params", json::object() } });
		CHECK(news.asked.empty());
		REQUIRE(news.inputs.size() == 1);
		CHECK(json_of(news.inputs.front())["error"]["code"] == -32'601);
		CHECK(json_of(news.inputs.front())["id"] == 9);
	}

	TEST_CASE("its input is closed when the turn is over, unless it keeps talking") {
		CodexTalk talk;
		talk.begin_turn();
		const DriverNews news = talk.read(turn_line("turn/completed", "turn-1", "completed"));
		CHECK(news.turn->ok);
		REQUIRE(news.inputs.size() == 1);
		CHECK(news.inputs.front().line.kind == InboxKind::close_input);
		CHECK(talk.driver().say("More.", SECOND_PROMPT).status().code() ==
				StatusCode::failed_precondition);
		CodexTalk other(true);
		other.begin_turn();
		CHECK(other.read(turn_line("turn/completed", "turn-1", "completed")).inputs.empty());
		const std::vector<JobInput> more = other.driver().say("More.", SECOND_PROMPT).value();
		CHECK(json_of(more.front())["method"] == "turn/start");
	}

	TEST_CASE("what is said during a turn is added to it") {
		CodexTalk talk;
		talk.begin_turn();
		const std::vector<JobInput> more = talk.driver().say("Faster.", SECOND_PROMPT).value();
		REQUIRE(more.size() == 1);
		const json request = json_of(more.front());
		CHECK(request["method"] == "turn/steer");
		CHECK(request["params"]["expectedTurnId"] == "turn-1");
		const DriverNews news =
				talk.read({ { "id", request["id"] }, { "result", { { "turnId", "turn-1" } } } });
		CHECK(news.taken == std::vector<std::string>{ more.front().key });
		CHECK(talk.read(turn_line("turn/completed", "turn-1", "completed")).inputs.size() == 1);
	}

	TEST_CASE("a turn that takes no addition is followed by another") {
		CodexTalk talk;
		talk.begin_turn();
		const std::vector<JobInput> more = talk.driver().say("Faster.", SECOND_PROMPT).value();
		const DriverNews refused = talk.read({ { "id", json_of(more.front())["id"] },
				{ "error", { { "code", -32'600 }, { "message", "no active turn" } } } });
		CHECK(refused.taken.empty());
		CHECK(refused.inputs.empty());
		const DriverNews over = talk.read(turn_line("turn/completed", "turn-1", "completed"));
		REQUIRE(over.inputs.size() == 1);
		CHECK(json_of(over.inputs.front())["method"] == "turn/start");
		CHECK(json_of(over.inputs.front())["params"]["input"][0]["text"] == "Faster.");
	}

	TEST_CASE("a prompt that becomes too long as a line is refused at once") {
		const std::string quotes(JobBrief::MOST_PROMPT_BYTES, '"');
		const JobBrief brief = brief_of(JobProgram::codex, quotes);
		CHECK_FALSE(make_driver(JobProgram::codex)->begin(brief).ok());
		CodexTalk talk;
		talk.begin_turn();
		CHECK_FALSE(talk.driver().say(quotes, SECOND_PROMPT).ok());
		CHECK(talk.driver().say("Faster.", SECOND_PROMPT).value().size() == 1);
	}

	TEST_CASE("a prompt that cannot be said has failed, and keeps nobody waiting") {
		CodexTalk talk;
		json state = json::parse(talk.driver().state());
		state["turns"]["prompts"][0]["text"] = std::string(3'000'000, '"');
		const std::unique_ptr<Driver> driver = restore_driver(JobProgram::codex, state.dump());
		OutputLine line;
		line.data = json{
			{ "id", json_of(talk.first.back())["id"] },
			{ "result", { { "thread", { { "id", "thread-1" } } } } }
		}.dump();
		const DriverNews news = driver->read(line);
		REQUIRE(news.turn.has_value());
		CHECK_FALSE(news.turn->ok);
		CHECK_FALSE(news.turn->error.empty());
		REQUIRE(news.inputs.size() == 1);
		CHECK(news.inputs.front().line.kind == InboxKind::close_input);
	}

	TEST_CASE("a turn that fails says why") {
		CodexTalk talk;
		talk.begin_turn();
		talk.read({ { "method", "error" },
				{ "params",
						{ { "threadId", "thread-1" }, { "turnId", "turn-1" },
								{ "willRetry", false },
								{ "error", { { "message", "no luck" } } } } } });
		const DriverNews news = talk.read(turn_line("turn/completed", "turn-1", "failed"));
		CHECK_FALSE(news.turn->ok);
		CHECK(news.turn->error == "no luck");
	}

	TEST_CASE("why a turn fails has a limit, whatever it is taken from") {
		CodexTalk talk;
		talk.begin_turn();
		const DriverNews news =
				talk.read(turn_line("turn/completed", "turn-1", std::string(100'000, 'x')));
		CHECK(news.turn->error.size() == DriverNews::MOST_ERROR_BYTES);
	}

	TEST_CASE("without a thread it fails, and is told no more") {
		CodexTalk talk;
		const DriverNews news = talk.read({ { "id", json_of(talk.first.back())["id"] },
				{ "error", { { "code", -1 }, { "message", "no such thread" } } } });
		CHECK_FALSE(news.turn->ok);
		CHECK(news.turn->error == "no such thread");
		REQUIRE(news.inputs.size() == 1);
		CHECK(news.inputs.front().line.kind == InboxKind::close_input);
	}

	TEST_CASE("an interrupt names the turn") {
		CodexTalk talk;
		CHECK(talk.driver().interrupt().status().code() == StatusCode::failed_precondition);
		talk.begin_turn();
		const std::vector<JobInput> inputs = talk.driver().interrupt().value();
		CHECK(json_of(inputs.front())["params"] ==
				json{ { "threadId", "thread-1" }, { "turnId", "turn-1" } });
	}

	TEST_CASE("tokens are told as they grow") {
		CodexTalk talk;
		talk.begin_turn();
		const DriverNews first = talk.read(usage_line(100, 40, 20, 100));
		CHECK(first.usage->input_tokens == 100);
		CHECK(first.usage->cached_tokens == 40);
		CHECK(first.usage->output_tokens == 20);
		const DriverNews second = talk.read(usage_line(150, 60, 30, 50));
		CHECK(second.usage->input_tokens == 50);
		CHECK_FALSE(talk.read(usage_line(150, 60, 30, 50)).usage.has_value());
	}

	TEST_CASE("what a thread had used before it was resumed is not told again") {
		CodexTalk talk(false, true);
		CHECK(json_of(talk.first.back())["method"] == "thread/resume");
		CHECK(json_of(talk.first.back())["params"]["threadId"] == "thread-1");
		talk.begin_thread();
		CHECK_FALSE(talk.read(usage_line(900, 0, 0, 900)).usage.has_value());
		CHECK(talk.read(usage_line(950, 0, 0, 50)).usage->input_tokens == 50);
		CodexTalk silent(false, true);
		silent.begin_turn();
		CHECK(silent.read(usage_line(950, 0, 0, 50)).usage->input_tokens == 50);
	}

	TEST_CASE("its words are told, those of its helpers are not") {
		CodexTalk talk;
		talk.begin_turn();
		json line = { { "method", "item/completed" },
			{ "params",
					{ { "threadId", "thread-1" }, { "turnId", "turn-1" },
							{ "item",
									{ { "type", "agentMessage" }, { "id", "msg_1" },
											{ "text", "Done." } } } } } };
		CHECK(talk.read(line).said == "Done.");
		line["params"]["threadId"] = "thread-2";
		CHECK(talk.read(line).said.empty());
	}

	TEST_CASE("names of an earlier attempt are not used again") {
		CodexTalk talk;
		JobBrief brief = brief_of(JobProgram::codex, "Go on.");
		brief.session = "thread-1";
		brief.resumes = true;
		brief.attempt = 2;
		const std::vector<JobInput> inputs = talk.begin(brief);
		for (const JobInput &input : inputs) {
			CHECK(input.key.starts_with("2/"));
		}
		CHECK(talk.ask(CODEX_APPROVAL).asked_as == "2/0");
	}
}
