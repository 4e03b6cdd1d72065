#pragma once

// Questions in the file, for decisions (log/decision.h) of whoever owns their subjects: each
// function runs inside the transaction of one, and logs what it changes under the subject's name.
//
//	Decide<NoFields> decide = [news](DecisionScope &scope) -> Result<NoFields> {
//		const Result<AskedQuestion> asked = ask_question(scope,
//				{ .subject = Subject::numbered(Subject::Kind::job, 12), .asked_as = "req_1",
//						.kind = QuestionKind::permission, .prompt = "Bash: touch notes.md" });
//		…
//	};

#include "core/base/status.h"
#include "core/log/decision.h"
#include "core/questions/question.h"
#include "core/store/database.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

struct AskedQuestion {
	QuestionId id;
	bool is_new = true; // false: it had been asked before, and nothing has happened now
};

// `invalid_argument` for a question that cannot be shown or answered, `exhausted` while too many
// wait for an answer: of this subject, or of all.
Result<AskedQuestion> ask_question(DecisionScope &scope, const NewQuestion &question);

// Whoever asked does not want to know any more. Nothing happens to one that is not pending, or that
// nobody has asked under that name.
Status withdraw_question(DecisionScope &scope, const Subject &subject, std::string_view asked_as,
		std::string_view reason);
// The subject has ended: its pending questions are withdrawn, and so are those whose answer could
// not be delivered. Returns how many.
Result<std::size_t> withdraw_questions(
		DecisionScope &scope, const Subject &subject, std::string_view reason);
// Ends the first `most` pending questions whose time is up. Returns how many.
Result<std::size_t> expire_questions(DecisionScope &scope, std::size_t most);

// When the first of the pending questions expires; nothing when none does.
Result<std::optional<WallTime>> first_expiry(Database &database);

// How far the answer has come. Nothing happens when the question knows that already, or more:
// queued, written, then one of the others.
Status set_delivery(
		DecisionScope &scope, QuestionId id, AnswerDelivery delivery, std::string_view error = {});

// The subject's record goes, and its questions with it. Logs nothing. Returns how many there were.
Result<std::size_t> purge_questions(Database &database, const Subject &subject);

// Nothing when there is none.
Result<std::optional<Question>> find_question(Database &database, QuestionId id);
Result<std::optional<Question>> find_question(
		Database &database, const Subject &subject, std::string_view asked_as);

struct QuestionListing {
	std::optional<QuestionStatus> status = {};
	Subject subject = {}; // none: of all
	AgentId agent = {}; // none: for anybody
	QuestionId after = {}; // only questions asked after this one
	QuestionId before = {}; // only questions asked before this one; none: up to the newest
	bool newest_first = false;
	std::size_t limit = 100;
};
Result<std::vector<Question>> list_questions(Database &database, const QuestionListing &listing);

// How many wait for an answer.
Result<std::size_t> count_pending(Database &database, const Subject &subject);

} // namespace agent_runtime
