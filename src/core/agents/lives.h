#pragma once

// How agents come into the world, change, and go.
// Owned by the step engine. Thread rule: sim thread only.

#include "core/agents/acting.h"
#include "core/agents/agreements.h"
#include "core/agents/current_step.h"
#include "core/agents/ended_walks.h"
#include "core/agents/game_calls.h"
#include "core/agents/hearers.h"
#include "core/agents/led_talks.h"
#include "core/agents/map_crowd.h"
#include "core/agents/population.h"
#include "core/agents/walks.h"
#include "core/agents/whereabouts.h"

namespace agent_runtime {

class Lives {
public:
	// Everything that an agent takes part in; all references must outlive this.
	struct Parts {
		const AgentSettings &settings;
		Population &agents;
		Audience &audience;
		Hearers &hearers;
		Whereabouts &places;
		MapCrowd &crowd;
		Walks &walks;
		EndedWalks &ended_walks;
		GameCalls &calls;
		LedTalks &talks;
		Agreements &agreements;
		Acting &acting;
		CurrentStep &step;
	};

	explicit Lives(const Parts &parts) :
			in_(parts) {}

	void apply(const SpawnInput &input);
	void apply(const TerminateInput &input);
	void apply(const ProfileInput &input);
	void apply(const PauseInput &input);
	void apply(const AttentionInput &input);
	void apply(const MemoryInput &input);

private:
	void restore(Agent &agent, const PastLife &past);
	Status change_pause(Agent &agent, PauseChange change);

	const Parts in_;
};

} // namespace agent_runtime
