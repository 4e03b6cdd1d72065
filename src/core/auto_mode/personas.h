#pragma once

#include "core/mind/mind.h"

#include <span>
#include <string_view>

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

} // namespace agent_runtime
