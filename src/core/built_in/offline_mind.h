#pragma once

#include "core/mind/mind.h"

namespace agent_runtime {

// The mind that needs no network, no key and no model. It speaks in character from persona, role
// and topic, takes up what was just said, and decides from what it perceives what to do. A thought
// takes a few microseconds, and the same request always gives the same answer.
// Thread rule: immutable.
class OfflineMind : public InProcessMind {
public:
	Result<MindAction> think(const MindRequest &request) const override;
	Result<std::string> summarise(const SummaryRequest &request) const override;
};

} // namespace agent_runtime
