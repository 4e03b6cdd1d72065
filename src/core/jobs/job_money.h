#pragma once

// The money of a job: reserved in the ledger's books before it starts, in its own name, so that it
// stays reserved when the game is gone; and settled when it has ended.
// Thread rule: that of the database.

#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/jobs/job.h"
#include "core/mind/budget.h"
#include "core/mind/model.h"
#include "core/models/ledger_journal.h"
#include "core/store/database.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

// The account of all jobs together.
inline constexpr std::string_view JOBS_ACCOUNT = "jobs";

// Who pays for an attempt, and how much it may cost. Thread rule: immutable.
struct JobMoney {
	std::vector<PayingAccount> accounts;
	Money cap; // 0: nothing is reserved
};

// What accounts may spend, as it was set last. Owned by the desk. Thread rule: any thread.
class JobCaps {
public:
	explicit JobCaps(LedgerCaps caps) :
			caps_(std::move(caps)) {}

	void set(LedgerCaps caps) {
		const Lock lock(mutex_);
		caps_ = std::move(caps);
	}
	LedgerCaps now() const {
		const Lock lock(mutex_);
		return caps_;
	}

private:
	mutable Mutex mutex_;
	LedgerCaps caps_ AR_GUARDED_BY(mutex_);
};

// `exhausted` says which account does not have it.
Status reserve_money(Database &database, JobId job, std::uint64_t attempt, const JobMoney &money,
		std::int64_t spent_before, WallTime now);
// The micro dollars, of all attempts together, at which this attempt has spent what is reserved for
// it; nothing when nothing is.
Result<std::optional<std::int64_t>> spending_limit(Database &database, JobId job);
// The attempt has cost what its cursor says, or all that was reserved where its program has not
// said it. Does nothing when nothing is reserved.
Status settle_money(Database &database, const JobRecord &job);

} // namespace agent_runtime
