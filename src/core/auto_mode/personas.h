#pragma once

#include "core/auto_mode/talk_settings.h"
#include "core/mind/mind.h"

#include <span>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Who comes to a conversation that lacks people: each has a part of its own to play in it, so that
// any two of them have something to settle.
struct ConversationPersona {
	std::string_view key; // under which it lives in a world, once
	std::string_view name;
	std::string_view role; // its part in a conversation
	std::string_view persona;
};

// More than take part in one conversation. Thread rule: immutable.
std::span<const ConversationPersona> conversation_personas();

// Lends a persona's role, for this conversation, to each participant that has none, or the same as
// one before it, so that all of them differ.
void lend_roles(std::vector<Participant> &participants);

} // namespace agent_runtime
