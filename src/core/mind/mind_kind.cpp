#include "core/mind/mind_kind.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace agent_runtime {

namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 7> KIND_NAMES = { "offline", "scripted", "anthropic",
	"openai", "claude", "codex", "game" };

} // namespace

std::string_view mind_kind_name(MindKind kind) {
	return KIND_NAMES[static_cast<std::size_t>(kind)];
}

std::optional<MindKind> parse_mind_kind(std::string_view name) {
	const auto *const found = std::find(KIND_NAMES.begin(), KIND_NAMES.end(), name);
	return found != KIND_NAMES.end()
			? std::optional(static_cast<MindKind>(found - KIND_NAMES.begin()))
			: std::nullopt;
}

} // namespace agent_runtime
