#include "core/runtime/question_desk.h"

#include "core/questions/question_events.h"
#include "core/questions/question_store.h"
#include "core/store/read.h"

#include <utility>

namespace agent_runtime {

namespace {

template <typename Reply>
void complete_for(const Asker &asker, const Result<Reply> &result) {
	asker.complete(result.status(), result.ok() ? write_reply(result.value()) : nlohmann::json());
}

// About how much an answer takes while it waits for the writer.
std::size_t bytes_of(const QuestionAnswerRequest &request) {
	return request.answer.dump().size() + request.input.dump().size() + request.message.size();
}

QuestionAnswer answer_in(const QuestionAnswerRequest &request, From from) {
	return { .value = request.answer,
		.message = request.message,
		.input = request.input,
		.by = request.by.empty() ? std::string(usual_answerer(from)) : request.by,
		.key = request.key };
}

Status no_such_question(QuestionId id) {
	return FieldProblem{ "question_id", "there is no " + id.to_string(),
		"give one that a list of questions shows" }
			.to_status(StatusCode::not_found);
}

Result<QuestionsReply> list(Database &database, const QuestionsRequest &request) {
	QuestionListing listing{ .status = request.status,
		.agent = request.agent,
		.before = request.before,
		.newest_first = true,
		.limit = request.limit + 1 };
	if (!request.job.is_none()) {
		listing.subject = Subject::from_log(request.job.to_string());
	}
	Result<std::vector<Question>> found = list_questions(database, listing);
	if (!found.ok()) {
		return found.status();
	}
	QuestionsReply reply;
	for (Question &question : found.value()) {
		if (reply.questions.size() < request.limit) {
			reply.questions.push_back(shown_briefly(std::move(question)));
		}
	}
	reply.more = found.value().size() > request.limit;
	return reply;
}

} // namespace

Status QuestionDesk::require_store() const {
	return store_.has_file()
			? Status()
			: Status(StatusCode::failed_precondition,
					  "questions are kept in the database, and this runtime has none; enable its "
					  "storage");
}

// Deciding may wait for the writer, which whoever asks must not: the reader's thread does.
Status QuestionDesk::answer(const QuestionAnswerRequest &request, const Asker &asker) {
	if (Status status = require_store(); !status.ok()) {
		return status;
	}
	return read<NoFields>(
			store_.reader(), [](Database &) { return NoFields(); },
			[this, request, asker](const Result<NoFields> &turn) {
				turn.ok() ? decide(request, asker) : asker.complete(turn.status());
			});
}

void QuestionDesk::decide(const QuestionAnswerRequest &request, const Asker &asker) {
	store_.offer(make_decision<Question>(
			{ .purpose = request.question.to_string() + " cannot be answered",
					.now = clock_.wall_now(),
					.trace = asker.trace,
					.fanout = &fanout_,
					.bytes = bytes_of(request) },
			[this, id = request.question, answer = answer_in(request, asker.from)](
					DecisionScope &scope) { return answer_question(scope, routes_, id, answer); },
			[asker](const Result<Question> &question) { complete_for(asker, question); }));
}

Status QuestionDesk::answer(const QuestionRequest &request, const Asker &asker) {
	if (Status status = require_store(); !status.ok()) {
		return status;
	}
	return read<Question>(
			store_.reader(),
			[id = request.question](Database &database) -> Result<Question> {
				Result<std::optional<Question>> found = find_question(database, id);
				if (!found.ok()) {
					return found.status();
				}
				return found.value() ? Result(std::move(*found.value())) : no_such_question(id);
			},
			[asker](const Result<Question> &question) { complete_for(asker, question); });
}

Status QuestionDesk::answer(const QuestionsRequest &request, const Asker &asker) {
	if (Status status = require_store(); !status.ok()) {
		return status;
	}
	return read<QuestionsReply>(
			store_.reader(), [request](Database &database) { return list(database, request); },
			[asker](const Result<QuestionsReply> &questions) { complete_for(asker, questions); });
}

void QuestionDesk::announce(QuestionId after, const Announced &done) {
	if (!store_.has_file()) {
		done(GreetingPage());
		return;
	}
	const Status asked = read<GreetingPage>(
			store_.reader(),
			[after](Database &database) -> Result<GreetingPage> {
				Result<PendingPage> page = announce_pending(database, after);
				if (!page.ok()) {
					return page.status();
				}
				PendingPage &found = page.value();
				return GreetingPage{ std::move(found.messages),
					found.more ? std::optional<std::uint64_t>(found.last.number()) : std::nullopt };
			},
			done);
	if (!asked.ok()) {
		done(asked);
	}
}

} // namespace agent_runtime
