#include "core/runtime/sim_driver.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

// What is posted while the last steps are made is taken too, but not for ever.
constexpr int LAST_STEPS = 8;

} // namespace

SimDriver::SimDriver(Simulation &simulation, CallBook &calls, const Clock &clock,
		ScaledClock &sim_clock, TakeOutput take_output, Logger log) :
		simulation_(simulation),
		calls_(calls),
		clock_(clock),
		sim_clock_(sim_clock),
		take_output_(std::move(take_output)),
		thread_("ar-sim", std::move(log)),
		watch_(clock.on_jump([this] { wake(); })) {}

SimDriver::~SimDriver() {
	stop();
}

Status SimDriver::start() {
	return thread_.start([this] { run(); });
}

void SimDriver::stop() {
	end(true);
}

void SimDriver::abandon() {
	end(false);
}

void SimDriver::end(bool with_last_steps) {
	{
		const std::lock_guard lock(mutex_);
		has_last_steps_ = with_last_steps && has_last_steps_;
		stopping_ = true;
	}
	changed_.notify_all();
	stood_.notify_all();
	thread_.join_within(NamedThread::EXPECTED);
}

bool SimDriver::hold() {
	std::unique_lock lock(mutex_);
	hold_wanted_ = true;
	changed_.notify_one();
	stood_.wait(lock, [this] { return stands_ || stopping_; });
	return !stopping_;
}

void SimDriver::let_go() {
	{
		const std::lock_guard lock(mutex_);
		hold_wanted_ = false;
	}
	changed_.notify_one();
}

bool SimDriver::rests() const {
	const std::lock_guard lock(mutex_);
	return stands_ || (sleeps_ && !woken_ && !hold_wanted_);
}

void SimDriver::wake() {
	{
		const std::lock_guard lock(mutex_);
		woken_ = true;
	}
	changed_.notify_one();
}

void SimDriver::step_once() {
	{
		const std::lock_guard lock(mutex_);
		single_steps_++;
		woken_ = true;
	}
	changed_.notify_one();
}

void SimDriver::make_single_steps() {
	int steps = 0;
	{
		const std::lock_guard lock(mutex_);
		steps = std::exchange(single_steps_, 0);
	}
	for (; steps > 0; steps--) {
		while (advance()) {
		}
		const SimTime due = simulation_.next_due();
		if (due != NEVER) {
			sim_clock_.skip_to(due);
			take_output_(simulation_.step(due));
		}
	}
}

void SimDriver::run() {
	while (true) {
		bool holds = false;
		{
			const std::lock_guard lock(mutex_);
			woken_ = false;
			if (stopping_) {
				break;
			}
			holds = hold_wanted_;
		}
		if (holds) {
			stand_still();
			continue;
		}
		end_unanswered_calls();
		make_single_steps();
		if (!advance()) {
			sleep_until(simulation_.next_due());
		}
	}
	if (has_last_steps_) {
		finish();
	}
}

void SimDriver::stand_still() {
	for (int steps = 0; steps < LAST_STEPS && advance(); steps++) {
	}
	std::unique_lock lock(mutex_);
	stands_ = true;
	stood_.notify_all();
	changed_.wait(lock, [this] { return !hold_wanted_ || stopping_; });
	stands_ = false;
}

// What was taken from a caller before the stop is not lost: agents that were promised an id come to
// live, and what was said is heard.
void SimDriver::finish() {
	const SimTime now = sim_clock_.now();
	for (int steps = 0; steps < LAST_STEPS; steps++) {
		if (!simulation_.has_inputs() && simulation_.next_due() > now) {
			return;
		}
		take_output_(simulation_.step(now));
	}
}

// One step, if there is reason for one now.
bool SimDriver::advance() {
	const SimTime now = sim_clock_.now();
	const SimTime due = simulation_.next_due();
	if (due <= now) {
		lag_.store((now - due).count(), std::memory_order_relaxed);
		take_output_(simulation_.step(due));
		return true;
	}
	lag_.store(0, std::memory_order_relaxed);
	if (simulation_.has_inputs()) {
		take_output_(simulation_.step(now));
		return true;
	}
	return false;
}

void SimDriver::end_unanswered_calls() {
	for (const CallBook::Open &call : calls_.take_expired(clock_.now())) {
		simulation_.post(
				CallOutcomeInput{ call.agent, call.call, CallOutcome::unanswered, "", "" });
	}
	for (const CallBook::Slow &slow : calls_.take_slow(clock_.now())) {
		simulation_.post(CallSlowInput{ slow.call.agent, slow.call.call, slow.waited });
	}
}

void SimDriver::sleep_until(SimTime due) {
	std::optional<Micros> wait = due == NEVER ? std::nullopt : sim_clock_.real_time_until(due);
	if (const std::optional<RealTime> deadline = calls_.next_deadline()) {
		const Micros left = std::max(*deadline - clock_.now(), Micros{});
		wait = wait ? std::min(*wait, left) : left;
	}
	std::unique_lock lock(mutex_);
	const auto has_reason = [this] { return woken_ || stopping_ || hold_wanted_; };
	sleeps_ = true;
	if (wait) {
		changed_.wait_for(lock, *wait, has_reason);
	} else {
		changed_.wait(lock, has_reason);
	}
	sleeps_ = false;
}

} // namespace agent_runtime
