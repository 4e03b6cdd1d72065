#include "core/auto_mode/interaction_pattern.h"

#include <algorithm>
#include <array>

namespace agent_runtime {

namespace {

// Only the one who is to speak walks to another, so that two never set out towards each other.
constexpr std::array BEHAVIOURS = {
	PatternBehaviour{ InteractionPattern::walk_to_agent, "walk-to-agent", Errand::none,
			Errand::to_speaker, Errand::to_seat },
	PatternBehaviour{ InteractionPattern::stay_at_desk, "stay-at-desk", Errand::to_seat,
			Errand::none, Errand::to_seat },
	PatternBehaviour{ InteractionPattern::meet_at_table, "meet-at-table", Errand::to_table,
			Errand::none, Errand::to_seat },
};

constexpr bool is_in_order() {
	for (std::size_t i = 0; i < BEHAVIOURS.size(); i++) {
		if (static_cast<std::size_t>(BEHAVIOURS[i].pattern) != i) {
			return false;
		}
	}
	return true;
}
static_assert(is_in_order(), "rows are found by their pattern's number");

} // namespace

std::span<const PatternBehaviour> interaction_patterns() {
	return BEHAVIOURS;
}

const PatternBehaviour &behaviour_of(InteractionPattern pattern) {
	return BEHAVIOURS[static_cast<std::size_t>(pattern)];
}

std::string_view pattern_name(InteractionPattern pattern) {
	return behaviour_of(pattern).name;
}

std::optional<InteractionPattern> parse_pattern(std::string_view name) {
	const auto *const found = std::find_if(BEHAVIOURS.begin(), BEHAVIOURS.end(),
			[name](const PatternBehaviour &each) { return each.name == name; });
	return found != BEHAVIOURS.end() ? std::optional(found->pattern) : std::nullopt;
}

} // namespace agent_runtime
