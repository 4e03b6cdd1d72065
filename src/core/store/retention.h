#pragma once

#include "core/base/clock.h"
#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/idle_work.h"
#include "core/store/table_sweep.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// When rows go from a file.
struct RetentionPlan {
	// For the whole file without its -wal: before it is reached, the oldest rows of all tables go.
	// Unless one is set, a file keeps the limit that was usual when it was made, which for a new
	// file is this one.
	static constexpr std::int64_t USUAL_BYTES = 200'000'000;
	static constexpr std::int64_t AS_IT_WAS_MADE = -1;
	std::optional<std::int64_t> max_bytes{ AS_IT_WAS_MADE };
	// By the names of the tables. Rows of other tables with a sweep go when the file is too large.
	std::map<std::string, RowLimits, std::less<>> tables = {};
};

// Removes old rows in small pieces, as the sweeps of their tables say, and gives pages that became
// free back to the disk. When the file becomes too large, the oldest of all go first.
// Owned by the Writer; the clock outlives it. Thread rule: worker only (the writer's).
class Retention : public IdleWork {
public:
	Retention(Schema schema, RetentionPlan plan, const Clock &clock);

	Result<bool> run(Database &database) override;
	// A limit is a promise: what is beyond it goes, however much is being written.
	bool is_urgent() const override { return is_beyond_; }

private:
	Result<bool> run_piece(Database &database);
	Result<bool> remove_old_rows(Database &database);
	Result<bool> remove_useless(Database &database);
	Result<bool> remove_oldest(Database &database);
	Result<bool> is_too_large(Database &database) const;
	Result<std::int64_t> most_bytes(Database &database) const;
	Result<bool> shrink(Database &database);
	Result<std::int64_t> free_pages_left(Database &database) const;

	const Schema schema_;
	const std::optional<std::int64_t> max_bytes_;
	std::vector<Sweep> sweeps_; // in the order of the schema
	bool is_beyond_ = false; // something was removed just now
};

} // namespace agent_runtime
