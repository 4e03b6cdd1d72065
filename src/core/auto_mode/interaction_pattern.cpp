#include "core/auto_mode/interaction_pattern.h"

#include "core/base/vocabulary_auto_mode.h"

#include <algorithm>
#include <array>

namespace agent_runtime {

namespace {

constexpr PatternBehaviour of(
		InteractionPattern pattern, Errand at_start, Errand before_turn, Errand at_end) {
	return { pattern, vocabulary::PATTERNS[static_cast<std::size_t>(pattern)], at_start,
		before_turn, at_end };
}

// Only the one who is to speak walks to another, so that two never set out towards each other.
constexpr std::array BEHAVIOURS = {
	of(InteractionPattern::walk_to_agent, Errand::none, Errand::to_speaker, Errand::to_seat),
	of(InteractionPattern::stay_at_desk, Errand::to_seat, Errand::none, Errand::to_seat),
	of(InteractionPattern::meet_at_table, Errand::to_table, Errand::none, Errand::to_seat),
};

constexpr bool is_in_order() {
	for (std::size_t i = 0; i < BEHAVIOURS.size(); i++) {
		if (static_cast<std::size_t>(BEHAVIOURS[i].pattern) != i) {
			return false;
		}
	}
	return true;
}
static_assert(BEHAVIOURS.size() == vocabulary::PATTERNS.size());
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
