#pragma once

// What an agent can be configured with, in the form of requests: the fields of its profile
// (profile.h), and those that requests express in another way than they are stored. Thread rule:
// immutable.

#include "core/agents/profile.h"
#include "core/mind/position_field.h"
#include "core/requests/request_words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What an agent gets from the bus. Missing fields keep their values.
struct SubscriptionFields {
	std::optional<std::vector<std::string>> groups;
	std::optional<std::vector<std::string>> topics;
	std::optional<MessageFilter> filter;
};

// Empty texts count as missing.
struct AgentConfigFields {
	AgentProfile profile; // everything that is the same there
	std::optional<MindKind> cli_backend; // none: the project's
	std::optional<TilePosition> initial_position;
	std::optional<float> hearing_radius; // none: the project's
	std::optional<double> think_interval; // in sim seconds; none: the project's
	nlohmann::json mind_options;
	nlohmann::json metadata;

	static constexpr auto fields() {
		using namespace vocabulary;
		return join_rows(part_fields(&AgentConfigFields::profile),
				FieldRows{
						bind(CLI_BACKEND, &AgentConfigFields::cli_backend),
						bind({ .name = "initial_position",
									 .sentence = "Where the agent appears, in tiles; the origin "
												 "when absent." },
								&AgentConfigFields::initial_position),
						bind(
								{ .name = "position_owner",
										.sentence = "Who says where the agent is; the runtime when "
													"absent.",
										.values = OWNERS },
								[](const AgentConfigFields &config) {
									return std::string(
											config.profile.moved_by_game ? "game" : "runtime");
								},
								[](AgentConfigFields &config, const std::string &owner) {
									config.profile.moved_by_game = owner == "game";
								}),
						bind(HEARING_RADIUS, &AgentConfigFields::hearing_radius),
						bind(THINK_INTERVAL, &AgentConfigFields::think_interval),
						part_field(
								&AgentConfigFields::profile, bind(BUDGET, &AgentProfile::budget)),
						bind(MIND_OPTIONS, &AgentConfigFields::mind_options),
						bind(METADATA, &AgentConfigFields::metadata),
				});
	}
};

} // namespace agent_runtime
