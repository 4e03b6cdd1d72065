#pragma once

// A mind turns what an agent perceives into what it does next. This room knows nothing of steps,
// threads or stores. A request holds everything that a thought depends on, so the same request
// gives the same answer wherever and whenever it is thought. Actions that a game has added are in
// an ActionTable; action_json reads and writes what a mind decided.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/mind/action_table.h"
#include "core/mind/mind_kind.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace agent_runtime {

struct TilePosition {
	float x = 0.0f;
	float y = 0.0f;

	bool operator==(const TilePosition &other) const = default;
};

// Who an agent is. Constant from spawn to termination, and shared by everything that refers to the
// agent.
struct Persona {
	std::string name;
	std::string role;
	std::string persona;
};

// One thing that was said, as the thinker remembers it.
struct RememberedLine {
	ParticipantId sender;
	std::string sender_name;
	std::string content;
};

// An older line that is relevant now.
struct RecalledLine {
	RememberedLine line;
	std::string reason; // why it was picked, in a few words
};

// Somebody whom the thinker can see and talk to.
struct Neighbour {
	AgentId agent;
	std::string name;
	TilePosition position;
};

// The task that the thinker works on.
struct TaskInHand {
	TaskId id;
	std::string name;
	std::string description;
	AgentId partner; // who shares it
};

// What another agent asks the thinker to join.
struct Invitation {
	AgentId from;
	std::string from_name;
	std::string subject;
	bool to_task = false; // otherwise to a conversation

	bool operator==(const Invitation &other) const = default;
};

// A tool that a mind wants used before it decides.
struct ToolCall {
	std::string id; // chosen by the mind; unique within one thought
	std::string name;
	std::string arguments; // a JSON object

	bool operator==(const ToolCall &other) const = default;
};

// The outcome of a tool call: JSON or, when it is not ok, the reason in words that the mind can act
// upon.
struct ToolResult {
	ToolCall call;
	bool ok = false;
	std::string result;
};

// Somebody who takes part in the same conversation.
struct TalkPartner {
	AgentId agent;
	std::string name;
};

struct MindRequest {
	AgentId agent;
	MindKind mind = MindKind::offline; // which kind of mind is asked
	std::uint64_t seed = 0; // the source of all chance in this thought
	Persona self;
	TilePosition position;
	std::vector<RememberedLine> last_lines; // oldest first
	// Who waits for an answer; none when the agent thinks on its own initiative.
	ParticipantId answer_to;
	std::vector<RememberedLine> pinned; // lines that are always remembered, oldest first
	std::string summary; // of what was said before the lines; empty: there is no summary
	std::vector<RecalledLine> recalled; // the most relevant first; only for minds that take prompts
	std::optional<TaskInHand> task;
	std::optional<Invitation> invitation; // to accept or decline
	std::vector<Neighbour> nearby; // nearest first
	std::vector<std::string> noticed; // what has happened around it, oldest first
	std::string surroundings; // what the agent perceives, as the game describes it
	ActionTablePtr actions; // the game's own; null: none
	ActionTablePtr tools; // the game's own, to use before deciding; null: none
	// results so far in this thought, in the order of the calls
	std::vector<ToolResult> tool_results;
	std::string topic; // what the talk should be about; empty: nothing is given
	// For a conversation that auto_mode leads: how to take part in it; empty: there is none. When
	// it is set the thinker has to speak, and `prompt` is what it answers: the last line of the
	// conversation, which is in last_lines as well, or a text from nobody about how to open it.
	std::string instruction;
	std::optional<RememberedLine> prompt;
	std::vector<TalkPartner> partners; // who else takes part, in the order in which they speak
	// Which talk this is: the same number for all who take part, while it lasts; 0: unknown.
	std::uint64_t talk = 0;
	// How often the thinker has spoken in this talk, which may be more often than last_lines show.
	// So a mind whose answer depends on the request alone need not repeat itself, and can end a
	// long talk.
	std::uint32_t turn = 0;
	// How often this agent's mind was asked before, including rounds with tools and complaints.
	std::uint32_t asked = 0;
	std::string end_keyword; // saying it ends the conversation; empty: there is none
	std::string options; // options of this agent's mind, a JSON object; empty: none
	// Why the last answer to this same question could not be used; empty the first time.
	std::string complaint;
};

// Finds the line among the last ones that is the prompt; null: there is none.
// Thread rule: any thread.
const RememberedLine *find_prompt_line(const MindRequest &request);

// Talk to summarise.
struct SummaryRequest {
	Persona self; // who remembers it
	std::string earlier; // the summary of what came before, if there is one
	std::vector<RememberedLine> lines; // oldest first
	std::string since; // date and time of the first line
	std::string until;
};

struct WaitAction {
	bool operator==(const WaitAction &) const = default;
};
struct SpeakAction {
	std::string content;
	ParticipantId to; // none: speaks to whoever is near
	bool operator==(const SpeakAction &) const = default;
};
struct MoveAction {
	TilePosition target;
	bool operator==(const MoveAction &) const = default;
};
// Invites another agent.
struct CollaborateAction {
	AgentId with;
	std::string subject;
	bool on_task = false; // otherwise on a conversation
	bool operator==(const CollaborateAction &) const = default;
};
struct AnswerInvitationAction {
	bool accept = false;
	std::string reason;
	bool operator==(const AnswerInvitationAction &) const = default;
};
struct CompleteTaskAction {
	bool failed = false;
	std::string result;
	bool operator==(const CompleteTaskAction &) const = default;
};
// Calls an action that the game has registered.
struct GameAction {
	std::string name;
	std::string arguments; // a JSON object
	bool operator==(const GameAction &) const = default;
};
// Not a decision yet. The mind is asked again when all calls have a result.
struct UseToolsAction {
	std::vector<ToolCall> calls;
	bool operator==(const UseToolsAction &) const = default;
};
using MindAction = std::variant<WaitAction, SpeakAction, MoveAction, CollaborateAction,
		AnswerInvitationAction, CompleteTaskAction, GameAction, UseToolsAction>;

// Thread rule: any thread; both may run on several threads at once.
class InProcessMind {
public:
	virtual ~InProcessMind() = default;
	// `invalid_argument`: what the mind produced is not an action. It is asked once more and told
	// why.
	virtual Result<MindAction> think(const MindRequest &request) const = 0;
	// The sim time that this thought takes in addition to the usual time of minds in this process.
	virtual Micros delay_of(const MindRequest &request) const;
	// The pieces in which the words of this answer come; empty: all at once.
	virtual std::vector<std::string> pieces_of(const MindRequest &request) const;
	// A few sentences that stand for the lines. `unsupported` for a mind that cannot summarise.
	virtual Result<std::string> summarise(const SummaryRequest &request) const;
};

} // namespace agent_runtime
