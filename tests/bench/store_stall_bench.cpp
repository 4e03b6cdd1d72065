// store.stall_max: how long sim waits for the store at most, at 20,000 events/s for a minute; with
// it how many they really were, and how long a commit took. store.foreign_write_p99: how long the
// write of another process takes while the game writes 2,000 events/s.
#include "bench.h"
#include "core/base/clock.h"
#include "core/log/event_log.h"
#include "core/runtime/game_schema.h"
#include "core/store/open_database.h"
#include "core/store/writer.h"

#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

using namespace agent_runtime;

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr double STALL_SECONDS = 60;
constexpr double FOREIGN_SECONDS = 15;

const std::string DATA =
		R"({"agent_id":"agent_001","content":"Have you seen the lamp that stood in the )"
		R"(kitchen yesterday? I cannot find it.","recipients":["player_0","agent_002"]})";

// What became of the operations, from the writer's thread.
struct Latencies {
	bench::Series microseconds;
};

class StepJob : public WriteOperation {
public:
	StepJob(int events, Latencies &latencies) :
			events_(events),
			latencies_(latencies) {}
	std::size_t bytes() const override { return static_cast<std::size_t>(events_) * 300; }
	Status write(Database &database) override {
		for (int i = 0; i < events_; ++i) {
			const EventDraft event = { .ts = WallTime(Micros(1'767'225'600'000'000)),
				.type = "agent_speech",
				.entity = "agent_001",
				.trace_id = "",
				.data = DATA };
			const Result<EventId> id = append_event(database, event);
			if (!id.ok()) {
				return id.status();
			}
		}
		return {};
	}
	void committed() override {
		const std::chrono::duration<double, std::micro> took = SteadyClock::now() - born_;
		latencies_.microseconds.add(took.count());
	}
	void degraded(const Status &reason) override { bench::require(false, reason.to_string()); }
	void dropped(const Status &reason) override { bench::require(false, reason.to_string()); }

private:
	const int events_;
	Latencies &latencies_;
	const SteadyClock::time_point born_ = SteadyClock::now();
};

Database open_fresh(const std::string &path) {
	Result<OpenedDatabase> opened = open_database(path, SystemClock(), { .schema = game_schema() });
	bench::require(opened.ok(), opened.status().to_string());
	return std::move(opened.value().database);
}

struct Load {
	bench::Series waits; // how long submit() took, in microseconds
	Latencies latencies;
	WriterStats stats;
};

// A step of `events` each `period`, for some seconds.
void run_load(const std::string &path, int events, std::chrono::microseconds period, double seconds,
		Load &load) {
	Writer writer;
	bench::require(writer.start(open_fresh(path)).ok(), "start");
	const bench::Stopwatch watch;
	SteadyClock::time_point next = SteadyClock::now();
	while (watch.seconds() < seconds) {
		std::unique_ptr<WriteOperation> step = std::make_unique<StepJob>(events, load.latencies);
		const bench::Stopwatch held_up;
		const Result<Micros> waited = writer.submit(std::move(step));
		load.waits.add(held_up.seconds() * 1e6);
		bench::require(waited.ok(), waited.status().to_string());
		next += period;
		std::this_thread::sleep_until(next);
	}
	bench::require(writer.flush().ok(), "flush");
	load.stats = writer.stats();
}

void stall(double seconds) {
	const bench::Folder folder;
	Load load;
	run_load(folder.path("a.db"), 20, std::chrono::microseconds(1000), seconds, load);
	bench::report("store.stall_max", "µs", load.waits.at_share(1));
	bench::report("store.stall_events", "events/s", static_cast<double>(load.stats.rows) / seconds);
	bench::report("store.stall_commit_p99", "µs", load.latencies.microseconds.at_share(0.99));
}

// The game, in a process of its own.
pid_t start_game(const std::string &path, double seconds) {
	const pid_t game = fork();
	bench::require(game >= 0, "start another process");
	if (game == 0) {
		Load load;
		run_load(path, 10, std::chrono::microseconds(5000), seconds, load);
		_exit(0);
	}
	return game;
}

bool has_ended(pid_t process) {
	int how = 0;
	const pid_t ended = waitpid(process, &how, WNOHANG);
	bench::require(ended == 0 || how == 0, "the other process failed");
	return ended != 0;
}

void foreign(double seconds) {
	const bench::Folder folder;
	const std::string path = folder.path("a.db");
	// Made before, so that the two do not meet over that.
	open_fresh(path);
	const pid_t game = start_game(path, seconds);
	Database ours = open_fresh(path);
	bench::Series writes;
	while (!has_ended(game)) {
		const bench::Stopwatch watch;
		bench::require(
				append_event(ours,
						{ .ts = {}, .type = "foreign", .entity = "", .trace_id = "", .data = "{}" })
						.ok(),
				"append");
		writes.add(watch.seconds() * 1e6);
		std::this_thread::sleep_for(std::chrono::milliseconds(2));
	}
	bench::report("store.foreign_write_p99", "µs", writes.at_share(0.99));
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	if (wanted("store.foreign_write_p99")) {
		foreign(FOREIGN_SECONDS);
	}
	if (wanted("store.stall_max") || wanted("store.stall_events") ||
			wanted("store.stall_commit_p99")) {
		stall(STALL_SECONDS);
	}
	return 0;
}
