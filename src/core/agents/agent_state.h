#pragma once

// The states of an agent, and the changes that are allowed between them. The step engine checks
// each change against one table, which tests and documentation list.

#include "core/base/choices.h"

#include <array>
#include <optional>
#include <string_view>

namespace agent_runtime {

enum class AgentState : unsigned char { idle, listening, thinking, speaking };

inline constexpr std::array ALL_AGENT_STATES = { AgentState::idle, AgentState::listening,
	AgentState::thinking, AgentState::speaking };

// As in messages and in the database.
template <>
struct Choices<AgentState> {
	static constexpr std::array<std::string_view, 4> NAMES = { "idle", "listening", "thinking",
		"speaking" };
	static constexpr AgentState OTHER = AgentState::idle;
	static constexpr std::string_view SHOWN_AS = "AgentState";
};
inline std::string_view agent_state_name(AgentState state) {
	return choice_name(state);
}
inline std::optional<AgentState> parse_agent_state(std::string_view name) {
	return parse_choice<AgentState>(name);
}

bool may_change(AgentState from, AgentState to);

} // namespace agent_runtime
