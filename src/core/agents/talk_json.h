#pragma once

// What a conversation is started with, as JSON: in its event, in recordings and in the database.
//	{conversation_id, agents, names, roles, topic, interaction_pattern, max_turns, duration_ms,
//	pause_ms, end_keyword}

#include "core/auto_mode/talk_settings.h"

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Thread rule: any thread.
nlohmann::json talk_to_json(const TalkSettings &talk);
// What is missing or wrong has its default.
// Thread rule: any thread.
TalkSettings talk_from_json(const nlohmann::json &json);

} // namespace agent_runtime
