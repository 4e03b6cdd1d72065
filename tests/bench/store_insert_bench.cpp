// store.insert, store.last_five: the store beside a bare loop over SQLite's C interface with the
// same schema, cache and batch limits. store.search_index: filling the index for search, apart.
#include "bench.h"
#include "core/base/clock.h"
#include "core/base/rng.h"
#include "core/memory/search_index.h"
#include "core/runtime/game_schema.h"
#include "core/store/open_database.h"
#include "core/store/writer.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <sqlite3.h>

using namespace agent_runtime;

namespace {

constexpr int ROWS = 200'000;
constexpr int ROWS_A_JOB = 20; // what a step of a busy world writes
constexpr int AGENTS = 1000;
constexpr int QUERIES = 50'000;
constexpr const char *INSERT =
		"INSERT INTO agent_conversations(agent_id, timestamp, sender, content, "
		"recipient) VALUES(?1, ?2, ?3, ?4, ?5)";
constexpr const char *LAST_FIVE =
		"SELECT sender, content FROM agent_conversations WHERE agent_id = ?1 "
		"ORDER BY id DESC LIMIT 5";
const std::string CONTENT =
		"Have you seen the lamp that stood in the kitchen yesterday? I cannot find it "
		"anywhere, and it is dark.";

std::vector<std::string> agent_names() {
	std::vector<std::string> names;
	names.reserve(AGENTS);
	for (std::uint32_t i = 1; i <= AGENTS; ++i) {
		names.push_back(AgentId(i).to_string());
	}
	return names;
}

// Which agent each row belongs to: the same for both.
std::vector<int> random_agents(int count) {
	Rng rng(7);
	std::vector<int> agents;
	agents.reserve(static_cast<std::size_t>(count));
	for (int i = 0; i < count; ++i) {
		agents.push_back(static_cast<int>(rng.uniform(AGENTS)));
	}
	return agents;
}

const std::vector<std::string> NAMES = agent_names();
const std::vector<int> ORDER = random_agents(ROWS);

Database open_fresh(const std::string &path) {
	std::filesystem::remove(path);
	Result<OpenedDatabase> opened = open_database(path, SystemClock(), { .schema = game_schema() });
	bench::require(opened.ok(), opened.status().to_string());
	return std::move(opened.value().database);
}

class RowsJob : public WriteOperation {
public:
	explicit RowsJob(int first) :
			first_(first) {}
	std::size_t bytes() const override { return std::size_t(ROWS_A_JOB) * 200; }
	Status write(Database &database) override {
		for (int i = first_; i < first_ + ROWS_A_JOB; ++i) {
			const std::string &name = NAMES[ORDER[i]];
			Status status = database.run(INSERT, name, i, "player_0", CONTENT, name);
			if (!status.ok()) {
				return status;
			}
		}
		return {};
	}
	void committed() override {}
	void degraded(const Status &reason) override { bench::require(false, reason.to_string()); }
	void dropped(const Status &reason) override { bench::require(false, reason.to_string()); }

private:
	const int first_;
};

// Rows per second, until all are committed.
double insert_through_writer(const std::string &path) {
	Writer writer;
	bench::require(writer.start(open_fresh(path)).ok(), "start");
	const bench::Stopwatch watch;
	for (int i = 0; i < ROWS; i += ROWS_A_JOB) {
		bench::require(writer.submit(std::make_unique<RowsJob>(i)).ok(), "submit");
	}
	bench::require(writer.flush().ok(), "flush");
	return ROWS / watch.seconds();
}

void check(int code) {
	bench::require(code == SQLITE_OK || code == SQLITE_DONE, sqlite3_errstr(code));
}

void insert_row(sqlite3_stmt *insert, int row) {
	const std::string &name = NAMES[ORDER[row]];
	check(sqlite3_bind_text(insert, 1, name.data(), static_cast<int>(name.size()), SQLITE_STATIC));
	check(sqlite3_bind_int64(insert, 2, row));
	check(sqlite3_bind_text(insert, 3, "player_0", 8, SQLITE_STATIC));
	check(sqlite3_bind_text(
			insert, 4, CONTENT.data(), static_cast<int>(CONTENT.size()), SQLITE_STATIC));
	check(sqlite3_bind_text(insert, 5, name.data(), static_cast<int>(name.size()), SQLITE_STATIC));
	check(sqlite3_step(insert));
	check(sqlite3_reset(insert));
}

// The writer's limits: a transaction of at most 4 ms, looked at after each operation's worth of
// rows.
double insert_bare(const std::string &path) {
	Database opened = open_fresh(path);
	sqlite3 *const handle = opened.handle();
	sqlite3_wal_autocheckpoint(handle, HousekeepingOptions().checkpoint_frames);
	sqlite3_stmt *insert = nullptr;
	check(sqlite3_prepare_v2(handle, INSERT, -1, &insert, nullptr));
	const bench::Stopwatch watch;
	for (int row = 0; row < ROWS;) {
		check(sqlite3_exec(handle, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr));
		const bench::Stopwatch held;
		do {
			for (int i = 0; i < ROWS_A_JOB; ++i) {
				insert_row(insert, row++);
			}
		} while (row < ROWS && held.seconds() < 0.004);
		check(sqlite3_exec(handle, "COMMIT", nullptr, nullptr, nullptr));
	}
	const double seconds = watch.seconds();
	sqlite3_finalize(insert);
	return ROWS / seconds;
}

double fill_search_index(const std::string &path) {
	Result<OpenedDatabase> opened = open_database(path, SystemClock(), { .schema = game_schema() });
	bench::require(opened.ok(), opened.status().to_string());
	SearchIndex index;
	const bench::Stopwatch watch;
	while (index.run(opened.value().database).value_or(false)) {
	}
	return ROWS / watch.seconds();
}

double last_five(Database &database) {
	std::size_t bytes = 0;
	const bench::Stopwatch watch;
	for (int i = 0; i < QUERIES; ++i) {
		for (Query rows(database, LAST_FIVE, NAMES[ORDER[i]]); rows.next();) {
			bytes += rows.text(0).size() + rows.text(1).size();
		}
	}
	const double seconds = watch.seconds();
	bench::require(bytes > 0, "no rows");
	return QUERIES / seconds;
}

double last_five_bare(Database &database) {
	std::size_t bytes = 0;
	sqlite3_stmt *select = nullptr;
	check(sqlite3_prepare_v2(database.handle(), LAST_FIVE, -1, &select, nullptr));
	const bench::Stopwatch watch;
	for (int i = 0; i < QUERIES; ++i) {
		const std::string &name = NAMES[ORDER[i]];
		check(sqlite3_bind_text(
				select, 1, name.data(), static_cast<int>(name.size()), SQLITE_STATIC));
		while (sqlite3_step(select) == SQLITE_ROW) {
			for (const int column : { 0, 1 }) {
				const unsigned char *text = sqlite3_column_text(select, column);
				bytes += text != nullptr
						? static_cast<std::size_t>(sqlite3_column_bytes(select, column))
						: 0;
			}
		}
		check(sqlite3_reset(select));
	}
	const double seconds = watch.seconds();
	sqlite3_finalize(select);
	bench::require(bytes > 0, "no rows");
	return QUERIES / seconds;
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	const bench::Folder folder;
	const std::string path = folder.path("a.db");
	const double bare = insert_bare(path);
	const double ours = insert_through_writer(path);
	if (wanted("store.insert")) {
		bench::report("store.insert", "rows/s", ours, bare);
	}
	if (wanted("store.search_index")) {
		bench::report("store.search_index", "rows/s", fill_search_index(path));
	}
	if (wanted("store.last_five")) {
		Result<OpenedDatabase> opened =
				open_database(path, SystemClock(), { .schema = game_schema() });
		bench::require(opened.ok(), opened.status().to_string());
		const double bare_five = last_five_bare(opened.value().database);
		bench::report(
				"store.last_five", "queries/s", last_five(opened.value().database), bare_five);
	}
	return 0;
}
