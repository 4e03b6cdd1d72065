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

// The time that does not come.
inline constexpr SimTime NEVER = SimTime::max();

// A tool that its mind wanted used in the current thought.
struct ToolUse {
	ToolResult result;
	CallId call; // that the game has not answered; none: it has an outcome
	bool is_repeated = false; // refused, since the very same was asked for before
};

// A conversation that is led, as one who takes part in it has it in mind.
struct TalkPart {
	TalkSettingsPtr talk;
	TraceId trace; // of the conversation
	bool walks = false; // on an errand whose end is waited for
	// The errand on which it goes when it has finished speaking.
	Errand late_errand = Errand::none;
	AgentId late_errand_to;
	// It is to speak, or about to. What follows is of that turn.
	bool has_turn = false;
	AgentId answer_to; // who spoke last; none: nobody yet, or it is gone
	AgentId next; // who is to answer it
	std::uint32_t turn = 0; // of the conversation
	std::uint32_t said = 0; // how often it has spoken before
	MessagePtr prompt; // the last line; null: there is none yet
	std::vector<MessagePtr> lines; // the newest ones, oldest first
};

// What keeps an agent busy beside its state: most have nothing of it at a time.
struct Engagement {
	std::vector<TaskPtr> tasks; // not over; the first is the current one
	std::optional<Invitation> invitation; // to be answered by this agent
	bool invitation_seen = false; // by its mind
	AgentId invited; // whose answer it waits for
	CallId action; // that the game has not answered
	TraceId action_trace; // what that belongs to
	std::string action_name;
	CallId context; // asked for what it perceives, before the thought
	std::string surroundings; // what the game said to that
	std::vector<ToolUse> tools; // of the current thought, in the order of the calls
	std::uint32_t tool_rounds = 0; // in which its mind asked for them
	std::unique_ptr<TalkPart> talk; // null: it takes part in none that is led
	bool goes_home = false; // to its seat, when it has finished speaking

	// In the middle of a thought.
	bool waits_for_game() const {
		return !context.is_none() ||
				std::any_of(tools.begin(), tools.end(),
						[](const ToolUse &use) { return !use.call.is_none(); });
	}
	const ToolUse *find(CallId tool) const {
		const auto found = std::find_if(
				tools.begin(), tools.end(), [&](const ToolUse &use) { return use.call == tool; });
		return found != tools.end() ? &*found : nullptr;
	}
	bool is_empty() const {
		return tasks.empty() && !invitation && invited.is_none() && action.is_none() &&
				context.is_none() && surroundings.empty() && tools.empty() && talk == nullptr &&
				!goes_home;
	}
};

// What it has heard and said lately. Whoever has never heard or said anything has none.
// Thread rule: as Agent.
struct Dialogue {
	static constexpr std::size_t REMEMBERED = 5;
	static constexpr std::size_t MOST_WAITING = 8;

	// The newest lines, oldest first, as far as they are filled.
	std::array<MessagePtr, REMEMBERED> recent;
	// Addressed to it while it was speaking or paused; of too many, the newest.
	std::vector<MessagePtr> waiting;
	MessagePtr taken_in; // what it listens to or thinks about, where that was addressed to it
	std::uint64_t talk = 0; // that it takes part in; 0: none
	SimTime quiet_until; // it does not speak up unasked before this
	ParticipantId answer_to;
	std::uint32_t turn = 0; // how often it has spoken in this talk
	std::uint8_t interruptions = 0; // of the current thought
};

// How often it has asked its mind, and what it knew then.
// Thread rule: as Agent.
struct Thinking {
	SimTime minute_begun;
	std::uint32_t thought = 0; // number of the newest thought; an answer to an older one is void
	std::uint32_t asked = 0; // how many thoughts were asked of its mind
	std::uint32_t asked_in_minute = 0;
	NoticeMark noticed; // how many of the bus's notices it has seen
	NoticeMark noticed_before; // the same before the current thought
	bool retried = false; // its mind was asked again because the answer was no use
	bool told_stuck = false; // in this state
	bool told_exhausted = false; // since its mind last answered
};

// Where it is, and who moves it.
// Thread rule: as Agent.
struct Standing {
	TilePosition position;
	TilePosition settled; // the newest position that an event has told
	SimTime settles_at = NEVER; // when a position that the game reports counts as reached
	Facing facing = Facing::down;
	bool moved_by_game = false;
	bool is_settling = false; // it has an entry among those that settle
	std::uint8_t untold_walks = 0; // that have ended, and nobody was told how
};

// Everything about one living agent that steps change. Kept in one block for all agents, so it is
// small: text that never changes stands in the shared profile, and what is rare behind a pointer.
// Thread rule: worker only; within a step, touched by the one thread that runs the agent.
struct Agent {
	static const Walk NO_WALK;
	static const Dialogue NO_DIALOGUE;

	AgentId id;
	AgentState state = AgentState::idle;
	bool paused = false; // takes no decisions of its own
	bool stepping = false; // though paused, takes the one it is about to take
	ProfilePtr profile;
	Rng rng;
	float attention = 1.0f; // how much the player sees of it
	TraceId trace; // what it is about; none: nothing
	SimTime state_since;
	SimTime timer = NEVER; // when the current state ends by itself
	SimTime scheduled = NEVER; // the newest entry of this agent in the timer heap
	Thinking thinking;
	Standing standing;
	std::unique_ptr<Dialogue> dialogues; // null: none
	std::unique_ptr<Engagement> engagement; // null: none
	std::unique_ptr<Travels> travels; // null: it has never gone anywhere
	std::unique_ptr<const KeptLinesPtr> kept; // null: none; a pointer alone, for most have none

	bool alive() const { return profile != nullptr; }
	// Its part in a conversation that is led; null: it takes part in none.
	TalkPart *talk_part() const { return engagement != nullptr ? engagement->talk.get() : nullptr; }
	const Walk &walk() const { return travels != nullptr ? travels->walk : NO_WALK; }
	const Dialogue &dialogue() const { return dialogues != nullptr ? *dialogues : NO_DIALOGUE; }
	Dialogue &converse();
	TilePosition home() const { return travels != nullptr ? travels->home : standing.position; }
	// From here on it belongs where it is now, unless it has been on its way before.
	Travels &travel();
	void remember(const MessagePtr &message);
	// It has answered, or will not.
	void forget_partner();
	Engagement &engage();
	// Gives the room back when nothing is left of it.
	void disengage_if_free();
	TaskPtr current_task() const;
	// Null: nothing.
	void keep(const KeptLinesPtr &lines);
};

} // namespace agent_runtime
