// Questions of other programs on the file, as a game and its clients see and answer them.
#include "core/questions/question_events.h"
#include "save_games.h"
#include "tests/core/gateway/raw_client.h"
#include "tests/core/questions/asking.h"
#include "world.h"

#include <algorithm>

using namespace agent_runtime;
using namespace agent_runtime::asking;
using namespace agent_runtime::save_games;

namespace {

// A game, and a program beside it that asks.
struct Office {
	Folder folder;
	TestWorld world{ folder.database() };
	Asking program{ connect_again(folder.database()) };

	Office() {
		world.runtime->questions().routes().add(Subject::Kind::job, store_sent);
		program.now = world.clock.wall_now();
	}

	json answer(const std::string &id, const json &value, const json &more = json::object()) {
		json request{ { "type", "question_answer_request" }, { "question_id", id },
			{ "answer", value } };
		request.update(more);
		return world.ask(request);
	}
	json list(const json &more = json::object()) {
		json request{ { "type", "questions_request" } };
		request.update(more);
		return result_of(world, request);
	}
	// The events of a type that the game was shown.
	template <typename T>
	std::vector<T> shown() {
		std::vector<T> all;
		for (const PublishedEvent &each : world.sink.events) {
			if (const T *event = each.event.data.get_if<T>()) {
				all.push_back(*event);
			}
		}
		return all;
	}
};

std::vector<std::string> ids_in(const json &questions) {
	std::vector<std::string> ids;
	for (const json &question : questions) {
		ids.push_back(question.at("id"));
	}
	return ids;
}

using Ids = std::vector<std::string>;

std::unique_ptr<Runtime> start_with_gateway(const Folder &folder, Clock &clock) {
	RuntimeOptions options;
	options.database_path = folder.database();
	options.config.helper_threads = 0;
	options.config.gateway_enabled = true;
	Result<std::unique_ptr<Runtime>> started = Runtime::start(std::move(options), clock);
	REQUIRE_MESSAGE(started.ok(), started.status().to_string());
	return std::move(started).value();
}

} // namespace

TEST_SUITE("questions in a game") {
	TEST_CASE("what another program asks is shown, looked at and answered here") {
		Office office;
		office.program.ask(permission());
		CHECK(office.world.pass_until([&] { return !office.shown<QuestionAsked>().empty(); }));
		const QuestionAsked asked = office.shown<QuestionAsked>().front();
		CHECK(asked.question.id == QuestionId(1));
		CHECK(asked.question.asked.detail.tool == "Bash");
		const json looked = result_of(office.world,
				{ { "type", "question_request" }, { "question_id", "question_001" } });
		CHECK(looked.at("id") == "question_001");
		CHECK(looked.at("task_id") == "job_012");
		CHECK(looked.at("detail").at("input").at("command") == "touch notes.md");
		const json reply = office.answer("question_001", "allow", { { "answer_key", "6f1c" } });
		REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
		CHECK(reply.at("result").at("status") == "answered");
		CHECK(reply.at("result").at("response") == "allow");
		CHECK(reply.at("result").at("delivery") == "queued");
		CHECK(reply.at("result").at("answered_by") == "game");
		CHECK(office.program.question(QuestionId(1)).answer.text() == "allow");
		CHECK(office.world.wait_until(
				[&] { return office.shown<QuestionAnswered>().size() == 1; }));
		CHECK(office.shown<QuestionAnswered>().front().answer.text() == "allow");
	}

	TEST_CASE("the first answer counts, whichever program gives it") {
		Office office;
		office.program.ask(permission());
		REQUIRE(office.program.answer(QuestionId(1), answer_of("deny", "cru")).ok());
		const json second = office.answer("question_001", "allow");
		CHECK(second.at("ok") == false);
		CHECK(second.at("error").at("code") == "already_exists");
		const std::string message = second.at("error").at("message");
		CHECK(message.find("was answered with \"deny\" by cru at ") != std::string::npos);
	}

	TEST_CASE("an answer that was sent twice under one key is one") {
		Office office;
		office.program.ask(permission());
		const json key{ { "answer_key", "6f1c" } };
		const json first = office.answer("question_001", "allow", key);
		const json again = office.answer("question_001", "allow", key);
		CHECK(again.at("ok") == true);
		CHECK(again.at("result") == first.at("result"));
		CHECK(office.program.count_events("question_answered") == 1);
	}

	TEST_CASE("a bad answer is refused by the name of its field") {
		Office office;
		office.program.ask(permission());
		const auto field_of = [](const json &reply) {
			return reply.at("error").value("field", "");
		};
		CHECK(field_of(office.answer("question_1", "allow")) == "question_id");
		CHECK(office.answer("question_002", "allow").at("error").at("code") == "not_found");
		CHECK(field_of(office.answer("question_001", "perhaps")) == "answer");
		CHECK(field_of(office.answer("question_001", "allow", { { "input", 3 } })) == "input");
		CHECK(field_of(office.answer("question_001", "deny", { { "input", json::object() } })) ==
				"input");
		CHECK(field_of(office.world.ask({ { "type", "question_answer_request" },
					  { "question_id", "question_001" } })) == "answer");
		CHECK(office.program.question(QuestionId(1)).is_pending());
	}

	TEST_CASE("lists go by status, job and agent, newest first, a page at a time") {
		Office office;
		office.program.ask(permission("1"));
		office.program.ask(text_question("2"));
		office.program.ask(text_question("3", Subject::from_log("job_013")));
		REQUIRE(office.answer("question_002", "Ada").at("ok") == true);
		const json all = office.list();
		CHECK(ids_in(all.at("questions")) == Ids{ "question_003", "question_002", "question_001" });
		CHECK(all.at("more") == false);
		const json page = office.list({ { "limit", 2 } });
		CHECK(page.at("more") == true);
		CHECK(ids_in(page.at("questions")) == Ids{ "question_003", "question_002" });
		CHECK(ids_in(office.list({ { "before", "question_002" } }).at("questions")) ==
				Ids{ "question_001" });
		CHECK(ids_in(office.list({ { "status", "pending" } }).at("questions")) ==
				Ids{ "question_003", "question_001" });
		CHECK(ids_in(office.list({ { "task_id", "job_013" } }).at("questions")) ==
				Ids{ "question_003" });
		CHECK(ids_in(office.list({ { "agent_id", "agent_003" } }).at("questions")) ==
				Ids{ "question_001" });
	}

	TEST_CASE("a large detail is shown to whoever looks at the question, and in no list") {
		Office office;
		NewQuestion large = permission();
		large.detail.input = { { "content", std::string(100'000, 'x') } };
		office.program.ask(large);
		const json listed = office.list().at("questions").at(0);
		CHECK(listed.at("shortened") == true);
		CHECK(listed.at("detail").empty());
		const json looked = result_of(office.world,
				{ { "type", "question_request" }, { "question_id", "question_001" } });
		CHECK(looked.at("detail").at("input") == large.detail.input);
		CHECK_FALSE(looked.contains("shortened"));
	}

	TEST_CASE(
			"spec:004.3.2 after a restart each stream begins with what waits, and it is answered") {
		const Folder folder;
		ManualClock clock;
		{
			const std::unique_ptr<Runtime> before = start_with_gateway(folder, clock);
			Asking program(connect_again(folder.database()));
			program.ask(permission("1"));
			program.ask(text_question("2", Subject::from_log("job_013")));
		}
		const std::unique_ptr<Runtime> runtime = start_with_gateway(folder, clock);
		runtime->questions().routes().add(Subject::Kind::job, store_sent);
		const std::uint16_t port = runtime->gateway()->port();
		const std::string token = "?token=" + runtime->gateway()->token();
		// Whatever the client has read before: nothing, all there is, or whatever comes.
		for (const char *cursor : { "", "&since=0", "&since=2" }) {
			CAPTURE(cursor);
			SseReader stream(port, "/events" + token + cursor);
			const SseEvent first = stream.next_of("question_asked");
			CHECK(first.id.empty());
			CHECK(first.data.at("again") == true);
			CHECK(first.data.at("question_id") == "question_001");
			CHECK_FALSE(first.data.contains("id"));
			CHECK(stream.next_of("question_asked").data.at("question_id") == "question_002");
			WebSocketPeer socket(port, "/ws" + token + cursor);
			const json told = socket.next_of("question_asked");
			CHECK(told.at("again") == true);
			CHECK(told.at("question_id") == "question_001");
		}
		SseReader of_one(port, "/events" + token + "&entity=job_013");
		CHECK(of_one.next_of("question_asked").data.at("question_id") == "question_002");
		const HttpAnswer listed = get(port, "/questions" + token + "&status=pending");
		CHECK(ids_in(listed.json().at("questions")) == Ids{ "question_002", "question_001" });
		CHECK(get(port, "/questions/question_001" + token).json().at("prompt") ==
				"Bash: touch notes.md");
		RawClient client(port);
		const std::string body = R"({"answer":"allow"})";
		REQUIRE(client.send("POST /questions/question_001/answer" + token +
				" HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
				"\r\nContent-Type: application/json\r\nContent-Length: " +
				std::to_string(body.size()) + "\r\n\r\n" + body));
		const HttpAnswer answered = read_answer(client);
		CHECK(answered.status == 200);
		CHECK(answered.json().at("response") == "allow");
		CHECK(answered.json().at("answered_by") == "gateway");
	}

	TEST_CASE("what waits is announced to newcomers") {
		Office office;
		office.program.ask(permission());
		Inbox<GreetingPage> told;
		office.world.runtime->questions().announce(
				QuestionId(), [&](const Result<GreetingPage> &page) { told.put(page.value()); });
		std::optional<GreetingPage> page;
		CHECK(office.world.wait_until([&] { return (page = told.take()).has_value(); }));
		REQUIRE(page->messages.size() == 1);
		CHECK(page->messages.front().at("again") == true);
		CHECK(!page->next);
	}

	TEST_CASE("a world that is loaded takes back no question and no answer") {
		Office office;
		office.program.ask(permission("1"));
		CHECK(result_of(office.world, { { "type", "slot_save_request" }, { "slot", "one" } })
						.at("slot") == "one");
		REQUIRE(office.answer("question_001", "allow").at("ok") == true);
		office.program.ask(permission("2"));
		result_of(office.world, { { "type", "slot_load_request" }, { "slot", "one" } });
		CHECK(ids_in(office.list({ { "status", "pending" } }).at("questions")) ==
				Ids{ "question_002" });
		CHECK(office.list({ { "status", "answered" } }).at("questions").at(0).at("response") ==
				"allow");
	}

	TEST_CASE("without a database there are none, and that is said") {
		TestWorld world{ std::string() };
		const json reply = world.ask({ { "type", "questions_request" } });
		CHECK(reply.at("error").at("code") == "failed_precondition");
		const std::string message = reply.at("error").at("message");
		CHECK(message.find("this runtime has none; enable its storage") != std::string::npos);
		std::optional<GreetingPage> told;
		world.runtime->questions().announce(
				QuestionId(), [&](const Result<GreetingPage> &page) { told = page.value(); });
		REQUIRE(told.has_value());
		CHECK(told->messages.empty());
		CHECK(!told->next);
	}
}
