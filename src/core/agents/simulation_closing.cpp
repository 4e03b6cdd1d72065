#include "core/agents/simulation.h"

// The last steps of a world that is about to end: they take what was accepted, so that it is
// stored, and nothing else.

namespace agent_runtime {

void Simulation::run_last() {
	follow_cues();
	store_last_hearings();
	gather_answers();
	sort_tasks();
	run_tasks();
	merge();
	follow_cues();
	output_->calls.clear(); // nobody is there to answer
}

// Nobody listens any more, but all remember it. What somebody asked to be said is stored for all
// who hear it; of what agents said by themselves in the last moment, a crowd may leave more than a
// quitting game can wait for.
void Simulation::store_last_hearings() {
	for (const Delivery &delivery : heard_) {
		const std::vector<ParticipantId> &hearers = delivery.message->hearers;
		if (!delivery.is_asked_for) {
			if (last_hearings_ + hearers.size() > MOST_LAST_HEARINGS) {
				continue;
			}
			last_hearings_ += hearers.size();
		}
		for (const ParticipantId hearer : hearers) {
			if (living(hearer.agent_id()) != nullptr) {
				output_->conversations.push_back({ hearer.agent_id(), delivery.message });
			}
		}
	}
}

} // namespace agent_runtime
