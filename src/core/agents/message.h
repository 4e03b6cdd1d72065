#pragma once

// What travels between agents. A message is made once and shared by all who hear it.
// Thread rule: immutable.

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/mind/mind.h"

#include <memory>
#include <string>
#include <vector>

namespace agent_runtime {

struct Message {
	ParticipantId from;
	std::string from_name;
	// To whom it is addressed; none: to whoever is in hearing range.
	ParticipantId to;
	std::string content;
	SimTime time;
	// Who hears it, in the order of their numbers, the addressee included.
	std::vector<ParticipantId> hearers;
};

using MessagePtr = std::shared_ptr<const Message>;

// What stays the same from spawn to termination.
struct AgentProfile {
	Persona self;
	std::string key;
	std::string cli_backend;
	std::string model;
	float hearing_radius = 0.0f; // tiles; 0: hears everybody
	Micros think_interval{};
	std::uint64_t seed = 0;
	// Who says where it is: the world, or a game that walks it and reports.
	bool moved_by_game = false;
	std::string metadata; // the game's own, as JSON; empty: none
};

using ProfilePtr = std::shared_ptr<const AgentProfile>;

} // namespace agent_runtime
