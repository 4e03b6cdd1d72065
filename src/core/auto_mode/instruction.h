#pragma once

#include "core/auto_mode/talk_settings.h"

#include <string>

namespace agent_runtime {

// What a participant's mind is told about the conversation before anything else: with whom it
// talks, how to talk so that something comes of it, and when the end keyword may be said.
// Thread rule: any thread.
std::string conversation_instruction(const TalkSettings &talk, AgentId participant);

// The first turn's prompt: the topic, and what to do with it.
// Thread rule: any thread.
std::string opening_prompt(const TalkSettings &talk);

} // namespace agent_runtime
