#pragma once

// What the methods that scripts call have in common: reading what they were given, and saying what
// was wrong with it. Main thread only.

#include "core/base/ids.h"
#include "core/base/json_io.h"
#include "core/base/status.h"

#include <godot_cpp/classes/global_constants.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <string>

namespace agent_runtime {

// Prints one error for a call that failed, and returns the engine's word for it.
godot::Error report_call(
		const char *p_call, const Status &p_status, const char *p_class = "AgentRuntime");

// Not ok on any thread but the main one: nothing here may be called from another.
Status check_thread();

// The problem names the parameter `p_field`.
Result<AgentId> agent_id_from(const godot::String &p_text, const char *p_field);
Result<TaskId> task_id_from(const godot::String &p_text, const char *p_field);
Result<CallId> call_id_from(const godot::String &p_text, const char *p_field);
// The name of an account of what minds cost: of an id of an agent its account. None for an empty
// text, which means all agents together.
Result<std::string> account_from(const godot::String &p_text, const char *p_field);
// Nobody for an empty text.
Result<ParticipantId> participant_from(const godot::String &p_text, const char *p_field);

Result<nlohmann::json> json_from(const godot::Variant &p_value, const char *p_name);
// An AgentConfig, or a dictionary of its fields; without the mind, which JSON cannot say.
Result<nlohmann::json> config_from(const godot::Variant &p_config);
// The game's own mind that is given with it; null: none.
godot::Variant mind_from(const godot::Variant &p_config);
// What the runtime tells of an agent, with its state as a number and its position as a vector.
godot::Dictionary shown_state(const nlohmann::json &p_state);

} // namespace agent_runtime
