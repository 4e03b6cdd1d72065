#include "core/questions/question_store.h"

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/questions/question_check.h"
#include "core/questions/question_events.h"
#include "core/questions/question_rows.h"

#include <limits>
#include <utility>

namespace agent_runtime {

namespace {

Result<std::optional<Question>> first_of(Result<std::vector<Question>> found) {
	if (!found.ok()) {
		return found.status();
	}
	std::optional<Question> first;
	if (!found.value().empty()) {
		first = std::move(found.value().front());
	}
	return first;
}

Status too_many(std::string_view of, std::size_t count) {
	return Status(StatusCode::exhausted,
			counted(count, "question") + std::string(of) +
					" already wait for an answer, as many as may; answer some of them first");
}

// Whether one more may wait for an answer.
Status require_space(Database &database, const Subject &subject) {
	const Result<std::size_t> own = count_pending(database, subject);
	const Result<std::size_t> all = count_pending(database, {});
	if (Status failed = first_failure(own, all); !failed.ok()) {
		return failed;
	}
	if (own.value() >= vocabulary::MOST_PENDING_OF_SUBJECT) {
		return too_many(" of " + subject.to_string(), own.value());
	}
	return all.value() >= vocabulary::MOST_PENDING ? too_many("", all.value()) : Status();
}

// What may stand in an event, whoever wrote it.
std::string sentence_of(std::string_view words) {
	const std::string shown = for_display(words);
	return std::string(shorten(shown, vocabulary::LONGEST_SENTENCE));
}

Status end_question(
		DecisionScope &scope, Question question, QuestionStatus status, std::string_view reason) {
	question.status = status;
	question.reason = sentence_of(reason);
	question.closed_at = scope.now();
	if (Status stored = update_question(scope.database(), question); !stored.ok()) {
		return stored;
	}
	const NewQuestion &asked = question.asked;
	return scope
			.log({ asked.subject,
					QuestionWithdrawn{ question.id, asked.job(), status, question.reason },
					asked.trace })
			.status();
}

Result<std::size_t> end_questions(DecisionScope &scope, const Result<std::vector<Question>> &found,
		QuestionStatus status, std::string_view reason) {
	if (!found.ok()) {
		return found.status();
	}
	for (const Question &question : found.value()) {
		if (Status ended = end_question(scope, question, status, reason); !ended.ok()) {
			return ended;
		}
	}
	return found.value().size();
}

// In words that let the table's indices be used.
std::string where(const QuestionListing &listing) {
	std::string sql = "WHERE number > ?1 AND number < ?2";
	if (listing.status) {
		sql += " AND status = '" + std::string(choice_name(*listing.status)) + "'";
	}
	sql += listing.subject.is_none() ? " AND ?3 = ''" : " AND subject = ?3";
	sql += listing.agent.is_none() ? " AND ?4 = ''" : " AND agent_id = ?4";
	return sql + " ORDER BY number " + (listing.newest_first ? "DESC" : "ASC") + " LIMIT ?5";
}

// An answer goes on from a lower rank to a higher one. What had to be unknown may be found out.
int rank_of(AnswerDelivery delivery) {
	switch (delivery) {
		case AnswerDelivery::queued:
			return 0;
		case AnswerDelivery::written:
			return 1;
		case AnswerDelivery::unknown:
			return 2;
		case AnswerDelivery::taken:
		case AnswerDelivery::failed:
			return 3;
	}
	return 3;
}

} // namespace

Result<AskedQuestion> ask_question(DecisionScope &scope, const NewQuestion &question) {
	Database &database = scope.database();
	const Result<std::optional<Question>> before =
			find_question(database, question.subject, question.asked_as);
	if (!before.ok()) {
		return before.status();
	}
	if (before.value()) {
		return AskedQuestion{ before.value()->id, false };
	}
	Question asked{ .asked = with_usual_options(question), .created_at = scope.now() };
	if (const MaybeProblem problem = find_question_problem(asked.asked)) {
		return problem->to_status();
	}
	const Result<QuestionId> id = next_question(database);
	if (Status failed = first_failure(id, require_space(database, question.subject));
			!failed.ok()) {
		return failed;
	}
	asked.id = id.value();
	if (Status stored = insert_question(database, asked); !stored.ok()) {
		return stored;
	}
	const TraceId trace = question.trace;
	const Result<EventId> logged = scope.log(
			{ question.subject, QuestionAsked{ shown_briefly(std::move(asked)), {} }, trace });
	return logged.ok() ? Result(AskedQuestion{ id.value(), true }) : logged.status();
}

Status withdraw_question(DecisionScope &scope, const Subject &subject, std::string_view asked_as,
		std::string_view reason) {
	const Result<std::optional<Question>> found =
			find_question(scope.database(), subject, asked_as);
	if (!found.ok() || !found.value() || !found.value()->is_pending()) {
		return found.status();
	}
	return end_question(scope, *found.value(), QuestionStatus::withdrawn, reason);
}

Result<std::size_t> withdraw_questions(
		DecisionScope &scope, const Subject &subject, std::string_view reason) {
	return end_questions(scope,
			read_questions(scope.database(),
					"WHERE subject = ?1 AND (status = 'pending'"
					" OR (status = 'answered' AND delivery = 'failed')) ORDER BY number",
					subject.to_string()),
			QuestionStatus::withdrawn, reason);
}

Result<std::size_t> expire_questions(DecisionScope &scope, std::size_t most) {
	return end_questions(scope,
			read_questions(scope.database(),
					"WHERE status = 'pending' AND expires_at IS NOT NULL AND expires_at <= ?1"
					" ORDER BY expires_at, number LIMIT ?2",
					scope.now().time_since_epoch().count(), most),
			QuestionStatus::expired, "nobody has answered in time");
}

Result<std::optional<WallTime>> first_expiry(Database &database) {
	Query rows(database,
			"SELECT expires_at FROM questions WHERE status = 'pending' AND expires_at IS NOT NULL"
			" ORDER BY expires_at LIMIT 1");
	std::optional<WallTime> first;
	if (rows.next()) {
		first = WallTime(Micros(rows.integer(0)));
	}
	return rows.status().ok() ? Result(first) : rows.status();
}

Status set_delivery(
		DecisionScope &scope, QuestionId id, AnswerDelivery delivery, std::string_view error) {
	const Result<std::optional<Question>> found = find_question(scope.database(), id);
	if (!found.ok()) {
		return found.status();
	}
	if (!found.value() || !found.value()->delivery) {
		return Status(StatusCode::failed_precondition,
				id.to_string() + " has no answer that could be delivered");
	}
	Question question = *found.value();
	if (rank_of(delivery) <= rank_of(*question.delivery)) {
		return Status();
	}
	question.delivery = delivery;
	question.delivery_error = sentence_of(error);
	question.delivered_at = scope.now();
	if (Status stored = update_question(scope.database(), question); !stored.ok()) {
		return stored;
	}
	const NewQuestion &asked = question.asked;
	return scope
			.log({ asked.subject,
					QuestionDelivered{ id, asked.job(), delivery, question.delivery_error },
					asked.trace })
			.status();
}

Result<std::size_t> purge_questions(Database &database, const Subject &subject) {
	const Status removed =
			database.run("DELETE FROM questions WHERE subject = ?1", subject.to_string());
	return removed.ok() ? Result(static_cast<std::size_t>(database.changed_rows())) : removed;
}

Result<std::optional<Question>> find_question(Database &database, QuestionId id) {
	return first_of(read_questions(database, "WHERE number = ?1", id.number()));
}

Result<std::optional<Question>> find_question(
		Database &database, const Subject &subject, std::string_view asked_as) {
	return first_of(read_questions(
			database, "WHERE subject = ?1 AND asked_as = ?2", subject.to_string(), asked_as));
}

Result<std::vector<Question>> list_questions(Database &database, const QuestionListing &listing) {
	const std::uint64_t before = listing.before.is_none()
			? std::uint64_t{ std::numeric_limits<std::int64_t>::max() }
			: listing.before.number();
	return read_questions(database, where(listing), listing.after.number(), before,
			listing.subject.to_string(), listing.agent.to_string(), listing.limit);
}

Result<std::size_t> count_pending(Database &database, const Subject &subject) {
	const std::optional<std::string> of = unless_empty(subject.to_string());
	const Result<std::int64_t> count =
			database.integer("SELECT count(*) FROM questions WHERE status = 'pending'"
							 " AND (?1 IS NULL OR subject = ?1)",
					0, of);
	return count.ok() ? Result(static_cast<std::size_t>(count.value())) : count.status();
}

} // namespace agent_runtime
