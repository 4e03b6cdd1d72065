#pragma once

// Conversations that are led: carries out the director's cues, and reports to the director what has
// happened.
// Owned by the step engine. Thread rule: sim thread only.

#include "core/agents/acting.h"
#include "core/agents/current_step.h"
#include "core/agents/population.h"
#include "core/agents/speech_queue.h"
#include "core/agents/walks.h"
#include "core/auto_mode/director.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace agent_runtime {

class LedTalks {
public:
	// All references must outlive this.
	LedTalks(Population &agents, const Walkers &walkers, SpeechQueue &speech, Walks &walks,
			Acting &acting, CurrentStep &step) :
			agents_(agents),
			walkers_(walkers),
			speech_(speech),
			walks_(walks),
			acting_(acting),
			step_(step) {}

	void apply(const StartTalkInput &input);
	void apply(const StopTalkInput &input);
	// From now on nobody goes anywhere or thinks.
	void close() { is_closing_ = true; }

	// Does what has become due.
	void advance() { director_.advance(step_.time()); }
	SimTime next_due() const { return director_.next_due(); }
	// Carries out the director's cues, including those that come up meanwhile.
	void follow_cues();

	// These report what has happened to an agent.
	void agent_lost(AgentId agent) { director_.agent_lost(agent, step_.time()); }
	void walk_ended(Agent &agent);
	// False when this is not a turn of an active conversation.
	bool speak_turn(const Agent &agent, const Utterance &wish);
	void turn_failed(const Agent &agent, const TurnFailed &wish);
	void speech_ended(Agent &agent);

	// None: it takes part in none.
	ConversationId talk_of(AgentId agent) const { return director_.talk_of(agent); }

private:
	// What the director does not know about an active conversation.
	struct LedTalk {
		TraceId trace; // the trace of everything that belongs to it
		std::vector<MessagePtr> lines; // the newest ones, oldest first
		std::string table; // where they meet; empty: no table
	};

	void begin(const StartTalkInput &input);
	void carry_out(const ErrandCue &cue);
	void carry_out(const TurnCue &cue);
	void carry_out(const ThinkCue &cue);
	void carry_out(const EndCue &cue);
	void run_errand(Agent &agent, Errand errand, AgentId to);
	void walk_to_table(Agent &agent, const TalkSettings &settings);
	const Seat *seat_at(
			const std::string &table, const Agent &agent, const TalkSettings &settings) const;
	std::string free_table() const;
	static void add_line(LedTalk &talk, const MessagePtr &line);

	Population &agents_;
	const Walkers &walkers_;
	SpeechQueue &speech_;
	Walks &walks_;
	Acting &acting_;
	CurrentStep &step_;
	Director director_;
	std::map<ConversationId, LedTalk> talks_;
	bool follows_cues_ = false;
	bool is_closing_ = false;
};

} // namespace agent_runtime
