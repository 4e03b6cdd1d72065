#pragma once

#include "core/mind/mind.h"

namespace agent_runtime {

// The mind that needs no network, no key and no model: it speaks in character from persona, role
// and topic, takes up what was just said, and decides what to do from what it perceives. A thought
// takes a few microseconds, and the same request always gives the same answer.
// Thread rule: immutable.
class OfflineMind : public Mind {
public:
	Result<MindAction> think(const MindRequest &request) const override;
	Result<std::string> summarise(const SummaryRequest &request) const override;
};

} // namespace agent_runtime
