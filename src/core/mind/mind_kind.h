#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace agent_runtime {

// The kinds of minds, by the names that `cli_backend` has.
enum class MindKind : std::uint8_t { offline, scripted, anthropic, openai, claude, codex, game };

std::string_view mind_kind_name(MindKind kind);
std::optional<MindKind> parse_mind_kind(std::string_view name);
// Whether it answers by itself, at once and for nothing; others answer when they do.
constexpr bool thinks_in_process(MindKind kind) {
	return kind == MindKind::offline || kind == MindKind::scripted;
}

} // namespace agent_runtime
