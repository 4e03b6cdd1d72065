// store.retention_piece_p99: how long a piece of retention takes in a file of half a million lines
// with their index, and as many states, while rows of all kinds go. store.retention_rate: how many
// rows go in a second, one piece after the other.
#include "bench.h"
#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/log/event_log.h"
#include "core/memory/search_index.h"
#include "core/runtime/game_schema.h"
#include "core/runtime/retention_policy.h"
#include "core/store/open_database.h"

#include <string>

using namespace agent_runtime;

namespace {

constexpr int ROWS = 500'000;
constexpr int AGENTS = 1000;
constexpr int PIECES = 1000;

void run(Database &database, const std::string &script) {
	const Status status = database.exec(script);
	bench::require(status.ok(), status.to_string());
}

void fill(Database &database) {
	run(database, "BEGIN");
	for (int i = 0; i < ROWS; ++i) {
		const std::string agent = AgentId(static_cast<std::uint32_t>(i % AGENTS + 1)).to_string();
		const Status line = database.run(
				"INSERT INTO agent_conversations(agent_id, timestamp, sender, content, recipient)"
				" VALUES(?1, ?2, 'player_0', ?3, '')",
				agent, i, "Have you seen lamp number " + std::to_string(i) + " in the kitchen?");
		const Status state =
				database.run("INSERT INTO state_rows(agent_id, old_state, new_state, timestamp)"
							 " VALUES(?1, 'idle', 'listening', ?2)",
						agent, i);
		bench::require(line.ok() && state.ok(), "insert");
	}
	run(database, "COMMIT");
	SearchIndex index;
	while (index.run(database).value_or(false)) {
	}
	bench::require(database.checkpoint().ok(), "checkpoint");
}

std::int64_t rows_of(Database &database) {
	return database
			.integer("SELECT (SELECT count(*) FROM agent_conversations) +"
					 " (SELECT count(*) FROM state_rows)",
					0)
			.value();
}

} // namespace

int main() {
	const bench::Folder folder;
	Result<OpenedDatabase> opened =
			open_database(folder.path("a.db"), SystemClock(), { .schema = game_schema() });
	bench::require(opened.ok(), opened.status().to_string());
	Database &database = opened.value().database;
	fill(database);
	const SystemClock clock;
	RetentionPolicy policy;
	policy.max_bytes = 1; // too large whatever goes
	Retention retention(game_schema(), policy.plan(), clock);
	const std::int64_t before = rows_of(database);
	bench::Series pieces;
	const bench::Stopwatch all;
	for (int i = 0; i < PIECES; ++i) {
		const bench::Stopwatch piece;
		bench::require(retention.run(database).value_or(false), "a piece");
		pieces.add(piece.seconds() * 1e6);
		// As the writer does, apart from it.
		if (database.wal_frames() > 16'384) {
			bench::require(database.checkpoint().ok(), "checkpoint");
		}
	}
	const double gone = static_cast<double>(before - rows_of(database));
	bench::report("store.retention_piece_p99", "us", pieces.at_share(0.99));
	bench::report("store.retention_rate", "rows/s", gone / all.seconds());
	return 0;
}
