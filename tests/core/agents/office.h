#pragma once

// A simulation on a map that the test draws, with agents that think what the test says.

#include "fake_minds.h"
#include "simulation_run.h"

#include "../world/drawn_map.h"

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

inline constexpr Micros A_TILE = 333'334us; // at the default speed

// Agents that do not think, on a map that the test draws.
struct Office {
	explicit Office(const std::vector<std::string> &rows) { set_map(rows); }

	void set_map(const std::vector<std::string> &rows) {
		run.think_interval = 0s;
		run.simulation().post(MapInput{ drawn_map(rows) });
		now(0s);
	}
	AgentId spawn(Tile tile) {
		const AgentId id = run.spawn("Agent", centre_of(tile));
		now(0s);
		return id;
	}
	// Takes what was posted, then lets this much time pass.
	void now(Micros span) {
		end += span;
		run.run_until(at(end));
	}
	void post(Input input) {
		run.simulation().post(std::move(input));
		now(0s);
	}
	void walk(AgentId agent, Tile tile, RequestId request = {}) {
		post(WalkInput{ .agent = agent, .tile = tile, .request = request });
	}
	void walk_beside(AgentId agent, AgentId partner, RequestId request = {}) {
		post(WalkInput{ .agent = agent,
				.way = WalkInput::Way::beside,
				.partner = partner,
				.request = request });
	}
	void walk_to_seat(AgentId agent) {
		post(WalkInput{ .agent = agent, .way = WalkInput::Way::to_seat });
	}

	TilePosition place(AgentId agent) const { return run.view(agent).position; }
	Facing facing(AgentId agent) const { return run.view(agent).facing; }
	// The outcomes of all requests with this number.
	std::vector<StatusCode> outcomes(RequestId request) const {
		std::vector<StatusCode> found;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			for (const RequestOutcome &outcome : output->outcomes) {
				if (outcome.request == request) {
					found.push_back(outcome.status.code());
				}
			}
		}
		return found;
	}
	template <typename T>
	std::size_t count(AgentId agent) const {
		std::size_t found = 0;
		for (const auto &[entity, data] : run.events<T>()) {
			found += entity == ParticipantId(agent) ? 1 : 0;
		}
		return found;
	}
	bool is_still() { return run.simulation().next_due() == NEVER; }

	MindAction answer = WaitAction{}; // of all minds
	FakeMind mind{ [this](const MindRequest &) { return Result<MindAction>(answer); } };
	SimulationRun run{ {}, mind };
	Micros end{};
};

inline const std::vector<std::string> HALL = { "........", "........", "........", "........" };

} // namespace agent_runtime
