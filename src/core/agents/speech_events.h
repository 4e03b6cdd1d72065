#pragma once

// What is said and sent.
// Thread rule: immutable once emitted.

#include "core/agents/agent_fields.h"
#include "core/agents/message.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

struct SpeechEvents; // the list of all of them

// Fields of events that carry a message.
template <typename T>
constexpr auto sender_field(std::string_view sentence) {
	return subject_field(Field{ .name = "agent_id",
								 .kind = FieldKind::identifier,
								 .sentence = sentence,
								 .required = true },
			[](T &event, const Subject &subject) {
				edit(event.message).from = subject.participant();
			})
			.shown();
}
template <typename T>
constexpr auto content_field(std::string_view sentence) {
	return bind(
			{ .name = "content",
					.sentence = sentence,
					.required = true,
					.max_length = vocabulary::LONGEST_SPEECH },
			[](const T &event) -> const std::string & {
				return event.message->content;
			}, // It is moved; clang-tidy does not see that in a template.
			// NOLINTNEXTLINE(performance-unnecessary-value-param)
			[](T &event, std::string content) { edit(event.message).content = std::move(content); })
			.shown();
}
template <typename T>
constexpr auto recipients_field(std::string_view sentence) {
	return bind(
			{ .name = "recipients",
					.sentence = sentence,
					.required = true,
					.max_length = vocabulary::MOST_RECIPIENTS },
			[](const T &event) -> const std::vector<ParticipantId> & {
				return event.message->hearers;
			}, // NOLINTNEXTLINE(performance-unnecessary-value-param): moved, as above
			[](T &event, std::vector<ParticipantId> hearers) {
				edit(event.message).hearers = std::move(hearers);
			})
			.shown();
}
template <typename T>
constexpr auto addressee_field() {
	return bind(
			{ .name = "to", .sentence = "Who is addressed, where it is one." },
			[](const T &event) { return event.message->to; },
			[](T &event, ParticipantId to) {
				Message &message = edit(event.message);
				message.to = to;
				message.reach = to.is_none() ? message.reach : Reach::addressee;
			});
}
struct AgentSpoke {
	using List = SpeechEvents;
	static constexpr std::string_view TYPE = "agent_speech";
	static constexpr EventNote NOTE = { "Somebody has spoken.", "agent_spoke" };
	MessagePtr message;

	static constexpr auto fields() {
		return FieldRows(
				sender_field<AgentSpoke>("Who speaks: an agent, or a player such as player_0."),
				content_field<AgentSpoke>("What is said."),
				recipients_field<AgentSpoke>("All who hear it."), addressee_field<AgentSpoke>());
	}
};

// A message other than speech.
struct MessagePublished {
	using List = SpeechEvents;
	static constexpr std::string_view TYPE = "message_published";
	static constexpr EventNote NOTE = { "A message other than speech went over the bus.",
		"message_published" };
	MessagePtr message;

	static constexpr auto fields();
};

// The name of the group or topic that a message went to; a message with an addressee has neither.
template <Reach REACH>
constexpr auto channel_field(std::string_view name, std::string_view sentence) {
	return bind(
			{ .name = name, .sentence = sentence },
			[](const MessagePublished &event) {
				return event.message->reach == REACH ? std::optional(event.message->channel)
													 : std::nullopt;
			},
			[](MessagePublished &event, std::string channel) {
				Message &message = edit(event.message);
				message.channel = std::move(channel);
				message.reach = message.to.is_none() ? REACH : message.reach;
			});
}

constexpr auto MessagePublished::fields() {
	return FieldRows(
			sender_field<MessagePublished>("Who does it: an agent, or a player such as player_0."),
			bind(
					{ .name = "message_type",
							.kind = FieldKind::identifier,
							.sentence = "What kind of message.",
							.required = true },
					[](const MessagePublished &event) -> const std::string & {
						return event.message->type;
					},
					[](MessagePublished &event, std::string type) {
						Message &message = edit(event.message);
						message.type = std::move(type);
						message.reach = Reach::everybody; // unless a field below says otherwise
					})
					.shown(),
			content_field<MessagePublished>("What it says."),
			argument_only("channel",
					[](const MessagePublished &event) -> const std::string & {
						return event.message->channel;
					}),
			recipients_field<MessagePublished>("All who got it."),
			addressee_field<MessagePublished>(),
			channel_field<Reach::group>("group", "The group that it went to."),
			channel_field<Reach::topic>("topic", "The topic that it went to."));
}

// A line to the agent has been taken in.
struct MessageAcknowledged {
	using List = SpeechEvents;
	static constexpr std::string_view TYPE = "message_acknowledged";
	static constexpr EventNote NOTE = { "An agent has taken in what was said to it.",
		"message_acknowledged" };
	ParticipantId from;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "from",
							 .sentence = "Whose message the agent has taken in.",
							 .required = true },
						&MessageAcknowledged::from)
						.shown());
	}
};

struct MessagesDropped {
	using List = SpeechEvents;
	static constexpr std::string_view TYPE = "messages_dropped";
	static constexpr EventNote NOTE = { "An agent could not keep all that waited for it.",
		"messages_dropped" };
	std::uint64_t count = 0;
	std::string reason;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "count", .sentence = "How many messages.", .required = true },
						&MessagesDropped::count)
						.shown(),
				bind(REASON, &MessagesDropped::reason).shown());
	}
};

struct SpeechEvents
		: EventList<AgentSpoke, MessagePublished, MessageAcknowledged, MessagesDropped> {};

extern template struct EventTable<SpeechEvents>;

} // namespace agent_runtime
