#pragma once

// Two offline minds that talk to each other as in the simulation: each sees the last lines, the
// topic, which talk it is, and how often it has spoken in it.

#include "core/mind/mind.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace agent_runtime {

struct OfflineConversation {
	std::string topic;
	std::array<Persona, 2> speakers;
	std::uint64_t seed = 0;
	std::string end_keyword;

	// The lines of this many turns; fewer, when one of them has nothing more to say.
	std::vector<RememberedLine> lines(std::size_t turns) const;
	// The question for the next speaker's mind after these lines.
	MindRequest request_after(const std::vector<RememberedLine> &lines) const;
};

// A grumpy engineer, a cheerful gardener, and a dreamy poet.
const std::array<Persona, 3> &three_personas();

// Fifty conversations, with each pair of personas in turn, on known and unknown topics in turn.
std::vector<OfflineConversation> fifty_conversations();

} // namespace agent_runtime
