#pragma once

// What the methods for scripts have in common: reading their arguments, and reporting what is wrong
// with them. Main thread only.

#include "core/agents/agent_messages.h"
#include "core/base/ids.h"
#include "core/base/json_io.h"
#include "core/base/status.h"

#include <godot_cpp/classes/global_constants.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <string>

namespace agent_runtime {

// Prints one error for a call that failed, and returns the engine's error code for it.
godot::Error report_call(
		const char *p_call, const Status &p_status, const char *p_class = "AgentRuntime");

// Not ok on any thread but the main one, since nothing here may be called from another.
Status check_thread();

// The problem names the parameter `p_field`.
Result<AgentId> agent_id_from(const godot::String &p_text, const char *p_field);
Result<TaskId> task_id_from(const godot::String &p_text, const char *p_field);
Result<ConversationId> conversation_id_from(const godot::String &p_text);
Result<CallId> call_id_from(const godot::String &p_text, const char *p_field);
// The account for what minds cost, by its name; an agent's id means the agent's account. None for
// an empty text, which means all agents together.
Result<std::string> account_from(const godot::String &p_text, const char *p_field);
// Nobody for an empty text.
Result<ParticipantId> participant_from(const godot::String &p_text, const char *p_field);

Result<nlohmann::json> json_from(const godot::Variant &p_value, const char *p_name);
// Reads an AgentConfig, or a dictionary of its fields, without the mind, which JSON cannot express.
Result<nlohmann::json> config_from(const godot::Variant &p_config);
// The game's own mind in it; null: none.
godot::Variant mind_from(const godot::Variant &p_config);
// What the runtime reports about an agent, with its state and direction as numbers.
godot::Dictionary shown_state(const AgentStateFields &p_state);

} // namespace agent_runtime
