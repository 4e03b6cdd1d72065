#pragma once

// The first answer to a question wins, whichever process on the file gives it.
//
//	AnswerRoutes routes;                               // once, where the program is put together
//	routes.add(Subject::Kind::job, queue_answer_of_job);
//	…
//	Result<Question> answered = decide_here<Question>(database, terms,
//			[&](DecisionScope &scope) { return answer_question(scope, routes, id, answer); });

#include "core/base/status.h"
#include "core/log/decision.h"
#include "core/questions/question.h"

#include <functional>
#include <map>

namespace agent_runtime {

// Called in the transaction in which a question is answered, by whoever owns its subject: stores
// what goes out to the asker, such as a job's line of input. The question holds the answer. An
// error refuses the answer, and nothing is stored. Called again when the transaction is repeated.
using SendAnswer = std::function<Status(DecisionScope &scope, const Question &question)>;

// Who sends answers on, by the kind of the subject. Filled before the first answer.
// Thread rule: immutable once filled.
class AnswerRoutes {
public:
	void add(Subject::Kind kind, SendAnswer send) { routes_[kind] = std::move(send); }
	// `unsupported` when nobody here does.
	Status send(DecisionScope &scope, const Question &question) const;

private:
	std::map<Subject::Kind, SendAnswer> routes_;
};

// Answers a pending question, or one whose answer could not be delivered, and returns it as it
// stands now. With the key of the answer that it has, it is a repetition, and returns the question
// without doing anything. Otherwise `already_exists` says what was answered, by whom and when;
// `failed_precondition`, that the question was withdrawn or has expired; `not_found`, that there is
// none; `invalid_argument`, what does not fit it.
Result<Question> answer_question(DecisionScope &scope, const AnswerRoutes &routes, QuestionId id,
		const QuestionAnswer &answer);

} // namespace agent_runtime
