#pragma once

// What the tests of the room share: a file with questions, and decisions on it.

#include "../store/scratch.h"
#include "core/log/decision.h"
#include "core/log/event_log.h"
#include "core/questions/answer_question.h"
#include "core/questions/question_store.h"
#include "core/store/meta.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime::asking {

using nlohmann::json;

inline const Subject JOB = Subject::numbered(Subject::Kind::job, 12);
inline const WallTime NOON = parse_iso8601("2026-11-20T12:00:00Z").value();

inline NewQuestion text_question(const std::string &asked_as, const Subject &subject = JOB) {
	return { .subject = subject, .asked_as = asked_as, .prompt = "Which name?" };
}

inline NewQuestion permission(const std::string &asked_as = "req_1") {
	NewQuestion question{ .subject = JOB,
		.asked_as = asked_as,
		.agent = AgentId(3),
		.trace = TraceId(1, 2),
		.kind = QuestionKind::permission,
		.prompt = "Bash: touch notes.md",
		.options = {},
		.detail = {},
		.context = R"({"method":"can_use_tool"})" };
	question.detail.tool = "Bash";
	question.detail.input = { { "command", "touch notes.md" } };
	return question;
}

inline NewQuestion choice(std::vector<std::string> options) {
	return { .subject = JOB,
		.asked_as = "choice",
		.kind = QuestionKind::choice,
		.prompt = "Which colour?",
		.options = std::move(options) };
}

inline QuestionAnswer answer_of(json value, const std::string &by = "a test") {
	return { .value = std::move(value), .by = by };
}

inline void check_begins(const std::string &text, const std::string &beginning) {
	CHECK_MESSAGE(text.starts_with(beginning), "\"" << text << "\" begins with " << beginning);
}

// Stores that an answer was sent on.
inline Status store_sent(DecisionScope &scope, const Question &question) {
	return write_meta(scope.database(), "sent " + question.id.to_string(), question.answer.text());
}

// A file, and decisions of one program on it.
class Asking {
public:
	explicit Asking(const std::string &path) :
			Asking(open_store(path)) {}
	explicit Asking(Database file) :
			database(std::move(file)) {
		routes.add(Subject::Kind::job, store_sent);
	}

	template <typename Answer>
	Result<Answer> decide(const Decide<Answer> &decide) {
		return decide_here(database, terms(), decide);
	}
	Status run(const DecideStatus &decide) { return decide_here(database, terms(), decide); }

	Result<AskedQuestion> try_to_ask(const NewQuestion &question) {
		return decide<AskedQuestion>(
				[&](DecisionScope &scope) { return ask_question(scope, question); });
	}
	QuestionId ask(const NewQuestion &question) {
		const Result<AskedQuestion> asked = try_to_ask(question);
		REQUIRE_MESSAGE(asked.ok(), asked.status().to_string());
		return asked.value().id;
	}
	Result<Question> answer(QuestionId id, const QuestionAnswer &answer) {
		return decide<Question>(
				[&](DecisionScope &scope) { return answer_question(scope, routes, id, answer); });
	}
	Status deliver(QuestionId id, AnswerDelivery delivery, const std::string &error = {}) {
		return run([&](DecisionScope &scope) { return set_delivery(scope, id, delivery, error); });
	}
	std::size_t withdraw(const Subject &subject, const std::string &reason) {
		return decide<std::size_t>([&](DecisionScope &scope) {
			return withdraw_questions(scope, subject, reason);
		}).value();
	}
	Question question(QuestionId id) {
		const Result<std::optional<Question>> found = find_question(database, id);
		REQUIRE(found.ok());
		REQUIRE(found.value().has_value());
		return *found.value();
	}
	// Each event of the log as its type and its data.
	std::vector<std::pair<std::string, json>> events() {
		std::vector<std::pair<std::string, json>> all;
		const EventPage page = read_events(database, {}).value();
		for (const StoredEvent &event : page.events) {
			all.emplace_back(event.type, json::parse(event.data));
		}
		return all;
	}
	std::size_t count_events(const std::string &type) {
		std::size_t count = 0;
		for (const auto &event : events()) {
			count += event.first == type ? 1 : 0;
		}
		return count;
	}

	Database database;
	AnswerRoutes routes;
	WallTime now = NOON;

private:
	DecisionTerms terms() const { return { .purpose = "it cannot be decided", .now = now }; }
};

} // namespace agent_runtime::asking
