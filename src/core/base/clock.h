#pragma once

// Where time comes from. Nothing in core asks the system: it is handed a Clock, so that tests and
// replays say what time it is.
//
//	ManualClock clock;
//	ScaledClock sim(clock);
//	clock.advance(2s);
//	sim.set_scale(3.0);
//	clock.advance(2s);
//	sim.now();             // 8 s since the world began

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/base/time.h"

namespace agent_runtime {

// Ends what it stands for when it is destroyed; see Clock::on_jump.
// Thread rule: any thread, one at a time.
class ClockWatch {
public:
	ClockWatch() = default;
	explicit ClockWatch(std::function<void()> stop) :
			stop_(std::move(stop)) {}
	~ClockWatch() { stop(); }
	ClockWatch(ClockWatch &&other) noexcept :
			stop_(std::exchange(other.stop_, nullptr)) {}
	ClockWatch &operator=(ClockWatch &&other) noexcept;

	// Afterwards the function is not running and is not called again.
	void stop();

private:
	std::function<void()> stop_;
};

// Thread rule: any thread.
class Clock {
public:
	virtual ~Clock() = default;

	// Never goes back.
	virtual RealTime now() const = 0;
	virtual WallTime wall_now() const = 0;

	// `wake` is called after each jump of this clock, on the thread that made it jump: who sleeps
	// until a time looks again. It may lock its own mutex; on_jump() and stop() are not to be
	// called with that mutex held. The system's clock never jumps, so there it is never called.
	virtual ClockWatch on_jump(const std::function<void()> &wake) const;
};

// The machine's own time. Thread rule: any thread.
class SystemClock : public Clock {
public:
	RealTime now() const override;
	WallTime wall_now() const override;
};

// The same point for the waits of the standard library, when the clock is a SystemClock.
std::chrono::steady_clock::time_point to_steady(RealTime time);

// Stands still until it is told. Thread rule: any thread; the watchers have a mutex of
// their own.
class ManualClock : public Clock {
public:
	explicit ManualClock(WallTime start = WallTime(std::chrono::seconds(1'767'225'600)));

	RealTime now() const override;
	WallTime wall_now() const override;
	ClockWatch on_jump(const std::function<void()> &wake) const override;

	// A negative span is taken as zero.
	void advance(Micros span);

private:
	struct Watchers {
		Mutex mutex; // held while the functions run, so that stop() waits for them
		std::map<std::uint64_t, std::function<void()>> functions AR_GUARDED_BY(mutex);
		std::uint64_t next AR_GUARDED_BY(mutex) = 0;
	};

	const WallTime start_;
	std::atomic<std::int64_t> elapsed_{ 0 }; // microseconds; stands alone
	const std::shared_ptr<Watchers> watchers_; // shared with the watches, which may live longer
};

// Sim time over a clock: runs at a scale, can be paused, and never jumps or goes back when either
// changes. The clock outlives it. Thread rule: any thread.
class ScaledClock {
public:
	static constexpr double SMALLEST_SCALE = 0.001;
	static constexpr double LARGEST_SCALE = 100.0;
	static constexpr const char *SCALES = "between 0.001 and 100";

	// `start` is where a stored world left off.
	explicit ScaledClock(const Clock &clock, SimTime start = SimTime());

	SimTime now() const;

	// Sim seconds for each real second.
	static bool is_scale(double scale) { return scale >= SMALLEST_SCALE && scale <= LARGEST_SCALE; }
	Status set_scale(double scale);
	double scale() const;

	// Both may be called twice; once is enough to undo them.
	void pause();
	void resume();
	bool is_paused() const;
	// While paused: time is at least this from now on.
	void skip_to(SimTime time);

	// Time runs up to here and waits until this is set anew; what it has waited is not caught up
	// with. Says how much of the world's time that was since the last call. None at first.
	Micros wait_at(SimTime limit);

	// How long to wait, in real time, until sim time is there: 0 when it is, nothing while paused.
	std::optional<Micros> real_time_until(SimTime time) const;

private:
	SimTime time_at(RealTime real) const AR_REQUIRES(mutex_);
	void start_from_here() AR_REQUIRES(mutex_);

	const Clock &clock_;
	mutable Mutex mutex_;
	SimTime sim_base_ AR_GUARDED_BY(mutex_); // what sim time was at real_base_
	RealTime real_base_ AR_GUARDED_BY(mutex_);
	double scale_ AR_GUARDED_BY(mutex_) = 1.0;
	bool paused_ AR_GUARDED_BY(mutex_) = false;
	SimTime limit_ AR_GUARDED_BY(mutex_) = SimTime::max();
	Micros waited_ AR_GUARDED_BY(mutex_){}; // at the limit, since that was told
};

} // namespace agent_runtime
