#include "core/base/clock.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace agent_runtime {

namespace {

// The longest wait to ask for: long enough to look again after it, short enough not to overflow.
constexpr Micros LONGEST_WAIT = std::chrono::hours(24 * 365);

} // namespace

ClockWatch &ClockWatch::operator=(ClockWatch &&other) noexcept {
	if (this != &other) {
		stop();
		stop_ = std::exchange(other.stop_, nullptr);
	}
	return *this;
}

void ClockWatch::stop() {
	if (stop_) {
		std::exchange(stop_, nullptr)();
	}
}

ClockWatch Clock::on_jump(const std::function<void()> & /*wake*/) const {
	return ClockWatch();
}

RealTime SystemClock::now() const {
	return RealTime(std::chrono::duration_cast<Micros>(
			std::chrono::steady_clock::now().time_since_epoch()));
}

WallTime SystemClock::wall_now() const {
	return WallTime(std::chrono::duration_cast<Micros>(
			std::chrono::system_clock::now().time_since_epoch()));
}

std::chrono::steady_clock::time_point to_steady(RealTime time) {
	return std::chrono::steady_clock::time_point(time.time_since_epoch());
}

ManualClock::ManualClock(WallTime start) :
		start_(start),
		watchers_(std::make_shared<Watchers>()) {}

RealTime ManualClock::now() const {
	return RealTime(Micros(elapsed_.load()));
}

WallTime ManualClock::wall_now() const {
	return start_ + Micros(elapsed_.load());
}

ClockWatch ManualClock::on_jump(const std::function<void()> &wake) const {
	const Lock lock(watchers_->mutex);
	const std::uint64_t number = watchers_->next++;
	watchers_->functions.emplace(number, wake);
	return ClockWatch([watchers = watchers_, number] {
		const Lock stop_lock(watchers->mutex);
		watchers->functions.erase(number);
	});
}

void ManualClock::advance(Micros span) {
	if (span > Micros::zero()) {
		elapsed_.fetch_add(span.count());
	}
	const Lock lock(watchers_->mutex);
	for (const auto &[number, wake] : watchers_->functions) {
		wake();
	}
}

ScaledClock::ScaledClock(const Clock &clock, SimTime start) :
		clock_(clock),
		sim_base_(start),
		real_base_(clock.now()) {}

SimTime ScaledClock::now() const {
	const Lock lock(mutex_);
	return std::min(time_at(clock_.now()), limit_);
}

Status ScaledClock::set_scale(double scale) {
	if (!is_scale(scale)) {
		return Status(StatusCode::invalid_argument,
				std::string("the time scale is not a number ") + SCALES + "; to stop time, pause");
	}
	const Lock lock(mutex_);
	start_from_here();
	scale_ = scale;
	return Status();
}

double ScaledClock::scale() const {
	const Lock lock(mutex_);
	return scale_;
}

void ScaledClock::pause() {
	const Lock lock(mutex_);
	start_from_here();
	paused_ = true;
}

void ScaledClock::resume() {
	const Lock lock(mutex_);
	start_from_here();
	paused_ = false;
}

bool ScaledClock::is_paused() const {
	const Lock lock(mutex_);
	return paused_;
}

void ScaledClock::skip_to(SimTime time) {
	const Lock lock(mutex_);
	if (paused_) {
		sim_base_ = std::max(sim_base_, time);
		limit_ = std::max(limit_, time);
	}
}

std::optional<Micros> ScaledClock::real_time_until(SimTime time) const {
	const Lock lock(mutex_);
	if (time <= std::min(time_at(clock_.now()), limit_)) {
		return Micros::zero();
	}
	if (paused_) {
		return std::nullopt;
	}
	// Rounds up where now() rounds down, so that the time has come after this wait.
	const double from_base = static_cast<double>((time - sim_base_).count()) / scale_;
	const Micros since_base = clock_.now() - real_base_;
	const double wait = std::ceil(from_base) - static_cast<double>(since_base.count());
	if (wait >= static_cast<double>(LONGEST_WAIT.count())) {
		return LONGEST_WAIT;
	}
	return Micros(std::max<std::int64_t>(1, static_cast<std::int64_t>(wait)));
}

// Ignores the limit.
SimTime ScaledClock::time_at(RealTime real) const {
	if (paused_) {
		return sim_base_;
	}
	const double elapsed = static_cast<double>((real - real_base_).count());
	return sim_base_ + Micros(static_cast<std::int64_t>(elapsed * scale_));
}

void ScaledClock::start_from_here() {
	// Both bases use one reading, since the time between two readings would be lost.
	const RealTime real = clock_.now();
	const SimTime time = time_at(real);
	waited_ += std::max(time - limit_, Micros{});
	sim_base_ = std::min(time, limit_);
	real_base_ = real;
}

// As long as nothing was waited for, the bases stay, because each new one rounds.
Micros ScaledClock::wait_at(SimTime limit) {
	const Lock lock(mutex_);
	const SimTime time = time_at(clock_.now());
	if (time > limit_) {
		start_from_here();
	}
	limit_ = std::max(limit, std::min(time, limit_));
	return std::exchange(waited_, Micros{});
}

} // namespace agent_runtime
