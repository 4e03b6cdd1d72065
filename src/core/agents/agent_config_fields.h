#pragma once

// What an agent can be configured with, as messages have it.
// Thread rule: immutable.

#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_walks.h"
#include "core/mind/position_field.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace agent_runtime {

struct FilterFields {
	std::vector<std::string> types;
	std::vector<ParticipantId> senders;
	bool addressed_only = false;

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind({ .name = "types",
						 .kind = text_list,
						 .sentence = "Only messages of these types, such as AgentSpoke; all when "
									 "empty, but for AgentStateChanged, which is told to those "
									 "alone who name it.",
						 .max_length = MOST_CHANNELS },
					&FilterFields::types),
			bind({ .name = "senders",
						 .kind = text_list,
						 .sentence = "Only what these participants say; everybody when empty.",
						 .max_length = MOST_CHANNELS },
					&FilterFields::senders),
			bind({ .name = "addressed_only",
						 .kind = boolean,
						 .sentence = "Only what is addressed to the agent itself." },
					&FilterFields::addressed_only),
		};
	}
};

// What an agent gets from the bus; what is absent stays.
struct SubscriptionFields {
	std::optional<std::vector<std::string>> groups;
	std::optional<std::vector<std::string>> topics;
	std::optional<FilterFields> filter;
};

namespace vocabulary {

inline constexpr Field GROUPS = { .name = "groups",
	.kind = text_list,
	.sentence = "The groups to which the agent belongs.",
	.max_length = MOST_CHANNELS };
inline constexpr Field TOPICS = { .name = "topics",
	.kind = text_list,
	.sentence = "The topics to which the agent listens.",
	.max_length = MOST_CHANNELS };
inline constexpr Field FILTER = { .name = "filter",
	.kind = object,
	.sentence = "What the agent wants to hear at all; everything when absent.",
	.fields = fields_of<FilterFields>() };

} // namespace vocabulary

struct BudgetFields {
	std::uint32_t thoughts = 0;
	std::uint32_t thoughts_per_minute = 0;
	std::int64_t tokens = 0;
	double dollars = 0.0;

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind({ .name = "thoughts",
						 .kind = integer,
						 .sentence = "How often the agent may ask its mind in one run of the "
									 "runtime; 0 sets no bound.",
						 .max = MOST_THOUGHTS },
					&BudgetFields::thoughts),
			bind({ .name = "thoughts_per_minute",
						 .kind = integer,
						 .sentence = "How often within a minute of sim time; 0 sets no bound.",
						 .max = MOST_THOUGHTS },
					&BudgetFields::thoughts_per_minute),
			bind({ .name = "tokens",
						 .kind = integer,
						 .sentence = "How many tokens a mind that is paid for may read and write "
									 "for it, over all runs; 0 sets no bound.",
						 .max = 1e15 },
					&BudgetFields::tokens),
			bind({ .name = "dollars",
						 .kind = number,
						 .sentence =
								 "How much money such a mind may cost, over all runs; 0 sets no "
								 "bound.",
						 .max = 1e9 },
					&BudgetFields::dollars),
		};
	}
};

// Empty texts are as absent.
struct AgentConfigFields : SubscriptionFields {
	std::string key;
	std::string name;
	std::string role;
	std::string persona;
	std::string cli_backend;
	std::string model;
	std::optional<TilePosition> initial_position;
	std::string position_owner;
	std::optional<float> hearing_radius;
	std::optional<double> think_interval; // sim seconds
	std::uint64_t seed = 0;
	std::string seat;
	float walk_speed = 0.0f;
	std::string routine;
	BudgetFields budget;
	nlohmann::json mind_options;
	nlohmann::json metadata;

	// NOLINTNEXTLINE(readability-function-size): a table
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind({ .name = "key",
						 .sentence = "The game's own name for the agent: a second spawn gives the "
									 "living one.",
						 .one_line = true,
						 .min_length = 1 },
					&AgentConfigFields::key),
			bind({ .name = "name",
						 .sentence = "What others call the agent.",
						 .one_line = true,
						 .min_length = 1 },
					&AgentConfigFields::name),
			bind({ .name = "role",
						 .sentence = "What the agent is, in a few words, such as helper.",
						 .one_line = true },
					&AgentConfigFields::role),
			bind({ .name = "persona",
						 .sentence = "Who the agent is, in its own words: how it speaks and what "
									 "it wants.",
						 .max_length = LONGEST_PERSONA },
					&AgentConfigFields::persona),
			bind({ .name = "cli_backend",
						 .sentence =
								 "What thinks for the agent; the project's default when absent.",
						 .values = BACKENDS },
					&AgentConfigFields::cli_backend),
			bind({ .name = "model",
						 .sentence =
								 "The model of that backend; the project's default when absent.",
						 .one_line = true },
					&AgentConfigFields::model),
			bind({ .name = "initial_position",
						 .kind = position,
						 .sentence = "Where the agent appears, in tiles; the origin when absent." },
					&AgentConfigFields::initial_position),
			bind({ .name = "position_owner",
						 .sentence = "Who says where the agent is; the runtime when absent.",
						 .values = OWNERS },
					&AgentConfigFields::position_owner),
			bind({ .name = "hearing_radius",
						 .kind = number,
						 .sentence = "How far the agent hears, in tiles; 0 hears everybody.",
						 .max = LARGEST_COORDINATE },
					&AgentConfigFields::hearing_radius),
			bind({ .name = "think_interval",
						 .kind = number,
						 .sentence = "Sim seconds between decisions of its own; 0 makes none.",
						 .max = LONGEST_INTERVAL },
					&AgentConfigFields::think_interval),
			bind({ .name = "seed",
						 .kind = integer,
						 .sentence = "The seed of the agent's chance; made from the run's when "
									 "absent." },
					&AgentConfigFields::seed),
			bind({ .name = "seat",
						 .sentence = "The seat on the map that is the agent's own.",
						 .one_line = true },
					&AgentConfigFields::seat),
			bind({ .name = "walk_speed",
						 .kind = number,
						 .sentence = "How fast the agent walks, in tiles a sim second; the "
									 "project's default when 0.",
						 .max = HIGHEST_SPEED },
					&AgentConfigFields::walk_speed),
			bind({ .name = "routine",
						 .sentence = "What the agent does when nobody needs it: stand still, or "
									 "wander about.",
						 .values = ROUTINES },
					&AgentConfigFields::routine),
			bind(GROUPS, &AgentConfigFields::groups),
			bind(TOPICS, &AgentConfigFields::topics),
			bind(FILTER, &AgentConfigFields::filter),
			bind({ .name = "budget",
						 .kind = object,
						 .sentence = "How much the agent may think.",
						 .fields = fields_of<BudgetFields>() },
					&AgentConfigFields::budget),
			bind({ .name = "mind_options",
						 .kind = any_object,
						 .sentence = "Options of the mind, such as its temperature.",
						 .max_length = LARGEST_METADATA },
					&AgentConfigFields::mind_options),
			bind({ .name = "metadata",
						 .kind = any_object,
						 .sentence = "The game's own data; kept, not read.",
						 .max_length = LARGEST_METADATA },
					&AgentConfigFields::metadata),
		};
	}
};

} // namespace agent_runtime
