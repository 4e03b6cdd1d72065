#pragma once

#include "core/agents/agent_state.h"
#include "core/agents/kept_lines.h"
#include "core/agents/message.h"
#include "core/agents/notices.h"
#include "core/agents/profile.h"
#include "core/agents/task.h"
#include "core/agents/walk.h"
#include "core/auto_mode/talk_settings.h"
#include "core/base/rng.h"
#include "core/base/trace_id.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace agent_runtime {

// A time that never comes.
inline constexpr SimTime NEVER = SimTime::max();

// A tool that its mind wants to use in the current thought.
struct WantedTool {
	ToolResult result;
	CallId call; // that the game has not answered; none: the tool has an outcome
	bool is_repeated = false; // refused, because exactly the same was asked for before
};

// A conversation that is led, from the view of one who takes part in it.
struct TalkPart {
	TalkSettingsPtr talk;
	TraceId trace; // the conversation's
	bool walks = false; // it is on an errand that the conversation waits for
	// The errand to begin when it has finished speaking.
	Errand late_errand = Errand::none;
	AgentId late_errand_to;
	// It is to speak, or about to. What follows concerns that turn.
	bool has_turn = false;
	AgentId answer_to; // who spoke last; none: nobody has, or the speaker is gone
	AgentId next; // who answers it
	std::uint32_t said = 0; // how often it has spoken before
	MessagePtr prompt; // the last line; null: there is none yet
	std::vector<MessagePtr> lines; // the newest ones, oldest first
};

// What an agent is engaged in, besides its state. Most agents have little of it at a time.
struct Engagement {
	std::vector<TaskPtr> tasks; // not finished; the first is the current one
	std::optional<Invitation> invitation; // that this agent has to answer
	bool invitation_seen = false; // its mind has seen it
	AgentId invited; // whose answer it waits for
	CallId action; // an action that the game has not answered
	TraceId action_trace; // the trace of that action
	std::string action_name;
	CallId context; // the call for what it perceives, before the thought
	std::string surroundings; // the game's answer to that
	std::vector<WantedTool> tools; // in the current thought, in the order of the calls
	std::uint32_t tool_rounds = 0; // how often its mind has asked for some
	std::unique_ptr<TalkPart> talk; // null: it takes part in no conversation that is led
	bool goes_home = false; // to its seat, when it has finished speaking

	// Whether it waits for the game in the middle of a thought.
	bool waits_for_game() const {
		return !context.is_none() ||
				std::any_of(tools.begin(), tools.end(),
						[](const WantedTool &use) { return !use.call.is_none(); });
	}
	const WantedTool *find(CallId tool) const {
		const auto found = std::find_if(tools.begin(), tools.end(),
				[&](const WantedTool &use) { return use.call == tool; });
		return found != tools.end() ? &*found : nullptr;
	}
	bool is_empty() const {
		return tasks.empty() && !invitation && invited.is_none() && action.is_none() &&
				context.is_none() && surroundings.empty() && tools.empty() && talk == nullptr &&
				!goes_home;
	}
};

// What it has heard and said lately. An agent that has never heard or said anything has none.
// Thread rule: as Agent.
struct Dialogue {
	static constexpr std::size_t REMEMBERED = 5;
	static constexpr std::size_t MOST_WAITING = 8;

	// The newest lines, oldest first; the rest is null.
	std::array<MessagePtr, REMEMBERED> recent;
	// Lines to it that came while it was speaking or paused; if they are too many, the newest.
	std::vector<MessagePtr> waiting;
	MessagePtr taken_in; // the line that it listens to or thinks about, if that was addressed to it
	std::uint64_t talk = 0; // the talk that it takes part in; 0: none
	SimTime quiet_until; // it does not speak before this unless it is spoken to
	ParticipantId answer_to;
	std::uint32_t turn = 0; // how often it has spoken in this talk
	std::uint8_t interruptions = 0; // in the current thought
};

// How often it has asked its mind, and what it knew then.
// Thread rule: as Agent.
struct Thinking {
	SimTime minute_begun;
	std::uint32_t thought = 0; // number of the newest thought; answers to older ones are void
	std::uint32_t asked = 0; // how many thoughts its mind was asked for
	std::uint32_t asked_in_minute = 0;
	NoticeMark noticed; // how many of the bus's notices it has seen
	NoticeMark noticed_before; // the same before the current thought
	bool retried = false; // its mind was asked again because the answer was of no use
	bool told_stuck = false; // in this state
	bool told_exhausted = false; // since its mind last answered
};

// Where it is, and who moves it.
// Thread rule: as Agent.
struct Standing {
	TilePosition position;
	TilePosition settled; // the newest position published in an event
	SimTime settles_at = NEVER; // when a position reported by the game counts as final
	Facing facing = Facing::down;
	bool moved_by_game = false;
	bool is_settling = false; // it has an entry among the agents that settle
	std::uint8_t untold_walks = 0; // how many walks have ended without being reported
};

// Everything about one living agent that steps change. It is small, since all agents stand in one
// block of memory: text that never changes is in the shared profile, and what is rare is behind a
// pointer. Thread rule: worker only; within a step, only the thread that runs the agent touches it.
struct Agent {
	static const Walk NO_WALK;
	static const Dialogue NO_DIALOGUE;

	AgentId id;
	AgentState state = AgentState::idle;
	bool paused = false; // it makes no decisions of its own
	bool stepping = false; // though paused, it makes the next decision
	ProfilePtr profile;
	Rng rng;
	float attention = 1.0f; // how much the player sees of it
	TraceId trace; // what it is doing belongs to this; none: nothing
	SimTime state_since;
	SimTime timer = NEVER; // when the current state ends by itself
	SimTime scheduled = NEVER; // the newest entry of this agent in the timer heap
	Thinking thinking;
	Standing standing;
	std::unique_ptr<Dialogue> dialogues; // null: none
	std::unique_ptr<Engagement> engagement; // null: none
	std::unique_ptr<Travels> travels; // null: it has never gone anywhere
	std::unique_ptr<const KeptLinesPtr> kept; // null: none; just a pointer, since most have none

	bool alive() const { return profile != nullptr; }
	// Its part in a conversation that is led; null: none.
	TalkPart *talk_part() const { return engagement != nullptr ? engagement->talk.get() : nullptr; }
	const Walk &walk() const { return travels != nullptr ? travels->walk : NO_WALK; }
	const Dialogue &dialogue() const { return dialogues != nullptr ? *dialogues : NO_DIALOGUE; }
	Dialogue &converse();
	TilePosition home() const { return travels != nullptr ? travels->home : standing.position; }
	// From now on it belongs where it is, unless it has travelled before.
	Travels &travel();
	void remember(const MessagePtr &message);
	// The partner has answered, or will not.
	void forget_partner();
	Engagement &engage();
	// Frees the memory when nothing is left of it.
	void disengage_if_free();
	TaskPtr current_task() const;
	// Null: nothing.
	void keep(const KeptLinesPtr &lines);
};

} // namespace agent_runtime
