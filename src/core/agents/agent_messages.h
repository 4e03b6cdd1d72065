#pragma once

// The requests with which agents come, go, pause and are shown, with their fields and replies.
// Thread rule: immutable.

#include "core/agents/agent_config_fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

struct SpawnReply {
	AgentId agent;
	static constexpr auto fields() {
		return FieldRows{ bind(vocabulary::AGENT, &SpawnReply::agent) };
	}
};

struct SpawnRequest {
	using Reply = SpawnReply;
	static constexpr RequestWords WORDS{ .name = "agent_spawn_request",
		.sentence = "Bring an agent to life.",
		.changes = true };
	AgentConfigFields config;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "agent_config", .sentence = "Who the agent is.", .required = true },
					&SpawnRequest::config),
		};
	}
};

struct SpawnManyReply {
	std::vector<AgentId> agents;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "agent_ids",
						 .sentence = "The agents, in the order of their numbers.",
						 .required = true,
						 .max_length = std::size_t{ 100'000 } },
					&SpawnManyReply::agents),
		};
	}
};

struct SpawnManyRequest {
	using Reply = SpawnManyReply;
	static constexpr RequestWords WORDS{ .name = "agents_spawn_request",
		.sentence = "Bring many agents of one kind to life.",
		.changes = true };
	AgentConfigFields config;
	std::int64_t count = 0;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "agent_config",
						 .sentence = "Who the agents are; without a key, which is one agent's "
									 "alone.",
						 .required = true },
					&SpawnManyRequest::config),
			bind({ .name = "count",
						 .sentence = "How many.",
						 .required = true,
						 .min = 1,
						 .max = vocabulary::MOST_SPAWNED_AT_ONCE },
					&SpawnManyRequest::count),
		};
	}
};

// Names one agent and nothing else.
struct OneAgent {
	AgentId agent;
	static constexpr auto fields() {
		return FieldRows{ bind(vocabulary::AGENT, &OneAgent::agent) };
	}
};

struct TerminateRequest : OneAgent {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "agent_terminate_request",
		.sentence = "End an agent for good.",
		.changes = true };
};

struct PauseAgentRequest : OneAgent {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "agent_pause_request",
		.sentence = "Let an agent take no decisions for a while.",
		.changes = true };
};

struct ResumeAgentRequest : OneAgent {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "agent_resume_request",
		.sentence = "Let a paused agent go on.",
		.changes = true };
};

struct StepAgentRequest : OneAgent {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "agent_step_request",
		.sentence = "Let a paused agent take one decision.",
		.changes = true };
};

struct AgentStateFields : SubscriptionFields {
	AgentId agent;
	std::string state;
	TilePosition position;
	std::string current_task;
	bool paused = false;
	ProfilePtr profile; // which shows its told_fields()
	bool pending = false;
	std::uint64_t waiting_messages = 0;
	std::string cli_backend;
	std::optional<std::string> model;
	std::optional<std::string> persona;
	std::string facing;
	bool walking = false;
	std::optional<TilePosition> target;
	std::string position_owner;
	std::optional<TaskId> task;
	nlohmann::json metadata; // null: none
	std::string conversation;
	double seconds_in_state = 0.0;

	// NOLINTNEXTLINE(readability-function-size): a table
	static constexpr auto fields() {
		using namespace vocabulary;
		return join_rows(
				FieldRows{
						bind(AGENT, &AgentStateFields::agent),
						bind(STATE, &AgentStateFields::state),
						bind(WHERE, &AgentStateFields::position),
						bind({ .name = "current_task",
									 .sentence = "What the agent works at; empty when at nothing.",
									 .required = true,
									 .max_length = LONGEST_SENTENCE },
								&AgentStateFields::current_task),
						bind({ .name = "paused",
									 .sentence = "Whether the agent takes no decisions now.",
									 .required = true },
								&AgentStateFields::paused),
						bind({ .name = "pending",
									 .sentence = "Whether it lives from the next step on only.",
									 .required = true },
								&AgentStateFields::pending),
						bind({ .name = "waiting_messages",
									 .sentence = "How many messages wait for the agent.",
									 .required = true },
								&AgentStateFields::waiting_messages),
						bind({ .name = "cli_backend",
									 .sentence = "What thinks for the agent.",
									 .required = true,
									 .values = NAMES_OF<MindKind> },
								&AgentStateFields::cli_backend),
						bind({ .name = "model",
									 .sentence = "The model of that backend, if it is its own." },
								&AgentStateFields::model),
						bind({ .name = "persona",
									 .sentence =
											 "Who the agent is, in its own words; not in a list.",
									 .max_length = LONGEST_PERSONA },
								&AgentStateFields::persona),
						bind({ .name = "facing",
									 .sentence = "Where the agent looks.",
									 .required = true,
									 .values = NAMES_OF<Facing> },
								&AgentStateFields::facing),
						bind({ .name = "walking",
									 .sentence = "Whether it is on its way.",
									 .required = true },
								&AgentStateFields::walking),
						bind({ .name = "target", .sentence = "To where, while it walks." },
								&AgentStateFields::target),
						bind({ .name = "position_owner",
									 .sentence = "Who says where the agent is.",
									 .required = true,
									 .values = OWNERS },
								&AgentStateFields::position_owner),
						bind({ .name = "task_id",
									 .kind = identifier,
									 .sentence = "The task that it works at." },
								&AgentStateFields::task),
						bind(GROUPS, &AgentStateFields::groups),
						bind(TOPICS, &AgentStateFields::topics),
						bind(FILTER, &AgentStateFields::filter),
						bind({ .name = "metadata",
									 .sentence = "The game's own data.",
									 .max_length = LARGEST_METADATA },
								&AgentStateFields::metadata),
						bind({ .name = "conversation_id",
									 .sentence = "The conversation in which it takes part; empty: "
												 "none.",
									 .required = true },
								&AgentStateFields::conversation),
						bind({ .name = "seconds_in_state",
									 .sentence = "For how long it has been so, in sim seconds.",
									 .required = true },
								&AgentStateFields::seconds_in_state),
				},
				told_part_fields(&AgentStateFields::profile, AgentProfile::told_fields()));
	}
};

struct AgentStateRequest : OneAgent {
	using Reply = AgentStateFields;
	static constexpr RequestWords WORDS{ .name = "agent_state_request",
		.sentence = "Tell what an agent does, and where." };
};

struct ListAgentsReply {
	std::vector<AgentStateFields> agents;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "agents",
						 .sentence = "The agents, in the order of their numbers.",
						 .required = true,
						 .max_length = std::size_t{ 10'000'000 } },
					&ListAgentsReply::agents),
		};
	}
};

struct ListAgentsRequest {
	using Reply = ListAgentsReply;
	static constexpr RequestWords WORDS{ .name = "agents_request",
		.sentence = "List the agents.",
		.long_answer = true };
	static constexpr double USUAL_RADIUS = 6.0; // in tiles

	std::optional<std::string> state;
	std::optional<std::string> name;
	std::optional<std::string> role;
	std::optional<std::string> group;
	std::optional<bool> paused;
	std::optional<TilePosition> near_to;
	double radius = USUAL_RADIUS;
	std::optional<std::size_t> limit;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "state",
						 .sentence = "Only agents in this state.",
						 .values = NAMES_OF<AgentState> },
					&ListAgentsRequest::state),
			bind({ .name = "name",
						 .sentence = "Only agents of this name.",
						 .one_line = true,
						 .min_length = 1 },
					&ListAgentsRequest::name),
			bind({ .name = "role",
						 .sentence = "Only agents of this role.",
						 .one_line = true,
						 .min_length = 1 },
					&ListAgentsRequest::role),
			bind({ .name = "group",
						 .sentence = "Only members of this group.",
						 .one_line = true,
						 .min_length = 1 },
					&ListAgentsRequest::group),
			bind({ .name = "paused", .sentence = "Only agents that are, or are not, paused." },
					&ListAgentsRequest::paused),
			bind({ .name = "near", .sentence = "Only agents within `radius` of this place." },
					&ListAgentsRequest::near_to),
			bind({ .name = "radius",
						 .sentence = "How far from `near`, in tiles; 6 when absent.",
						 .max = LARGEST_COORDINATE },
					&ListAgentsRequest::radius),
			bind({ .name = "limit",
						 .sentence = "At most so many, in the order of their numbers.",
						 .min = 1,
						 .max = MOST_SPAWNED_AT_ONCE },
					&ListAgentsRequest::limit),
		};
	}
};

} // namespace agent_runtime
