// What becomes of questions: delivered, withdrawn, expired, purged; and what newcomers are told.
#include "asking.h"
#include "core/base/fields.h"
#include "core/questions/question_events.h"

using namespace agent_runtime;
using namespace agent_runtime::asking;

namespace {

using enum AnswerDelivery;

std::vector<std::string> ids_of(const std::vector<Question> &questions) {
	std::vector<std::string> ids;
	for (const Question &question : questions) {
		ids.push_back(question.id.to_string());
	}
	return ids;
}

std::vector<std::string> listed(Asking &file, const QuestionListing &listing) {
	return ids_of(list_questions(file.database, listing).value());
}

using Ids = std::vector<std::string>;

} // namespace

TEST_SUITE("what becomes of questions") {
	TEST_CASE("an answer goes on until it is taken, and never back") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(permission());
		CHECK(file.deliver(id, written).code() == StatusCode::failed_precondition);
		CHECK(file.deliver(QuestionId(9), written).code() == StatusCode::failed_precondition);
		REQUIRE(file.answer(id, answer_of("allow")).ok());
		const auto deliver = [&](AnswerDelivery delivery) {
			const std::size_t before = file.count_events("question_delivered");
			REQUIRE(file.deliver(id, delivery, "why").ok());
			return file.count_events("question_delivered") - before;
		};
		CHECK(deliver(queued) == 0);
		CHECK(deliver(written) == 1);
		CHECK(deliver(written) == 0);
		CHECK(deliver(unknown) == 1);
		CHECK(deliver(written) == 0);
		file.now = NOON + std::chrono::seconds(3);
		CHECK(deliver(taken) == 1);
		CHECK(deliver(failed) == 0);
		CHECK(deliver(unknown) == 0);
		const Question found = file.question(id);
		CHECK(found.delivery == taken);
		CHECK(found.delivered_at == file.now);
		CHECK(found.status == QuestionStatus::answered);
		CHECK(file.events().back().second ==
				json{ { "question_id", "question_001" }, { "task_id", "job_012" },
						{ "delivery", "taken" }, { "error", "why" } });
	}

	TEST_CASE("when a subject has ended, what nobody has answered or got is withdrawn") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		for (const char *name : { "pending", "taken", "failed", "withdrawn" }) {
			file.ask(text_question(name));
		}
		file.ask(text_question("other", Subject::from_log("job_013")));
		REQUIRE(file.answer(QuestionId(2), answer_of("Ada")).ok());
		REQUIRE(file.deliver(QuestionId(2), taken).ok());
		REQUIRE(file.answer(QuestionId(3), answer_of("Bob")).ok());
		REQUIRE(file.deliver(QuestionId(3), failed, "its input is closed").ok());
		REQUIRE(file.run([](DecisionScope &scope) {
						return withdraw_question(scope, JOB, "withdrawn", "the turn is over");
					}).ok());
		CHECK(file.withdraw(JOB, "job_012 has ended") == 2);
		CHECK(listed(file, { .status = QuestionStatus::withdrawn }) ==
				Ids{ "question_001", "question_003", "question_004" });
		CHECK(listed(file, { .status = QuestionStatus::pending }) == Ids{ "question_005" });
		CHECK(file.question(QuestionId(2)).status == QuestionStatus::answered);
		// What was answered stays to be seen.
		CHECK(file.question(QuestionId(3)).answer.text() == "Bob");
		CHECK(file.question(QuestionId(4)).reason == "the turn is over");
		CHECK(file.events().back().second ==
				json{ { "question_id", "question_003" }, { "task_id", "job_012" },
						{ "status", "withdrawn" }, { "reason", "job_012 has ended" } });
		CHECK(file.withdraw(JOB, "again") == 0);
		CHECK(file.count_events("question_withdrawn") == 3);
	}

	TEST_CASE("what was never asked, or is answered, cannot be withdrawn, and that is no error") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		REQUIRE(file.answer(file.ask(text_question("1")), answer_of("Ada")).ok());
		const std::size_t events = file.events().size();
		for (const char *name : { "1", "2" }) {
			CHECK(file.run([&](DecisionScope &scope) {
						  return withdraw_question(scope, JOB, name, "over");
					  }).ok());
		}
		CHECK(file.events().size() == events);
	}

	TEST_CASE("reasons may be any bytes, and are shown as text of one sentence") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(text_question("1"));
		REQUIRE(file.answer(id, answer_of("Ada")).ok());
		REQUIRE(file.deliver(id, failed, "bad \xff byte").ok());
		CHECK(file.question(id).delivery_error == "bad \ufffd byte");
		CHECK(file.withdraw(JOB, std::string(5'000, 'x')) == 1);
		CHECK(file.question(id).reason.size() == vocabulary::LONGEST_SENTENCE);
	}

	TEST_CASE("expired ones end with their name, the oldest first") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		file.ask(text_question("never"));
		for (const int minute : { 3, 1, 2 }) {
			NewQuestion question = text_question(std::to_string(minute));
			question.expires_at = NOON + std::chrono::minutes(minute);
			file.ask(question);
		}
		file.now = NOON + std::chrono::minutes(2);
		const Decide<std::size_t> expire_one = [](DecisionScope &scope) {
			return expire_questions(scope, 1);
		};
		CHECK(file.decide(expire_one).value() == 1);
		CHECK(listed(file, { .status = QuestionStatus::expired }) == Ids{ "question_003" });
		CHECK(file.decide(expire_one).value() == 1);
		CHECK(file.decide(expire_one).value() == 0);
		CHECK(listed(file, { .status = QuestionStatus::pending }) ==
				Ids{ "question_001", "question_002" });
		CHECK(file.events().back().second ==
				json{ { "question_id", "question_004" }, { "task_id", "job_012" },
						{ "status", "expired" }, { "reason", "nobody has answered in time" } });
	}

	TEST_CASE("spec:004.3.4 when the record of a job is purged, its questions are gone") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		file.ask(text_question("pending"));
		REQUIRE(file.answer(file.ask(text_question("answered")), answer_of("Ada")).ok());
		const QuestionId other = file.ask(text_question("1", Subject::from_log("job_013")));
		const std::size_t events = file.events().size();
		CHECK(purge_questions(file.database, JOB).value() == 2);
		CHECK(listed(file, {}) == Ids{ other.to_string() });
		CHECK(file.events().size() == events);
		CHECK(purge_questions(file.database, JOB).value() == 0);
	}

	TEST_CASE("lists go by status, subject and agent, from either end") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		file.ask(text_question("1"));
		file.ask(permission("2"));
		file.ask(text_question("3", Subject::from_log("job_013")));
		file.ask(text_question("4"));
		CHECK(listed(file, { .subject = JOB }) ==
				Ids{ "question_001", "question_002", "question_004" });
		CHECK(listed(file, { .agent = AgentId(3) }) == Ids{ "question_002" });
		CHECK(listed(file, { .newest_first = true, .limit = 2 }) ==
				Ids{ "question_004", "question_003" });
		CHECK(listed(file, { .before = QuestionId(3), .newest_first = true }) ==
				Ids{ "question_002", "question_001" });
		CHECK(listed(file, { .after = QuestionId(1), .limit = 2 }) ==
				Ids{ "question_002", "question_003" });
		CHECK(count_pending(file.database, JOB).value() == 3);
		CHECK(count_pending(file.database, {}).value() == 4);
	}

	TEST_CASE(
			"spec:004.3.2 whoever connects is told what waits, without an id, and can answer it") {
		const ScratchFolder folder;
		{
			Asking before_the_restart(folder.path("a.db"));
			before_the_restart.ask(permission("1"));
			before_the_restart.ask(permission("2"));
			before_the_restart.ask(permission("3"));
			REQUIRE(before_the_restart.answer(QuestionId(2), answer_of("deny")).ok());
		}
		Asking file(folder.path("a.db"));
		const std::size_t events = file.events().size();
		const std::vector<json> told =
				announce_pending(file.database, QuestionId()).value().messages;
		REQUIRE(told.size() == 2);
		const json &first = told[0];
		CHECK_FALSE(first.contains("id"));
		CHECK(first.at("type") == "question_asked");
		CHECK(first.at("again") == true);
		CHECK(first.at("ts") == "2026-11-20T12:00:00.000Z");
		CHECK(first.at("entity") == "job_012");
		CHECK(first.at("task_id") == "job_012");
		CHECK(first.at("trace_id") == TraceId(1, 2).to_string());
		CHECK(first.at("question_id") == "question_001");
		CHECK(first.at("question").at("options") == json{ "allow", "deny" });
		CHECK(told[1].at("question_id") == "question_003");
		CHECK(file.events().size() == events);
		REQUIRE(file.answer(QuestionId(1), answer_of("allow")).ok());
		CHECK(announce_pending(file.database, QuestionId()).value().messages.size() == 1);
	}

	TEST_CASE("when much waits, it is announced in pages, each question once and in its order") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		Ids asked;
		for (int i = 0; i < 30; ++i) {
			NewQuestion question = text_question(std::to_string(i));
			question.detail.text = std::string(i < 15 ? 15'000 : 10, 'x');
			asked.push_back(file.ask(question).to_string());
		}
		constexpr std::size_t MOST_BYTES = 40'000;
		Ids told;
		PendingPage page{ .more = true };
		for (int pages = 0; page.more && pages < 30; ++pages) {
			page = announce_pending(file.database, page.last).value();
			CHECK(json(page.messages).dump().size() < MOST_BYTES);
			for (const json &message : page.messages) {
				told.push_back(message.at("question_id"));
				CHECK(message.at("question").contains("shortened") == false);
			}
		}
		CHECK(told == asked);
	}

	TEST_CASE("all events about questions wait for storage") {
		for (const EventForm &form : EventTable<QuestionEvents>::FORMS) {
			CHECK_MESSAGE(form.waits_for_storage, form.message.name);
		}
	}
}
