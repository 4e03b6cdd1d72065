#include "godot/held_questions.h"

#include "godot/agent_jobs.h"

#include <utility>

using namespace godot;

namespace agent_runtime {

void HeldQuestions::begin() {
	has_looked = false;
	closed_early.clear();
	LiveRuntime *live = owner.find_live();
	if (live == nullptr) {
		return;
	}
	QuestionsRequest request;
	request.status = QuestionStatus::pending;
	request.limit = vocabulary::MOST_QUESTIONS_SHOWN;
	live->look_up(request, [id = owner.own_id()](const Result<QuestionsReply> &found) {
		AgentJobs *jobs = AgentJobs::find(id);
		if (jobs != nullptr && found.ok()) {
			jobs->held_questions().take_found(found.value());
		}
	});
}

void HeldQuestions::take_found(const QuestionsReply &p_found) {
	const Ref<AgentJobs> holder(&owner); // a handler may free the node
	has_looked = true;
	const std::set<QuestionId> gone = std::exchange(closed_early, {});
	// The newest come first.
	for (auto found = p_found.questions.rbegin(); found != p_found.questions.rend(); ++found) {
		if (!gone.contains(found->id)) {
			show_in_full(*found);
		}
	}
}

void HeldQuestions::show_in_full(const Question &p_question) {
	LiveRuntime *live = owner.find_live();
	if (!p_question.shortened.value_or(false) || live == nullptr) {
		show(p_question);
		return;
	}
	live->look_up(QuestionRequest{ p_question.id },
			[id = owner.own_id()](const Result<Question> &question) {
				AgentJobs *jobs = AgentJobs::find(id);
				if (jobs != nullptr && question.ok() && question.value().is_pending()) {
					jobs->held_questions().show(question.value());
				}
			});
}

// An answer that could not be delivered is asked for anew.
void HeldQuestions::show(const Question &p_question) {
	if (!owner.is_running()) {
		return;
	}
	Ref<AgentQuestion> &held = questions[p_question.id];
	if (held.is_valid() && held->is_pending()) {
		return;
	}
	const Ref<AgentJobs> holder(&owner); // a handler may free the node
	if (held.is_null()) {
		held.instantiate();
	}
	std::erase(closed, p_question.id);
	const Ref<AgentQuestion> question = held;
	question->begin(owner.runtime_id(), p_question);
	owner.show_asked(question, p_question.asked.job());
}

Ref<AgentQuestion> HeldQuestions::find(QuestionId p_id) const {
	const auto found = questions.find(p_id);
	return found != questions.end() ? found->second : Ref<AgentQuestion>();
}

void HeldQuestions::follow(const EventData &p_event) {
	if (const QuestionAsked *asked = p_event.get_if<QuestionAsked>()) {
		show_in_full(asked->question);
	} else if (const QuestionAnswered *answered = p_event.get_if<QuestionAnswered>()) {
		take(*answered);
	} else if (const QuestionDelivered *delivered = p_event.get_if<QuestionDelivered>()) {
		take(*delivered);
	} else if (const QuestionWithdrawn *withdrawn = p_event.get_if<QuestionWithdrawn>()) {
		take(*withdrawn);
	}
}

// Somebody may still want to know how far the answer comes.
void HeldQuestions::take(const QuestionAnswered &p_event) {
	const Ref<AgentQuestion> question = closing(p_event.question);
	if (question.is_null()) {
		return;
	}
	closed.push_back(p_event.question);
	if (closed.size() > MOST_CLOSED) {
		questions.erase(closed.front());
		closed.pop_front();
	}
	question->take_answer(p_event.answer);
	owner.show_closed(question);
}

void HeldQuestions::take(const QuestionDelivered &p_event) const {
	if (const Ref<AgentQuestion> question = find(p_event.question); question.is_valid()) {
		question->take_delivery(p_event.delivery, p_event.error);
	}
}

void HeldQuestions::take(const QuestionWithdrawn &p_event) {
	const Ref<AgentQuestion> question = closing(p_event.question);
	if (question.is_null()) {
		return;
	}
	questions.erase(p_event.question);
	question->withdraw(p_event.status, p_event.reason);
	owner.show_closed(question);
}

Ref<AgentQuestion> HeldQuestions::closing(QuestionId p_id) {
	if (!has_looked) {
		closed_early.insert(p_id);
	}
	return find(p_id);
}

void HeldQuestions::end_all() {
	closed.clear();
	for (const auto &[id, question] : std::exchange(questions, {})) {
		question->let_go();
	}
}

TypedArray<AgentQuestion> HeldQuestions::pending() const {
	TypedArray<AgentQuestion> all;
	for (const auto &[id, question] : questions) {
		if (question->is_pending()) {
			all.push_back(question);
		}
	}
	return all;
}

} // namespace agent_runtime
