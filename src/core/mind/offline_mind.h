#pragma once

#include "core/mind/mind.h"

namespace agent_runtime {

// The mind that needs no network, no key and no model: it speaks in character from role and name,
// takes up a word of what was just said, and wanders a little.
// Thread rule: immutable.
class OfflineMind : public Mind {
public:
	Result<MindAction> think(const MindRequest &request) const override;
	Result<std::string> summarise(const SummaryRequest &request) const override;
};

} // namespace agent_runtime
