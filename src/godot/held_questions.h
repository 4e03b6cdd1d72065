#pragma once

#include "core/log/event.h"
#include "core/questions/question_events.h"
#include "core/questions/question_messages.h"
#include "godot/agent_question.h"
#include "godot/live_runtime.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/variant/typed_array.hpp>

#include <cstddef>
#include <deque>
#include <map>
#include <set>

class AgentJobs;

namespace agent_runtime {

// The questions of one runtime as scripts have them: those that wait for an answer, and those that
// were answered last. Owned by AgentJobs, which emits its signals.
// Thread rule: main thread only.
class HeldQuestions {
public:
	explicit HeldQuestions(AgentJobs &p_owner) :
			owner(p_owner) {}

	// The pending questions of the database are looked up, and asked again.
	void begin();
	// What has happened, if it is about questions. A handler may do anything.
	void follow(const EventData &p_event);
	void end_all();

	godot::Ref<AgentQuestion> find(QuestionId p_id) const;
	godot::TypedArray<AgentQuestion> pending() const;

private:
	// So many that are closed are held, for those who follow their answers.
	static constexpr std::size_t MOST_CLOSED = 256;

	void take_found(const QuestionsReply &p_found);
	void show(const Question &p_question);
	// What is too large for a list or an event is looked up.
	void show_in_full(const Question &p_question);
	void take(const QuestionAnswered &p_event);
	void take(const QuestionDelivered &p_event) const;
	void take(const QuestionWithdrawn &p_event);
	// That of an event that closes it; null: it was never shown.
	godot::Ref<AgentQuestion> closing(QuestionId p_id);

	AgentJobs &owner;
	std::map<QuestionId, godot::Ref<AgentQuestion>> questions;
	std::deque<QuestionId> closed; // of these, the oldest first
	// Closed before what is pending was looked up, which may still name them.
	std::set<QuestionId> closed_early;
	bool has_looked = false;
};

} // namespace agent_runtime
