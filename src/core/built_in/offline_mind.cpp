#include "core/built_in/offline_mind.h"

#include "core/base/rng.h"
#include "core/built_in/offline_deeds.h"
#include "core/built_in/offline_summary.h"
#include "core/built_in/offline_talk.h"

#include <optional>
#include <utility>

namespace agent_runtime {

Result<MindAction> OfflineMind::think(const MindRequest &request) const {
	Rng rng(request.seed);
	if (request.invitation) {
		return answer_to_invitation(request, rng);
	}
	if (!request.tool_results.empty()) {
		return outcome_of_tools(request, rng);
	}
	if (std::optional<MindAction> use = tools_asked_for(request, rng)) {
		return *std::move(use);
	}
	return request.answer_to.is_none() ? deed_of_own_accord(request, rng)
									   : talk_answer(request, rng);
}

Result<std::string> OfflineMind::summarise(const SummaryRequest &request) const {
	return summarise_lines(request);
}

} // namespace agent_runtime
