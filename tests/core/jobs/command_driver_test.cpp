#include "core/jobs/command_driver.h"

#include "driver_talk.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

JobBrief talkative(const std::string &prompt) {
	JobBrief brief = brief_of(JobProgram::command, prompt);
	brief.plan.keeps_talking = true;
	return brief;
}

NewQuestion only_question(const DriverNews &news) {
	REQUIRE(news.asked.size() == 1);
	return news.asked.front();
}

} // namespace

TEST_SUITE("CommandDriver") {
	TEST_CASE("a command gets its text, and then the end of its input") {
		DriverTalk talk(JobProgram::command);
		const std::vector<JobInput> inputs =
				talk.begin(brief_of(JobProgram::command, "three\nlines"));
		REQUIRE(inputs.size() == 2);
		CHECK(inputs[0].line.data == "three\nlines");
		CHECK(inputs[1].line.kind == InboxKind::close_input);
		CHECK(talk.driver().say("more", SECOND_PROMPT).status().code() ==
				StatusCode::failed_precondition);
	}

	TEST_CASE("without a text there is only the end, and one that keeps talking gets neither") {
		DriverTalk talk(JobProgram::command);
		REQUIRE(talk.begin(brief_of(JobProgram::command, "")).size() == 1);
		CHECK(talk.begin(talkative("")).empty());
		const Result<std::vector<JobInput>> said = talk.driver().say("more", SECOND_PROMPT);
		REQUIRE(said.ok());
		CHECK(said.value().front().line.data == "more");
	}

	TEST_CASE("a line with the marker is a question, and is answered by a line") {
		DriverTalk talk(JobProgram::command);
		talk.begin(talkative(""));
		CHECK(talk.read_text("working").asked.empty());
		const NewQuestion asked = only_question(talk.read_text("@@question Which colour?"));
		CHECK(asked.kind == QuestionKind::text);
		CHECK(asked.prompt == "Which colour?");
		Question question;
		question.asked = asked;
		question.answer.value = "light\nblue";
		const Result<JobInput> answer = talk.driver().answer(question);
		REQUIRE(answer.ok());
		CHECK(answer.value().line.data == "light blue");
		CHECK(answer.value().key == "1/answer/" + asked.asked_as);
	}

	TEST_CASE("a question says in JSON what kind it is") {
		DriverTalk talk(JobProgram::command);
		talk.begin(talkative(""));
		const NewQuestion sure = only_question(
				talk.read_text(R"(@@question {"prompt":"Go on?","kind":"confirmation"})"));
		CHECK(sure.options == std::vector<std::string>{ "yes", "no" });
		const NewQuestion choice = only_question(talk.read_text(
				R"(@@question {"prompt":"Which?","options":["red","blue","red"],"many":true})"));
		CHECK(choice.kind == QuestionKind::choice);
		CHECK(choice.options == std::vector<std::string>{ "red", "blue" });
		Question question;
		question.asked = choice;
		question.answer.value = json::array({ "red", "blue" });
		CHECK(talk.driver().answer(question).value().line.data == "red, blue");
		const NewQuestion permission = only_question(
				talk.read_text(R"(@@question{"prompt":"Remove it?","kind":"permission"})"));
		CHECK(permission.options == std::vector<std::string>{ "allow", "deny" });
		CHECK(permission.detail.input.is_null());
		CHECK_FALSE(permission.detail.reversible.has_value());
	}

	TEST_CASE("a permission shows the parameters, what would change, and if it can be undone") {
		DriverTalk talk(JobProgram::command);
		talk.begin(talkative(""));
		const NewQuestion asked = only_question(
				talk.read_text(R"(@@question {"prompt":"May I?","kind":"permission","tool":"rm",)"
							   R"("input":{"path":"old"},"text":"- old","reversible":false})"));
		CHECK(asked.detail.tool == "rm");
		CHECK(asked.detail.input == json{ { "path", "old" } });
		CHECK(asked.detail.text == "- old");
		CHECK(asked.detail.reversible == false);
		const NewQuestion odd = only_question(
				talk.read_text(R"(@@question {"kind":"permission","tool":7,"input":[1],)"
							   R"("text":2,"reversible":"no"})"));
		CHECK(odd.detail.tool == "command");
		CHECK(odd.detail.input.is_null());
		CHECK_FALSE(odd.detail.text.has_value());
		CHECK_FALSE(odd.detail.reversible.has_value());
	}

	TEST_CASE("what is no question is output, and what was meant as one is told") {
		DriverTalk talk(JobProgram::command);
		talk.begin(talkative(""));
		for (const char *const line : { "", "@", "@@questionable", "a @@question b", "{}" }) {
			const DriverNews news = talk.read_text(line);
			CHECK(news.asked.empty());
			CHECK(news.trouble.empty());
		}
		CHECK_FALSE(talk.read_text("@@question {\"prompt\":").trouble.empty());
		CHECK_FALSE(talk.read_text(R"(@@question {"prompt":"?","kind":"choice"})").trouble.empty());
		OutputLine aside;
		aside.seq = 40;
		aside.stream = OutputStream::error;
		aside.data = "@@question On the wrong stream?";
		CHECK(talk.read(aside).asked.empty());
	}

	TEST_CASE("who asks while nobody could answer is told so") {
		DriverTalk talk(JobProgram::command);
		talk.begin(brief_of(JobProgram::command, "text"));
		const DriverNews news = talk.read_text("@@question Really?");
		CHECK(news.asked.empty());
		CHECK_FALSE(news.trouble.empty());
	}

	TEST_CASE("the marker can be another") {
		DriverTalk talk(JobProgram::command);
		JobBrief brief = talkative("");
		brief.question_marker = "ASK:";
		talk.begin(brief);
		CHECK(only_question(talk.read_text("ASK: Now?")).prompt == "Now?");
		CHECK(talk.read_text("@@question Now?").asked.empty());
		brief.question_marker = "two\nlines";
		CHECK(make_driver(JobProgram::command)->begin(brief).status().code() ==
				StatusCode::invalid_argument);
	}

	TEST_CASE("an interrupt is a signal, each under a key of its own") {
		DriverTalk talk(JobProgram::command);
		talk.begin(talkative(""));
		const std::vector<JobInput> first = talk.driver().interrupt().value();
		const std::vector<JobInput> second = talk.driver().interrupt().value();
		CHECK(first.front().line.signal == "INT");
		CHECK(first.front().key != second.front().key);
	}

	TEST_CASE("a line that comes in pieces is one question, and too long a one is told") {
		DriverTalk talk(JobProgram::command);
		talk.begin(talkative(""));
		OutputLine piece;
		piece.more = true;
		for (const char *const part : { "@@", "quest", "ion Half ", "and half" }) {
			piece.seq++;
			piece.data = part;
			CHECK(talk.read(piece).asked.empty());
		}
		piece = { .seq = 9, .ts = {}, .data = "?" };
		CHECK(only_question(talk.read(piece)).prompt == "Half and half?");
		piece = { .seq = 10, .ts = {}, .data = "@@question ", .more = true };
		CHECK(talk.read(piece).trouble.empty());
		piece = { .seq = 11, .ts = {}, .data = std::string(2'000'000, 'x'), .more = true };
		CHECK_FALSE(talk.read(piece).trouble.empty());
		CHECK(talk.driver().state().size() < 1'000);
		piece = { .seq = 12, .ts = {}, .data = "@@question the same line" };
		CHECK(talk.read(piece).asked.empty());
		CHECK(only_question(talk.read_text("@@question The next?")).prompt == "The next?");
	}

	TEST_CASE("any other text as a state is a driver that has not begun") {
		for (const char *const state : { "", "{", "[]", "null", R"({"marker":5,"attempt":"x"})" }) {
			const std::unique_ptr<Driver> driver = restore_driver(JobProgram::command, state);
			OutputLine line;
			line.data = "@@question Now?";
			CHECK(driver->read(line).asked.empty());
			CHECK(driver->interrupt().status().code() == StatusCode::failed_precondition);
		}
	}
}
