#pragma once

// The walks of all agents from the wish to the outcome: of agents that the world walks over its
// map, of agents that the game is asked to walk, and, without a map, of agents that are at once
// where they want to be. A new walk replaces the one before. Each walk ends exactly once, and
// EndedWalks decides when that is reported.
// Owned by the step engine. Thread rule: sim thread only.

#include "core/agents/current_step.h"
#include "core/agents/ended_walks.h"
#include "core/agents/game_calls.h"
#include "core/agents/population.h"
#include "core/agents/settings.h"
#include "core/agents/walk.h"
#include "core/agents/whereabouts.h"
#include "core/base/log.h"
#include "core/world/walkers.h"

#include <string>

namespace agent_runtime {

class Walks {
public:
	// All references must outlive this.
	Walks(const AgentSettings &settings, Population &agents, Walkers &walkers, Whereabouts &places,
			GameCalls &calls, EndedWalks &ended, CurrentStep &step, const Logger &log) :
			settings_(settings),
			agents_(agents),
			walkers_(walkers),
			places_(places),
			calls_(calls),
			ended_(ended),
			step_(step),
			log_(log) {}

	void begin(Agent &agent, const WalkOrder &order);
	// To a place next to the other agent, at which it looks on arrival.
	void begin_beside(Agent &agent, const Agent &other, RequestId request = {});
	void begin_to_seat(Agent &agent, RequestId request = {});
	// To its seat, or to where it belongs if it has none.
	WalkOrder order_to_seat(const Agent &agent) const;
	void apply(const WalkInput &input);
	// From now on no walk begins that takes time.
	void close() { is_closing_ = true; }

	// The present walk ends here, with this outcome; does nothing when there is none.
	void stop(Agent &agent, const Status &why);
	void stand_still(Agent &agent);
	// Agents that speak stand still, wherever they were going; on a map they stop on the next tile.
	// A stroll is over when its agent speaks, or when somebody speaks with it. Any other walk is
	// halted until its agent is idle, and then goes on as the same walk, with one outcome at the
	// end. An agent that only listens or thinks keeps walking.
	void halt_or_resume(Agent &agent);

	// Reports about the present walk from whoever moves the agent.
	void arrive(Agent &agent);
	void block(Agent &agent, const Status &why);
	// There is no map any more.
	void arrive_at_once(Agent &agent);
	// The game has answered the call for it.
	void game_answered(Agent &agent, const CallOutcomeInput &outcome);

private:
	bool is_on_map(const Agent &agent) const {
		return walkers_.map() != nullptr && !agent.standing.moved_by_game;
	}
	bool is_refused(Agent &agent, const WalkOrder &order);
	void set_out(Agent &agent);
	void ask_game(Agent &agent);
	void give_up_call(const Agent &agent, const std::string &reason);
	void send_walker(Agent &agent);
	void halt(Agent &agent);
	bool follow_partner(Agent &agent);
	void look_around_on_arrival(Agent &agent);
	void end(Agent &agent, const Status &status);
	TilePosition place_beside(const Agent &agent, const Agent &other);

	const AgentSettings &settings_;
	Population &agents_;
	Walkers &walkers_;
	Whereabouts &places_;
	GameCalls &calls_;
	EndedWalks &ended_;
	CurrentStep &step_;
	const Logger &log_;
	bool is_closing_ = false;
};

// Logs what was refused.
void log_refusal(const Logger &log, AgentId agent, const TransitionRefused &refused);

} // namespace agent_runtime
