#pragma once

#include "core/base/choices.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace agent_runtime {

// The kinds of minds, with the names that `cli_backend` takes.
enum class MindKind : std::uint8_t { offline, scripted, anthropic, openai, claude, codex, game };

template <>
struct Choices<MindKind> {
	static constexpr std::array<std::string_view, 7> NAMES = { "offline", "scripted", "anthropic",
		"openai", "claude", "codex", "game" };
	static constexpr MindKind OTHER = MindKind::offline;
};
inline std::string_view mind_kind_name(MindKind kind) {
	return choice_name(kind);
}
inline std::optional<MindKind> parse_mind_kind(std::string_view name) {
	return parse_choice<MindKind>(name);
}
// Whether it answers by itself, at once and free of charge. Others answer when they are ready.
constexpr bool thinks_in_process(MindKind kind) {
	return kind == MindKind::offline || kind == MindKind::scripted;
}

// Whether it is somebody else's, and may cost something.
constexpr bool is_outside(MindKind kind) {
	return !thinks_in_process(kind) && kind != MindKind::game;
}
// Whether it can be offered tools. Others are told of them in words.
constexpr bool takes_tools(MindKind kind) {
	return thinks_in_process(kind) || kind == MindKind::anthropic || kind == MindKind::openai;
}
// Whether it is another program, which sends more than it was asked to.
constexpr bool is_program(MindKind kind) {
	return kind == MindKind::claude || kind == MindKind::codex;
}
// Whether it has its provider store the beginning of a prompt, which costs more the first time.
constexpr bool writes_caches(MindKind kind) {
	return kind == MindKind::anthropic || kind == MindKind::claude;
}

} // namespace agent_runtime
