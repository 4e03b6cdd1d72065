// runtime.stop_max: how long a game waits at the longest when it quits with 20,000 agents that
// think, talk and listen, their inputs having been taken: in half of 20 stops all of them in one
// place, where each hears each, in the other half spread out. runtime.stop_memory: by how much the
// process has grown at most, from before the agents to the end of the stop. runtime.stop_shouting:
// how long the game waits at the longest when it has shouted at 500 agents or at 20,000, twenty
// times a frame, or as often as the world let it.
#include "../core/runtime/asking.h"
#include "bench.h"
#include "core/runtime/runtime.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>

using namespace agent_runtime;

namespace {

constexpr std::int64_t AGENTS = 20'000;
constexpr std::int64_t FEW_AGENTS = 500;
constexpr std::int64_t AT_ONCE = 5'000;
constexpr int STOPS = 20;
constexpr int SHOUTING_STOPS = 6;
constexpr int SHOUTS_A_FRAME = 20;
constexpr double BUSY_SECONDS = 3.0;
constexpr std::int64_t TILES_APART = 4;
constexpr std::int64_t IN_A_ROW = 100;

// A line of /proc/self/status, such as VmHWM, in MB.
double megabytes(const std::string &name) {
	std::ifstream status("/proc/self/status");
	for (std::string line; std::getline(status, line);) {
		if (line.starts_with(name + ":")) {
			return std::stod(line.substr(name.size() + 1)) / 1024.0;
		}
	}
	return 0.0;
}

// The highest is counted anew.
void forget_highest() {
	std::ofstream("/proc/self/clear_refs") << "5";
}

class Quiet : public PumpSink {
public:
	void emit(const PublishedEvent &) override {}
	void emit(const MovingPosition &) override {}
	void emit(const GameCall &) override {}
};

struct Crowd {
	std::int64_t agents = AGENTS;
	bool is_together = true; // where each hears each
	int shouts = 0; // a frame
};

void spawn(Runtime &runtime, const Crowd &crowd) {
	nlohmann::json config{ { "name", "Villager" }, { "think_interval", 1 } };
	if (crowd.is_together) {
		for (std::int64_t i = 0; i < crowd.agents; i += AT_ONCE) {
			const std::int64_t count = std::min(AT_ONCE, crowd.agents - i);
			bench::require(spawn_agents(runtime, config, count).ok(), "spawn a crowd");
		}
		return;
	}
	for (std::int64_t i = 0; i < crowd.agents; i++) {
		config["initial_position"] = { { "x", i % IN_A_ROW * TILES_APART },
			{ "y", i / IN_A_ROW * TILES_APART } };
		bench::require(spawn_agent(runtime, config).ok(), "spawn an agent");
	}
}

void shout(Runtime &runtime, int times) {
	for (int i = 0; i < times; i++) {
		const Status status = send_message(runtime, {}, {}, "What about fish?");
		bench::require(status.ok() || status.code() == StatusCode::exhausted, status.to_string());
	}
}

double stop_seconds(const Crowd &crowd) {
	const bench::Folder folder;
	SystemClock clock;
	RuntimeOptions options;
	options.database_path = folder.path("a.db");
	Result<std::unique_ptr<Runtime>> runtime = Runtime::start(std::move(options), clock);
	bench::require(runtime.ok(), runtime.status().to_string());
	spawn(*runtime.value(), crowd);
	Quiet sink;
	const bench::Stopwatch busy;
	while (busy.seconds() < BUSY_SECONDS) {
		runtime.value()->pump().drain(sink, std::chrono::milliseconds(1));
		shout(*runtime.value(), crowd.shouts);
		std::this_thread::sleep_for(std::chrono::milliseconds(15));
	}
	const bench::Stopwatch watch;
	const Status end = runtime.value()->stop();
	const double seconds = watch.seconds();
	bench::require(end.ok(), end.message());
	return seconds;
}

void measure_stops() {
	const double before = megabytes("VmRSS");
	bench::Series seconds;
	bench::Series memory;
	for (int i = 0; i < STOPS; i++) {
		forget_highest();
		seconds.add(stop_seconds({ .is_together = i % 2 == 0 }));
		memory.add(megabytes("VmHWM") - before);
	}
	bench::report("runtime.stop_max", "ms", seconds.at_share(1.0) * 1e3);
	bench::report("runtime.stop_median", "ms", seconds.at_share(0.5) * 1e3);
	bench::report("runtime.stop_memory", "MB", memory.at_share(1.0));
}

void measure_shouting() {
	bench::Series seconds;
	for (int i = 0; i < SHOUTING_STOPS; i++) {
		seconds.add(stop_seconds(
				{ .agents = i % 2 == 0 ? FEW_AGENTS : AGENTS, .shouts = SHOUTS_A_FRAME }));
	}
	bench::report("runtime.stop_shouting", "ms", seconds.at_share(1.0) * 1e3);
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	if (wanted("runtime.stop_max") || wanted("runtime.stop_memory")) {
		measure_stops();
	}
	if (wanted("runtime.stop_shouting")) {
		measure_shouting();
	}
	return 0;
}
