// The entries of the vocabulary: a table, and nothing else.

#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_auto_mode.h"
#include "core/base/vocabulary_events.h"
#include "core/base/vocabulary_fields.h"
#include "core/base/vocabulary_memory.h"
#include "core/base/vocabulary_minds.h"
#include "core/base/vocabulary_requests.h"
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

constexpr std::span<const Field> NOTHING = {};

constexpr bool LONG_ANSWER = true;
constexpr bool SHORT_ANSWER = false;
constexpr bool CHANGES = true;

constexpr MessageType TABLE[] = {
	{ "agent_spawn_request", Door::request, "Bring an agent to life.", OF_SPAWN, "", SHORT_ANSWER,
			CHANGES },
	{ "agents_spawn_request", Door::request, "Bring many agents of one kind to life.",
			OF_SPAWN_MANY, "", SHORT_ANSWER, CHANGES },
	{ "agent_terminate_request", Door::request, "End an agent for good.", OF_ONE_AGENT, "",
			SHORT_ANSWER, CHANGES },
	{ "agent_pause_request", Door::request, "Let an agent take no decisions for a while.",
			OF_ONE_AGENT, "", SHORT_ANSWER, CHANGES },
	{ "agent_resume_request", Door::request, "Let a paused agent go on.", OF_ONE_AGENT, "",
			SHORT_ANSWER, CHANGES },
	{ "agent_step_request", Door::request, "Let a paused agent take one decision.", OF_ONE_AGENT,
			"", SHORT_ANSWER, CHANGES },
	{ "world_pause_request", Door::request, "Stop the world's time, or let it go on.",
			OF_WORLD_PAUSE },
	{ "world_step_request", Door::request, "Let a paused world make its next step.", NOTHING },
	{ "time_scale_request", Door::request, "Set how fast the world's time goes.", OF_TIME_SCALE },
	{ "agent_state_request", Door::request, "Tell what an agent does, and where.", OF_ONE_AGENT },
	{ "agents_request", Door::request, "List the agents.", OF_AGENTS, "", LONG_ANSWER },
	{ "send_message_request", Door::request, "Say something to an agent, or to all who hear.",
			OF_SEND, "", SHORT_ANSWER, CHANGES },
	{ "publish_message_request", Door::request,
			"Put a message on the bus: for one, a group, a topic, or all.", OF_PUBLISH, "",
			SHORT_ANSWER, CHANGES },
	{ "subscribe_request", Door::request,
			"Settle what an agent gets from the bus; what is absent stays.", OF_SUBSCRIBE, "",
			SHORT_ANSWER, CHANGES },
	{ "task_assign_request", Door::request, "Give an agent a task.", OF_ASSIGN, "", SHORT_ANSWER,
			CHANGES },
	{ "task_finish_request", Door::request, "End a task.", OF_FINISH, "", SHORT_ANSWER, CHANGES },
	{ "tasks_request", Door::request, "List tasks.", OF_TASKS, "", LONG_ANSWER },
	{ "move_request", Door::request, "Send an agent to a place.", OF_MOVE, "", SHORT_ANSWER,
			CHANGES },
	{ "walk_request", Door::request, "Let an agent walk somewhere.", OF_WALK_REQUEST, "",
			SHORT_ANSWER, CHANGES },
	{ "stop_walk_request", Door::request, "Let an agent stop where it is.", OF_ONE_AGENT, "",
			SHORT_ANSWER, CHANGES },
	{ "seat_request", Door::request, "Give an agent a seat of its own.", OF_SEAT_REQUEST, "",
			SHORT_ANSWER, CHANGES },
	{ "position_owner_request", Door::request, "Settle who says where an agent is.", OF_OWNER, "",
			SHORT_ANSWER, CHANGES },
	{ "report_position", Door::request, "Tell where the game has moved an agent.", OF_PLACEMENT, "",
			SHORT_ANSWER, CHANGES },
	{ "slot_save_request", Door::request, "Save the world, over an older one of the name.",
			OF_SLOT },
	{ "slot_load_request", Door::request, "Let a saved world take the place of the one that lives.",
			OF_SLOT },
	{ "slots_request", Door::request, "List the saved worlds.", NOTHING },
	{ "slot_delete_request", Door::request, "Delete a saved world.", OF_SLOT },
	{ "database_copy_request", Door::request,
			"Copy the database as it is now to a new file, also when its own was deleted.",
			OF_COPY },
	{ "health_request", Door::request, "Tell how the runtime fares.", NOTHING },
	{ "events_request", Door::request, "Read the event log.", OF_EVENTS_REQUEST, "", LONG_ANSWER },
	{ "search_request", Door::request, "Search in all that an agent said or heard.", OF_SEARCH, "",
			LONG_ANSWER },

	{ "attention_request", Door::request, "Settle how much the player sees of an agent.",
			OF_ATTENTION },
	{ "last_prompt_request", Door::request, "Show what an agent's mind was asked last.",
			OF_ONE_AGENT },
	{ "usage_request", Door::request, "Tell what minds have cost, and what they may.",
			OF_USAGE_REQUEST },
	{ "caps_request", Door::request, "Settle what minds may cost; what is absent stays.", OF_CAPS,
			"", SHORT_ANSWER, CHANGES },

	{ "memory_request", Door::request, "List what an agent remembers, newest first.", OF_MEMORY, "",
			LONG_ANSWER },
	{ "memory_pin_request", Door::request, "Keep a line for good, and in each prompt.", OF_PIN },
	{ "memory_edit_request", Door::request, "Change what an agent remembers.", OF_EDIT },
	{ "memory_forget_request", Door::request, "Let an agent forget lines.", OF_FORGET },
	{ "memory_note_request", Door::request, "Give an agent a line to remember.", OF_NOTE },
	{ "memory_summarise_request", Door::request, "Sum up the older talk of an agent.",
			OF_SUMMARISE },

	{ "startAutoMode", Door::request, "Let agents talk with each other, turn by turn.",
			OF_START_TALK, "", SHORT_ANSWER, CHANGES },
	{ "stopAutoMode", Door::request, "End a conversation, or all.", OF_STOP_TALK, "", SHORT_ANSWER,
			CHANGES },
	{ "continueAutoMode", Door::request, "Let a conversation that has ended go on.",
			OF_CONTINUE_TALK, "", SHORT_ANSWER, CHANGES },
	{ "auto_mode_request", Door::request, "List conversations, the newest first.", OF_TALKS_REQUEST,
			"", LONG_ANSWER },
	{ "auto_mode_transcript_request", Door::request, "Give all that was said in a conversation.",
			OF_CONTINUE_TALK, "", LONG_ANSWER },

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

	{ "agent_position", Door::transient, "Where a moving agent is at the moment.", OF_PLACEMENT,
			"agent_position_changed" },
	{ "agent_path_changed", Door::transient, "The way on which an agent is.", OF_PATH,
			"agent_path_changed" },
	{ "agent_turned", Door::transient, "Where an agent looks now.", OF_TURNED, "agent_turned" },

	{ "agent_text", Door::transient, "What a mind is writing at the moment.", OF_TEXT,
			"agent_text_streamed" },

	{ "hello", Door::transient, "A stream of events begins.", OF_HELLO },
	{ "gap", Door::transient, "What follows on a stream is not simply the next event.", OF_GAP },

	{ "walk_requested", Door::call, "The game is to walk an agent to a place.", OF_WALK,
			"walk_requested" },
	{ "walk_cancelled", Door::call,
			"A walk that the game was asked for is over before the game has ended it; the agent "
			"stops.",
			OF_WALK_CANCELLED, "walk_cancelled" },
	{ "walk_arrived", Door::answer, "The agent has arrived.", OF_WALK_ARRIVED },
	{ "walk_blocked", Door::answer, "The agent cannot get there.", OF_BLOCKED },

	{ "action_requested", Door::call, "The game is to do what an agent decided.", OF_ACTION_CALL,
			"action_requested" },
	{ "action_completed", Door::answer, "The action is done.", OF_ACTION_COMPLETED },
	{ "action_failed", Door::answer, "The action could not be done.", OF_BLOCKED },
	{ "context_requested", Door::call, "The game is to say what an agent perceives.",
			OF_CONTEXT_CALL },
	{ "context_given", Door::answer, "What the agent perceives.", OF_CONTEXT_GIVEN },

	{ "tool_requested", Door::call, "The game is to use a tool for a mind.", OF_TOOL_CALL },
	{ "tool_completed", Door::answer, "The tool was used.", OF_ANSWERED },
	{ "tool_failed", Door::answer, "The tool could not be used.", OF_NOT_ANSWERED },
	{ "thought_requested", Door::call, "The game is to think for an agent.", OF_THOUGHT_CALL },
	{ "thought_answered", Door::answer, "What the agent does.", OF_ANSWERED },
	{ "thought_failed", Door::answer, "The game's mind could not decide.", OF_NOT_ANSWERED },

	{ "request_completed", Door::reply, "A request has been done, or refused.", OF_COMPLETED,
			"request_completed" },
};

} // namespace

std::span<const MessageType> message_types() {
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
