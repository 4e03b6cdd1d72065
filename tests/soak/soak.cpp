// Lets a crowd live for a while, and looks whether anything is lost, leaks or grows.
//
//	soak AGENTS SECONDS MEGABYTES DATABASE
//
// Agents with the offline mind in rooms of fifty, each with a thought of its own every 30 s; a game
// that draws 60 frames a second drains their events. The file may grow to so many megabytes. Prints
// what it measured, `ok …` or `FAIL …` for each expectation, and a closing line.

#include "../core/runtime/asking.h"
#include "core/log/event_log.h"
#include "core/runtime/runtime.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

using namespace agent_runtime;
using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

namespace {

constexpr int AGENTS_A_ROOM = 50;
constexpr int ROW = 10; // desks of a room, so many tiles apart
constexpr int DESK = 3;
constexpr Micros FRAME_BUDGET = 4ms;
constexpr auto FRAME = 16ms;
constexpr auto LOOK_EVERY = 1s;
constexpr double MEMORY_MAY_GROW = 1.1;
constexpr double FILE_MAY_EXCEED = 1.1; // while the oldest are being removed
constexpr auto LONGEST_STOP = 2s;
constexpr auto LONGEST_INTERVAL = 30s;
// A shorter run says nothing about growth: caches still fill.
constexpr auto LONG_RUN = 300s;

int passed = 0;
int failed = 0;

void expect(bool holds, const std::string &what) {
	std::printf("%s %s\n", holds ? "ok" : "FAIL", what.c_str());
	(holds ? passed : failed)++;
}

void tell(const char *name, double value, const char *unit) {
	std::printf("measured %s %.1f %s\n", name, value, unit);
}

// Whether each event of the log came once, in order, and none was left out.
class Accountant : public PumpSink {
public:
	void emit(const PublishedEvent &event) override {
		count++;
		thoughts += is_thought(event.event) ? 1 : 0;
		if (!event.id.is_stored()) {
			unstored++;
			return;
		}
		first = first.is_stored() ? first : event.id;
		gaps += last.is_stored() && event.id.number() != last.number() + 1 ? 1 : 0;
		last = event.id;
	}
	void emit(const MovingPosition &) override {}
	void emit(const GameCall &) override {}

	std::int64_t count = 0;
	std::int64_t thoughts = 0;
	std::int64_t unstored = 0;
	std::int64_t gaps = 0;
	EventId first;
	EventId last;

private:
	static bool is_thought(const Event &event) {
		const AgentStateChanged *change = event.data.get_if<AgentStateChanged>();
		return change != nullptr && change->state == AgentState::thinking;
	}
};

double megabytes_in_memory() {
	std::ifstream file("/proc/self/statm");
	double pages = 0.0;
	file >> pages >> pages;
	return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

double megabytes_on_disk(const std::string &path) {
	std::error_code ignored;
	return static_cast<double>(std::filesystem::file_size(path, ignored)) / 1e6;
}

double median(std::vector<double> values) {
	std::sort(values.begin(), values.end());
	return values.empty() ? 0.0 : values[values.size() / 2];
}

struct Samples {
	std::vector<double> memory;
	std::vector<double> disk;
};

void bring_to_life(Runtime &runtime, int agents, std::chrono::seconds time) {
	// In a short run they think as often as a few of them would in a long one.
	const auto interval = std::min<std::chrono::seconds>(LONGEST_INTERVAL, time / 5);
	int taken = 0;
	for (int i = 0; i < agents; i++) {
		const int room = i / AGENTS_A_ROOM;
		const int desk = i % AGENTS_A_ROOM;
		const nlohmann::json config{ { "name", "Villager " + std::to_string(i) },
			{ "role", "villager of room " + std::to_string(room) },
			{ "think_interval", interval.count() },
			{ "initial_position",
					{ { "x", room % 20 * 100 + desk % ROW * DESK },
							{ "y", room / 20 * 100 + desk / ROW * DESK } } } };
		taken += spawn_agent(runtime, config).ok() ? 1 : 0;
	}
	expect(taken == agents, "all agents come to life");
}

Samples live(Runtime &runtime, Accountant &sink, Steady::duration time, const std::string &path) {
	Samples samples;
	const Steady::time_point end = Steady::now() + time;
	Steady::time_point next_look = Steady::now();
	while (Steady::now() < end) {
		const Steady::time_point frame = Steady::now() + FRAME;
		runtime.pump().drain(sink, FRAME_BUDGET);
		if (Steady::now() >= next_look) {
			next_look += LOOK_EVERY;
			samples.memory.push_back(megabytes_in_memory());
			samples.disk.push_back(megabytes_on_disk(path));
		}
		std::this_thread::sleep_until(frame);
	}
	return samples;
}

void drain_all(Runtime &runtime, Accountant &sink) {
	const Steady::time_point give_up = Steady::now() + 60s;
	while (runtime.pump().drain(sink, std::nullopt).more && Steady::now() < give_up) {
		std::this_thread::sleep_for(1ms);
	}
}

void judge_growth(const Samples &samples, double limit) {
	const std::size_t count = samples.memory.size();
	const auto part = [&](const std::vector<double> &values, double from, double to) {
		const auto at = [&](double share) {
			return values.begin() + static_cast<std::ptrdiff_t>(share * double(count));
		};
		return median({ at(from), at(to) });
	};
	const double early = part(samples.memory, 0.3, 0.5);
	const double late = part(samples.memory, 0.8, 1.0);
	tell("memory_early", early, "MB");
	tell("memory_late", late, "MB");
	const double largest = *std::max_element(samples.disk.begin(), samples.disk.end());
	tell("file_largest", largest, "MB");
	expect(largest <= limit * FILE_MAY_EXCEED, "retention holds the file under its limit");
	expect(late <= early * MEMORY_MAY_GROW, "memory stays flat");
}

int run(int agents, std::chrono::seconds time, double megabytes, const std::string &path) {
	RuntimeOptions options;
	options.database_path = path;
	options.retention.max_bytes = static_cast<std::int64_t>(megabytes * 1e6);
	options.config.seed = 7;
	SystemClock clock;
	Result<std::unique_ptr<Runtime>> started = Runtime::start(std::move(options), clock);
	if (!started.ok()) {
		std::fprintf(stderr, "%s\n", started.status().to_string().c_str());
		return 1;
	}
	Runtime &runtime = *started.value();
	Accountant sink;
	bring_to_life(runtime, agents, time);
	const Steady::time_point begin = Steady::now();
	const Samples samples = live(runtime, sink, time, path);
	const double seconds = std::chrono::duration<double>(Steady::now() - begin).count();
	const RuntimeStats stats = runtime.stats();
	const Steady::time_point stopping = Steady::now();
	runtime.stop();
	const Steady::duration stop = Steady::now() - stopping;
	drain_all(runtime, sink);

	tell("thoughts", double(sink.thoughts) / seconds, "/s");
	tell("events", double(sink.count) / seconds, "/s");
	tell("lag", std::chrono::duration<double>(stats.lag).count(), "s");
	tell("longest_hold", double(stats.store.longest_hold.count()) / 1e3, "ms");
	tell("stop", std::chrono::duration<double>(stop).count(), "s");
	Database database = Database::connect(path, {}).value();
	const auto rows = [&](const char *table) {
		return database.integer(std::string("SELECT count(*) FROM ") + table, 0).value();
	};
	tell("history_rows", double(rows("agent_state_history")) / seconds, "/s");
	tell("conversation_rows", double(rows("agent_conversations")) / seconds, "/s");
	expect(sink.thoughts > 0 && sink.unstored == 0, "the agents live, and all is stored");
	expect(sink.gaps == 0, "no event is missing between two others");
	expect(sink.last == newest_event_id(database).value(), "the newest event of the log was shown");
	expect(sink.count == sink.last.number() - sink.first.number() + 1, "each came exactly once");
	if (time >= LONG_RUN) {
		judge_growth(samples, megabytes);
		expect(stop < LONGEST_STOP, "it stops in less than 2 s");
	}
	std::printf("%d passed, %d failed\n", passed, failed);
	return failed == 0 ? 0 : 1;
}

} // namespace

int main(int count, char **arguments) {
	if (count != 5) {
		std::fprintf(stderr, "usage: soak AGENTS SECONDS MEGABYTES DATABASE\n");
		return 2;
	}
	return run(std::atoi(arguments[1]), std::chrono::seconds(std::atoi(arguments[2])),
			std::atof(arguments[3]), arguments[4]);
}
