#pragma once

#include "core/auto_mode/talk_settings.h"
#include "core/mind/mind.h"

#include <span>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Who joins a conversation that lacks people. Each has a part of its own to play, so that any two
// of them have something to argue about.
struct ConversationPersona {
	std::string_view key; // unique in a world, to find it again
	std::string_view name;
	std::string_view role; // its part in a conversation
	std::string_view persona;
};

// More than can take part in one conversation. Thread rule: immutable.
std::span<const ConversationPersona> conversation_personas();

// Gives a persona's role, for this conversation, to each participant that has no role or the same
// role as one before it, so that all roles differ.
void lend_roles(std::vector<Participant> &participants);

} // namespace agent_runtime
