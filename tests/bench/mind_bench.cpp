// mind.turns: how many turns a second a hundred agents take whose mind answers at once, through a
// whole runtime without a store. A turn is listening, thinking, speaking and being heard.
// mind.turns_persisted: the same until they are committed: two rows of conversation, four of state
// history and one event of speech each.
#include "../core/runtime/asking.h"
#include "bench.h"
#include "core/mind/mind.h"
#include "core/runtime/runtime.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace agent_runtime;

namespace {

constexpr int AGENTS = 100; // in pairs, each far from the others
constexpr double SECONDS = 4.0;
constexpr double WARM_UP = 1.0;

class InstantMind : public InProcessMind {
public:
	Result<MindAction> think(const MindRequest &request) const override {
		return MindAction(SpeakAction{ "Yes, and what do you think of it?", request.answer_to });
	}
};

// Thread rule: main thread only.
class Speeches : public PumpSink {
public:
	void emit(const PublishedEvent &event) override {
		count_ += event.event.data.is<AgentSpoke>() ? 1 : 0;
	}
	void emit(const MovingPosition &) override {}
	void emit(const GameCall &) override {}
	// As a game that shows talk, and crowds from their digest.
	bool wants_state_changes() override { return false; }
	std::int64_t count() const { return count_; }

private:
	std::int64_t count_ = 0;
};

RuntimeOptions instant(const InProcessMind &mind, const std::string &path) {
	RuntimeOptions options;
	options.database_path = path;
	options.mind = &mind;
	options.config.helper_threads = 0;
	options.settings.listening = Micros{};
	options.settings.offline_thought = Micros{};
	options.settings.offline_spread = Micros{};
	options.settings.characters_per_second = 0.0;
	options.settings.overhearing_thinkers = 0;
	return options;
}

// Two agents at each place, and a first line to one of them.
void begin_talks(Runtime &runtime) {
	std::vector<AgentId> agents;
	for (int i = 0; i < AGENTS; i++) {
		const Result<AgentId> agent = spawn_agent(runtime,
				{ { "name", "Agent" }, { "think_interval", 0 },
						{ "initial_position", { { "x", i / 2 * 100 }, { "y", 0 } } } });
		bench::require(agent.ok(), agent.status().to_string());
		agents.push_back(agent.value());
	}
	for (std::size_t i = 0; i + 1 < agents.size(); i += 2) {
		const Status status = send_message(runtime, agents[i], agents[i + 1], "What do you think?");
		bench::require(status.ok(), status.to_string());
	}
}

std::int64_t pump_for(Runtime &runtime, Speeches &speeches, double seconds) {
	const std::int64_t before = speeches.count();
	const bench::Stopwatch watch;
	while (watch.seconds() < seconds) {
		runtime.pump().drain(speeches, std::nullopt);
		std::this_thread::sleep_for(std::chrono::milliseconds(2));
	}
	return speeches.count() - before;
}

double turns_a_second(const std::string &path) {
	const InstantMind mind;
	SystemClock clock;
	Result<std::unique_ptr<Runtime>> started = Runtime::start(instant(mind, path), clock);
	bench::require(started.ok(), started.status().to_string());
	Runtime &runtime = *started.value();
	begin_talks(runtime);
	Speeches speeches;
	pump_for(runtime, speeches, WARM_UP);
	const bench::Stopwatch watch;
	const std::int64_t turns = pump_for(runtime, speeches, SECONDS);
	const double rate = static_cast<double>(turns) / watch.seconds();
	runtime.stop();
	return rate;
}

// Each speech has two rows of conversation and four of history.
void check_rows(const std::string &path) {
	Database database = Database::connect(path, {}).value();
	const auto count = [&](const char *query) { return database.integer(query, 0).value(); };
	const std::int64_t spoken = count("SELECT count(*) FROM events WHERE type = 'agent_speech'");
	const std::int64_t lines = count("SELECT count(*) FROM agent_conversations");
	const std::int64_t history = count("SELECT count(*) FROM agent_state_history");
	bench::require(
			spoken > 0 && lines >= 2 * spoken - std::int64_t{ 2 } * AGENTS, "lines are missing");
	bench::require(
			history >= 4 * spoken - std::int64_t{ 8 } * AGENTS, "rows of history are missing");
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	if (wanted("mind.turns")) {
		bench::report("mind.turns", "turns/s", turns_a_second(""));
	}
	if (wanted("mind.turns_persisted")) {
		const bench::Folder folder;
		bench::report("mind.turns_persisted", "turns/s", turns_a_second(folder.path("a.db")));
		check_rows(folder.path("a.db"));
	}
	return 0;
}
