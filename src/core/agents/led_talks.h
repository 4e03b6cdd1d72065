#pragma once

// Conversations that are led: what the director wants done is carried out, and it hears what has
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
	// Everything outlives this.
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

	// What time has made due.
	void advance() { director_.advance(step_.time()); }
	SimTime next_due() const { return director_.next_due(); }
	// Carries out what the director wants, also what comes up meanwhile.
	void follow_cues();

	// What has happened to an agent.
	void agent_lost(AgentId agent) { director_.agent_lost(agent, step_.time()); }
	void walk_ended(Agent &agent);
	// False when this is no turn of a conversation that goes on.
	bool speak_turn(const Agent &agent, const Utterance &wish);
	void turn_failed(const Agent &agent, const TurnFailed &wish);
	void speech_ended(Agent &agent);

	// None: it takes part in none.
	ConversationId talk_of(AgentId agent) const { return director_.talk_of(agent); }

private:
	struct LedTalk {
		TalkSettingsPtr settings;
		TraceId trace; // of all that belongs to it
		std::vector<MessagePtr> lines; // the newest ones, oldest first
		std::map<AgentId, std::uint32_t> said; // how often each has spoken
		std::string table; // at which they meet; empty: none
	};

	void carry_out(const ErrandCue &cue);
	void carry_out(const TurnCue &cue);
	void carry_out(const ThinkCue &cue);
	void carry_out(const EndCue &cue);
	void run_errand(Agent &agent, Errand errand, AgentId to);
	void walk_to_table(Agent &agent, LedTalk &talk);
	const Seat *seat_of(const Agent &agent, const LedTalk &talk) const;
	std::string free_table(const LedTalk &talk) const;
	void add_line(LedTalk &talk, const MessagePtr &line);

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
