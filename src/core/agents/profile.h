#pragma once

// Who an agent is and what it wants to hear, as it was spawned or last configured. Shared by
// everything that refers to the agent, and by agents that were spawned together.
//
// A new field of an agent's configuration is a member of AgentProfile and a row in its fields();
// checks, JSON Schema, requests, recordings and the stored form follow from that. Fields that the
// agent's state shows as well are in told_fields().
// Thread rule: immutable.

#include "core/agents/agent_fields.h"
#include "core/base/choices.h"
#include "core/base/field_rows.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/mind/model.h"
#include "core/mind/provider.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// Which messages may wake an agent. Empty lists accept everything.
struct MessageFilter {
	std::vector<std::string> types;
	std::vector<ParticipantId> senders;
	bool addressed_only = false;

	bool operator==(const MessageFilter &other) const = default;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "types",
						 .sentence = "Only messages of these types, such as AgentSpoke; all when "
									 "empty, except AgentStateChanged, which only agents get "
									 "that name it.",
						 .max_length = MOST_CHANNELS },
					&MessageFilter::types),
			bind({ .name = "senders",
						 .sentence = "Only what these participants say; everybody when empty.",
						 .max_length = MOST_CHANNELS },
					&MessageFilter::senders),
			bind({ .name = "addressed_only",
						 .sentence = "Only what is addressed to the agent itself." },
					&MessageFilter::addressed_only),
		};
	}
};

// What an agent gets from the bus.
struct Subscription {
	std::vector<std::string> groups;
	std::vector<std::string> topics;
	MessageFilter filter;

	// Everything that is for everybody, and no group.
	bool is_default() const { return *this == Subscription(); }
	bool operator==(const Subscription &other) const = default;
};

// What an agent does on its own initiative when nobody needs it.
enum class Routine : std::uint8_t { still, wander };

template <>
struct Choices<Routine> {
	static constexpr std::array<std::string_view, 2> NAMES = { "still", "wander" };
	static constexpr Routine OTHER = Routine::still;
};

// How often an agent may ask its mind, and what that may cost; 0: no limit.
struct ThoughtBudget {
	std::uint32_t thoughts = 0; // from a start to a stop
	std::uint32_t thoughts_per_minute = 0; // in sim time
	// Of minds that cost money; over all starts.
	std::int64_t tokens = 0;
	Money money;

	bool operator==(const ThoughtBudget &other) const = default;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "thoughts",
						 .sentence = "How often the agent may ask its mind from a start of the "
									 "runtime to its stop; 0 sets no bound.",
						 .max = MOST_THOUGHTS },
					&ThoughtBudget::thoughts),
			bind({ .name = "thoughts_per_minute",
						 .sentence = "How often within a minute of sim time; 0 sets no bound.",
						 .max = MOST_THOUGHTS },
					&ThoughtBudget::thoughts_per_minute),
			bind({ .name = "tokens",
						 .sentence = "How many tokens a mind that is paid for may read and write "
									 "for it, over all runs; 0 sets no bound.",
						 .max = 1e15 },
					&ThoughtBudget::tokens),
			bind(
					{ .name = "dollars",
							.sentence =
									"How much money such a mind may cost, over all runs; 0 sets "
									"no bound.",
							.max = 1e9 },
					[](const ThoughtBudget &budget) { return budget.money.dollars(); },
					[](ThoughtBudget &budget, double dollars) {
						budget.money = Money::of_dollars(dollars);
					}),
		};
	}
};

namespace vocabulary {

inline constexpr Field GROUPS = { .name = "groups",
	.sentence = "The groups to which the agent belongs.",
	.max_length = MOST_CHANNELS };
inline constexpr Field TOPICS = { .name = "topics",
	.sentence = "The topics to which the agent listens.",
	.max_length = MOST_CHANNELS };
inline constexpr Field FILTER = { .name = "filter",
	.sentence = "What the agent wants to hear at all; everything when absent." };
inline constexpr Field HEARING_RADIUS = { .name = "hearing_radius",
	.sentence = "How far the agent hears, in tiles; 0 hears everybody.",
	.max = LARGEST_COORDINATE };
inline constexpr Field THINK_INTERVAL = { .name = "think_interval",
	.sentence = "Sim seconds between decisions of its own; 0 makes none.",
	.max = LONGEST_INTERVAL };
inline constexpr Field CLI_BACKEND = { .name = "cli_backend",
	.sentence = "What thinks for the agent; the project's default when absent." };
inline constexpr Field BUDGET = { .name = "budget", .sentence = "How much the agent may think." };
inline constexpr Field MIND_OPTIONS = { .name = "mind_options",
	.sentence = "Options of the mind, such as its temperature.",
	.max_length = LARGEST_METADATA };
inline constexpr Field METADATA = { .name = "metadata",
	.sentence = "The game's own data; kept, not read.",
	.max_length = LARGEST_METADATA };

} // namespace vocabulary

// A ThoughtBudget as it is stored: exact to the millionth of a dollar.
struct StoredBudget;

struct AgentProfile {
	Persona self;
	std::string key;
	std::string portrait;
	std::string model;
	Micros think_interval{};
	std::uint64_t seed = 0;
	float hearing_radius = 0.0f; // in tiles; 0: hears everybody
	float walk_speed = 0.0f; // in tiles a second; 0: the speed in the settings
	MindKind mind = MindKind::offline;
	bool has_default_mind = false; // it named none, and gets the runtime's at each start
	Routine routine = Routine::still;
	// Who says where it is: the world, or a game that moves it and reports its position.
	bool moved_by_game = false;
	std::shared_ptr<const std::string> own_seat; // on the map; null: none
	std::shared_ptr<const Subscription> own_subscription; // null: the default one
	ThoughtBudget budget;
	std::string mind_options; // a JSON object; empty: none
	std::string metadata; // the game's own, as JSON; empty: none

	// The fields that agents, games and programs are shown as well.
	static constexpr auto told_fields();
	// The fields that requests express as they are stored; the rest is in agent_config_fields.h.
	static constexpr auto fields();
	// Everything that is stored and recorded. A value equal to T{} is the default, and is left out.
	static constexpr auto stored_fields();

	const Subscription &subscription() const {
		return own_subscription != nullptr ? *own_subscription : DEFAULT_SUBSCRIPTION;
	}
	void subscribe(Subscription subscription);
	// The name of its own seat; empty: none.
	const std::string &seat() const { return own_seat != nullptr ? *own_seat : NO_SEAT; }
	void take_seat(const std::string &name);

private:
	static const Subscription DEFAULT_SUBSCRIPTION;
	static const std::string NO_SEAT;
};

using ProfilePtr = std::shared_ptr<const AgentProfile>;

constexpr auto AgentProfile::told_fields() {
	return FieldRows{
		bind({ .name = "key",
					 .sentence = "The game's own name for the agent: a second spawn gives the "
								 "living one.",
					 .one_line = true,
					 .min_length = 1 },
				&AgentProfile::key),
		part_field(&AgentProfile::self,
				bind({ .name = "name",
							 .sentence = "What others call the agent.",
							 .one_line = true,
							 .min_length = 1 },
						&Persona::name)),
		part_field(&AgentProfile::self,
				bind({ .name = "role",
							 .sentence = "What the agent is, in a few words, such as helper.",
							 .one_line = true },
						&Persona::role)),
		bind({ .name = "portrait",
					 .sentence = "The picture that the game shows for the agent, such as "
								 "res://ada.png; kept, not read.",
					 .one_line = true,
					 .max_length = 1'024 },
				&AgentProfile::portrait),
		bind(
				{ .name = "seat",
						.sentence = "The seat on the map that is the agent's own.",
						.one_line = true },
				[](const AgentProfile &profile) -> const std::string & { return profile.seat(); },
				[](AgentProfile &profile, const std::string &name) { profile.take_seat(name); }),
	};
}

// A field of what the agent gets from the bus.
template <typename Value>
constexpr auto subscription_field(const Field &field, Value Subscription::*member) {
	return bind(
			field,
			[member](const AgentProfile &profile) -> const Value & {
				return profile.subscription().*member;
			},
			// It is moved; clang-tidy does not see that in a template.
			// NOLINTNEXTLINE(performance-unnecessary-value-param)
			[member](AgentProfile &profile, Value value) {
				Subscription changed = profile.subscription();
				changed.*member = std::move(value);
				std::erase_if(changed.filter.senders,
						[](ParticipantId sender) { return sender.is_none(); });
				profile.subscribe(std::move(changed));
			});
}

constexpr auto AgentProfile::fields() {
	using namespace vocabulary;
	return join_rows(told_fields(),
			FieldRows{
					part_field(&AgentProfile::self,
							bind({ .name = "persona",
										 .sentence = "Who the agent is, in its own words: how it "
													 "speaks and what it wants.",
										 .max_length = LONGEST_PERSONA },
									&Persona::persona)),
					bind({ .name = "model",
								 .sentence = "The model of that backend; the project's default "
											 "when absent.",
								 .one_line = true },
							&AgentProfile::model),
					bind({ .name = "seed",
								 .sentence =
										 "The seed of the agent's chance; made from the world's "
										 "when absent." },
							&AgentProfile::seed),
					bind({ .name = "walk_speed",
								 .sentence = "How fast the agent walks, in tiles a sim second; "
											 "the project's default when 0.",
								 .max = HIGHEST_SPEED },
							&AgentProfile::walk_speed),
					bind({ .name = "routine",
								 .sentence = "What the agent does when nobody needs it: stand "
											 "still, or wander about." },
							&AgentProfile::routine),
					subscription_field(GROUPS, &Subscription::groups),
					subscription_field(TOPICS, &Subscription::topics),
					subscription_field(FILTER, &Subscription::filter),
			});
}

struct StoredBudget {
	ThoughtBudget budget;

	bool operator==(const StoredBudget &other) const = default;

	static constexpr auto fields() {
		return FieldRows{
			part_field(
					&StoredBudget::budget, bind({ .name = "thoughts" }, &ThoughtBudget::thoughts)),
			part_field(&StoredBudget::budget,
					bind({ .name = "thoughts_per_minute" }, &ThoughtBudget::thoughts_per_minute)),
			part_field(&StoredBudget::budget, bind({ .name = "tokens" }, &ThoughtBudget::tokens)),
			bind(
					{ .name = "micro_dollars" },
					[](const StoredBudget &stored) { return stored.budget.money.micro_dollars; },
					[](StoredBudget &stored, std::int64_t micro_dollars) {
						stored.budget.money = { micro_dollars };
					}),
		};
	}
};

constexpr auto AgentProfile::stored_fields() {
	using namespace vocabulary;
	return join_rows(fields(),
			FieldRows{
					bind(CLI_BACKEND, &AgentProfile::mind),
					bind({ .name = "default_mind" }, &AgentProfile::has_default_mind),
					bind(HEARING_RADIUS, &AgentProfile::hearing_radius),
					bind(
							THINK_INTERVAL,
							[](const AgentProfile &profile) {
								return std::int64_t{ profile.think_interval.count() };
							},
							[](AgentProfile &profile, std::int64_t micros) {
								constexpr Micros LONGEST = std::chrono::seconds(
										static_cast<std::int64_t>(LONGEST_INTERVAL));
								profile.think_interval =
										std::clamp(Micros{ micros }, Micros(), LONGEST);
							}),
					bind({ .name = "moved_by_game" }, &AgentProfile::moved_by_game),
					bind(
							BUDGET,
							[](const AgentProfile &profile) {
								return StoredBudget{ profile.budget };
							},
							[](AgentProfile &profile, const StoredBudget &stored) {
								profile.budget = stored.budget;
								profile.budget.tokens =
										std::max<std::int64_t>(profile.budget.tokens, 0);
								profile.budget.money = std::max(profile.budget.money, Money());
							}),
					bind(MIND_OPTIONS, &AgentProfile::mind_options),
					bind(METADATA, &AgentProfile::metadata),
			});
}

// The form in which profiles are recorded: one flat object with the same members as the stored
// form.
nlohmann::json profile_to_json(const AgentProfile &profile);
ProfilePtr profile_from_json(const nlohmann::json &json);

} // namespace agent_runtime
