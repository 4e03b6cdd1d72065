#pragma once

// What the game is called for, and what it answers. A call goes out and is answered once. Thread
// rule: immutable.

#include "core/agents/agent_fields.h"
#include "core/mind/position_field.h"
#include "core/requests/request_words.h"

#include <string>

namespace agent_runtime {

namespace vocabulary {

inline constexpr Field CALL = { .name = "call_id",
	.kind = identifier,
	.sentence = "The call, as it was given with it.",
	.required = true };

} // namespace vocabulary

struct WalkArrived {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "walk_arrived",
		.sentence = "The agent has arrived.",
		.kind = MessageKind::answer };
	CallId call;
	static constexpr auto fields() {
		return FieldRows{ bind(vocabulary::CALL, &WalkArrived::call) };
	}
};

// For a call that could not be carried out.
struct CallFailure {
	using Reply = NoFields;
	CallId call;
	std::string reason;
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::CALL, &CallFailure::call),
			bind({ .name = "reason",
						 .sentence = "Why, in a sentence.",
						 .max_length = vocabulary::LONGEST_SENTENCE },
					&CallFailure::reason),
		};
	}
};

// For a call that has a result.
struct CallResult {
	using Reply = NoFields;
	CallId call;
	nlohmann::json result = nlohmann::json::value_t::discarded; // the game did not give one
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::CALL, &CallResult::call),
			bind({ .name = "result",
						 .kind = FieldKind::any,
						 .sentence = "What came of it.",
						 .max_length = vocabulary::LARGEST_RESULT },
					&CallResult::result),
		};
	}
};

struct WalkBlocked : CallFailure {
	static constexpr RequestWords WORDS{ .name = "walk_blocked",
		.sentence = "The agent cannot get there.",
		.kind = MessageKind::answer };
};

struct ActionCompleted {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "action_completed",
		.sentence = "The action is done.",
		.kind = MessageKind::answer };
	CallId call;
	nlohmann::json result = nlohmann::json::value_t::discarded; // the same
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::CALL, &ActionCompleted::call),
			bind({ .name = "result",
						 .kind = FieldKind::any,
						 .sentence = "What came of it.",
						 .max_length = vocabulary::LARGEST_METADATA },
					&ActionCompleted::result),
		};
	}
};

struct ActionFailed : CallFailure {
	static constexpr RequestWords WORDS{ .name = "action_failed",
		.sentence = "The action could not be done.",
		.kind = MessageKind::answer };
};

struct ContextGiven {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "context_given",
		.sentence = "What the agent perceives.",
		.kind = MessageKind::answer };
	CallId call;
	std::string context;
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::CALL, &ContextGiven::call),
			bind({ .name = "context",
						 .sentence = "What the agent perceives, in words.",
						 .max_length = vocabulary::LONGEST_PERSONA },
					&ContextGiven::context),
		};
	}
};

struct ToolCompleted : CallResult {
	static constexpr RequestWords WORDS{ .name = "tool_completed",
		.sentence = "The tool was used.",
		.kind = MessageKind::answer };
};

struct ToolFailed : CallFailure {
	static constexpr RequestWords WORDS{ .name = "tool_failed",
		.sentence = "The tool could not be used.",
		.kind = MessageKind::answer };
};

struct ThoughtAnswered : CallResult {
	static constexpr RequestWords WORDS{ .name = "thought_answered",
		.sentence = "What the agent does.",
		.kind = MessageKind::answer };
};

struct ThoughtFailed : CallFailure {
	static constexpr RequestWords WORDS{ .name = "thought_failed",
		.sentence = "The game's mind could not decide.",
		.kind = MessageKind::answer };
};

using CallAnswerTypes = RequestTypes<WalkArrived, WalkBlocked, ActionCompleted, ActionFailed,
		ContextGiven, ToolCompleted, ToolFailed, ThoughtAnswered, ThoughtFailed>;

namespace vocabulary {

inline constexpr Field OF_WALK[] = {
	CALL,
	AGENT,
	{ .name = "target", .kind = position, .sentence = "The tile to walk to.", .required = true },
	{ .name = "face",
			.kind = position,
			.sentence = "The place to look at on arrival; the target itself: no matter which." },
};
inline constexpr Field OF_WALK_CANCELLED[] = { CALL, AGENT, REASON };
inline constexpr Field OF_ACTION_CALL[] = {
	CALL,
	AGENT,
	ACTION,
	{ .name = "arguments",
			.kind = any_object,
			.sentence = "What the agent's mind chose, checked against the action's schema.",
			.required = true,
			.max_length = LARGEST_METADATA },
};
inline constexpr Field OF_CONTEXT_CALL[] = { CALL, AGENT };
inline constexpr Field OF_TOOL_CALL[] = {
	CALL,
	AGENT,
	TOOL,
	{ .name = "arguments",
			.kind = any_object,
			.sentence = "What the mind chose, checked against the tool's schema.",
			.required = true,
			.max_length = LARGEST_METADATA },
};
inline constexpr Field OF_THOUGHT_CALL[] = {
	CALL,
	AGENT,
	{ .name = "prompt",
			.kind = any_object,
			.sentence = "What the mind is asked.",
			.required = true,
			.max_length = LARGEST_RESULT },
};

inline constexpr MessageType CALLS[] = {
	{ "walk_requested", MessageKind::call, "The game is to walk an agent to a place.", OF_WALK,
			"walk_requested" },
	{ "walk_cancelled", MessageKind::call,
			"A walk that the game was asked for is over before the game has ended it; the agent "
			"stops.",
			OF_WALK_CANCELLED, "walk_cancelled" },
	{ "action_requested", MessageKind::call, "The game is to do what an agent decided.",
			OF_ACTION_CALL, "action_requested" },
	{ "context_requested", MessageKind::call, "The game is to say what an agent perceives.",
			OF_CONTEXT_CALL },
	{ "tool_requested", MessageKind::call, "The game is to use a tool for a mind.", OF_TOOL_CALL },
	{ "thought_requested", MessageKind::call, "The game is to think for an agent.",
			OF_THOUGHT_CALL },
};

} // namespace vocabulary

} // namespace agent_runtime
