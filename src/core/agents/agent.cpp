#include "core/agents/agent.h"

#include <algorithm>

namespace agent_runtime {

const Walk Agent::NO_WALK;
const Dialogue Agent::NO_DIALOGUE;

Travels &Agent::travel() {
	if (travels == nullptr) {
		travels = std::make_unique<Travels>();
		travels->home = standing.position;
	}
	return *travels;
}

Dialogue &Agent::converse() {
	if (dialogues == nullptr) {
		dialogues = std::make_unique<Dialogue>();
	}
	return *dialogues;
}

void Agent::remember(const MessagePtr &message) {
	std::array<MessagePtr, Dialogue::REMEMBERED> &recent = converse().recent;
	if (recent.back() != nullptr) {
		std::move(recent.begin() + 1, recent.end(), recent.begin());
		recent.back() = message;
		return;
	}
	*std::find(recent.begin(), recent.end(), nullptr) = message;
}

void Agent::forget_partner() {
	if (dialogues != nullptr) {
		dialogues->interruptions = 0;
		dialogues->answer_to = ParticipantId();
		dialogues->taken_in.reset();
	}
}

Engagement &Agent::engage() {
	if (engagement == nullptr) {
		engagement = std::make_unique<Engagement>();
	}
	return *engagement;
}

void Agent::disengage_if_free() {
	if (engagement != nullptr && engagement->is_empty()) {
		engagement.reset();
	}
}

TaskPtr Agent::current_task() const {
	return engagement != nullptr && !engagement->tasks.empty() ? engagement->tasks.front()
															   : nullptr;
}

void Agent::keep(const KeptLinesPtr &lines) {
	kept = lines == nullptr ? nullptr : std::make_unique<const KeptLinesPtr>(lines);
}

} // namespace agent_runtime
