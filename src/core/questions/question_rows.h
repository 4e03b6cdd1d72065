#pragma once

// Questions as rows of the table, for the sources of this room.
// Thread rule: that of the database.

#include "core/base/status.h"
#include "core/questions/question.h"
#include "core/store/database.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// A SELECT of all that question_from() needs; what follows it, such as a WHERE, is added.
std::string select_questions(std::string_view rest);
Question question_from(const Query &rows);

// All rows that a query finds.
template <typename... Values>
Result<std::vector<Question>> read_questions(
		Database &database, std::string_view rest, const Values &...values) {
	std::vector<Question> questions;
	Query rows(database, select_questions(rest), values...);
	while (rows.next()) {
		questions.push_back(question_from(rows));
	}
	return rows.status().ok() ? Result(std::move(questions)) : rows.status();
}

// The id that comes after all that were ever given.
Result<QuestionId> next_question(Database &database);
Status insert_question(Database &database, const Question &question);
// Its status, answer, delivery, and what belongs to them.
Status update_question(Database &database, const Question &question);

} // namespace agent_runtime
