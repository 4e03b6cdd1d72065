#include "core/auto_mode/interaction_pattern.h"

#include <array>

namespace agent_runtime {

namespace {

// Only the next speaker walks to another, so that two never set out towards each other.
using enum InteractionPattern;
constexpr std::array BEHAVIOURS = {
	PatternBehaviour{ walk_to_agent, Errand::none, Errand::to_speaker, Errand::to_seat },
	PatternBehaviour{ stay_at_desk, Errand::to_seat, Errand::none, Errand::to_seat },
	PatternBehaviour{ meet_at_table, Errand::to_table, Errand::none, Errand::to_seat },
};

constexpr bool is_in_order() {
	for (std::size_t i = 0; i < BEHAVIOURS.size(); i++) {
		if (static_cast<std::size_t>(BEHAVIOURS[i].pattern) != i) {
			return false;
		}
	}
	return true;
}
static_assert(BEHAVIOURS.size() == NAMES_OF<InteractionPattern>.size());
static_assert(is_in_order(), "rows are found by their pattern's number");

} // namespace

std::span<const PatternBehaviour> interaction_patterns() {
	return BEHAVIOURS;
}

const PatternBehaviour &behaviour_of(InteractionPattern pattern) {
	return BEHAVIOURS[static_cast<std::size_t>(pattern)];
}

} // namespace agent_runtime
