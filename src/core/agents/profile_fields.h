#pragma once

// The fields of an agent's configuration: one line each, from which come how a profile is stored,
// recorded and read, and how it is made from what a request asks for. Add a field to AgentProfile,
// a line here, and its row to OF_AGENT_CONFIG in the vocabulary.

#include "core/agents/profile.h"
#include "core/base/vocabulary_walks.h"

namespace agent_runtime {

// Calls visit(name, member), and visit(name, member, most) where a number has a bound. What is
// equal to T{} is the default. `own_subscription` stands for members of its own (groups, topics,
// filter) and has no name.
template <typename Profile, typename Visit>
void visit_profile(Profile &profile, Visit &&visit) {
	visit("name", profile.self.name);
	visit("role", profile.self.role);
	visit("persona", profile.self.persona);
	visit("key", profile.key);
	visit("cli_backend", profile.mind);
	visit("default_mind", profile.has_default_mind);
	visit("model", profile.model);
	visit("hearing_radius", profile.hearing_radius, LARGEST_COORDINATE);
	visit("think_interval", profile.think_interval);
	visit("seed", profile.seed);
	visit("moved_by_game", profile.moved_by_game);
	visit("seat", profile.own_seat);
	visit("walk_speed", profile.walk_speed, vocabulary::HIGHEST_SPEED);
	visit("routine", profile.routine);
	visit("", profile.own_subscription);
	visit("budget", profile.budget);
	visit("mind_options", profile.mind_options);
	visit("metadata", profile.metadata);
}

} // namespace agent_runtime
