#pragma once

#include "core/base/log.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/snapshots.h"
#include "core/store/write_job.h"

#include <cstddef>

namespace agent_runtime {

// The world as the event log has told it up to some event: with it and the log since, every view
// can be rebuilt when older events are pruned. Read in one unchanging view of the database.
// Thread rule: that of the Database.
Result<Snapshot> read_baseline(Database &database, WallTime now);

// Stores one. Owned by the writer. Thread rule: worker only (the writer's).
class BaselineJob : public WriteJob {
public:
	BaselineJob(Snapshot baseline, const Logger &log) :
			baseline_(std::move(baseline)),
			log_(log) {}

	std::size_t bytes() const override { return baseline_.data.size(); }
	Status write(Database &database) override { return store_snapshot(database, baseline_); }
	void committed() override {}
	void degraded(const Status &) override {}
	void dropped(const Status &reason) override {
		log_.error("old events stay, since no baseline could be stored: " + reason.message());
	}

private:
	const Snapshot baseline_;
	const Logger log_;
};

} // namespace agent_runtime
