#pragma once

// Who an agent is and what it wants to hear, as it was spawned or last configured. Shared by all
// that mention the agent, and by agents that were spawned together.
// Thread rule: immutable.

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/mind/model.h"
#include "core/mind/provider.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// Which messages may wake an agent. Empty lists let everything through.
struct MessageFilter {
	std::vector<std::string> types;
	std::vector<ParticipantId> senders;
	bool addressed_only = false;

	bool operator==(const MessageFilter &other) const = default;
};

// What an agent gets from the bus.
struct Subscription {
	std::vector<std::string> groups;
	std::vector<std::string> topics;
	MessageFilter filter;

	// Everything that is for everybody, in no group.
	bool is_default() const { return *this == Subscription(); }
	bool operator==(const Subscription &other) const = default;
};

// What an agent does of its own accord when nobody needs it.
enum class Routine : std::uint8_t { still, wander };

// "still", "wander"; whatever else is read stands for the first.
std::string_view routine_name(Routine routine);
Routine parse_routine(std::string_view name);

// How often an agent may ask its mind, and what that may cost; 0: without bound.
struct ThoughtBudget {
	std::uint32_t thoughts = 0; // in one run
	std::uint32_t thoughts_per_minute = 0; // of sim time
	// Of minds that are paid for; over all runs.
	std::int64_t tokens = 0;
	Money money;

	bool operator==(const ThoughtBudget &other) const = default;
};

struct AgentProfile {
	Persona self;
	std::string key;
	std::string model;
	Micros think_interval{};
	std::uint64_t seed = 0;
	float hearing_radius = 0.0f; // tiles; 0: hears everybody
	float walk_speed = 0.0f; // tiles a second; 0: as the settings have it
	MindKind mind = MindKind::offline;
	bool has_default_mind = false; // it named none, and has the runtime's at each start
	Routine routine = Routine::still;
	// Who says where it is: the world, or a game that walks it and reports.
	bool moved_by_game = false;
	std::shared_ptr<const std::string> own_seat; // on the map; null: none
	std::shared_ptr<const Subscription> own_subscription; // null: the default one
	ThoughtBudget budget;
	std::string mind_options; // a JSON object; empty: none
	std::string metadata; // the game's own, as JSON; empty: none

	const Subscription &subscription() const {
		return own_subscription != nullptr ? *own_subscription : DEFAULT_SUBSCRIPTION;
	}
	void subscribe(Subscription subscription);
	// The name of its own; empty: none.
	const std::string &seat() const { return own_seat != nullptr ? *own_seat : NO_SEAT; }
	void take_seat(const std::string &name);

private:
	static const Subscription DEFAULT_SUBSCRIPTION;
	static const std::string NO_SEAT;
};

struct SubscriptionFields;
using ProfilePtr = std::shared_ptr<const AgentProfile>;

// As profiles are recorded and stored: one flat object, in which `key` and the like stand.
nlohmann::json profile_to_json(const AgentProfile &profile);
ProfilePtr profile_from_json(const nlohmann::json &json);

nlohmann::json subscription_to_json(const Subscription &subscription);
// As requests have it; what is absent stays as it is.
void apply_subscription(const SubscriptionFields &fields, Subscription &subscription);
void show_subscription(const Subscription &subscription, SubscriptionFields &fields);
// Reads `groups`, `topics` and `filter`, as they were stored; what is absent stays as it is.
void read_subscription(const nlohmann::json &json, Subscription &subscription);

} // namespace agent_runtime
