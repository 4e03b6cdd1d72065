#include "core/mind/mind.h"

#include <algorithm>

namespace agent_runtime {

const RememberedLine *find_prompt_line(const MindRequest &request) {
	if (!request.prompt || request.prompt->sender.is_none()) {
		return nullptr;
	}
	const auto found = std::find_if(request.last_lines.rbegin(), request.last_lines.rend(),
			[&](const RememberedLine &line) {
				return line.sender == request.prompt->sender &&
						line.content == request.prompt->content;
			});
	return found != request.last_lines.rend() ? &*found : nullptr;
}

Micros InProcessMind::delay_of(const MindRequest &) const {
	return Micros{ 0 };
}

std::vector<std::string> InProcessMind::pieces_of(const MindRequest &) const {
	return {};
}

Result<std::string> InProcessMind::summarise(const SummaryRequest &) const {
	return Status(StatusCode::unsupported, "this mind cannot sum up what was said");
}

} // namespace agent_runtime
