// world.*: how many agents the world walks at once, searches for their paths and all that comes of
// their walks included, and what it costs to hand them to the main thread.
#include "bench.h"
#include "core/agents/event_pump.h"
#include "core/agents/simulation.h"
#include "core/built_in/offline_mind.h"
#include "core/log/publication.h"

#include <array>
#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

// One tile in five is a wall; the outermost are none.
GridMapPtr open_country(std::int32_t size, Rng &rng) {
	GridSpec spec;
	spec.width = size;
	spec.height = size;
	for (std::int32_t i = 0; i < size * size; i++) {
		const bool is_edge =
				i < size || i >= size * (size - 1) || i % size == 0 || i % size == size - 1;
		spec.solid.push_back(!is_edge && rng.chance(0.2) ? 1 : 0);
	}
	const Result<GridMapPtr> map = GridMap::make(std::move(spec));
	bench::require(map.ok(), map.status().to_string());
	return map.value();
}

// Rooms of desks with aisles between them.
GridMapPtr office(std::int32_t width, std::int32_t height) {
	GridSpec spec;
	spec.width = width;
	spec.height = height;
	for (std::int32_t y = 0; y < height; y++) {
		for (std::int32_t x = 0; x < width; x++) {
			spec.solid.push_back(y % 4 == 2 && x % 8 >= 3 && x % 8 <= 6 ? 1 : 0);
		}
	}
	const Result<GridMapPtr> map = GridMap::make(std::move(spec));
	bench::require(map.ok(), map.status().to_string());
	return map.value();
}

// Agents that walk to a tile by chance, and on to the next one when they are there or cannot be.
class Town {
public:
	Town(GridMapPtr map, std::uint32_t agents, Rng rng) :
			map_(std::move(map)),
			rng_(rng) {
		simulation_.post(MapInput{ map_ });
		const std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
		profile->self.name = "Walker";
		for (std::uint32_t i = 1; i <= agents; i++) {
			simulation_.post(SpawnInput{ AgentId(i), profile, centre_of(anywhere()), nullptr });
		}
		step();
		for (std::uint32_t i = 1; i <= agents; i++) {
			send(AgentId(i));
		}
		step();
	}

	// As the driver does it: what has come in at once, otherwise what is due.
	std::unique_ptr<StepOutput> step() {
		const SimTime due = simulation_.has_inputs() ? simulation_.time() : simulation_.next_due();
		std::unique_ptr<StepOutput> output = simulation_.step(due == NEVER ? SimTime() : due);
		for (const Event &event : output->events) {
			const bool is_there = event.data.is<AgentArrived>();
			if (is_there || event.data.is<AgentBlocked>()) {
				arrived_ += is_there ? 1 : 0;
				blocked_ += is_there ? 0 : 1;
				send(event.subject.agent_id());
			}
		}
		return output;
	}

	// Until so much time has passed in the world.
	void live(int ticks) {
		const SimTime end = simulation_.time() + Micros(std::int64_t{ ticks } * 100'000 / 3);
		while (simulation_.has_inputs() || simulation_.next_due() <= end) {
			step();
		}
	}

	// The news of them all, for a pump that comes later.
	PublishedBatch births() const {
		std::shared_ptr<std::vector<PublishedEvent>> batch =
				std::make_shared<std::vector<PublishedEvent>>();
		board_.for_each([&](const AgentView &view) {
			batch->push_back({ EventId(), WallTime(),
					{ view.id, AgentSpawned{ view.profile, view.position, std::nullopt } },
					StepNumber() });
		});
		return batch;
	}

	std::size_t arrived() const { return arrived_; }
	std::size_t blocked() const { return blocked_; }

private:
	Tile anywhere() {
		while (true) {
			const Tile tile{ static_cast<std::int32_t>(rng_.uniform(map_->width())),
				static_cast<std::int32_t>(rng_.uniform(map_->height())) };
			if (map_->is_walkable(tile) && map_->is_reachable(tile, Tile{ 0, 0 })) {
				return tile;
			}
		}
	}
	void send(AgentId agent) { simulation_.post(walk_to(agent, centre_of(anywhere()))); }

	const GridMapPtr map_;
	Rng rng_;
	OfflineMind mind_;
	LastPrompts last_prompts_;
	MindDesk desk_{ mind_, last_prompts_, false, Logger() };
	SnapshotBoard board_;
	Simulation simulation_{ SimulationOptions(), desk_, board_, Logger() };
	std::size_t arrived_ = 0;
	std::size_t blocked_ = 0;
};

double cpu_seconds() {
	timespec time = {};
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Shows crowds, as the office does.
class Crowd : public PumpSink {
public:
	void emit(const PublishedEvent &) override {}
	void emit(const MovingPosition &) override {}
	void emit(const GameCall &) override {}
	void emit(const AgentChanges &changes) override { rows += changes.size(); }
	bool wants_state_changes() override { return false; }
	bool wants_changes() override { return true; }
	bool wants_positions() override { return false; }
	bool wants_paths() override { return false; }

	std::size_t rows = 0;
};

void headless() {
	Rng rng(42);
	Town town(open_country(512, rng), 10'000, rng);
	town.live(2'000); // until all are on their way, and the first have come to their second place
	constexpr int TICKS = 600;
	const std::size_t before = town.arrived();
	const double cpu = cpu_seconds();
	const bench::Stopwatch watch;
	town.live(TICKS);
	const double seconds = watch.seconds();
	const double cpu_used = cpu_seconds() - cpu;
	bench::require(town.arrived() > before, "walkers arrive");
	bench::report("world.headless_10000", "ticks/s", TICKS / seconds);
	bench::report("world.headless_tick_cpu", "us", cpu_used * 1e6 / TICKS);
	bench::report("world.headless_arrivals", "% of walks",
			100.0 * double(town.arrived()) / double(town.arrived() + town.blocked()));
}

// What a frame's drain takes with a thousand on their way, two ticks in a frame.
void crowd() {
	Rng rng(42);
	Town town(office(96, 64), 1'000, rng);
	town.live(600);
	SystemClock clock;
	EventPump pump(clock, agent_events());
	pump.publish(town.births());
	Crowd sink;
	bench::Series frames;
	bench::Series steps;
	for (int frame = 0; frame < 600; frame++) {
		for (int tick = 0; tick < 2; tick++) {
			const bench::Stopwatch watch;
			std::unique_ptr<StepOutput> output = town.step();
			pump.show(output->positions);
			pump.show(output->paths, output->turns);
			pump.publish(
					published_unstored(std::move(output->events), clock.wall_now(), output->step));
			steps.add(watch.seconds() * 1e6);
		}
		const bench::Stopwatch watch;
		pump.drain(sink, std::nullopt);
		frames.add(watch.seconds() * 1e6);
	}
	bench::require(sink.rows > 100'000, "walkers are shown");
	bench::report("world.walkers_1000_drain", "us", frames.at_share(0.5));
	bench::report("world.walkers_1000_drain_p99", "us", frames.at_share(0.99));
	bench::report("world.walkers_1000_step", "us", steps.at_share(0.5));
	bench::report("world.walkers_1000_arrivals", "% of walks",
			100.0 * double(town.arrived()) / double(town.arrived() + town.blocked()));
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	if (wanted("world.headless_10000") || wanted("world.headless_tick_cpu") ||
			wanted("world.headless_arrivals")) {
		headless();
	}
	if (wanted("world.walkers_1000_drain") || wanted("world.walkers_1000_drain_p99") ||
			wanted("world.walkers_1000_step") || wanted("world.walkers_1000_arrivals")) {
		crowd();
	}
	return 0;
}
