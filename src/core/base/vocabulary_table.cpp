// The entries of what the runtime sends: a table, and nothing else.

#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_auto_mode.h"
#include "core/base/vocabulary_events.h"
#include "core/base/vocabulary_fields.h"
#include "core/base/vocabulary_memory.h"
#include "core/base/vocabulary_minds.h"
#include "core/base/vocabulary_walks.h"

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
	{ .name = "trace_id", .kind = identifier, .sentence = "What it belongs to." },
	{ .name = "stored",
			.kind = boolean,
			.sentence = "False while the disk fails: the event may be lost with the process." },
};

constexpr Field OF_AGENT_POSITION[] = { AGENT, WHERE };
constexpr std::span<const Field> NOTHING = {};

constexpr MessageType TABLE[] = {
	{ "agent_spawned", Door::durable, "An agent has come to life.", OF_SPAWNED, "agent_spawned" },
	{ "agent_terminated", Door::durable, "An agent has ended.", OF_TERMINATED, "agent_terminated" },
	{ "agent_state_update", Door::durable, "An agent has changed its state.", OF_STATE,
			"agent_state_changed" },
	{ "agent_speech", Door::durable, "Somebody has spoken.", OF_SPEECH, "agent_spoke" },
	{ "agent_moved", Door::durable, "An agent has reached another place.", OF_MOVED,
			"agent_moved" },
	{ "agent_arrived", Door::durable, "An agent has walked to where it was going.",
			OF_AGENT_ARRIVED, "agent_arrived" },
	{ "agent_blocked", Door::durable, "An agent cannot get to where it was going.",
			OF_AGENT_BLOCKED, "agent_blocked" },
	{ "transition_refused", Door::durable, "An agent was asked for what its state forbids.",
			OF_REFUSED, "action_refused" },
	{ "mind_failed", Door::durable, "A mind gave no answer.", OF_MIND_FAILED, "agent_mind_failed" },
	{ "budget_exhausted", Door::durable, "A cap stands in the way of an agent's thoughts.",
			OF_EXHAUSTED, "budget_exhausted" },
	{ "tool_used", Door::durable, "A tool has ended that a mind wanted used.", OF_TOOL_USED,
			"tool_used" },
	{ "message_published", Door::durable, "A message other than speech went over the bus.",
			OF_PUBLISHED, "message_published" },
	{ "message_acknowledged", Door::durable, "An agent has taken in what was said to it.",
			OF_ACKNOWLEDGED, "message_acknowledged" },
	{ "messages_dropped", Door::durable, "An agent could not keep all that waited for it.",
			OF_DROPPED, "messages_dropped" },
	{ "agent_task_changed", Door::durable, "A task was given, begun or ended.", OF_TASK_CHANGED,
			"agent_task_changed" },
	{ "collaboration_invited", Door::durable, "An agent has invited another.", OF_INVITED,
			"collaboration_invited" },
	{ "collaboration_answered", Door::durable, "An invitation was accepted or declined.",
			OF_INVITATION_ANSWERED, "collaboration_answered" },
	{ "action_performed", Door::durable, "An action of the game has ended.", OF_PERFORMED,
			"action_performed" },
	{ "agent_pause_update", Door::durable, "An agent was paused, or goes on.", OF_PAUSED,
			"agent_paused_changed" },
	{ "agent_stuck", Door::durable, "An agent waits longer than it should.", OF_STUCK,
			"agent_stuck" },
	{ "autoModeStarted", Door::durable, "A conversation has begun, or goes on.", OF_TALK_STARTED,
			"auto_mode_started" },
	{ "autoModeTurnChange", Door::durable, "It is another agent's turn.", OF_TURN_CHANGE,
			"auto_mode_turn_changed" },
	{ "agentMessage", Door::durable, "An agent has spoken in a conversation.", OF_TALK_LINE,
			"agent_message" },
	{ "autoModeEnded", Door::durable, "A conversation is over.", OF_TALK_ENDED, "auto_mode_ended" },
	{ "memory_changed", Door::durable, "What an agent remembers was changed.", OF_MEMORY_CHANGED,
			"memory_changed" },
	{ "runtime_started", Door::durable, "The runtime has begun to simulate.", OF_STARTED,
			"runtime_started" },
	{ "runtime_stopped", Door::durable, "The runtime has stopped in good order.", NOTHING,
			"runtime_stopped" },
	{ "world_loaded", Door::durable,
			"A saved world has taken the place of the one that was there; ask for its agents anew.",
			OF_WORLD_LOADED },
	{ "store_degraded", Door::durable, "The disk fails: events are kept in memory.", OF_DEGRADED,
			"store_degraded" },
	{ "store_recovered", Door::durable, "The disk works again, and has what was kept.",
			OF_RECOVERED, "store_recovered" },
	{ "file_set_aside", Door::durable, "A damaged file was renamed, and a new one begun.",
			OF_SET_ASIDE },

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
	return TABLE;
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
