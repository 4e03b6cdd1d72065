#include "core/agents/simulation.h"

#include <algorithm>

// The last steps of a world that is about to end: they take what was accepted, so that it is
// stored, and nothing else.

namespace agent_runtime {

void Simulation::run_last() {
	follow_cues();
	hear_whole();
	store_last_hearings();
	gather_answers();
	sort_tasks();
	run_tasks();
	merge();
	follow_cues();
	output_->calls.clear(); // nobody is there to answer
}

// A line is stored for all who have yet to hear it, or for none of them.
void Simulation::hear_whole() {
	if (!heard_.empty() && !said_.empty() && heard_.back().message == said_.front().message) {
		const Range rest = said_.front().part;
		note_heard(said_.front(), rest.end - rest.begin);
		heard_.back().part.end = rest.end;
		said_.pop_front();
	}
}

// Nobody listens any more, but all remember it. What somebody asked to be said is stored for all
// who hear it; of what agents said by themselves in the last moment, a crowd may leave more than a
// quitting game can wait for. The lines of an agent are written together, as in all other steps:
// that changes far fewer pages of the database.
void Simulation::store_last_hearings() {
	for (const Delivery &delivery : heard_) {
		const std::span<const ParticipantId> hearers = hearers_of(delivery);
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
	std::stable_sort(output_->conversations.begin(), output_->conversations.end(),
			[](const ConversationRow &one, const ConversationRow &other) {
				return one.owner < other.owner;
			});
}

} // namespace agent_runtime
