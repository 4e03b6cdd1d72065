#pragma once

#include "core/base/clock.h"
#include "core/gateway/gateway_backend.h"
#include "core/log/published.h"
#include "core/questions/answer_question.h"
#include "core/questions/question_messages.h"
#include "core/requests/request_table.h"
#include "core/services/shared_store.h"

#include <functional>

namespace agent_runtime {

// Answers the requests about questions: reads them on the reader's thread, and decides answers on
// the writer's. Questions are no part of the world, so these requests outlive it.
// Owned by Runtime. Thread rule: any thread.
class QuestionDesk {
public:
	using Types = RequestTypes<QuestionAnswerRequest, QuestionRequest, QuestionsRequest>;

	// All references must outlive the desk.
	QuestionDesk(SharedStore &store, const Clock &clock, EventSubscriber &fanout) :
			store_(store),
			clock_(clock),
			fanout_(fanout) {}

	// For those who own subjects, before the first request.
	AnswerRoutes &routes() { return routes_; }

	Status answer(const QuestionAnswerRequest &request, const Asker &asker);
	Status answer(const QuestionRequest &request, const Asker &asker);
	Status answer(const QuestionsRequest &request, const Asker &asker);

	// A page of what a new client is told (announce_pending()). Calls `done` exactly once, on the
	// reader's thread if there is anything to read.
	using Announced = std::function<void(const Result<GreetingPage> &page)>;
	void announce(QuestionId after, const Announced &done);

private:
	Status require_store() const;
	void decide(const QuestionAnswerRequest &request, const Asker &asker);

	SharedStore &store_;
	const Clock &clock_;
	EventSubscriber &fanout_;
	AnswerRoutes routes_;
};

} // namespace agent_runtime
