#pragma once

#include "core/agents/mind_desk.h"
#include "core/agents/simulation.h"
#include "core/base/status.h"
#include "core/runtime/sim_driver.h"

namespace agent_runtime {

// One world from its first step to its last, and exactly what a load replaces: the step engine, the
// desk at which minds in this process are asked, and the thread that makes the steps. Owned by
// LiveWorld. Thread rule: post(), put() and wake() any thread; the rest by whoever opens and closes
// worlds.
class World {
public:
	// What all worlds of one runtime share. All of it outlives them.
	struct Surroundings {
		const InProcessMind &mind;
		LastPrompts &last_prompts;
		SnapshotBoard &board;
		CallBook &calls;
		const Clock &clock;
		ScaledClock &sim_clock;
		Micros most_lag;
		SimDriver::TakeOutput take_output; // on the thread of the steps
		const Logger &log;
	};

	World(const SimulationOptions &options, const Surroundings &around) :
			desk_(around.mind, around.last_prompts, true, around.log),
			simulation_(options, desk_, around.board, around.log),
			driver_(simulation_, around.calls, around.clock, around.sim_clock, around.most_lag,
					around.take_output, around.log) {}

	// For its next step.
	void post(Input input) {
		put(std::move(input));
		wake();
	}
	// The same for one of many inputs, before it has started, or followed by a wake() after the
	// last of them.
	void put(Input input) { simulation_.post(std::move(input)); }
	void wake() { driver_.wake(); }
	// Comes after the inputs that were posted for a request.
	void post_end_of(RequestId request) {
		simulation_.post_end_of(request);
		wake();
	}
	std::int64_t waiting_inputs() const { return simulation_.waiting_inputs(); }
	std::int64_t waiting_hearings() const { return simulation_.waiting_hearings(); }

	Status start() { return driver_.start(); }
	// Takes what was accepted. Returns which thread had ended with an exception.
	Status stop() {
		const Status steps = driver_.stop();
		const Status minds = desk_.stop();
		return steps.ok() ? minds : steps;
	}
	// See SimDriver.
	bool hold() { return driver_.hold(); }
	void let_go() { driver_.let_go(); }
	void abandon() { driver_.abandon(); }
	void step_once() { driver_.step_once(); }
	Micros lag() const { return driver_.lag(); }
	bool rests() const { return driver_.rests(); }

	// Call before it starts, or while it is held.
	void skip_calls_to(std::uint64_t number) { simulation_.skip_calls_to(number); }
	const AgentSettings &settings() const { return simulation_.settings(); }
	SimulationMarks marks() const { return simulation_.marks(); }

private:
	MindDesk desk_;
	Simulation simulation_;
	SimDriver driver_;
};

} // namespace agent_runtime
