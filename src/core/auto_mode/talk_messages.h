#pragma once

// The requests about conversations that are led, with their fields and replies. Thread rule:
// immutable.

#include "core/auto_mode/interaction_pattern.h"
#include "core/auto_mode/talk_fields.h"
#include "core/base/ids.h"
#include "core/requests/request_words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// A conversation as it is shown. Texts and lists that it does not have are empty.
struct TalkStateFields {
	ConversationId talk;
	std::string status;
	std::string topic;
	std::string interaction_pattern;
	std::vector<AgentId> agents;
	std::vector<std::string> names;
	std::vector<std::string> roles;
	std::uint32_t turn = 0;
	std::uint32_t max_turns = 0;
	std::int64_t msec_left = 0;
	std::string responding;
	std::string end_keyword;
	std::int64_t duration_ms = 0;
	std::int64_t pause_ms = 0;
	std::string reason;
	std::string started_at;
	std::string ended_at;

	// NOLINTNEXTLINE(readability-function-size): a table
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(CONVERSATION, &TalkStateFields::talk),
			bind({ .name = "status", .sentence = "Whether it goes on.", .required = true },
					&TalkStateFields::status),
			bind({ .name = "topic",
						 .sentence = "What it is about.",
						 .required = true,
						 .max_length = LONGEST_SENTENCE },
					&TalkStateFields::topic),
			bind({ .name = "interaction_pattern",
						 .sentence = "How they behave in space.",
						 .required = true,
						 .values = NAMES_OF<InteractionPattern> },
					&TalkStateFields::interaction_pattern),
			bind({ .name = "agents",
						 .sentence = "Who takes part, in the order of their turns.",
						 .required = true,
						 .max_length = static_cast<std::size_t>(MOST_COMPANY) },
					&TalkStateFields::agents),
			bind({ .name = "names",
						 .sentence = "Their names, in the same order.",
						 .required = true,
						 .max_length = static_cast<std::size_t>(MOST_COMPANY) },
					&TalkStateFields::names),
			bind({ .name = "roles",
						 .sentence = "Their roles, in the same order.",
						 .required = true,
						 .max_length = static_cast<std::size_t>(MOST_COMPANY),
						 .empty_items = true },
					&TalkStateFields::roles),
			bind({ .name = "turn", .sentence = "How many turns it has had.", .required = true },
					&TalkStateFields::turn),
			bind({ .name = "max_turns",
						 .sentence = "After so many turns it ends; 0: no bound.",
						 .required = true },
					&TalkStateFields::max_turns),
			bind({ .name = "msec_left",
						 .sentence = "Sim time until it ends in any case, in milliseconds.",
						 .required = true },
					&TalkStateFields::msec_left),
			bind({ .name = "responding",
						 .sentence = "Who thinks about an answer now; empty: nobody.",
						 .required = true },
					&TalkStateFields::responding),
			bind({ .name = "end_keyword",
						 .sentence = "What ends it when it is said.",
						 .required = true },
					&TalkStateFields::end_keyword),
			bind({ .name = "duration_ms",
						 .sentence = "Sim time after which it ends in any case, in milliseconds.",
						 .required = true },
					&TalkStateFields::duration_ms),
			bind({ .name = "pause_ms",
						 .sentence = "Sim time between two turns, in milliseconds.",
						 .required = true },
					&TalkStateFields::pause_ms),
			bind({ .name = "reason",
						 .sentence = "Why it ended; empty while it goes on.",
						 .required = true },
					&TalkStateFields::reason),
			bind({ .name = "started_at",
						 .sentence = "When it began: date and time in UTC.",
						 .required = true },
					&TalkStateFields::started_at),
			bind({ .name = "ended_at",
						 .sentence = "When it ended; empty while that is not known.",
						 .required = true },
					&TalkStateFields::ended_at),
		};
	}
};

// Empty texts count as missing.
struct StartTalkRequest {
	using Reply = TalkStateFields;
	static constexpr RequestWords WORDS{ .name = "startAutoMode",
		.sentence = "Let agents talk with each other, turn by turn.",
		.changes = true };
	std::vector<std::string> agents;
	std::optional<std::uint32_t> agent_count;
	std::string topic;
	std::string interaction_pattern;
	std::uint32_t max_turns = 0;
	std::optional<std::int64_t> duration_ms;
	std::optional<std::string> end_keyword;
	std::optional<std::int64_t> pause_ms;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "agents",
						 .sentence = "Who takes part, in the order of their turns, at most 8 "
									 "agents; others are brought in when these are too few.",
						 .max_length = static_cast<std::size_t>(MOST_COMPANY) },
					&StartTalkRequest::agents),
			bind({ .name = "agent_count",
						 .sentence = "How many take part; 2 when absent, or as many as are named.",
						 .min = LEAST_COMPANY,
						 .max = MOST_COMPANY },
					&StartTalkRequest::agent_count),
			bind({ .name = "topic",
						 .sentence = "What it is about; one of many open questions, drawn, when "
									 "absent.",
						 .max_length = LONGEST_SENTENCE },
					&StartTalkRequest::topic),
			bind({ .name = "interaction_pattern",
						 .sentence = "How they behave in space; walk-to-agent when absent.",
						 .values = NAMES_OF<InteractionPattern> },
					&StartTalkRequest::interaction_pattern),
			bind({ .name = "max_turns",
						 .sentence = "It ends after so many turns; 0, as when absent, sets no "
									 "bound.",
						 .max = MOST_TURNS },
					&StartTalkRequest::max_turns),
			bind({ .name = "duration_ms",
						 .sentence = "Sim time after which it ends in any case, in milliseconds; "
									 "as the runtime is configured when absent.",
						 .min = 1,
						 .max = LONGEST_DURATION },
					&StartTalkRequest::duration_ms),
			bind({ .name = "end_keyword",
						 .sentence = "What an agent says to end it; [CONVERSATION_END] when "
									 "absent.",
						 .one_line = true,
						 .min_length = 1,
						 .max_length = 64 },
					&StartTalkRequest::end_keyword),
			bind({ .name = "pause_ms",
						 .sentence = "Sim time between two turns, in milliseconds; 1000 when "
									 "absent.",
						 .max = LONGEST_PAUSE },
					&StartTalkRequest::pause_ms),
		};
	}
};

struct StopTalkRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "stopAutoMode",
		.sentence = "End a conversation, or all.",
		.changes = true };
	ConversationId talk; // none: all
	static constexpr auto fields() {
		return FieldRows{ bind(vocabulary::ONE_CONVERSATION, &StopTalkRequest::talk) };
	}
};

// Names one conversation and nothing else.
struct OneTalk {
	ConversationId talk;
	static constexpr auto fields() {
		return FieldRows{ bind(vocabulary::CONVERSATION, &OneTalk::talk) };
	}
};

struct ContinueTalkRequest : OneTalk {
	using Reply = OneTalk;
	static constexpr RequestWords WORDS{ .name = "continueAutoMode",
		.sentence = "Let a conversation that has ended go on.",
		.changes = true };
};

struct ListTalksReply {
	std::vector<TalkStateFields> conversations;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "conversations",
						 .sentence = "Those that are known, the newest first.",
						 .required = true,
						 .max_length = std::size_t{ 1'000'000 } },
					&ListTalksReply::conversations),
		};
	}
};

struct ListTalksRequest {
	using Reply = ListTalksReply;
	static constexpr RequestWords WORDS{ .name = "auto_mode_request",
		.sentence = "List conversations, the newest first.",
		.long_answer = true };
	ConversationId talk; // none: all
	static constexpr auto fields() {
		return FieldRows{ bind(vocabulary::ONE_CONVERSATION, &ListTalksRequest::talk) };
	}
};

struct TalkLineFields {
	std::uint32_t turn = 0;
	AgentId agent;
	std::string name;
	std::string text;
	std::string ts;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(TURN_NUMBER, &TalkLineFields::turn),
			bind(AGENT, &TalkLineFields::agent),
			bind({ .name = "name", .sentence = "What it is called.", .required = true },
					&TalkLineFields::name),
			bind({ .name = "text",
						 .sentence = "What it said.",
						 .required = true,
						 .max_length = LONGEST_SPEECH },
					&TalkLineFields::text),
			bind({ .name = "ts", .sentence = "When: date and time in UTC.", .required = true },
					&TalkLineFields::ts),
		};
	}
};

struct TranscriptReply {
	std::string markdown;
	std::vector<TalkLineFields> messages;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "markdown",
						 .sentence = "All of it as a document.",
						 .required = true,
						 .max_length = std::size_t{ 1'000'000'000 } },
					&TranscriptReply::markdown),
			bind({ .name = "messages",
						 .sentence = "What was said, in its order.",
						 .required = true,
						 .max_length = static_cast<std::size_t>(vocabulary::MOST_TURNS) },
					&TranscriptReply::messages),
		};
	}
};

struct TranscriptRequest : OneTalk {
	using Reply = TranscriptReply;
	static constexpr RequestWords WORDS{ .name = "auto_mode_transcript_request",
		.sentence = "Give all that was said in a conversation.",
		.long_answer = true };
};

} // namespace agent_runtime
