#include "core/questions/question_rows.h"

#include "core/base/fields.h"

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr const char *QUESTION_COLUMNS =
		"number, subject, asked_as, agent_id, trace_id, kind, prompt,"
		" options, detail, context, status, answer, answer_key, delivery,"
		" delivery_error, reason, created_at, expires_at, closed_at,"
		" delivered_at";

// Where the SELECT has each of them.
namespace column {

enum Place : int {
	number,
	subject,
	asked_as,
	agent_id,
	trace_id,
	kind,
	prompt,
	options,
	detail,
	context,
	status,
	answer,
	answer_key,
	delivery,
	delivery_error,
	reason,
	created_at,
	expires_at,
	closed_at,
	delivered_at,
};

} // namespace column

std::int64_t stored_time(WallTime time) {
	return time.time_since_epoch().count();
}

std::optional<std::int64_t> stored_time(const std::optional<WallTime> &time) {
	return time ? std::optional(stored_time(*time)) : std::nullopt;
}

std::optional<WallTime> time_in(const Query &rows, int column) {
	return rows.is_null(column) ? std::nullopt
								: std::optional(WallTime(Micros(rows.integer(column))));
}

json json_in(const Query &rows, int column) {
	return json::parse(rows.text(column), nullptr, false);
}

template <typename Enum>
Enum choice_in(const Query &rows, int column) {
	return parse_choice<Enum>(rows.text(column)).value_or(Choices<Enum>::OTHER);
}

// The columns in which a question changes; nothing is stored as NULL.
struct ChangingColumns {
	explicit ChangingColumns(const Question &question) :
			answer(question.answer.value.is_null()
							? std::nullopt
							: std::optional(write_fields(question.answer).dump())),
			answer_key(unless_empty(question.answer.key)),
			delivery(question.delivery ? std::optional(choice_name(*question.delivery))
									   : std::nullopt) {}

	std::optional<std::string> answer;
	std::optional<std::string> answer_key;
	std::optional<std::string_view> delivery;
};

NewQuestion asked_from(const Query &rows) {
	NewQuestion asked;
	asked.subject = Subject::from_log(rows.text(column::subject));
	asked.asked_as = rows.text(column::asked_as);
	asked.agent = AgentId::parse(rows.text(column::agent_id)).value_or(AgentId());
	asked.trace = TraceId::parse(rows.text(column::trace_id)).value_or(TraceId());
	asked.kind = choice_in<QuestionKind>(rows, column::kind);
	asked.prompt = rows.text(column::prompt);
	for (const json &option : json_in(rows, column::options)) {
		asked.options.push_back(option.is_string() ? option.get<std::string>() : std::string());
	}
	asked.detail = load_fields<QuestionDetail>(json_in(rows, column::detail));
	asked.context = rows.text(column::context);
	asked.expires_at = time_in(rows, column::expires_at);
	return asked;
}

} // namespace

std::string select_questions(std::string_view rest) {
	return "SELECT " + std::string(QUESTION_COLUMNS) + " FROM questions " + std::string(rest);
}

Question question_from(const Query &rows) {
	Question question;
	question.id = QuestionId(static_cast<QuestionId::Number>(rows.integer(column::number)));
	question.asked = asked_from(rows);
	question.status = choice_in<QuestionStatus>(rows, column::status);
	if (!rows.is_null(column::answer)) {
		question.answer = load_fields<QuestionAnswer>(json_in(rows, column::answer));
		question.answer.key = rows.text(column::answer_key);
	}
	if (!rows.is_null(column::delivery)) {
		question.delivery = choice_in<AnswerDelivery>(rows, column::delivery);
	}
	question.delivery_error = rows.text(column::delivery_error);
	question.reason = rows.text(column::reason);
	question.created_at = WallTime(Micros(rows.integer(column::created_at)));
	question.closed_at = time_in(rows, column::closed_at);
	question.delivered_at = time_in(rows, column::delivered_at);
	return question;
}

Result<QuestionId> next_question(Database &database) {
	const Result<std::int64_t> newest =
			database.integer("SELECT seq FROM sqlite_sequence WHERE name = 'questions'", 0);
	if (!newest.ok()) {
		return newest.status();
	}
	return QuestionId(static_cast<QuestionId::Number>(newest.value()) + 1);
}

Status insert_question(Database &database, const Question &question) {
	const NewQuestion &asked = question.asked;
	return database.run(
			"INSERT INTO questions(number, id, subject, asked_as, agent_id, trace_id, kind, prompt,"
			" options, detail, context, status, created_at, expires_at)"
			" VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
			question.id.number(), question.id.to_string(), asked.subject.to_string(),
			asked.asked_as, unless_empty(asked.agent.to_string()),
			unless_empty(asked.trace.to_string()), choice_name(asked.kind), asked.prompt,
			json(asked.options).dump(), write_fields(asked.detail).dump(), asked.context,
			choice_name(question.status), stored_time(question.created_at),
			stored_time(asked.expires_at));
}

Status update_question(Database &database, const Question &question) {
	const ChangingColumns changing(question);
	return database.run(
			"UPDATE questions SET status = ?2, answer = ?3, answer_key = ?4, delivery = ?5,"
			" delivery_error = ?6, reason = ?7, closed_at = ?8, delivered_at = ?9"
			" WHERE number = ?1",
			question.id.number(), choice_name(question.status), changing.answer,
			changing.answer_key, changing.delivery, question.delivery_error, question.reason,
			stored_time(question.closed_at), stored_time(question.delivered_at));
}

} // namespace agent_runtime
