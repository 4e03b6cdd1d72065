#pragma once

// The settings of a conversation, once all of them are decided.
// Thread rule: immutable.

#include "core/auto_mode/interaction_pattern.h"
#include "core/auto_mode/talk_fields.h"
#include "core/base/field_rows.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/mind/end_keyword.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

inline constexpr std::size_t FEWEST_PARTICIPANTS = 2;
inline constexpr std::size_t MOST_PARTICIPANTS = 8;
inline constexpr Micros DEFAULT_TALK_DURATION = std::chrono::minutes(5);
inline constexpr Micros DEFAULT_TALK_PAUSE = std::chrono::seconds(1);
inline constexpr Micros LONGEST_TALK = std::chrono::hours(24);

constexpr std::int64_t in_milliseconds(Micros span) {
	return std::chrono::duration_cast<std::chrono::milliseconds>(span).count();
}
// Limited to what a conversation may last.
constexpr Micros span_of(std::int64_t milliseconds) {
	return std::chrono::milliseconds(
			std::clamp<std::int64_t>(milliseconds, 0, in_milliseconds(LONGEST_TALK)));
}

struct Participant {
	AgentId agent;
	std::string name;
	std::string role;

	bool operator==(const Participant &other) const = default;
};

// Times are in sim time. Has the form that events, recordings and the database have.
struct TalkSettings {
	ConversationId id;
	std::vector<Participant> participants; // in the order in which they speak
	std::string topic;
	InteractionPattern pattern = DEFAULT_PATTERN;
	std::uint32_t max_turns = 0; // 0: no limit
	Micros duration = DEFAULT_TALK_DURATION; // after this time it ends in any case
	Micros pause = DEFAULT_TALK_PAUSE; // between two turns
	std::string end_keyword{ DEFAULT_END_KEYWORD };

	bool operator==(const TalkSettings &other) const = default;

	// NOLINTNEXTLINE(readability-function-size): a table
	static constexpr auto fields();
};

// A field that is a column: one member of all participants, in the order in which they speak.
template <typename Value>
constexpr auto column_field(const Field &field, Value Participant::*member) {
	return bind(
			field,
			[member](const TalkSettings &talk) {
				std::vector<Value> values;
				for (const Participant &each : talk.participants) {
					values.push_back(each.*member);
				}
				return values;
			},
			[member](TalkSettings &talk, const std::vector<Value> &values) {
				const std::size_t count = std::min(values.size(), MOST_PARTICIPANTS);
				talk.participants.resize(std::max(talk.participants.size(), count));
				for (std::size_t i = 0; i < count; i++) {
					talk.participants[i].*member = values[i];
				}
			});
}

// A field that is a span of time, in milliseconds.
constexpr auto span_field(const Field &field, Micros TalkSettings::*member) {
	return bind(
			field, [member](const TalkSettings &talk) { return in_milliseconds(talk.*member); },
			[member](TalkSettings &talk, std::int64_t milliseconds) {
				talk.*member = span_of(milliseconds);
			});
}

// NOLINTNEXTLINE(readability-function-size): a table
constexpr auto TalkSettings::fields() {
	using namespace vocabulary;
	return FieldRows{
		bind(CONVERSATION, &TalkSettings::id).shown(),
		column_field({ .name = "agents",
							 .sentence = "Who takes part, in the order of their turns.",
							 .required = true,
							 .max_length = MOST_PARTICIPANTS },
				&Participant::agent)
				.shown(),
		column_field({ .name = "names",
							 .sentence = "Their names, in the same order.",
							 .required = true,
							 .max_length = MOST_PARTICIPANTS },
				&Participant::name),
		column_field({ .name = "roles",
							 .sentence = "Their roles, in the same order.",
							 .required = true,
							 .max_length = MOST_PARTICIPANTS,
							 .empty_items = true },
				&Participant::role),
		bind({ .name = "topic",
					 .sentence = "What it is about.",
					 .required = true,
					 .max_length = LONGEST_SENTENCE },
				&TalkSettings::topic)
				.shown(),
		bind({ .name = "interaction_pattern",
					 .sentence = "How they behave in space.",
					 .required = true },
				&TalkSettings::pattern)
				.shown(),
		bind({ .name = "max_turns",
					 .sentence = "After so many turns it ends; 0: no bound.",
					 .required = true },
				&TalkSettings::max_turns),
		span_field({ .name = "duration_ms",
						   .sentence = "Sim time after which it ends in any case, in milliseconds.",
						   .required = true },
				&TalkSettings::duration),
		span_field({ .name = "pause_ms",
						   .sentence = "Sim time between two turns, in milliseconds.",
						   .required = true },
				&TalkSettings::pause),
		bind({ .name = "end_keyword",
					 .sentence = "What ends it when it is said.",
					 .required = true },
				&TalkSettings::end_keyword),
	};
}

// What was stored may name participants whose ids are not valid; they are left out.
inline TalkSettings without_nobody(TalkSettings talk) {
	std::erase_if(talk.participants, [](const Participant &each) { return each.agent.is_none(); });
	return talk;
}

using TalkSettingsPtr = std::shared_ptr<const TalkSettings>;

} // namespace agent_runtime
