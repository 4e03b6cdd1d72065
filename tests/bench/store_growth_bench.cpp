// store.default_500_spread, store.default_500_together: by how much the file grows in a minute of
// sim time while 500 agents with default settings live, three tiles from each other, or all at one
// place. Driven by hand, so that each run writes the same; the index for search catches up each
// second, and what is in the WAL is moved to the file before that is measured.
#include "bench.h"
#include "core/agents/step_batch.h"
#include "core/base/clock.h"
#include "core/built_in/offline_mind.h"
#include "core/memory/search_index.h"
#include "core/runtime/game_schema.h"
#include "core/store/open_database.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t AGENTS = 500;
constexpr std::uint32_t A_ROW = 25;
constexpr int SECONDS_UNTIL_THEY_TALK = 15;
constexpr int SECONDS_MEASURED = 60;

class GrowingWorld {
public:
	GrowingWorld(const std::string &path, float tiles_apart) :
			path_(path),
			database_(open(path)) {
		const std::shared_ptr<AgentProfile> villager = std::make_shared<AgentProfile>();
		villager->self = { "Villager", "villager", "" };
		villager->think_interval = OPTIONS.settings.think_interval;
		villager->hearing_radius = OPTIONS.settings.hearing_radius;
		for (std::uint32_t i = 0; i < AGENTS; ++i) {
			const std::uint32_t row = i / A_ROW;
			const TilePosition place{ static_cast<float>(i % A_ROW) * tiles_apart,
				static_cast<float>(row) * tiles_apart };
			simulation_.post(SpawnInput{ AgentId(i + 1), villager, place, nullptr });
		}
		step(SimTime());
	}

	void live(int seconds) {
		for (; seconds > 0; --seconds) {
			second_ += 1s;
			while (simulation_.next_due() <= second_) {
				step(simulation_.next_due());
			}
			while (index_.run(database_).value_or(false)) {
			}
		}
	}

	double megabytes() {
		bench::require(database_.checkpoint().value_or(1) == 0, "checkpoint");
		return static_cast<double>(std::filesystem::file_size(path_)) / 1e6;
	}

private:
	static Database open(const std::string &path) {
		Result<OpenedDatabase> opened =
				open_database(path, SystemClock(), { .schema = game_schema() });
		bench::require(opened.ok(), opened.status().to_string());
		return std::move(opened.value().database);
	}

	void step(SimTime time) {
		std::unique_ptr<StepOutput> output = simulation_.step(time);
		if (output->is_empty()) {
			return;
		}
		bench::require(database_.exec("BEGIN").ok(), "begin");
		for (const std::unique_ptr<WriteOperation> &operation : make_step_batches(std::move(output),
					 wall_.wall_now() + time.time_since_epoch(), nobody_, Logger())) {
			const Status status = operation->write(database_);
			bench::require(status.ok(), status.to_string());
		}
		bench::require(database_.exec("COMMIT").ok(), "commit");
	}

	static const inline SimulationOptions OPTIONS;

	const std::string path_;
	const ManualClock wall_;
	Database database_;
	SearchIndex index_;
	EventFanout nobody_;
	OfflineMind mind_;
	LastPrompts prompts_;
	MindDesk desk_{ mind_, prompts_, false, Logger() };
	SnapshotBoard board_;
	Simulation simulation_{ OPTIONS, desk_, board_, Logger() };
	SimTime second_;
};

void measure(const char *name, float tiles_apart) {
	const bench::Folder folder;
	GrowingWorld world(folder.path("a.db"), tiles_apart);
	world.live(SECONDS_UNTIL_THEY_TALK);
	const double before = world.megabytes();
	world.live(SECONDS_MEASURED);
	bench::report(name, "MB", world.megabytes() - before);
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	if (wanted("store.default_500_spread")) {
		measure("store.default_500_spread", 3.0f);
	}
	if (wanted("store.default_500_together")) {
		measure("store.default_500_together", 0.0f);
	}
	return 0;
}
