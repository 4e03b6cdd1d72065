#pragma once

// The project settings of one provider of minds, "agent_runtime/minds/anthropic/model": one table,
// from which they are registered and read. Main thread only.

#include "core/mind/provider.h"

#include <array>

namespace agent_runtime {

inline constexpr std::array CONFIGURED_MINDS = { MindKind::anthropic, MindKind::openai,
	MindKind::claude, MindKind::codex, MindKind::game };

void register_provider(MindKind p_kind);
// Leaves out its key, which is stored elsewhere.
ProviderSettings read_provider(MindKind p_kind);

} // namespace agent_runtime
