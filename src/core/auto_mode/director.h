#pragma once

// The conversation director: leads any number of conversations, each turn by turn, and says what is
// to be done next as cues. It knows neither agents nor minds: whoever drives it tells it what has
// happened, in sim time, and carries the cues out.
//
//	director.start(settings, {}, now);
//	while (std::optional<Cue> cue = director.next_cue()) {
//		… std::visit(carry_out, *cue);         // may tell it of something at once
//	}
//	director.spoke(agent, false, false, now);  // and the cues again
//
// A conversation goes: gathering, then for each turn walking (as its pattern has it), thinking,
// speaking and a pause, until it ends. In each of these exactly one thing is waited for: the walks
// to end, the thought, the speech, the time; and the failsafe above all. So it always ends, and
// exactly once. What depends on nothing but what the director was told is the same in each run.

#include "core/auto_mode/talk_end.h"
#include "core/auto_mode/talk_settings.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace agent_runtime {

// Somebody is on an errand now; walk_ended() is expected once.
struct ErrandCue {
	ConversationId talk;
	AgentId agent;
	Errand errand = Errand::none;
	AgentId to; // to whom, where the errand is to a speaker
};

// It is somebody's turn now, the `turn`th of the conversation.
struct TurnCue {
	ConversationId talk;
	AgentId agent;
	std::uint32_t turn = 0;
};

// Somebody is to think of what to say; spoke() or turn_failed() is expected once.
struct ThinkCue {
	ConversationId talk;
	AgentId agent;
	std::uint32_t turn = 0;
	AgentId answer_to; // who spoke last; none: nobody yet, or it is gone
	AgentId next; // whose turn comes after this one
};

// It is over. What was waited for is not expected any more.
struct EndCue {
	ConversationId talk;
	TalkEnd end = TalkEnd::stopped;
	std::uint32_t turns = 0; // that were spoken in all
	std::vector<AgentId> left; // who still took part
	Errand errand = Errand::none; // on which all of them go
};

using Cue = std::variant<ErrandCue, TurnCue, ThinkCue, EndCue>;

// What was before, of a conversation that goes on.
struct TalkPast {
	std::uint32_t turns = 0;
	AgentId last_speaker;
};

// How a turn failed.
enum class TurnFailure : std::uint8_t { mind, budget };

// Thread rule: worker only.
class Director {
public:
	// Nobody may take part in two at once: who does so already is left out. Fewer than two
	// participants end it at once.
	void start(const TalkSettings &talk, const TalkPast &past, SimTime now);

	// What has happened. Whatever was not expected changes nothing.
	void walk_ended(AgentId agent);
	// `silent`: there was nothing left to say beside the keyword.
	void spoke(AgentId agent, bool has_keyword, bool silent, SimTime now);
	void speech_ended(AgentId agent, SimTime now);
	void turn_failed(AgentId agent, TurnFailure failure, SimTime now);
	void agent_lost(AgentId agent, SimTime now);
	// False when there is no such conversation.
	bool stop(ConversationId talk, TalkEnd end = TalkEnd::stopped);
	void stop_all();
	// What has become due by now.
	void advance(SimTime now);
	// When advance() has something to do; SimTime::max() when never.
	SimTime next_due() const { return dues_.empty() ? SimTime::max() : dues_.begin()->first; }

	// In the order in which they came up; nothing when there is nothing to do for now.
	std::optional<Cue> next_cue();

	// None: it takes part in none.
	ConversationId talk_of(AgentId agent) const;
	bool is_active(ConversationId talk) const { return talks_.contains(talk); }
	std::size_t active() const { return talks_.size(); }

private:
	enum class Phase : std::uint8_t { gathering, walking, thinking, speaking, pausing };

	struct Member {
		AgentId agent;
		bool is_on_errand = false;
		std::uint32_t failures = 0; // turns in a row
	};
	struct Talk {
		std::vector<Member> members; // in the order of their turns
		std::size_t responder = 0; // of the members: whose turn it is, or comes next
		Phase phase = Phase::gathering;
		bool is_retry = false; // the turn was begun before
		AgentId last_speaker;
		std::uint32_t turns = 0;
		std::uint32_t max_turns = 0;
		InteractionPattern pattern = DEFAULT_PATTERN;
		Micros pause{};
		SimTime ends_at;
		SimTime goes_on_at; // where it pauses
		SimTime due; // as it stands in dues_
	};
	using Talks = std::map<ConversationId, Talk>;

	// The talk in which it is this agent's turn, in this phase; null: there is none.
	Talks::value_type *turn_of(AgentId agent, Phase phase);
	static std::size_t index_of(const Talk &talk, AgentId agent);
	void begin_turn(ConversationId id, Talk &talk);
	void think(ConversationId id, Talk &talk);
	void pause(ConversationId id, Talk &talk, Micros length, SimTime now);
	void end(ConversationId id, TalkEnd end);
	void set_due(ConversationId id, Talk &talk);

	Talks talks_;
	std::unordered_map<AgentId, ConversationId> talk_of_;
	std::set<std::pair<SimTime, ConversationId>> dues_; // one entry a talk
	std::deque<Cue> cues_;
};

} // namespace agent_runtime
