#pragma once

// The step engine: all agents of a world, advanced in steps. It has no thread and no clock of its
// own. Its owner says when a step happens, and gets back what came of it.
//
//	simulation.post(SayInput{ ... });                       // any thread
//	std::unique_ptr<StepOutput> output = simulation.step(now);   // the one sim thread
//
// A step takes the inputs that have arrived, runs the agents that have something to do, and merges
// what they emitted in the order of their numbers. What it puts out depends on its inputs and on
// the times of its steps alone, not on the number of helper threads.
//
// The work is divided; this class holds the parts and says in which order they have their turn:
//
//	ingress      inputs from other threads           population   who lives
//	current_step what has come of the step so far    lives        coming, changing, going
//	speech       what is said, to hearers            acting       one agent, in mid-step
//	walks        from the wish to the outcome        step_runs    the phase in which agents run
//	map_crowd    whom the world walks                whereabouts  who is where
//	routines     idle life                           game_calls   what the game is asked for
//	led_talks    conversations with a director       agreements   tasks and invitations
//	due_thoughts answers of minds                    perception   what minds are told of the world

#include "core/agents/acting.h"
#include "core/agents/agreements.h"
#include "core/agents/current_step.h"
#include "core/agents/due_thoughts.h"
#include "core/agents/ended_walks.h"
#include "core/agents/game_calls.h"
#include "core/agents/hearers.h"
#include "core/agents/ingress.h"
#include "core/agents/led_talks.h"
#include "core/agents/lives.h"
#include "core/agents/map_crowd.h"
#include "core/agents/perception.h"
#include "core/agents/routines.h"
#include "core/agents/speech_queue.h"
#include "core/agents/step_runs.h"

#include <atomic>
#include <memory>
#include <vector>

namespace agent_runtime {

// How far an earlier world has counted, so that its numbers are never mistaken for this one's.
struct SimulationMarks {
	StepNumber step;
	SimTime time;
	std::uint64_t call = 0;
};

struct SimulationOptions {
	AgentSettings settings;
	std::size_t helpers = 0;
	// With fewer tasks than this, a part of a step is not worth waking a helper.
	std::size_t tasks_per_part = 256;
	bool recording = false;
	// Minds are not asked: their answers are among the recorded inputs.
	bool replaying = false;
	SimulationMarks after = {};
	// Whether anybody shows paths, which are not made otherwise; null: yes.
	const std::atomic<bool> *shows_paths = nullptr;
};

class Simulation : private OutboxMerger {
public:
	// `minds` and `board` must outlive the simulation.
	Simulation(const SimulationOptions &options, MindDesk &minds, SnapshotBoard &board,
			const Logger &log);

	// How much of what waits one step takes; the next step takes the rest, at the same time. These
	// are counts rather than times, so that nothing depends on the machine.
	static constexpr std::size_t MOST_INPUTS = 8192;
	static constexpr std::size_t MOST_HEARINGS = SpeechQueue::MOST_HEARINGS;
	static constexpr std::size_t MOST_LAST_HEARINGS = SpeechQueue::MOST_LAST_HEARINGS;

	// Any thread. Inputs stay in the order in which they were posted.
	void post(Input input) { ingress_.post(std::move(input)); }
	// Comes after the inputs that were posted for a request.
	void post_end_of(RequestId request) { ingress_.post_end_of(request); }
	bool has_inputs() const { return waiting_inputs() > 0; }
	std::int64_t waiting_inputs() const { return ingress_.waiting(); }
	// How many hearings are still to come of what was posted: one for each agent that may hear each
	// line. A stop stores them all, so whoever posts makes sure that they do not become too many.
	std::int64_t waiting_hearings() const { return ingress_.waiting_hearings(); }

	// The rest: sim thread only.

	// The earliest time at which a step has something to do by itself; NEVER when there is none.
	SimTime next_due();
	std::unique_ptr<StepOutput> step(SimTime now);

	// The world is about to end. From now on steps only take what was accepted, so that it is
	// stored: agents come to life, what was said is stored for its hearers, and nobody thinks,
	// walks, or does what becomes due. Steps are needed until has_rest() is false.
	void close() { close_asked_ = true; }
	bool has_rest() const { return has_inputs() || speech_.has_more(); }

	const AgentSettings &settings() const { return options_.settings; }
	StepNumber last_step() const { return step_.number(); }
	SimTime time() const { return step_.time(); }
	std::size_t living_agents() const { return agents_.size(); }
	SimulationMarks marks() const { return { step_.number(), step_.time(), calls_.newest() }; }
	// Earlier runtimes gave the calls up to this one. Call before the first step.
	void skip_calls_to(std::uint64_t number) { calls_.skip_to(number); }

private:
	void take_inputs();
	void apply(const Input &input);
	void end_call(const CallOutcomeInput &outcome);

	void run_all();
	void run_last();
	void run_agents();
	void halt_and_resume_walks();
	void put_together(std::size_t first);

	void merge(Outbox &out) override;
	void take_from(Outbox &out);
	void take_event(const Event &event);
	void carry_out(const Wish &wish);

	void publish();

	const SimulationOptions options_;
	const Logger log_;
	SnapshotBoard &board_;

	Ingress ingress_;
	Population agents_;
	Neighbourhood near_;
	Walkers walkers_;
	CurrentStep step_;
	Hearers hearers_;
	SpeechQueue speech_;
	Whereabouts places_;
	GameCalls calls_;
	Perception perception_;
	Acting acting_;
	DueThoughts thoughts_;
	EndedWalks ended_walks_;
	Walks walks_;
	Routines routines_;
	MapCrowd crowd_;
	LedTalks talks_;
	Agreements agreements_;
	Lives lives_;
	StepRuns runs_;

	std::vector<Input> inputs_; // of the current step
	std::uint64_t inputs_taken_ = 0; // by this world
	bool close_asked_ = false;
	bool is_closing_ = false;
};

} // namespace agent_runtime
