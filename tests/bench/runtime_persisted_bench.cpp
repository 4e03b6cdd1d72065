// runtime.spawn_persisted: agents brought to life one by one through a whole runtime, until each of
// them and the event that tells of it are committed and published. runtime.spawn_longest_hold: for
// how long others could not write meanwhile, at worst. runtime.restore: the same agents when the
// next runtime starts, until it has read them all.
#include "../core/runtime/asking.h"
#include "bench.h"
#include "core/runtime/runtime.h"

#include <chrono>
#include <string>
#include <thread>

using namespace agent_runtime;

namespace {

constexpr int AGENTS = 100'000;
constexpr int BETWEEN_FRAMES = 500;

// Counts those that are in the log.
class Births : public PumpSink {
public:
	void emit(const PublishedEvent &event) override {
		const bool born = event.event.data.is<AgentSpawned>();
		stored_ += born && event.id.number() > 0 ? 1 : 0;
	}
	void emit(const MovingPosition &) override {}
	void emit(const GameCall &) override {}
	int stored() const { return stored_; }

private:
	int stored_ = 0;
};

// Rooms of fifty, each agent with a name, a role and a persona of its own.
nlohmann::json config_of(int number) {
	const int room = number / 50;
	const std::string name = "Agent " + std::to_string(number);
	return { { "name", name }, { "role", "clerk" },
		{ "persona", name + " keeps the books of room " + std::to_string(room) + "." },
		{ "initial_position", { { "x", room % 15 * 20 }, { "y", room / 15 * 20 } } } };
}

std::unique_ptr<Runtime> start(const std::string &path, Clock &clock) {
	RuntimeOptions options;
	options.database_path = path;
	Result<std::unique_ptr<Runtime>> runtime = Runtime::start(std::move(options), clock);
	bench::require(runtime.ok(), runtime.status().to_string());
	return std::move(runtime).value();
}

double spawn_persisted(Runtime &runtime) {
	Births births;
	const bench::Stopwatch watch;
	for (int i = 0; i < AGENTS; ++i) {
		bench::require(spawn_agent(runtime, config_of(i)).ok(), "spawn an agent");
		if (i % BETWEEN_FRAMES == 0) {
			runtime.pump().drain(births, std::nullopt);
		}
	}
	while (births.stored() < AGENTS) {
		bench::require(watch.seconds() < 100.0, "some agents never came to life");
		runtime.pump().drain(births, std::nullopt);
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
	}
	return AGENTS / watch.seconds();
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	const bench::Folder folder;
	const std::string path = folder.path("a.db");
	SystemClock clock;
	std::unique_ptr<Runtime> runtime = start(path, clock);
	const double spawned = spawn_persisted(*runtime);
	const Micros held = runtime->stats().store.longest_hold;
	runtime.reset();
	{
		Database database = Database::connect(path, {}).value();
		const std::int64_t rows = database.integer("SELECT count(*) FROM agents", 0).value();
		bench::require(rows == AGENTS, "not every agent has a row");
	}
	if (wanted("runtime.spawn_persisted")) {
		bench::report("runtime.spawn_persisted", "agents/s", spawned);
	}
	if (wanted("runtime.spawn_longest_hold")) {
		bench::report("runtime.spawn_longest_hold", "us", static_cast<double>(held.count()));
	}
	if (wanted("runtime.restore")) {
		const bench::Stopwatch watch;
		runtime = start(path, clock);
		bench::report("runtime.restore", "agents/s", AGENTS / watch.seconds());
		bench::require(runtime->agents().size() == AGENTS, "not every agent has come back");
	}
	return 0;
}
