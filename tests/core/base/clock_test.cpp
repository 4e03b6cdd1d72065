#include "core/base/clock.h"

#include <atomic>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace agent_runtime;
using namespace std::chrono_literals;

TEST_SUITE("Clock") {
	TEST_CASE("the system's clock goes on, and knows the date") {
		const SystemClock clock;
		const RealTime before = clock.now();
		CHECK(clock.now() >= before);
		CHECK(clock.wall_now() > WallTime(std::chrono::seconds(1'700'000'000)));
		CHECK(to_steady(before).time_since_epoch() == before.time_since_epoch());
	}

	TEST_CASE("a manual clock moves when it is told, date and all") {
		ManualClock clock(WallTime(100s));
		CHECK(clock.now() == RealTime());
		clock.advance(1500ms);
		CHECK(clock.now() == RealTime(1500ms));
		CHECK(clock.wall_now() == WallTime(101'500ms));
		clock.advance(-1s);
		CHECK(clock.now() == RealTime(1500ms));
	}

	TEST_CASE("who sleeps until a time is woken by a jump of the clock") {
		ManualClock clock;
		std::mutex mutex;
		std::condition_variable changed;
		bool asleep = false;
		bool woke = false;
		const ClockWatch watch = clock.on_jump([&] {
			const std::lock_guard lock(mutex);
			changed.notify_all();
		});
		std::thread sleeper([&] {
			std::unique_lock lock(mutex);
			asleep = true;
			changed.notify_all();
			changed.wait(lock, [&] { return clock.now() >= RealTime(10s); });
			woke = true;
		});
		{
			std::unique_lock lock(mutex);
			changed.wait(lock, [&] { return asleep; });
		}
		clock.advance(4s);
		clock.advance(6s);
		sleeper.join();
		CHECK(woke);
	}

	TEST_CASE("a watch that has ended hears nothing more") {
		ManualClock clock;
		int jumps = 0;
		ClockWatch first = clock.on_jump([&] { ++jumps; });
		ClockWatch moved = std::move(first);
		clock.advance(1s);
		CHECK(jumps == 1);
		moved = ClockWatch();
		clock.advance(1s);
		CHECK(jumps == 1);
		moved.stop();
	}

	TEST_CASE("a watch may live longer than its clock") {
		std::optional<ManualClock> clock(std::in_place);
		ClockWatch watch = clock->on_jump([] {});
		clock.reset();
		watch.stop();
	}

	TEST_CASE("the system's clock never jumps, so nobody is called") {
		SystemClock clock;
		int jumps = 0;
		ClockWatch watch = clock.on_jump([&] { ++jumps; });
		watch.stop();
		CHECK(jumps == 0);
	}
}

TEST_SUITE("ScaledClock") {
	TEST_CASE("sim time begins where the world left off and follows the scale") {
		ManualClock clock;
		ScaledClock sim(clock, SimTime(100s));
		CHECK(sim.now() == SimTime(100s));
		clock.advance(2s);
		CHECK(sim.now() == SimTime(102s));
		REQUIRE(sim.set_scale(3.0).ok());
		CHECK(sim.now() == SimTime(102s));
		CHECK(sim.scale() == 3.0);
		clock.advance(2s);
		CHECK(sim.now() == SimTime(108s));
		REQUIRE(sim.set_scale(0.25).ok());
		clock.advance(4s);
		CHECK(sim.now() == SimTime(109s));
	}

	TEST_CASE("sim time stands still while paused, and goes on from there") {
		ManualClock clock;
		ScaledClock sim(clock);
		clock.advance(1s);
		sim.pause();
		sim.pause();
		CHECK(sim.is_paused());
		clock.advance(1h);
		CHECK(sim.now() == SimTime(1s));
		REQUIRE(sim.set_scale(2.0).ok());
		clock.advance(1h);
		CHECK(sim.now() == SimTime(1s));
		sim.resume();
		CHECK_FALSE(sim.is_paused());
		clock.advance(1s);
		CHECK(sim.now() == SimTime(3s));
	}

	TEST_CASE("a scale that is no speed is refused and changes nothing") {
		ManualClock clock;
		ScaledClock sim(clock);
		constexpr double BOUNDLESS = std::numeric_limits<double>::infinity();
		for (const double scale : { 0.0, -1.0, 1e-320, 0.0009, 100.1, 1e300, BOUNDLESS, -BOUNDLESS,
					 std::numeric_limits<double>::quiet_NaN() }) {
			CAPTURE(scale);
			CHECK(sim.set_scale(scale).code() == StatusCode::invalid_argument);
		}
		CHECK(sim.scale() == 1.0);
	}

	TEST_CASE("the wait for a sim time is told in real time") {
		ManualClock clock;
		ScaledClock sim(clock);
		REQUIRE(sim.set_scale(4.0).ok());
		CHECK(sim.real_time_until(SimTime()) == 0us);
		CHECK(sim.real_time_until(SimTime(2s)) == 500ms);
		CHECK(sim.real_time_until(SimTime::max()) > Micros(24h));
		sim.pause();
		CHECK(sim.real_time_until(SimTime(2s)) == std::nullopt);
		CHECK(sim.real_time_until(SimTime()) == 0us);
	}

	TEST_CASE("after the wait the time is there, at scales that divide badly") {
		ManualClock clock;
		ScaledClock sim(clock);
		for (const double scale : { 0.3, 0.7, 1.1, 3.0, 7.77, 99.9 }) {
			CAPTURE(scale);
			REQUIRE(sim.set_scale(scale).ok());
			const SimTime goal = sim.now() + 1'000'003us;
			const std::optional<Micros> wait = sim.real_time_until(goal);
			REQUIRE(wait.has_value());
			clock.advance(*wait);
			CHECK(sim.now() >= goal);
			CHECK(sim.real_time_until(goal) == 0us);
		}
	}

	TEST_CASE("sim time never goes back while other threads change its scale") {
		SystemClock clock;
		ScaledClock sim(clock);
		std::atomic<bool> done{ false };
		std::thread changer([&] {
			for (int i = 0; i < 2000; ++i) {
				CHECK(sim.set_scale(i % 2 == 0 ? 0.01 : 50.0).ok());
				i % 3 == 0 ? sim.pause() : sim.resume();
			}
			done = true;
		});
		SimTime last = sim.now();
		bool went_back = false;
		while (!done) {
			const SimTime now = sim.now();
			went_back = went_back || now < last;
			last = now;
		}
		changer.join();
		CHECK_FALSE(went_back);
	}

	TEST_CASE("sim time waits at its limit, and what it has waited is not caught up with") {
		ManualClock clock;
		ScaledClock sim(clock);
		REQUIRE(sim.set_scale(2.0).ok());
		CHECK(sim.wait_at(SimTime(1s)) == 0us);
		clock.advance(400ms);
		CHECK(sim.now() == SimTime(800ms));
		clock.advance(5s);
		CHECK(sim.now() == SimTime(1s));
		CHECK(sim.wait_at(SimTime(3s)) == 9'800ms);
		CHECK(sim.now() == SimTime(1s));
		clock.advance(500ms);
		CHECK(sim.now() == SimTime(2s));
		// It never goes backwards, and time lost while its scale changes is counted.
		CHECK(sim.wait_at(SimTime(1s)) == 0us);
		CHECK(sim.now() == SimTime(2s));
		clock.advance(1s);
		REQUIRE(sim.set_scale(1.0).ok());
		clock.advance(1s);
		CHECK(sim.now() == SimTime(2s));
		CHECK(sim.wait_at(SimTime::max()) == 3s);
		clock.advance(1h);
		CHECK(sim.now() == SimTime(1h + 2s));
	}

	TEST_CASE("a limit costs nothing of the time that runs below it") {
		ManualClock clock;
		ScaledClock sim(clock);
		REQUIRE(sim.set_scale(1.0 / 3.0).ok());
		for (int i = 0; i < 3000; i++) {
			clock.advance(1ms);
			CHECK(sim.wait_at(sim.now() + 1s) == 0us);
		}
		CHECK(sim.now() == SimTime(1s));
	}
}
