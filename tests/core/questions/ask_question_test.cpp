// What is asked, by whom, and how much of it.
#include "asking.h"
#include "core/base/fields.h"
#include "core/store/transaction.h"

using namespace agent_runtime;
using namespace agent_runtime::asking;

namespace {

// What a column holds of the only question; "null" for nothing.
std::string column(Asking &file, const std::string &name) {
	return file.database.text("SELECT coalesce(" + name + ", 'null') FROM questions", "nothing")
			.value();
}

std::string refusal(Asking &file, const NewQuestion &question, StatusCode code) {
	const Result<AskedQuestion> asked = file.try_to_ask(question);
	CHECK(asked.status().code() == code);
	CHECK(file.database.integer("SELECT count(*) FROM questions", -1).value() == 0);
	return asked.status().message();
}

std::string refusal(Asking &file, const NewQuestion &question) {
	return refusal(file, question, StatusCode::invalid_argument);
}

QuestionPart part(const std::string &question, const std::vector<std::string> &labels) {
	QuestionPart made{ .question = question };
	for (const std::string &label : labels) {
		made.options.push_back({ .label = label });
	}
	return made;
}

} // namespace

TEST_SUITE("questions that are asked") {
	TEST_CASE("spec:004.3.1 a question is a row with id, task_id, prompt, options and status") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId id = file.ask(permission());
		CHECK(id.to_string() == "question_001");
		Database another_program = connect_again(folder.path("a.db"));
		Query rows(another_program, "SELECT id, task_id, prompt, options, status FROM questions");
		REQUIRE(rows.next());
		CHECK(rows.text(0) == "question_001");
		CHECK(rows.text(1) == "job_012");
		CHECK(rows.text(2) == "Bash: touch notes.md");
		CHECK(rows.text(3) == R"(["allow","deny"])");
		CHECK(rows.text(4) == "pending");
		CHECK_FALSE(rows.next());
	}

	TEST_CASE("only a job is a task_id, and a run or an agent can ask, too") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		file.ask(text_question("call_001", AgentId(3)));
		CHECK(column(file, "task_id") == "null");
		CHECK(column(file, "subject") == "agent_003");
		file.ask(text_question("1", Subject::from_log("run_7")));
		CHECK(file.database.integer("SELECT count(*) FROM questions", 0).value() == 2);
	}

	TEST_CASE("a question comes back as it was asked") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		NewQuestion asked = permission();
		asked.detail.suggestions = json::array({ { { "rule", "touch *" } } });
		asked.detail.reversible = true;
		asked.detail.text = "It makes a file.";
		asked.expires_at = NOON + std::chrono::hours(1);
		const Question found = file.question(file.ask(asked));
		asked.options = { "allow", "deny" };
		CHECK(write_fields(found.asked) == write_fields(asked));
		CHECK(found.asked.context == asked.context);
		CHECK(found.asked.trace == asked.trace);
		CHECK(found.status == QuestionStatus::pending);
		CHECK(found.created_at == NOON);
		const json shown = write_fields(found);
		CHECK(shown.at("id") == "question_001");
		CHECK(shown.at("task_id") == "job_012");
		CHECK(shown.at("agent_id") == "agent_003");
		CHECK(shown.at("expires_at") == "2026-11-20T13:00:00.000Z");
		CHECK_FALSE(shown.contains("response"));
		CHECK(shown.dump().find("can_use_tool") == std::string::npos);
	}

	TEST_CASE("it is an event about whoever asks, in its trace") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		file.ask(permission());
		const std::vector<StoredEvent> events =
				read_events(file.database, { .entity = "job_012" }).value().events;
		REQUIRE(events.size() == 1);
		CHECK(events[0].type == "question_asked");
		CHECK(events[0].trace_id == TraceId(1, 2).to_string());
		const json data = json::parse(events[0].data);
		CHECK(data.at("question_id") == "question_001");
		CHECK(data.at("task_id") == "job_012");
		CHECK(data.at("question").at("id") == "question_001");
		CHECK(data.at("question").at("detail").at("input") ==
				json{ { "command", "touch notes.md" } });
		CHECK_FALSE(data.contains("again"));
	}

	TEST_CASE(
			"asked twice under one name it is one question, and nothing happens the second time") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const QuestionId first = file.ask(text_question("req_1"));
		NewQuestion other = text_question("req_1");
		other.prompt = "Which name, once more?";
		const Result<AskedQuestion> again = file.try_to_ask(other);
		REQUIRE(again.ok());
		CHECK(again.value().id == first);
		CHECK_FALSE(again.value().is_new);
		CHECK(file.count_events("question_asked") == 1);
		CHECK(file.question(first).asked.prompt == "Which name?");
		// Another job may use the same name.
		CHECK(file.ask(text_question("req_1", Subject::from_log("job_013"))) != first);
	}

	TEST_CASE("no id is given twice, even when the newest question is gone") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		file.ask(text_question("1"));
		CHECK(file.ask(text_question("2")).number() == 2);
		CHECK(transact(file.database, [&] {
			return purge_questions(file.database, JOB).status();
		}).ok());
		CHECK(file.ask(text_question("3")).number() == 3);
	}

	TEST_CASE("a refused one takes no number and leaves no trace") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		NewQuestion bad = text_question("1");
		bad.prompt.clear();
		check_begins(refusal(file, bad), "prompt: is empty; ");
		CHECK(file.events().empty());
		CHECK(file.ask(text_question("1")).number() == 1);
	}

	TEST_CASE("yes and no, or allow and deny, are the options where none are given") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		NewQuestion sure = text_question("1");
		sure.kind = QuestionKind::confirmation;
		CHECK(file.question(file.ask(sure)).asked.options ==
				std::vector<std::string>{ "yes", "no" });
		NewQuestion one_part = choice({});
		one_part.detail.parts = { part("Which colour?", { "Blue", "Red" }) };
		CHECK(file.question(file.ask(one_part)).asked.options ==
				std::vector<std::string>{ "Blue", "Red" });
		CHECK(file.question(file.ask(text_question("2"))).asked.options.empty());
	}

	TEST_CASE("what cannot be asked is refused with the field that is wrong") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		NewQuestion question = text_question("");
		check_begins(refusal(file, question), "asked_as: is empty; ");
		question = text_question("two\nlines");
		check_begins(refusal(file, question), "asked_as: holds a control character; ");
		question = text_question("1", Subject());
		check_begins(refusal(file, question), "subject: is neither a job nor a run nor an agent; ");
		question = text_question("1", Subject::from_log("job_x"));
		check_begins(refusal(file, question), "subject: is neither a job nor a run nor an agent; ");
		question = text_question("1", Subject::from_log("lock_a"));
		check_begins(refusal(file, question), "subject: is neither a job nor a run nor an agent; ");
		question = text_question("1");
		question.prompt = "not \xff text";
		check_begins(refusal(file, question), "prompt: is not UTF-8 at byte 5; ");
		question = choice({});
		check_begins(
				refusal(file, question), "options: is empty, and there is nothing to choose; ");
		question = choice({ "Blue", "Red", "Blue" });
		check_begins(refusal(file, question), "options: holds \"Blue\" twice; ");
		question = choice({ "Blue", "" });
		check_begins(refusal(file, question), "options[1]: is empty; ");
		question = permission();
		question.options = { "allow", "cancel" };
		check_begins(refusal(file, question), "options: do not hold both allow and deny; ");
		question = permission();
		question.detail.tool.reset();
		check_begins(refusal(file, question), "detail.tool: is missing; ");
		question = text_question("1");
		question.detail.tool = "Bash";
		check_begins(refusal(file, question), "detail: holds tool, input, suggestions or ");
		question = text_question("1");
		question.detail.many = true;
		check_begins(refusal(file, question), "detail: holds many, other or parts, which only ");
		question = text_question("1");
		question.kind = QuestionKind::confirmation;
		question.options = { "yes" };
		check_begins(refusal(file, question), "options: holds a single one; ");
	}

	TEST_CASE("parts are told apart by what they ask") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		NewQuestion question = choice({});
		question.detail.parts = { part("Colour?", { "Blue" }), part("Colour?", { "Red" }) };
		check_begins(refusal(file, question), "detail.parts: holds \"Colour?\" twice; ");
		question.detail.parts = { part("Colour?", { "Blue", "Blue" }), part("Size?", {}) };
		check_begins(refusal(file, question), "detail.parts.options: holds \"Blue\" twice; ");
		question.detail.parts = std::vector<QuestionPart>();
		check_begins(refusal(file, question), "detail.parts: is empty; ");
		question.detail.parts = { part("Colour?", { "Blue" }), part("Size?", {}) };
		question.detail.many = true;
		check_begins(refusal(file, question), "detail.parts: is given beside many or other; ");
		question.detail.many.reset();
		question.options = { "Blue" };
		check_begins(refusal(file, question), "options: are given beside several parts; ");
		question.options.clear();
		CHECK(file.ask(question).number() == 1);
	}

	TEST_CASE("each part of a question has a largest size, which is allowed, and no more") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		NewQuestion large = permission("large");
		large.asked_as = std::string(vocabulary::LONGEST_ASKED_AS, 'a');
		large.prompt = std::string(vocabulary::LONGEST_PROMPT, 'p');
		large.context = std::string(vocabulary::LARGEST_CONTEXT, 'c');
		large.options = { "allow", "deny" };
		while (large.options.size() < vocabulary::MOST_OPTIONS) {
			large.options.push_back(std::to_string(large.options.size()) + std::string(200, 'o'));
		}
		large.options.back() = std::string(vocabulary::LONGEST_OPTION, 'o');
		large.detail.input = { { "content", std::string(1'000'000, 'x') } };
		NewQuestion question = large;
		question.asked_as += 'a';
		check_begins(refusal(file, question), "asked_as: has 257 characters; ");
		question = large;
		question.prompt += 'p';
		check_begins(refusal(file, question), "prompt: has 4097 characters; ");
		question = large;
		question.context += 'c';
		check_begins(refusal(file, question), "context: has more than 64 KiB; ");
		question = large;
		question.options.emplace_back("one more");
		check_begins(refusal(file, question), "options: ");
		question = large;
		question.options.back() += 'o';
		check_begins(refusal(file, question), "options[63]: ");
		question = large;
		for (std::size_t i = 2; i < question.options.size(); ++i) {
			question.options[i] = std::to_string(i) + std::string(400, 'o');
		}
		check_begins(refusal(file, question), "options[42]: takes the whole past 16384 bytes; ");
		question = large;
		question.detail.input["more"] = std::string(60'000, 'x');
		check_begins(refusal(file, question), "detail.input.");
		const Question found = file.question(file.ask(large));
		CHECK(found.asked.detail.input == large.detail.input);
		// In events it is left out.
		const json shown = file.events().at(0).second.at("question");
		CHECK(shown.at("shortened") == true);
		CHECK(shown.at("detail") == json::object());
	}

	TEST_CASE("of one subject, and of all, only so many may wait") {
		const ScratchFolder folder;
		Asking file(folder.path("a.db"));
		const auto ask = [](DecisionScope &scope, std::uint64_t job, std::size_t from,
								 std::size_t to) {
			for (std::size_t i = from; i < to; ++i) {
				const Result<AskedQuestion> asked = ask_question(scope,
						text_question(
								std::to_string(i), Subject::numbered(Subject::Kind::job, job)));
				if (!asked.ok()) {
					return asked.status();
				}
			}
			return Status();
		};
		constexpr std::size_t MOST = vocabulary::MOST_PENDING_OF_SUBJECT;
		REQUIRE(file.run([&](DecisionScope &scope) { return ask(scope, 1, 0, MOST); }).ok());
		const Status one_more =
				file.run([&](DecisionScope &scope) { return ask(scope, 1, MOST, MOST + 1); });
		CHECK(one_more.code() == StatusCode::exhausted);
		check_begins(one_more.message(), "32 questions of job_001 already wait for an answer");
		REQUIRE(file.run([&](DecisionScope &scope) {
						Status status;
						for (std::uint64_t job = 2;
								status.ok() && job <= vocabulary::MOST_PENDING / MOST; ++job) {
							status = ask(scope, job, 0, MOST);
						}
						return status;
					}).ok());
		const Status of_another =
				file.run([&](DecisionScope &scope) { return ask(scope, 1'000, 0, 1); });
		CHECK(of_another.code() == StatusCode::exhausted);
		check_begins(of_another.message(), "256 questions already wait for an answer");
		// An answer makes space.
		REQUIRE(file.answer(QuestionId(1), answer_of("Ada")).ok());
		CHECK(file.run([&](DecisionScope &scope) { return ask(scope, 1'000, 0, 1); }).ok());
	}
}
