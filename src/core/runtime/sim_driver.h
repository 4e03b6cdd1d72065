#pragma once

#include "core/agents/simulation.h"
#include "core/base/clock.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/spaced_sum.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>

namespace agent_runtime {

// The sim thread: makes a step whenever there is something to do, and sleeps otherwise. Steps
// happen one after another at exactly the times at which they are due, even when the thread comes
// late: a busy machine makes the world slow, but never different. A world that cannot keep up does
// not catch up later: its clock waits as soon as it is `most_lag` ahead of the steps. Owned by the
// runtime. Thread rule: any thread, but start() and stop() not at the same time.
class SimDriver {
public:
	// Receives what came of each step, on the sim thread; may block, which slows the world down.
	using TakeOutput = std::function<void(std::unique_ptr<StepOutput>)>;

	// All references must outlive the driver. It watches the deadlines of calls, which become
	// inputs when they pass.
	SimDriver(Simulation &simulation, CallBook &calls, const Clock &clock, ScaledClock &sim_clock,
			Micros most_lag, TakeOutput take_output, Logger log);
	~SimDriver();

	Status start();
	// Takes what was accepted and puts it out, but does nothing else that is due. `internal` when
	// the thread had ended with an exception.
	const Status &stop();
	// Something has changed: an input was posted, or time was scaled, paused or resumed.
	void wake();

	// A paused world makes its next step: with what has come in, or the next one that is due, and
	// its clock moves to that time. Does nothing when nothing is due at all.
	void step_once();

	// Takes what was posted before, and then keeps the world from its next step until let_go().
	// False when the driver stops instead, or its thread has ended. One caller at a time.
	bool hold();
	void let_go();
	// Call instead of stop() for a world that is being replaced: it makes no last steps.
	void abandon();

	// How far the world is behind its clock; never more than `most_lag`.
	Micros lag() const;
	// Whether it has done everything that is due by its clock, or is held.
	bool rests() const;

private:
	void run();
	bool advance();
	void step(SimTime time);
	SimTime let_time_run(SimTime due);
	Micros waited_until(SimTime due);
	void forget_wait();
	void tell_slowness(Micros waited, bool is_last);
	void make_single_steps();
	void finish();
	void stand_still();
	void end(bool with_last_steps);
	void sleep_until(SimTime due);
	void end_unanswered_calls();

	Simulation &simulation_;
	CallBook &calls_;
	const Clock &clock_;
	ScaledClock &sim_clock_;
	const Micros most_lag_;
	const TakeOutput take_output_;
	const Logger log_;
	SpacedSum slowness_; // in real time
	Micros slowed_by_{}; // in the world's time, since the last line
	std::atomic<std::int64_t> due_; // of the present or next step; guards no other data
	mutable Mutex mutex_;
	bool sleeps_ AR_GUARDED_BY(mutex_) = false;
	bool hold_wanted_ AR_GUARDED_BY(mutex_) = false;
	bool stands_ AR_GUARDED_BY(mutex_) = false;
	bool has_last_steps_ AR_GUARDED_BY(mutex_) = true;
	bool woken_ AR_GUARDED_BY(mutex_) = false;
	int single_steps_ AR_GUARDED_BY(mutex_) = 0; // that were requested
	bool stopping_ AR_GUARDED_BY(mutex_) = false;
	bool has_ended_ AR_GUARDED_BY(mutex_) = false; // the thread has, even with an exception
	std::condition_variable changed_;
	std::condition_variable stood_; // for hold()
	NamedThread thread_;
	ClockWatch watch_;
};

} // namespace agent_runtime
