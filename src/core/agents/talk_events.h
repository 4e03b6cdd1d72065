#pragma once

// What happens in conversations that are led.
// Thread rule: immutable once emitted.

#include "core/agents/message.h"
#include "core/auto_mode/talk_end.h"
#include "core/auto_mode/talk_settings.h"
#include "core/base/vocabulary_auto_mode.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace agent_runtime {

struct TalkEvents; // the list of them all

std::int64_t in_milliseconds(Micros span);
// Within what a conversation may have.
Micros span_of(std::int64_t milliseconds);

// One member of all who take part, in the order of their turns.
template <typename Value>
std::vector<Value> column_of(const TalkSettings &talk, Value Participant::*member) {
	std::vector<Value> values;
	for (const Participant &each : talk.participants) {
		values.push_back(each.*member);
	}
	return values;
}
template <typename Value>
void set_column(TalkSettings &talk, Value Participant::*member, const std::vector<Value> &values) {
	const std::size_t count = std::min(values.size(), MOST_PARTICIPANTS);
	talk.participants.resize(std::max(talk.participants.size(), count));
	for (std::size_t i = 0; i < count; i++) {
		talk.participants[i].*member = values[i];
	}
}

// A conversation that is led has begun, or goes on after so many turns.
struct AutoModeStarted {
	using List = TalkEvents;
	static constexpr std::string_view TYPE = "autoModeStarted";
	static constexpr EventNote NOTE = { "A conversation has begun, or goes on.",
		"auto_mode_started" };
	TalkSettingsPtr talk;
	std::uint32_t turns = 0;

	// NOLINTNEXTLINE(readability-function-size): a table
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(
				field(
						CONVERSATION, [](const AutoModeStarted &event) { return event.talk->id; },
						[](AutoModeStarted &event, ConversationId id) { edit(event.talk).id = id; })
						.shown(),
				field(
						Field{ .name = "agents",
								.sentence = "Who takes part, in the order of their turns.",
								.required = true,
								.max_length = static_cast<std::size_t>(MOST_COMPANY) },
						[](const AutoModeStarted &event) {
							return column_of(*event.talk, &Participant::agent);
						},
						[](AutoModeStarted &event, const std::vector<AgentId> &values) {
							set_column(edit(event.talk), &Participant::agent, values);
						})
						.shown(),
				field(
						Field{ .name = "names",
								.sentence = "Their names, in the same order.",
								.required = true,
								.max_length = static_cast<std::size_t>(MOST_COMPANY) },
						[](const AutoModeStarted &event) {
							return column_of(*event.talk, &Participant::name);
						},
						[](AutoModeStarted &event, const std::vector<std::string> &values) {
							set_column(edit(event.talk), &Participant::name, values);
						}),
				field(
						Field{ .name = "roles",
								.kind = any,
								.sentence = "A list of their roles, in the same order.",
								.required = true,
								.max_length = LONGEST_SPEECH },
						[](const AutoModeStarted &event) {
							return column_of(*event.talk, &Participant::role);
						},
						[](AutoModeStarted &event, const std::vector<std::string> &values) {
							set_column(edit(event.talk), &Participant::role, values);
						}),
				field(
						Field{ .name = "topic",
								.sentence = "What it is about.",
								.required = true,
								.max_length = LONGEST_SENTENCE },
						[](const AutoModeStarted &event) { return event.talk->topic; },
						[](AutoModeStarted &event, std::string topic) {
							edit(event.talk).topic = std::move(topic);
						})
						.shown(),
				field(
						Field{ .name = "interaction_pattern",
								.sentence = "How they behave in space.",
								.required = true,
								.values = PATTERNS },
						[](const AutoModeStarted &event) { return event.talk->pattern; },
						[](AutoModeStarted &event, InteractionPattern pattern) {
							edit(event.talk).pattern = pattern;
						})
						.shown(),
				field(
						Field{ .name = "max_turns",
								.sentence = "After so many turns it ends; 0: no bound.",
								.required = true },
						[](const AutoModeStarted &event) { return event.talk->max_turns; },
						[](AutoModeStarted &event, std::uint32_t turns) {
							edit(event.talk).max_turns = turns;
						}),
				field(
						Field{ .name = "duration_ms",
								.sentence = "Sim time after which it ends in any case, in "
											"milliseconds.",
								.required = true },
						[](const AutoModeStarted &event) {
							return in_milliseconds(event.talk->duration);
						},
						[](AutoModeStarted &event, std::int64_t span) {
							edit(event.talk).duration = span_of(span);
						}),
				field(
						Field{ .name = "pause_ms",
								.sentence = "Sim time between two turns, in milliseconds.",
								.required = true },
						[](const AutoModeStarted &event) {
							return in_milliseconds(event.talk->pause);
						},
						[](AutoModeStarted &event, std::int64_t span) {
							edit(event.talk).pause = span_of(span);
						}),
				field(
						Field{ .name = "end_keyword",
								.sentence = "What ends it when it is said.",
								.required = true },
						[](const AutoModeStarted &event) { return event.talk->end_keyword; },
						[](AutoModeStarted &event, std::string keyword) {
							edit(event.talk).end_keyword = std::move(keyword);
						}),
				field(&AutoModeStarted::turns,
						{ .name = "turns",
								.sentence = "How many turns it has had: more than none when it "
											"goes on.",
								.required = true }));
	}
};

// It is this agent's turn.
struct AutoModeTurnChanged {
	using List = TalkEvents;
	static constexpr std::string_view TYPE = "autoModeTurnChange";
	static constexpr EventNote NOTE = { "It is another agent's turn.", "auto_mode_turn_changed" };
	ConversationId talk;
	std::uint32_t turn = 0;

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(field(&AutoModeTurnChanged::talk, CONVERSATION).shown(),
				subject_field(AGENT).shown(),
				field(&AutoModeTurnChanged::turn, TURN_NUMBER).shown());
	}
};

// What it said in its turn; AgentSpoke tells of the same, with all who heard it.
struct AgentMessaged {
	using List = TalkEvents;
	static constexpr std::string_view TYPE = "agentMessage";
	static constexpr EventNote NOTE = { "An agent has spoken in a conversation.", "agent_message" };
	ConversationId talk;
	std::uint32_t turn = 0;
	MessagePtr message;

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(subject_field(AGENT,
								  [](AgentMessaged &event, const Subject &subject) {
									  edit(event.message).from = subject.participant();
								  })
								  .shown(),
				field(
						Field{ .name = "text",
								.sentence = "What it said.",
								.required = true,
								.max_length = LONGEST_SPEECH },
						[](const AgentMessaged &event) { return event.message->content; },
						[](AgentMessaged &event, std::string content) {
							edit(event.message).content = std::move(content);
						})
						.shown(),
				field(&AgentMessaged::talk, CONVERSATION).shown(),
				field(&AgentMessaged::turn, TURN_NUMBER));
	}
};

struct AutoModeEnded {
	using List = TalkEvents;
	static constexpr std::string_view TYPE = "autoModeEnded";
	static constexpr EventNote NOTE = { "A conversation is over.", "auto_mode_ended" };
	ConversationId talk;
	TalkEnd reason = TalkEnd::stopped;
	std::uint32_t turns = 0;

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(field(&AutoModeEnded::talk, CONVERSATION).shown(),
				field(&AutoModeEnded::reason,
						{ .name = "reason",
								.sentence = "Why.",
								.required = true,
								.values = TALK_ENDS })
						.shown(),
				field(&AutoModeEnded::turns,
						{ .name = "turns",
								.sentence = "How many turns it has had.",
								.required = true }));
	}
};

struct TalkEvents : EventList<AutoModeStarted, AutoModeTurnChanged, AgentMessaged, AutoModeEnded> {
};

extern template struct EventTable<TalkEvents>;

} // namespace agent_runtime
