// The first answer counts.
#include "asking.h"
#include "core/base/fields.h"

using namespace agent_runtime;
using namespace agent_runtime::asking;

namespace {

std::string sent(Asking &file, QuestionId id) {
	return read_meta(file.database, "sent " + id.to_string()).value();
}

// Why an answer is refused; it leaves the question as it was.
std::string refusal(Asking &file, QuestionId id, const QuestionAnswer &answer, StatusCode code) {
	const json before = write_fields(file.question(id));
	const std::size_t events = file.events().size();
	const Result<Question> answered = file.answer(id, answer);
	CHECK_MESSAGE(answered.status().code() == code, answered.status().to_string());
	CHECK(write_fields(file.question(id)) == before);
	CHECK(file.events().size() == events);
	CHECK(sent(file, id) == "");
	return answered.status().message();
}

std::string misfit(Asking &file, QuestionId id, const json &value) {
	return refusal(file, id, answer_of(value), StatusCode::invalid_argument);
}

QuestionPart part_of_two(const std::string &question, bool many, bool other) {
	return { .question = question,
		.options = { { .label = "Blue" }, { .label = "Red" } },
		.many = many,
		.other = other };
}

} // namespace

TEST_SUITE("answers to questions") {
	TEST_CASE(
			"spec:004.3.3 an answer is stored with the question, which is answered, and sent on") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(permission());
		const Result<Question> answered = file.answer(id, answer_of("allow"));
		REQUIRE_MESSAGE(answered.ok(), answered.status().to_string());
		CHECK(answered.value().delivery == AnswerDelivery::queued);
		CHECK(sent(file, id) == "allow");
		Database another_program = connect_again(folder.path("a.db"));
		Query rows(another_program, "SELECT response, status, delivery FROM questions");
		REQUIRE(rows.next());
		CHECK(rows.text(0) == "allow");
		CHECK(rows.text(1) == "answered");
		CHECK(rows.text(2) == "queued");
		const json shown = write_fields(file.question(id));
		CHECK(shown.at("response") == "allow");
		CHECK(shown.at("answered_by") == "a test");
		CHECK(shown.at("closed_at") == "2026-11-20T12:00:00.000Z");
		const auto [type, data] = file.events().back();
		CHECK(type == "question_answered");
		CHECK(data ==
				json{ { "question_id", "question_001" }, { "task_id", "job_012" },
						{ "response", "allow" }, { "answered_by", "a test" } });
	}

	TEST_CASE("a second answer is told what was answered, by whom and when") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(permission());
		REQUIRE(file.answer(id, answer_of("deny", "the game")).ok());
		const Result<Question> second = file.answer(id, answer_of("allow"));
		CHECK(second.status().code() == StatusCode::already_exists);
		CHECK(second.status().message() ==
				"question_001 was answered with \"deny\" by the game at 2026-11-20T12:00:00.000Z; "
				"the first answer counts");
		CHECK(file.count_events("question_answered") == 1);
		CHECK(sent(file, id) == "deny");
	}

	TEST_CASE("the same answer under the same key is no second one, whatever has happened since") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(permission());
		QuestionAnswer answer = answer_of("allow");
		answer.key = "6f1c";
		REQUIRE(file.answer(id, answer).ok());
		REQUIRE(file.deliver(id, AnswerDelivery::taken).ok());
		const std::size_t events = file.events().size();
		const Result<Question> again = file.answer(id, answer);
		REQUIRE(again.ok());
		CHECK(again.value().answer.value == "allow");
		CHECK(again.value().delivery == AnswerDelivery::taken);
		CHECK(file.events().size() == events);
		answer.key = "6f1d";
		CHECK(file.answer(id, answer).status().code() == StatusCode::already_exists);
	}

	TEST_CASE("the owner of the subject can refuse it, and nothing is stored then") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(permission());
		file.routes.add(Subject::Kind::job, [](DecisionScope &scope, const Question &question) {
			const Status stored = store_sent(scope, question);
			return stored.ok() ? Status(StatusCode::failed_precondition, "its input is closed")
							   : stored;
		});
		CHECK(refusal(file, id, answer_of("allow"), StatusCode::failed_precondition) ==
				"its input is closed");
		CHECK(file.question(id).is_pending());
	}

	TEST_CASE("where nobody can send it on it is refused") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(text_question("1", Subject::from_log("run_7")));
		check_begins(refusal(file, id, answer_of("Ada"), StatusCode::unsupported),
				"this program cannot pass an answer on to run_7; ");
	}

	TEST_CASE("a question that is not there, not any more or not yet, is not found") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(permission());
		const Result<Question> other = file.answer(QuestionId(7), answer_of("allow"));
		CHECK(other.status().code() == StatusCode::not_found);
		check_begins(other.status().message(), "question_id: there is no question_007; ");
		REQUIRE(purge_questions(file.database, JOB).value() == 1);
		CHECK(file.answer(id, answer_of("allow")).status().code() == StatusCode::not_found);
	}

	TEST_CASE("one that was withdrawn says so") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(permission());
		REQUIRE(file.withdraw(JOB, "job_012 has ended") == 1);
		CHECK(refusal(file, id, answer_of("allow"), StatusCode::failed_precondition) ==
				"question_001 was withdrawn: job_012 has ended; nobody waits for an answer");
	}

	TEST_CASE("one whose time is up can be answered no more, whether anybody has noticed or not") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		NewQuestion asked = permission();
		asked.expires_at = NOON + std::chrono::minutes(1);
		const QuestionId id = file.ask(asked);
		file.now = NOON + std::chrono::minutes(1);
		const std::string late = "question_001 could be answered until 2026-11-20T12:01:00.000Z; "
								 "whoever asked goes on without an answer";
		CHECK(refusal(file, id, answer_of("allow"), StatusCode::failed_precondition) == late);
		REQUIRE(file.decide<std::size_t>([](DecisionScope &scope) {
						return expire_questions(scope, 10);
					}).value() == 1);
		CHECK(refusal(file, id, answer_of("allow"), StatusCode::failed_precondition) == late);
	}

	TEST_CASE("one that could not be delivered may be given anew, but not under its own key") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(permission());
		QuestionAnswer answer = answer_of("deny");
		answer.key = "first";
		REQUIRE(file.answer(id, answer).ok());
		REQUIRE(file.deliver(id, AnswerDelivery::failed, "the disk was full").ok());
		CHECK(file.answer(id, answer).value().delivery == AnswerDelivery::failed);
		REQUIRE(file.answer(id, answer_of("allow")).ok());
		const Question found = file.question(id);
		CHECK(found.answer.text() == "allow");
		CHECK(found.answer.key.empty());
		CHECK(found.delivery == AnswerDelivery::queued);
		CHECK(found.delivery_error.empty());
		CHECK_FALSE(found.delivered_at);
		CHECK(sent(file, id) == "allow");
		CHECK(file.count_events("question_answered") == 2);
	}

	TEST_CASE("a permission can be given with other parameters, and denied with words") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId given = file.ask(permission("1"));
		QuestionAnswer allow = answer_of("allow");
		allow.input = { { "command", "touch other.md" } };
		REQUIRE(file.answer(given, allow).ok());
		CHECK(file.question(given).answer.input == allow.input);
		// What is changed is no news for everybody.
		CHECK_FALSE(file.events().back().second.contains("input"));
		const QuestionId denied = file.ask(permission("2"));
		QuestionAnswer deny = answer_of("deny");
		deny.input = allow.input;
		check_begins(refusal(file, denied, deny, StatusCode::invalid_argument),
				"input: goes only with a permission that is given; ");
		deny.input = nullptr;
		deny.message = "Not in this folder.";
		REQUIRE(file.answer(denied, deny).ok());
		CHECK(file.question(denied).answer.message == deny.message);
		CHECK(file.events().back().second.at("message") == deny.message);
	}

	TEST_CASE("of a choice must be one of the options, or several where that is said") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		NewQuestion question = choice({ "Blue", "Red" });
		const QuestionId one = file.ask(question);
		check_begins(misfit(file, one, "blue"),
				"answer: is \"blue\", which is none of the options; did you mean Blue?");
		check_begins(misfit(file, one, json{ "Blue" }), "answer: is a list; give a text");
		check_begins(misfit(file, one, 3), "answer: is a number; give a text");
		check_begins(misfit(file, one, nullptr), "answer: is null; give a text");
		question.asked_as = "many";
		question.detail.many = true;
		const QuestionId many = file.ask(question);
		check_begins(misfit(file, many, json::array()), "answer: is an empty list; ");
		check_begins(misfit(file, many, json{ "Blue", "Blue" }), "answer[1]: was chosen before; ");
		check_begins(
				misfit(file, many, json{ "Blue", "Green" }), "answer[1]: is \"Green\", which ");
		REQUIRE(file.answer(many, answer_of(json{ "Blue", "Red" })).ok());
		CHECK(file.database.text("SELECT response FROM questions WHERE id = 'question_002'", "")
						.value() == R"(["Blue","Red"])");
		question.asked_as = "other";
		question.detail.many.reset();
		question.detail.other = true;
		REQUIRE(file.answer(file.ask(question), answer_of("Green")).ok());
	}

	TEST_CASE("to several questions at once has one for each") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		NewQuestion question = choice({});
		question.detail.parts = { part_of_two("Which colour?", false, false),
			part_of_two("Which ones?", true, false), part_of_two("And else?", false, true) };
		const QuestionId id = file.ask(question);
		json answer{ { "Which colour?", "Blue" }, { "And else?", "Green" } };
		check_begins(misfit(file, id, "Blue"), "answer: is a text; give an object with an answer ");
		check_begins(misfit(file, id, answer), "answer.Which ones?: is missing; ");
		answer["Which ones?"] = { "Blue", "Green" };
		check_begins(misfit(file, id, answer), "answer.Which ones?[1]: is \"Green\", which is ");
		answer["Which ones?"] = { "Blue", "Red" };
		answer["Why?"] = "Red";
		check_begins(misfit(file, id, answer), "answer.Why?: is not asked; ");
		answer.erase("Why?");
		REQUIRE(file.answer(id, answer_of(answer)).ok());
		CHECK(file.question(id).answer.value == answer);
		question.asked_as = "one part";
		question.detail.parts->resize(1);
		REQUIRE(file.answer(file.ask(question), answer_of("Red")).ok());
	}

	TEST_CASE("of a text may be any, within bounds") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(text_question("1"));
		check_begins(misfit(file, id, ""), "answer: is empty; ");
		check_begins(misfit(file, id, std::string("a\0b", 3)), "answer: holds the character NUL; ");
		check_begins(misfit(file, id, "\xff"), "answer: ");
		check_begins(misfit(file, id, std::string(vocabulary::LONGEST_SPEECH + 1, 'a')),
				"answer: has 16385 characters; ");
		QuestionAnswer wordy = answer_of("Ada");
		wordy.message = "and why";
		check_begins(refusal(file, id, wordy, StatusCode::invalid_argument),
				"message: goes only with a confirmation or a permission; ");
		QuestionAnswer nobody = answer_of("Ada", "");
		check_begins(
				refusal(file, id, nobody, StatusCode::invalid_argument), "answered_by: is empty; ");
		QuestionAnswer key = answer_of("Ada");
		key.key = std::string(vocabulary::LONGEST_ANSWER_KEY + 1, 'k');
		check_begins(refusal(file, id, key, StatusCode::invalid_argument), "answer_key: has 129 ");
		const std::string lines = "two\nlines, ä and \U0001f600";
		REQUIRE(file.answer(id, answer_of(lines)).ok());
		CHECK(file.database.text("SELECT response FROM questions", "").value() == lines);
	}

	TEST_CASE("of many parts together has a largest size") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		NewQuestion question = choice({});
		question.detail.parts = std::vector<QuestionPart>();
		json answer = json::object();
		for (std::size_t i = 0; i < vocabulary::MOST_PARTS; ++i) {
			question.detail.parts->push_back({ .question = std::to_string(i) });
			answer[std::to_string(i)] = std::string(5'000, 'a');
		}
		check_begins(misfit(file, file.ask(question), answer), "answer");
	}
}
