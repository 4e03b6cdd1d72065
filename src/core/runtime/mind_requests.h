#pragma once

#include "core/mind/last_prompts.h"
#include "core/mind/mind_messages.h"
#include "core/runtime/model_desk.h"
#include "core/runtime/world_parts.h"

#include <memory>

namespace agent_runtime {

// Answers the requests about what minds were asked and what they may cost.
// Owned by Runtime. Thread rule: any thread.
class MindRequests {
public:
	using Types = RequestTypes<AttentionRequest, LastPromptRequest, UsageRequest, CapsRequest>;

	// `models` is set before the first request.
	MindRequests(const WorldParts &parts, const LastPrompts &prompts,
			const std::unique_ptr<ModelDesk> &models) :
			parts_(parts),
			prompts_(prompts),
			models_(models) {}

	Status answer(const AttentionRequest &request, TraceId trace = {});
	Result<LastPromptReply> answer(const LastPromptRequest &request) const;
	Status answer(const UsageRequest &request, RequestId number);
	Status answer(const CapsRequest &request, RequestId number);

private:
	const WorldParts parts_;
	const LastPrompts &prompts_;
	const std::unique_ptr<ModelDesk> &models_;
};

} // namespace agent_runtime
