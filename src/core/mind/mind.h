#pragma once

// A mind turns what an agent perceives into what it does next. This room knows nothing of steps,
// threads or stores: a request holds all that a thought depends on, so the same request gives the
// same answer wherever and whenever it is thought. Actions that a game has added stand in an
// ActionTable; action_json reads and writes what a mind decided.

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

// Who an agent is: constant from spawn to termination, shared by all that mention the agent.
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

// An older line that fits what is going on.
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

// What the thinker works at.
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
	bool to_task = false; // otherwise to a talk

	bool operator==(const Invitation &other) const = default;
};

// A tool that a mind wants used before it decides.
struct ToolCall {
	std::string id; // of the mind's own choice; unique within one thought
	std::string name;
	std::string arguments; // a JSON object

	bool operator==(const ToolCall &other) const = default;
};

// What came of it: JSON, or, when it is not ok, why, in words that the mind can act upon.
struct ToolResult {
	ToolCall call;
	bool ok = false;
	std::string result;
};

// Who takes part in the same conversation.
struct TalkPartner {
	AgentId agent;
	std::string name;
};

struct MindRequest {
	AgentId agent;
	MindKind mind = MindKind::offline; // that is asked
	std::uint64_t seed = 0; // all chance of this thought
	Persona self;
	TilePosition position;
	std::vector<RememberedLine> last_lines; // oldest first
	// To whom an answer is owed; none when the agent thinks of its own accord.
	ParticipantId answer_to;
	std::vector<RememberedLine> pinned; // lines to be kept in mind always, oldest first
	std::string summary; // what was talked about before; empty: nothing was summed up
	std::vector<RecalledLine> recalled; // what fits best first; only for minds that take prompts
	std::optional<TaskInHand> task;
	std::optional<Invitation> invitation; // to be accepted or declined
	std::vector<Neighbour> nearby; // nearest first
	std::vector<std::string> noticed; // what has happened around it, oldest first
	std::string surroundings; // what the game says it perceives
	ActionTablePtr actions; // of the game; null: none
	ActionTablePtr tools; // of the game, to be used on the way to a decision; null: none
	std::vector<ToolResult> tool_results; // of this thought so far, in the order of the calls
	std::string topic; // what the talk is meant to be about; empty: nothing is set
	// Of a conversation that is led (auto_mode): how to take part in it; empty: it is in none. With
	// it, the thinker is to speak, and `prompt` is what it answers: the last line of the
	// conversation, which stands in last_lines too, or, from nobody, how to open it.
	std::string instruction;
	std::optional<RememberedLine> prompt;
	std::vector<TalkPartner> partners; // who else takes part, in the order of their turns
	// Which talk this is: the same number for all who take part, while it lasts; 0: nobody counts.
	std::uint64_t talk = 0;
	// How often the thinker has spoken in this talk. More of it is known than last_lines hold: so
	// a mind that is the same for every request need not repeat itself, and ends what was long.
	std::uint32_t turn = 0;
	// How often this agent's mind was asked before this, rounds with tools and complaints included.
	std::uint32_t asked = 0;
	std::string end_keyword; // ends the talk when it is said; empty: there is none
	std::string options; // of this agent's mind, a JSON object; empty: none
	// Why the answer to this same question could not be used; empty the first time.
	std::string complaint;
};

// The line among the last ones that is the prompt; null: there is none.
// Thread rule: any thread.
const RememberedLine *find_prompt_line(const MindRequest &request);

// Talk that is to be summed up.
struct SummaryRequest {
	Persona self; // who remembers it
	std::string earlier; // the summary of what was before, if there is one
	std::vector<RememberedLine> lines; // oldest first
	std::string since; // when the first was said: date and time
	std::string until;
};

struct WaitAction {
	bool operator==(const WaitAction &) const = default;
};
struct SpeakAction {
	std::string content;
	ParticipantId to; // none: whoever is near
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
	bool on_task = false; // otherwise to a talk
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
// One that the game has registered.
struct GameAction {
	std::string name;
	std::string arguments; // a JSON object
	bool operator==(const GameAction &) const = default;
};
// Not a decision yet: the mind is asked again when all of them have an outcome.
struct UseToolsAction {
	std::vector<ToolCall> calls;
	bool operator==(const UseToolsAction &) const = default;
};
using MindAction = std::variant<WaitAction, SpeakAction, MoveAction, CollaborateAction,
		AnswerInvitationAction, CompleteTaskAction, GameAction, UseToolsAction>;

// Thread rule: any thread; both may run on several at once.
class Mind {
public:
	virtual ~Mind() = default;
	// invalid_argument: what the mind produced is no action; it is asked once more, and told why.
	virtual Result<MindAction> think(const MindRequest &request) const = 0;
	// Sim time that this thought takes on top of what thoughts in this process take.
	virtual Micros delay_of(const MindRequest &request) const;
	// A few sentences that stand for the lines. `unsupported` of a mind that cannot.
	virtual Result<std::string> summarise(const SummaryRequest &request) const;
};

} // namespace agent_runtime
