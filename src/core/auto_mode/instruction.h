#pragma once

#include "core/auto_mode/talk_settings.h"

#include <string>

namespace agent_runtime {

// What a participant's mind is told about the conversation before anything else: who it talks with,
// how to make the talk worthwhile, and when it may say the end keyword. Thread rule: any thread.
std::string conversation_instruction(const TalkSettings &talk, AgentId participant);

// The prompt of the first turn: the topic, and what to do with it.
// Thread rule: any thread.
std::string opening_prompt(const TalkSettings &talk);

} // namespace agent_runtime
