// The entries of the vocabulary: a table, and nothing else.

#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_auto_mode.h"
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

constexpr std::span<const Field> NOTHING = {};

constexpr Field OF_SLOT[] = {
	{ .name = "slot",
			.sentence = "The name of the save game: letters, digits, _ and -.",
			.required = true,
			.one_line = true,
			.min_length = 1,
			.max_length = 64 },
};
constexpr Field OF_COPY[] = {
	{ .name = "path",
			.sentence = "The new file: an absolute path at which there is none.",
			.required = true,
			.one_line = true,
			.min_length = 1,
			.max_length = 4096 },
};
constexpr Field OF_WORLD_LOADED[] = {
	OF_SLOT[0],
	{ .name = "generation",
			.kind = integer,
			.sentence = "The number of the world: a higher one with each load.",
			.required = true },
};

// --- Requests ---

constexpr Field OF_AGENT_CONFIG[] = {
	{ .name = "key",
			.sentence = "The game's own name for the agent: a second spawn gives the living one.",
			.one_line = true,
			.min_length = 1 },
	{ .name = "name",
			.sentence = "What others call the agent.",
			.one_line = true,
			.min_length = 1 },
	{ .name = "role",
			.sentence = "What the agent is, in a few words, such as helper.",
			.one_line = true },
	{ .name = "persona",
			.sentence = "Who the agent is, in its own words: how it speaks and what it wants.",
			.max_length = LONGEST_PERSONA },
	{ .name = "cli_backend",
			.sentence = "What thinks for the agent; the project's default when absent.",
			.values = BACKENDS },
	{ .name = "model",
			.sentence = "The model of that backend; the project's default when absent.",
			.one_line = true },
	{ .name = "initial_position",
			.kind = position,
			.sentence = "Where the agent appears, in tiles; the origin when absent." },
	{ .name = "position_owner",
			.sentence = "Who says where the agent is; the runtime when absent.",
			.values = OWNERS },
	{ .name = "hearing_radius",
			.kind = number,
			.sentence = "How far the agent hears, in tiles; 0 hears everybody.",
			.max = LARGEST_COORDINATE },
	{ .name = "think_interval",
			.kind = number,
			.sentence = "Sim seconds between decisions of its own; 0 makes none.",
			.max = LONGEST_INTERVAL },
	{ .name = "seed",
			.kind = integer,
			.sentence = "The seed of the agent's chance; made from the run's when absent." },
	OWN_SEAT,
	WALK_SPEED,
	ROUTINE,
	GROUPS,
	TOPICS,
	FILTER,
	{ .name = "budget",
			.kind = object,
			.sentence = "How much the agent may think.",
			.fields = OF_BUDGET },
	{ .name = "mind_options",
			.kind = any_object,
			.sentence = "Options of the mind, such as its temperature.",
			.max_length = LARGEST_METADATA },
	{ .name = "metadata",
			.kind = any_object,
			.sentence = "The game's own data; kept, not read.",
			.max_length = LARGEST_METADATA },
};
constexpr Field OF_SPAWN_MANY[] = {
	{ .name = "agent_config",
			.kind = object,
			.sentence = "Who the agents are; without a key, which is one agent's alone.",
			.required = true,
			.fields = OF_AGENT_CONFIG },
	{ .name = "count",
			.kind = integer,
			.sentence = "How many.",
			.required = true,
			.min = 1,
			.max = MOST_SPAWNED_AT_ONCE },
};
constexpr Field OF_SPAWN[] = {
	{ .name = "agent_config",
			.kind = object,
			.sentence = "Who the agent is.",
			.required = true,
			.fields = OF_AGENT_CONFIG },
};
constexpr Field OF_ONE_AGENT[] = { AGENT };
constexpr Field OF_AGENTS[] = {
	{ .name = "state", .sentence = "Only agents in this state.", .values = STATES },
	{ .name = "name", .sentence = "Only agents of this name.", .one_line = true, .min_length = 1 },
	{ .name = "role", .sentence = "Only agents of this role.", .one_line = true, .min_length = 1 },
	{ .name = "group",
			.sentence = "Only members of this group.",
			.one_line = true,
			.min_length = 1 },
	{ .name = "paused", .kind = boolean, .sentence = "Only agents that are, or are not, paused." },
	{ .name = "near", .kind = position, .sentence = "Only agents within `radius` of this place." },
	{ .name = "radius",
			.kind = number,
			.sentence = "How far from `near`, in tiles; 6 when absent.",
			.max = LARGEST_COORDINATE },
	{ .name = "limit",
			.kind = integer,
			.sentence = "At most so many, in the order of their numbers.",
			.min = 1,
			.max = MOST_SPAWNED_AT_ONCE },
};
constexpr Field OF_SEND[] = {
	{ .name = "from", .kind = identifier, .sentence = "Who speaks; player_0 when absent." },
	{ .name = "to", .kind = identifier, .sentence = "Who is addressed; all who hear when absent." },
	CONTENT,
};
constexpr Field OF_PLACEMENT[] = { AGENT, WHERE };
constexpr Field OF_OWNER[] = {
	AGENT,
	{ .name = "owner",
			.sentence = "runtime: the world moves it; game: the game does, and reports.",
			.required = true,
			.values = OWNERS },
};
constexpr Field OF_MOVE[] = {
	AGENT,
	{ .name = "position",
			.kind = position,
			.sentence = "Where to walk, in tiles.",
			.required = true },
};
constexpr Field OF_EVENTS_REQUEST[] = {
	{ .name = "since",
			.kind = cursor,
			.sentence = "Events after this id or moment; from the oldest when absent." },
	{ .name = "entity", .kind = identifier, .sentence = "Only what concerns this participant." },
	{ .name = "limit",
			.kind = integer,
			.sentence = "At most so many events.",
			.min = 1,
			.max = 10'000 },
};

// --- Durable events ---

constexpr Field OF_SPAWNED[] = {
	AGENT,
	{ .name = "key", .sentence = "The game's own name for the agent.", .one_line = true },
	{ .name = "name", .sentence = "What others call the agent.", .required = true },
	{ .name = "role", .sentence = "What the agent is.", .required = true },
	WHERE,
	{ .name = "restored",
			.kind = boolean,
			.sentence = "True when the agent came back with its database." },
};
constexpr Field OF_TERMINATED[] = { AGENT, REASON };
constexpr Field OF_STATE[] = {
	AGENT,
	STATE,
	{ .name = "old_state", .sentence = "What the agent did before.", .values = STATES },
	WHERE,
	{ .name = "current_task",
			.sentence = "What the agent works at; empty when at nothing.",
			.max_length = LONGEST_SENTENCE },
};
constexpr Field OF_SPEECH[] = {
	{ .name = "agent_id",
			.kind = identifier,
			.sentence = "Who speaks: an agent, or a player such as player_0.",
			.required = true },
	{ .name = "content",
			.sentence = "What is said.",
			.required = true,
			.max_length = LONGEST_SPEECH },
	{ .name = "to", .kind = identifier, .sentence = "Who is addressed, where it is one." },
	{ .name = "recipients",
			.kind = text_list,
			.sentence = "All who hear it.",
			.required = true,
			.max_length = MOST_RECIPIENTS },
};
constexpr Field OF_MOVED[] = {
	AGENT,
	{ .name = "from", .kind = position, .sentence = "Where the agent was.", .required = true },
	WHERE,
};
constexpr Field OF_REFUSED[] = {
	AGENT,
	STATE,
	{ .name = "wanted",
			.sentence = "What was asked for: a state, or to move.",
			.required = true,
			.one_line = true },
	REASON,
};
constexpr Field OF_STARTED[] = {
	{ .name = "epoch",
			.kind = identifier,
			.sentence = "The event log's own name, if there is one: ids of another epoch mean"
						" nothing in it." },
};
constexpr Field OF_DEGRADED[] = { REASON };
constexpr Field OF_RECOVERED[] = {
	{ .name = "events",
			.kind = integer,
			.sentence = "How many waiting events were written.",
			.required = true },
};
constexpr Field OF_SET_ASIDE[] = {
	{ .name = "path",
			.sentence = "Where the damaged file lies now.",
			.required = true,
			.max_length = 4'096 },
	REASON,
};

// --- Transient values, calls, replies ---

constexpr Field LOG_CURSOR = { .name = "cursor",
	.kind = integer,
	.sentence = "The id up to which the client has all events.",
	.required = true };
constexpr Field OF_HELLO[] = {
	{ .name = "version", .sentence = "The version of this program.", .required = true },
	{ .name = "epoch",
			.kind = identifier,
			.sentence = "The event log's own name, if there is one." },
	LOG_CURSOR,
};
constexpr Field OF_GAP[] = {
	{ .name = "reason",
			.sentence = "slow: what follows comes from the log; pruned: older events are gone;"
						" other_log: the cursor was another log's, this one follows; not_stored:"
						" events are in no log. After all but slow, ask for the state anew.",
			.required = true,
			.values = GAP_REASONS },
	LOG_CURSOR,
	{ .name = "missed", .kind = integer, .sentence = "How many events went by unstored." },
};
constexpr Field OF_BLOCKED[] = {
	CALL,
	{ .name = "reason", .sentence = "Why, in a sentence.", .max_length = LONGEST_SENTENCE },
};
constexpr Field OF_ERROR[] = {
	{ .name = "code", .sentence = "What kind of error.", .required = true, .values = ERROR_CODES },
	{ .name = "message",
			.sentence = "What failed, why, and what to try.",
			.required = true,
			.max_length = LONGEST_SENTENCE },
	{ .name = "field",
			.sentence = "The path of the field that is wrong, where it is one.",
			.max_length = 512 },
};
constexpr Field OF_COMPLETED[] = {
	{ .name = "request_id",
			.sentence = "The request, by the name it came with or was given.",
			.required = true,
			.one_line = true,
			.min_length = 1 },
	{ .name = "ok", .kind = boolean, .sentence = "Whether it was done.", .required = true },
	{ .name = "error", .kind = object, .sentence = "Why it was not.", .fields = OF_ERROR },
	{ .name = "result",
			.kind = any,
			.sentence = "What was asked for.",
			.max_length = LARGEST_RESULT },
	{ .name = "stored",
			.kind = boolean,
			.sentence = "False: it is done and not stored, since storage is off or fails." },
};

constexpr bool LONG_ANSWER = true;

constexpr MessageType TABLE[] = {
	{ "agent_spawn_request", Door::request, "Bring an agent to life.", OF_SPAWN },
	{ "agents_spawn_request", Door::request, "Bring many agents of one kind to life.",
			OF_SPAWN_MANY },
	{ "agent_terminate_request", Door::request, "End an agent for good.", OF_ONE_AGENT },
	{ "agent_pause_request", Door::request, "Let an agent take no decisions for a while.",
			OF_ONE_AGENT },
	{ "agent_resume_request", Door::request, "Let a paused agent go on.", OF_ONE_AGENT },
	{ "agent_step_request", Door::request, "Let a paused agent take one decision.", OF_ONE_AGENT },
	{ "world_pause_request", Door::request, "Stop the world's time, or let it go on.",
			OF_WORLD_PAUSE },
	{ "world_step_request", Door::request, "Let a paused world make its next step.", NOTHING },
	{ "time_scale_request", Door::request, "Set how fast the world's time goes.", OF_TIME_SCALE },
	{ "agent_state_request", Door::request, "Tell what an agent does, and where.", OF_ONE_AGENT },
	{ "agents_request", Door::request, "List the agents.", OF_AGENTS, "", LONG_ANSWER },
	{ "send_message_request", Door::request, "Say something to an agent, or to all who hear.",
			OF_SEND },
	{ "publish_message_request", Door::request,
			"Put a message on the bus: for one, a group, a topic, or all.", OF_PUBLISH },
	{ "subscribe_request", Door::request,
			"Settle what an agent gets from the bus; what is absent stays.", OF_SUBSCRIBE },
	{ "task_assign_request", Door::request, "Give an agent a task.", OF_ASSIGN },
	{ "task_finish_request", Door::request, "End a task.", OF_FINISH },
	{ "tasks_request", Door::request, "List tasks.", OF_TASKS, "", LONG_ANSWER },
	{ "move_request", Door::request, "Send an agent to a place.", OF_MOVE },
	{ "walk_request", Door::request, "Let an agent walk somewhere.", OF_WALK_REQUEST },
	{ "stop_walk_request", Door::request, "Let an agent stop where it is.", OF_ONE_AGENT },
	{ "seat_request", Door::request, "Give an agent a seat of its own.", OF_SEAT_REQUEST },
	{ "position_owner_request", Door::request, "Settle who says where an agent is.", OF_OWNER },
	{ "report_position", Door::request, "Tell where the game has moved an agent.", OF_PLACEMENT },
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
	{ "caps_request", Door::request, "Settle what minds may cost; what is absent stays.", OF_CAPS },

	{ "memory_request", Door::request, "List what an agent remembers, newest first.", OF_MEMORY, "",
			LONG_ANSWER },
	{ "memory_pin_request", Door::request, "Keep a line for good, and in each prompt.", OF_PIN },
	{ "memory_edit_request", Door::request, "Change what an agent remembers.", OF_EDIT },
	{ "memory_forget_request", Door::request, "Let an agent forget lines.", OF_FORGET },
	{ "memory_note_request", Door::request, "Give an agent a line to remember.", OF_NOTE },
	{ "memory_summarise_request", Door::request, "Sum up the older talk of an agent.",
			OF_SUMMARISE },

	{ "startAutoMode", Door::request, "Let agents talk with each other, turn by turn.",
			OF_START_TALK },
	{ "stopAutoMode", Door::request, "End a conversation, or all.", OF_STOP_TALK },
	{ "continueAutoMode", Door::request, "Let a conversation that has ended go on.",
			OF_CONTINUE_TALK },
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
