#pragma once

// What happens in conversations that are led.
// Thread rule: immutable once emitted.

#include "core/agents/message.h"
#include "core/auto_mode/talk_end.h"
#include "core/auto_mode/talk_fields.h"
#include "core/auto_mode/talk_settings.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace agent_runtime {

struct TalkEvents; // the list of all of them

// A led conversation has begun, or goes on after this many turns.
struct AutoModeStarted {
	using List = TalkEvents;
	static constexpr std::string_view TYPE = "autoModeStarted";
	static constexpr EventNote NOTE = { "A conversation has begun, or goes on.",
		"auto_mode_started" };
	TalkSettingsPtr talk;
	std::uint32_t turns = 0;

	static constexpr auto fields() {
		return join_rows(part_fields(&AutoModeStarted::talk),
				FieldRows{ bind({ .name = "turns",
										.sentence = "How many turns it has had: more than none "
													"when it goes on.",
										.required = true },
						&AutoModeStarted::turns) });
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
		return FieldRows(bind(CONVERSATION, &AutoModeTurnChanged::talk).shown(),
				subject_field(AGENT).shown(),
				bind(TURN_NUMBER, &AutoModeTurnChanged::turn).shown());
	}
};

// What it said in its turn; AgentSpoke reports the same, with everybody who heard it.
struct AgentMessaged {
	using List = TalkEvents;
	static constexpr std::string_view TYPE = "agentMessage";
	static constexpr EventNote NOTE = { "An agent has spoken in a conversation.", "agent_message" };
	ConversationId talk;
	std::uint32_t turn = 0;
	MessagePtr message;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT,
								 [](AgentMessaged &event, const Subject &subject) {
									 edit(event.message).from = subject.participant();
								 })
								 .shown(),
				bind(
						{ .name = "text",
								.sentence = "What it said.",
								.required = true,
								.max_length = LONGEST_SPEECH },
						[](const AgentMessaged &event) { return event.message->content; },
						[](AgentMessaged &event, std::string content) {
							edit(event.message).content = std::move(content);
						})
						.shown(),
				bind(CONVERSATION, &AgentMessaged::talk).shown(),
				bind(TURN_NUMBER, &AgentMessaged::turn));
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
		return FieldRows(bind(CONVERSATION, &AutoModeEnded::talk).shown(),
				bind({ .name = "reason",
							 .sentence = "Why.",
							 .required = true,
							 .values = NAMES_OF<TalkEnd> },
						&AutoModeEnded::reason)
						.shown(),
				bind({ .name = "turns",
							 .sentence = "How many turns it has had.",
							 .required = true },
						&AutoModeEnded::turns));
	}
};

struct TalkEvents : EventList<AutoModeStarted, AutoModeTurnChanged, AgentMessaged, AutoModeEnded> {
};

extern template struct EventTable<TalkEvents>;

} // namespace agent_runtime
