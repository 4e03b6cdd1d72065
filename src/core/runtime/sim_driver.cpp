#include "core/runtime/sim_driver.h"

#include "core/base/at_end.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

// Before it stands still, a world takes the inputs that have come in, and this many steps for what
// follows from them.
constexpr std::int64_t STEPS_BEFORE_REST = 8;
// Waits that add up to less than this are not logged.
constexpr Micros WORTH_A_LINE = std::chrono::milliseconds(100);

constexpr std::int64_t count_of(SimTime time) {
	return time.time_since_epoch().count();
}

std::string seconds_text(Micros time) {
	char text[32];
	std::snprintf(text, sizeof(text), "%.1f s", std::chrono::duration<double>(time).count());
	return text;
}

} // namespace

SimDriver::SimDriver(Simulation &simulation, CallBook &calls, const Clock &clock,
		ScaledClock &sim_clock, Micros most_lag, TakeOutput take_output, Logger log) :
		simulation_(simulation),
		calls_(calls),
		clock_(clock),
		sim_clock_(sim_clock),
		most_lag_(most_lag),
		take_output_(std::move(take_output)),
		log_(log),
		slowness_(WORTH_A_LINE),
		due_(count_of(NEVER)),
		thread_("ar-sim", std::move(log)),
		watch_(clock.on_jump([this] { wake(); })) {}

SimDriver::~SimDriver() {
	stop();
}

Status SimDriver::start() {
	return thread_.start([this] {
		// Nobody may wait for a thread that has ended, in whatever way.
		const AtEnd lets_go([this] {
			{
				const Lock lock(mutex_);
				has_ended_ = true;
			}
			stood_.notify_all();
		});
		run();
	});
}

const Status &SimDriver::stop() {
	end(true);
	return thread_.failure();
}

void SimDriver::abandon() {
	end(false);
}

void SimDriver::end(bool with_last_steps) {
	{
		const Lock lock(mutex_);
		has_last_steps_ = with_last_steps && has_last_steps_;
		stopping_ = true;
	}
	changed_.notify_all();
	stood_.notify_all();
	thread_.join_within(NamedThread::EXPECTED);
}

bool SimDriver::hold() {
	Lock lock(mutex_);
	hold_wanted_ = true;
	changed_.notify_one();
	lock.wait(stood_, [this]() AR_REQUIRES(mutex_) { return stands_ || stopping_ || has_ended_; });
	return !stopping_ && !has_ended_;
}

void SimDriver::let_go() {
	{
		const Lock lock(mutex_);
		hold_wanted_ = false;
		// at once, so that the next one to hold it waits until it has taken what came since
		stands_ = false;
	}
	changed_.notify_one();
}

bool SimDriver::rests() const {
	const Lock lock(mutex_);
	return stands_ || (sleeps_ && !woken_ && !hold_wanted_);
}

void SimDriver::wake() {
	{
		const Lock lock(mutex_);
		woken_ = true;
	}
	changed_.notify_one();
}

void SimDriver::step_once() {
	{
		const Lock lock(mutex_);
		single_steps_++;
		woken_ = true;
	}
	changed_.notify_one();
}

void SimDriver::make_single_steps() {
	int steps = 0;
	{
		const Lock lock(mutex_);
		steps = std::exchange(single_steps_, 0);
	}
	for (; steps > 0; steps--) {
		while (advance()) {
		}
		const SimTime due = simulation_.next_due();
		if (due != NEVER) {
			sim_clock_.skip_to(due);
			step(due);
		}
	}
}

void SimDriver::run() {
	forget_wait(); // this world takes the place of another
	bool has_last_steps = true;
	while (true) {
		bool holds = false;
		{
			const Lock lock(mutex_);
			woken_ = false;
			if (stopping_) {
				has_last_steps = has_last_steps_;
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
	if (has_last_steps) {
		finish();
	}
	tell_slowness(Micros{}, true);
}

void SimDriver::stand_still() {
	const std::int64_t most = STEPS_BEFORE_REST +
			simulation_.waiting_inputs() / static_cast<std::int64_t>(Simulation::MOST_INPUTS);
	for (std::int64_t steps = 0; steps < most && advance(); steps++) {
	}
	{
		Lock lock(mutex_);
		stands_ = hold_wanted_;
		stood_.notify_all();
		lock.wait(changed_, [this]() AR_REQUIRES(mutex_) { return !stands_ || stopping_; });
		stands_ = false;
	}
	forget_wait();
}

// What was accepted from a caller before the stop is not lost: agents that were promised an id come
// to life, and what was said is remembered.
void SimDriver::finish() {
	simulation_.close();
	while (simulation_.has_rest()) {
		step(sim_clock_.now());
	}
}

// Makes one step, if there is a reason for one now.
bool SimDriver::advance() {
	const SimTime due = simulation_.next_due();
	const SimTime now = let_time_run(due);
	if (due <= now) {
		step(due);
		return true;
	}
	if (simulation_.has_inputs()) {
		step(let_time_run(now));
		return true;
	}
	return false;
}

void SimDriver::step(SimTime time) {
	due_.store(count_of(time), std::memory_order_relaxed);
	take_output_(simulation_.step(time));
}

// The world's clock may run a little ahead of what it has to do, and then waits.
SimTime SimDriver::let_time_run(SimTime due) {
	due_.store(count_of(due), std::memory_order_relaxed);
	tell_slowness(waited_until(due), false);
	return sim_clock_.now();
}

// How long it has waited there since the last call.
Micros SimDriver::waited_until(SimTime due) {
	return sim_clock_.wait_at(due < NEVER - most_lag_ ? due + most_lag_ : NEVER);
}

// It was held meanwhile, which says nothing about how much work it has.
void SimDriver::forget_wait() {
	waited_until(simulation_.next_due());
}

Micros SimDriver::lag() const {
	const SimTime due(Micros{ due_.load(std::memory_order_relaxed) });
	return std::max(sim_clock_.now() - due, Micros{});
}

void SimDriver::tell_slowness(Micros waited, bool is_last) {
	if (waited <= Micros{} && !is_last) {
		return;
	}
	slowed_by_ += waited;
	const Micros real(
			static_cast<std::int64_t>(static_cast<double>(waited.count()) / sim_clock_.scale()));
	if (is_last ? slowness_.take_rest() : slowness_.add(real, clock_.now())) {
		log_.warning("the world could not keep up and was slowed down by " +
				seconds_text(std::exchange(slowed_by_, Micros{})) +
				" of its time; fewer agents that think at once or a lower time_scale help, and the "
				"database takes the most where storage is enabled");
	}
}

// Whoever makes a call outside of steps watches the time itself.
void SimDriver::end_unanswered_calls() {
	for (const CallBook::Open &call : calls_.take_expired(clock_.now())) {
		if (is_of_step(call.call)) {
			simulation_.post(
					CallOutcomeInput{ call.agent, call.call, CallOutcome::unanswered, "", "" });
		}
	}
	for (const CallBook::Slow &slow : calls_.take_slow(clock_.now())) {
		if (is_of_step(slow.call.call)) {
			simulation_.post(CallSlowInput{ slow.call.agent, slow.call.call, slow.waited });
		}
	}
}

void SimDriver::sleep_until(SimTime due) {
	std::optional<Micros> wait = due == NEVER ? std::nullopt : sim_clock_.real_time_until(due);
	if (const std::optional<RealTime> deadline = calls_.next_deadline()) {
		const Micros left = std::max(*deadline - clock_.now(), Micros{});
		wait = wait ? std::min(*wait, left) : left;
	}
	Lock lock(mutex_);
	const auto reason = [&]() AR_REQUIRES(mutex_) { return woken_ || stopping_ || hold_wanted_; };
	sleeps_ = true;
	if (wait) {
		lock.wait_for(changed_, *wait, reason);
	} else {
		lock.wait(changed_, reason);
	}
	sleeps_ = false;
}

} // namespace agent_runtime
