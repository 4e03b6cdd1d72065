#include "core/auto_mode/talk_end.h"

#include <array>
#include <cstddef>

namespace agent_runtime {

namespace {

constexpr std::array<std::string_view, 8> END_NAMES = { "keyword", "timer", "stopped", "agent_lost",
	"budget", "max_turns", "mind_failed", "interrupted" };

} // namespace

std::string_view talk_end_name(TalkEnd end) {
	return END_NAMES[static_cast<std::size_t>(end)];
}

std::optional<TalkEnd> parse_talk_end(std::string_view name) {
	for (std::size_t i = 0; i < END_NAMES.size(); i++) {
		if (END_NAMES[i] == name) {
			return static_cast<TalkEnd>(i);
		}
	}
	return std::nullopt;
}

} // namespace agent_runtime
