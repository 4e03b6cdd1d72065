#include "core/auto_mode/topics.h"

#include "agent_runtime_topics.h"

#include <algorithm>
#include <vector>

namespace agent_runtime {

std::span<const std::string_view> conversation_topics() {
	return AGENT_RUNTIME_TOPICS;
}

std::string_view draw_topic(Rng &rng, std::span<const std::string> recent) {
	const std::span<const std::string_view> all = conversation_topics();
	const std::span<const std::string> avoided =
			recent.first(std::min(recent.size(), all.size() / 2));
	std::vector<std::string_view> free;
	for (const std::string_view topic : all) {
		if (std::find(avoided.begin(), avoided.end(), topic) == avoided.end()) {
			free.push_back(topic);
		}
	}
	return free[static_cast<std::size_t>(rng.uniform(free.size()))];
}

} // namespace agent_runtime
