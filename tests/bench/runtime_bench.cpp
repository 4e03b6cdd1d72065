// runtime.*: what an agent costs that does nothing, how fast agents come to life without a store,
// and how the time of a step grows with the number of agents that have something to do in it.
#include "../core/runtime/asking.h"
#include "bench.h"
#include "core/runtime/runtime.h"

#include <malloc.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

using namespace agent_runtime;

namespace {

constexpr std::int64_t AGENTS = 100'000;

class Births : public PumpSink {
public:
	void emit(const PublishedEvent &event) override {
		born_ += event.event.data.is<AgentSpawned>() ? 1 : 0;
	}
	void emit(const MovingPosition &) override {}
	void emit(const GameCall &) override {}
	std::int64_t born() const { return born_; }

private:
	std::int64_t born_ = 0;
};

std::unique_ptr<Runtime> start(Clock &clock) {
	RuntimeOptions options;
	options.config.helper_threads = 0;
	Result<std::unique_ptr<Runtime>> runtime = Runtime::start(std::move(options), clock);
	bench::require(runtime.ok(), runtime.status().to_string());
	return std::move(runtime).value();
}

// Until all of them live and the game has been told.
void wait_for(Runtime &runtime, Births &births, std::int64_t count) {
	const bench::Stopwatch watch;
	while (births.born() < count) {
		bench::require(watch.seconds() < 60.0, "some agents never came to life");
		runtime.pump().drain(births, std::nullopt);
		std::this_thread::yield();
	}
}

nlohmann::json crowd() {
	return { { "name", "Villager" }, { "role", "villager" }, { "think_interval", 0 } };
}

void spawn() {
	SystemClock clock;
	{
		const std::unique_ptr<Runtime> runtime = start(clock);
		Births births;
		const bench::Stopwatch watch;
		bench::require(spawn_agents(*runtime, crowd(), AGENTS).ok(), "spawn a crowd");
		wait_for(*runtime, births, AGENTS);
		bench::report("runtime.spawn", "agents/s", double(AGENTS) / watch.seconds());
	}
	const std::unique_ptr<Runtime> runtime = start(clock);
	Births births;
	const bench::Stopwatch watch;
	for (std::int64_t i = 0; i < AGENTS; i++) {
		bench::require(spawn_agent(*runtime, crowd()).ok(), "spawn an agent");
	}
	wait_for(*runtime, births, AGENTS);
	bench::report("runtime.spawn_one_by_one", "agents/s", double(AGENTS) / watch.seconds());
}

std::size_t bytes_in_use() {
	const struct mallinfo2 info = mallinfo2();
	return info.uordblks + info.hblkhd;
}

double cpu_seconds() {
	struct rusage usage = {};
	getrusage(RUSAGE_SELF, &usage);
	const auto seconds = [](const timeval &time) {
		return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
	};
	return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Each agent with a name, a role and a persona of its own, which do not think by themselves.
void idle() {
	SystemClock clock;
	const std::unique_ptr<Runtime> runtime = start(clock);
	const std::size_t before = bytes_in_use();
	Births births;
	for (std::int64_t i = 0; i < AGENTS; i++) {
		const std::string name = "Agent " + std::to_string(i);
		bench::require(spawn_agent(*runtime,
							   { { "name", name }, { "role", "villager" },
									   { "persona", name + " tends the mill by the river." },
									   { "think_interval", 0 },
									   { "initial_position",
											   { { "x", i % 1000 * 4 }, { "y", i / 1000 * 4 } } } })
							   .ok(),
				"spawn an agent");
		if (i % 1000 == 0) {
			runtime->pump().drain(births, std::nullopt);
		}
	}
	wait_for(*runtime, births, AGENTS);
	bench::report("runtime.idle_agent_bytes", "bytes",
			static_cast<double>(bytes_in_use() - before) / double(AGENTS));

	constexpr double SECONDS = 5.0;
	const double cpu = cpu_seconds();
	std::this_thread::sleep_for(std::chrono::duration<double>(SECONDS));
	bench::report("runtime.idle_cpu", "% of a core", (cpu_seconds() - cpu) / SECONDS * 100.0);
}

// What a step costs each of its agents: all of them hear a line, listen, remember it, find that it
// is not for them, and are idle again.
double micros_each(std::uint32_t agents) {
	OfflineMind mind;
	LastPrompts last_prompts;
	MindDesk desk(mind, last_prompts, false, Logger());
	SnapshotBoard board;
	SimulationOptions options;
	options.settings.overhearing_thinkers = 0;
	Simulation simulation(options, desk, board, Logger());
	const std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	profile->self.name = "Villager";
	for (std::uint32_t i = 1; i <= agents; i++) {
		simulation.post(SpawnInput{ AgentId(i), profile, {}, nullptr });
	}
	SimTime now(Micros(1'000'000));
	while (simulation.has_inputs()) {
		simulation.step(now);
	}
	const int count = static_cast<int>(std::max<std::uint32_t>(10, 300'000 / agents));
	bench::Series micros;
	for (int i = 0; i < count; i++) {
		now += Micros(10'000);
		simulation.post(SayInput{ ParticipantId::player(0), "Player", {}, {}, "Good morning" });
		simulation.step(now);
		const bench::Stopwatch watch;
		std::size_t events = 0;
		while (events == 0 || simulation.next_due() <= now) { // a crowd hears it in several steps
			events += simulation.step(now)->events.size();
		}
		micros.add(watch.seconds() * 1e6 / agents);
		bench::require(events == std::size_t(2) * agents, "each agent listened");
	}
	return micros.at_share(0.5);
}

void scale() {
	const double at_hundred = micros_each(100);
	const double at_thousand = micros_each(1'000);
	const double at_ten_thousand = micros_each(10'000);
	const double at_hundred_thousand = micros_each(100'000);
	bench::report("runtime.scale_100", "us", at_hundred, at_thousand);
	bench::report("runtime.scale_10000", "us", at_ten_thousand, at_thousand);
	bench::report("runtime.scale", "us", at_hundred_thousand);
	bench::report("runtime.scale_growth", "us", at_hundred_thousand, at_thousand);
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	if (wanted("runtime.spawn") || wanted("runtime.spawn_one_by_one")) {
		spawn();
	}
	if (wanted("runtime.idle_agent_bytes") || wanted("runtime.idle_cpu")) {
		idle();
	}
	if (wanted("runtime.scale") || wanted("runtime.scale_growth") || wanted("runtime.scale_100") ||
			wanted("runtime.scale_10000")) {
		scale();
	}
	return 0;
}
