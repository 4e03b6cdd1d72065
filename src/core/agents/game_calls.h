#pragma once

// What the game is asked for and how that ends, for actions, tools, and what agents perceive. Also
// gives the numbers of all calls, including those for walks.
// Owned by the step engine. Thread rule: sim thread only; const members any thread while nothing
// changes it.

#include "core/agents/acting.h"
#include "core/agents/current_step.h"
#include "core/agents/population.h"
#include "core/agents/speech_queue.h"
#include "core/tools/offers.h"

#include <algorithm>
#include <cstdint>

namespace agent_runtime {

class GameCalls {
public:
	// All references must outlive this. An earlier world gave the calls up to `newest`.
	GameCalls(Population &agents, SpeechQueue &speech, Acting &acting, CurrentStep &step,
			std::uint64_t newest) :
			agents_(agents),
			speech_(speech),
			acting_(acting),
			step_(step),
			newest_(newest) {}

	void begin_step() { newest_before_ = newest_; }
	std::uint64_t newest() const { return newest_; }
	void skip_to(std::uint64_t number) { newest_ = std::max(newest_, number); }
	CallId next() { return CallId(++newest_); }
	// Whether the game has been asked already, rather than at the end of this step.
	bool is_out(CallId call) const { return call.number() <= newest_before_; }
	// Asks the game, on behalf of what the step belongs to.
	void put_out(GameCall call);
	// Its outcome does not matter any more; does nothing when there is no call.
	void give_up(CallId call);

	// What the game lets agents do from now on: all, or those of a scope.
	void offer(const GameInput &input);
	void offer(const OfferInput &input);
	ActionTablePtr choices(OfferKind kind, const Agent &agent) const;
	bool asks_game_for_context() const { return gives_context_; }

	void ask(Agent &agent, const GameWish &wish);
	void ask(Agent &agent, const ContextWish &wish);
	void ask(Agent &agent, const ToolsWish &wish);
	// False when the call is for none of these.
	bool end(Agent &agent, const CallOutcomeInput &outcome);
	void report_slow(const CallSlowInput &input);
	// The thought that the game was asked for is no longer wanted.
	void give_up_thought(Agent &agent);
	// The agent goes, and with it what was offered to it alone.
	void forget(const Agent &agent);

private:
	void give_up_action(const Agent &agent);
	void put_out(OfferKind kind, const Agent &agent, GameCall call);
	void end_action(Agent &agent, const CallOutcomeInput &outcome);
	bool end_tool(Agent &agent, const CallOutcomeInput &outcome);

	Population &agents_;
	SpeechQueue &speech_;
	Acting &acting_;
	CurrentStep &step_;
	std::uint64_t newest_;
	std::uint64_t newest_before_ = 0; // the same before the current step
	Offers offers_; // what the game lets agents do
	bool gives_context_ = false;
};

} // namespace agent_runtime
