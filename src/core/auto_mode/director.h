#pragma once

// The conversation director. It leads any number of conversations turn by turn, and says as cues
// what has to be done next. It knows neither agents nor minds: its owner tells it what has
// happened, in sim time, and carries out the cues.
//
//	director.start(settings, {}, now);
//	while (std::optional<Cue> cue = director.next_cue()) {
//		… std::visit(carry_out, *cue);         // may report something to it at once
//	}
//	director.spoke(agent, false, false, now);  // and then the cues again
//
// A conversation begins with gathering. Then each turn has walking (if its pattern asks for that),
// thinking, speaking and a pause, until the conversation ends. In each phase it waits for exactly
// one thing: the walks to end, the thought, the speech, or the time. A time limit stands above all
// of them, so every conversation ends, and exactly once. The outcome depends only on what the
// director was told, so it is the same in each replay.

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

// Sends somebody on an errand. errand_ended() is expected once.
struct ErrandCue {
	ConversationId talk;
	AgentId agent;
	Errand errand = Errand::none;
	AgentId to; // the speaker, for an errand to a speaker
};

// Somebody's turn begins, the `turn`th of the conversation.
struct TurnCue {
	ConversationId talk;
	AgentId agent;
	std::uint32_t turn = 0;
};

// Somebody has to think of what to say. spoke() or turn_failed() is expected once.
struct ThinkCue {
	ConversationId talk;
	AgentId agent;
	std::uint32_t turn = 0;
	AgentId answer_to; // who spoke last; none: nobody has spoken, or the speaker is gone
	AgentId next; // whose turn is next
	std::uint32_t said = 0; // how often it has spoken before
};

// The conversation is over. Nothing more is expected.
struct EndCue {
	ConversationId talk;
	TalkEnd end = TalkEnd::stopped;
	std::uint32_t turns = 0; // how many were spoken in all
	std::vector<AgentId> left; // who still took part at the end
	Errand errand = Errand::none; // the errand on which all of them go
};

using Cue = std::variant<ErrandCue, TurnCue, ThinkCue, EndCue>;

// The earlier part of a conversation that goes on.
struct TalkPast {
	std::uint32_t turns = 0;
	AgentId last_speaker;
	// by each participant; if the list is shorter, the others have not spoken
	std::vector<std::uint32_t> said = {};
	std::vector<AgentId> gone = {}; // participants that are no longer there
};

// What made a turn fail.
enum class TurnFailure : std::uint8_t { mind, budget };

// Thread rule: worker only.
class Director {
public:
	// Nobody can take part in two conversations, so anybody who already takes part in one is left
	// out. With fewer than two participants it ends at once.
	void start(TalkSettingsPtr settings, const TalkPast &past, SimTime now);

	// These report what has happened. Reports that were not expected change nothing.
	void errand_ended(AgentId agent);
	// `silent`: there was nothing to say but the keyword.
	void spoke(AgentId agent, bool has_keyword, bool silent, SimTime now);
	void speech_ended(AgentId agent, SimTime now);
	void turn_failed(AgentId agent, TurnFailure failure, SimTime now);
	void agent_lost(AgentId agent, SimTime now);
	// False when there is no such conversation.
	bool stop(ConversationId talk, TalkEnd end = TalkEnd::stopped);
	void stop_all();
	// Does what has become due by now.
	void advance(SimTime now);
	// The next time when advance() has something to do; SimTime::max() when there is none.
	SimTime next_due() const { return dues_.empty() ? SimTime::max() : dues_.begin()->first; }

	// Returns cues in the order in which they came up; nothing when there is nothing to do for now.
	std::optional<Cue> next_cue();

	// None when it takes part in no conversation.
	ConversationId talk_of(AgentId agent) const;
	bool is_active(ConversationId talk) const { return talks_.contains(talk); }
	// The conversation must be active.
	const TalkSettings &settings_of(ConversationId talk) const { return *talks_.at(talk).settings; }
	std::uint32_t turns_of(ConversationId talk) const { return talks_.at(talk).turns; }
	std::size_t active() const { return talks_.size(); }

private:
	enum class Phase : std::uint8_t { gathering, walking, thinking, speaking, pausing };

	struct Member {
		AgentId agent;
		std::uint32_t said = 0; // how often it has spoken
		bool is_on_errand = false;
		std::uint32_t failures = 0; // failed turns in a row
	};
	struct Talk {
		TalkSettingsPtr settings;
		std::vector<Member> members; // in the order in which they speak
		std::size_t responder = 0; // index of the member whose turn it is, or comes next
		Phase phase = Phase::gathering;
		bool is_retry = false; // this turn has begun before
		AgentId last_speaker;
		std::uint32_t turns = 0;
		SimTime ends_at;
		SimTime goes_on_at; // the end of a pause
		SimTime due; // the same as in dues_
	};
	using Talks = std::map<ConversationId, Talk>;

	// The conversation in which this agent has the turn and that is in this phase; null: none.
	Talks::value_type *turn_of(AgentId agent, Phase phase);
	static std::size_t index_of(const Talk &talk, AgentId agent);
	static bool has_had_all_turns(const Talk &talk);
	void join(Talk &talk, const TalkPast &past);
	void begin_turn(ConversationId id, Talk &talk);
	void think(ConversationId id, Talk &talk);
	void pause(ConversationId id, Talk &talk, Micros length, SimTime now);
	void end(ConversationId id, TalkEnd end);
	void set_due(ConversationId id, Talk &talk);

	Talks talks_;
	std::unordered_map<AgentId, ConversationId> talk_of_;
	std::set<std::pair<SimTime, ConversationId>> dues_; // one entry for each conversation
	std::deque<Cue> cues_;
};

} // namespace agent_runtime
