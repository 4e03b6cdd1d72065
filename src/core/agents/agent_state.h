#pragma once

// The states of an agent and the changes between them that are allowed: one table, which the step
// engine asks before each change and which tests and documentation list.

#include <array>
#include <optional>
#include <string_view>

namespace agent_runtime {

enum class AgentState : unsigned char { idle, listening, thinking, speaking };

inline constexpr std::array ALL_AGENT_STATES = { AgentState::idle, AgentState::listening,
	AgentState::thinking, AgentState::speaking };

// "idle", "listening", "thinking", "speaking": as in messages and in the database.
std::string_view agent_state_name(AgentState state);
std::optional<AgentState> parse_agent_state(std::string_view name);

bool may_change(AgentState from, AgentState to);

} // namespace agent_runtime
