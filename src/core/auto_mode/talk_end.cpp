#include "core/auto_mode/talk_end.h"

#include "core/base/vocabulary_auto_mode.h"

#include <cstddef>

namespace agent_runtime {

using vocabulary::TALK_ENDS;

static_assert(TALK_ENDS.size() == static_cast<std::size_t>(TalkEnd::interrupted) + 1);

std::string_view talk_end_name(TalkEnd end) {
	return TALK_ENDS[static_cast<std::size_t>(end)];
}

std::optional<TalkEnd> parse_talk_end(std::string_view name) {
	for (std::size_t i = 0; i < TALK_ENDS.size(); i++) {
		if (TALK_ENDS[i] == name) {
			return static_cast<TalkEnd>(i);
		}
	}
	return std::nullopt;
}

} // namespace agent_runtime
