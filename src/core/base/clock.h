#pragma once

// Where time comes from. Core never asks the system. It is given a Clock, so that tests and replays
// decide what time it is.
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

// Ends the registration that it stands for when it is destroyed; see Clock::on_jump.
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

	// After this call the function is not running and will not be called again.
	void stop();

private:
	std::function<void()> stop_;
};

// Thread rule: any thread.
class Clock {
public:
	virtual ~Clock() = default;

	// Never goes backwards.
	virtual RealTime now() const = 0;
	virtual WallTime wall_now() const = 0;

	// Calls `wake` after each jump of this clock, on the thread that made it jump, so that whoever
	// sleeps until a time can look again. `wake` may lock a mutex of its own, but on_jump() and
	// stop() must not be called with that mutex held. The system's clock never jumps, so it never
	// calls `wake`.
	virtual ClockWatch on_jump(const std::function<void()> &wake) const;
};

// The machine's own time. Thread rule: any thread.
class SystemClock : public Clock {
public:
	RealTime now() const override;
	WallTime wall_now() const override;
};

// The same point in time for the waits of the standard library, when the clock is a SystemClock.
std::chrono::steady_clock::time_point to_steady(RealTime time);

// A clock that moves only by advance(). Thread rule: any thread; the watchers have a mutex of their
// own.
class ManualClock : public Clock {
public:
	explicit ManualClock(WallTime start = WallTime(std::chrono::seconds(1'767'225'600)));

	RealTime now() const override;
	WallTime wall_now() const override;
	ClockWatch on_jump(const std::function<void()> &wake) const override;

	// Treats a negative span as zero.
	void advance(Micros span);

private:
	struct Watchers {
		Mutex mutex; // held while the functions run, so that stop() waits for them
		std::map<std::uint64_t, std::function<void()>> functions AR_GUARDED_BY(mutex);
		std::uint64_t next AR_GUARDED_BY(mutex) = 0;
	};

	const WallTime start_;
	std::atomic<std::int64_t> elapsed_{ 0 }; // in microseconds; guards no other data
	// shared with the watches, which may outlive the clock
	const std::shared_ptr<Watchers> watchers_;
};

// Sim time based on a clock. It runs at a scale, can be paused, and never jumps or goes backwards
// when either changes. The clock outlives it. Thread rule: any thread.
class ScaledClock {
public:
	static constexpr double SMALLEST_SCALE = 0.001;
	static constexpr double LARGEST_SCALE = 100.0;
	static constexpr const char *SCALES = "between 0.001 and 100";

	// `start` is the time at which a stored world ended.
	explicit ScaledClock(const Clock &clock, SimTime start = SimTime());

	SimTime now() const;

	// The scale is in sim seconds for each real second.
	static bool is_scale(double scale) { return scale >= SMALLEST_SCALE && scale <= LARGEST_SCALE; }
	Status set_scale(double scale);
	double scale() const;

	// Calling either twice has the same effect as calling it once.
	void pause();
	void resume();
	bool is_paused() const;
	// May be called while paused. From now on the time is at least this.
	void skip_to(SimTime time);

	// Time runs up to `limit` and then waits until the next call; time lost by waiting is not made
	// up for. Returns how much sim time was lost since the last call. There is no limit at first.
	Micros wait_at(SimTime limit);

	// How long to wait, in real time, until that sim time. 0 when it has come, nothing while
	// paused.
	std::optional<Micros> real_time_until(SimTime time) const;

private:
	SimTime time_at(RealTime real) const AR_REQUIRES(mutex_);
	void start_from_here() AR_REQUIRES(mutex_);

	const Clock &clock_;
	mutable Mutex mutex_;
	SimTime sim_base_ AR_GUARDED_BY(mutex_); // the sim time at real_base_
	RealTime real_base_ AR_GUARDED_BY(mutex_);
	double scale_ AR_GUARDED_BY(mutex_) = 1.0;
	bool paused_ AR_GUARDED_BY(mutex_) = false;
	SimTime limit_ AR_GUARDED_BY(mutex_) = SimTime::max();
	// time lost at the limit since the last call of wait_at()
	Micros waited_ AR_GUARDED_BY(mutex_){};
};

} // namespace agent_runtime
