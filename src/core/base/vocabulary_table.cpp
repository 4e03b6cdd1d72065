// The entries of what the runtime sends: a table, and nothing else.

#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_auto_mode.h"
#include "core/base/vocabulary_events.h"
#include "core/base/vocabulary_fields.h"
#include "core/base/vocabulary_memory.h"
#include "core/base/vocabulary_minds.h"
#include "core/base/vocabulary_walks.h"

#include <iterator>
#include <vector>

namespace agent_runtime {

namespace {

using namespace vocabulary;

// --- What every message of a door may carry ---

constexpr Field OF_REQUESTS[] = {
	{ .name = "request_id",
			.sentence = "The sender's name for this request; the reply carries it.",
			.one_line = true,
			.min_length = 1 },
};
constexpr Field OF_EVENTS[] = {
	{ .name = "id",
			.kind = integer,
			.sentence = "The place in the event log; absent while the event is not stored.",
			.min = 1 },
	{ .name = "ts", .sentence = "When it happened: date and time in UTC.", .max_length = 64 },
	{ .name = "trace_id",
			.kind = identifier,
			.sentence =
					"What it belongs to: the same for all that one request, one line of a player"
					" or one thought has led to. 32 hexadecimal digits." },
	{ .name = "entity",
			.sentence = "What it is about, where that is no agent or player, such as job_012.",
			.one_line = true,
			.min_length = 1,
			.max_length = 256 },
	{ .name = "stored",
			.kind = boolean,
			.sentence = "False while the disk fails: the event may be lost with the process." },
};

constexpr Field OF_AGENT_POSITION[] = { AGENT, WHERE };
constexpr std::span<const Field> NOTHING = {};

constexpr MessageType SENT[] = {
	{ "agent_position", Door::transient, "Where a moving agent is at the moment.",
			OF_AGENT_POSITION, "agent_position_changed" },
	{ "agent_path_changed", Door::transient, "The way on which an agent is.", OF_PATH,
			"agent_path_changed" },
	{ "agent_turned", Door::transient, "Where an agent looks now.", OF_TURNED, "agent_turned" },

	{ "agent_text", Door::transient, "What a mind is writing at the moment.", OF_TEXT,
			"agent_text_streamed" },

	{ "hello", Door::transient, "A stream of events begins.", OF_HELLO },
	{ "gap", Door::transient, "What follows on a stream is not simply the next event.", OF_GAP },

	{ "request_completed", Door::reply, "A request has been done, or refused.", OF_COMPLETED,
			"request_completed" },
};

} // namespace

std::span<const MessageType> sent_message_types() {
	return SENT;
}

std::span<const Field> common_fields(Door door) {
	switch (door) {
		case Door::request:
		case Door::answer:
			return OF_REQUESTS;
		case Door::durable:
			return OF_EVENTS;
		default:
			return {};
	}
}

} // namespace agent_runtime
