#pragma once

// Drives a simulation by sim time alone, from one due moment to the next, as fast as possible.

#include "core/agents/input.h"
#include "core/agents/simulation.h"
#include "core/built_in/offline_mind.h"
#include "run_hash.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

using namespace std::chrono_literals;

inline SimTime at(Micros since_start) {
	return SimTime(since_start);
}

class SimulationRun {
public:
	explicit SimulationRun(
			const SimulationOptions &options, const InProcessMind &mind = offline_mind()) :
			hearing_radius(options.settings.hearing_radius),
			desk_(mind, last_prompts_, options.helpers > 0, Logger()),
			simulation_(options, desk_, board_, Logger()) {}

	static const InProcessMind &offline_mind() {
		static const OfflineMind mind;
		return mind;
	}

	AgentId spawn(const std::string &name, TilePosition position = {}) {
		std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
		profile->self = { name, "tester", "" };
		profile->think_interval = think_interval;
		profile->hearing_radius = hearing_radius;
		profile->moved_by_game = moved_by_game;
		profile->subscribe(subscription);
		profile->budget = budget;
		profile->mind = mind;
		profile->mind_options = mind_options;
		profile->take_seat(seat);
		profile->routine = routine;
		profile->walk_speed = walk_speed;
		const AgentId id(++spawned_);
		simulation_.post(SpawnInput{ id, profile, position, nullptr });
		return id;
	}

	// Makes one step at this time.
	const StepOutput &step(SimTime now) {
		outputs.push_back(simulation_.step(now));
		return *outputs.back();
	}

	// Makes all steps up to this time.
	void run_until(SimTime end) {
		while (simulation_.has_inputs() || simulation_.next_due() <= end) {
			step(simulation_.has_inputs() ? simulation_.time() : simulation_.next_due());
		}
	}

	std::uint64_t hash() const {
		RunHash hash;
		for (const std::unique_ptr<StepOutput> &output : outputs) {
			hash.add(*output);
		}
		return hash.value();
	}

	std::vector<std::string> lines() const {
		std::vector<std::string> lines;
		for (const std::unique_ptr<StepOutput> &output : outputs) {
			RunComparison::note(*output, lines);
		}
		return lines;
	}

	AgentView view(AgentId id) const { return board_.find(id).value_or(AgentView()); }

	template <typename T>
	std::vector<std::pair<ParticipantId, T>> events() const {
		std::vector<std::pair<ParticipantId, T>> found;
		for (const std::unique_ptr<StepOutput> &output : outputs) {
			for (const Event &event : output->events) {
				if (const T *data = event.data.get_if<T>()) {
					found.emplace_back(event.subject.participant(), *data);
				}
			}
		}
		return found;
	}

	// The states that an agent went through, "idle>listening" and so on.
	std::vector<std::string> path_of(AgentId id) const {
		std::vector<std::string> path;
		for (const auto &[entity, change] : events<AgentStateChanged>()) {
			if (entity == ParticipantId(id)) {
				path.push_back(std::string(agent_state_name(change.old_state)) + ">" +
						std::string(agent_state_name(change.state)));
			}
		}
		return path;
	}

	Simulation &simulation() { return simulation_; }
	SnapshotBoard &board() { return board_; }
	MindDesk &desk() { return desk_; }

	// For agents that are spawned from now on.
	Micros think_interval = 5s;
	float hearing_radius;
	bool moved_by_game = false;
	Subscription subscription;
	ThoughtBudget budget;
	MindKind mind = MindKind::offline;
	std::string mind_options;
	std::string seat;
	Routine routine = Routine::still;
	float walk_speed = 0.0f;
	std::vector<std::unique_ptr<StepOutput>> outputs;

private:
	SnapshotBoard board_;
	LastPrompts last_prompts_;
	MindDesk desk_;
	Simulation simulation_;
	std::uint32_t spawned_ = 0;
};

// A step as it is recorded.
struct RecordedStep {
	StepNumber step;
	SimTime time;
	std::vector<std::string> inputs;
};

inline std::vector<RecordedStep> recording_of(const SimulationRun &run) {
	std::vector<RecordedStep> steps;
	for (const std::unique_ptr<StepOutput> &output : run.outputs) {
		RecordedStep recorded{ output->step, output->time, {} };
		for (const Input &input : output->inputs) {
			recorded.inputs.push_back(input_to_json(input).dump());
		}
		steps.push_back(std::move(recorded));
	}
	return steps;
}

// The run was made with `replaying`.
inline void replay(SimulationRun &run, const std::vector<RecordedStep> &steps) {
	for (const RecordedStep &step : steps) {
		for (const std::string &input : step.inputs) {
			Result<Input> read = input_from_json(nlohmann::json::parse(input));
			REQUIRE(read.ok());
			run.simulation().post(std::move(read).value());
		}
		run.step(step.time);
	}
}

} // namespace agent_runtime
