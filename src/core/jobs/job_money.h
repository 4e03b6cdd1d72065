#pragma once

// The money of a job: reserved in the ledger's books before it starts, in its own name, so that it
// stays reserved when the game is gone; and settled when it has ended.
// Thread rule: that of the database.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/jobs/job.h"
#include "core/mind/model.h"
#include "core/models/ledger_journal.h"
#include "core/store/database.h"

#include <cstdint>
#include <vector>

namespace agent_runtime {

// Who pays for an attempt, and how much it may cost. Thread rule: immutable.
struct JobMoney {
	std::vector<PayingAccount> accounts;
	Money cap; // 0: nothing is reserved
};

// `exhausted` says which account does not have it.
Status reserve_money(Database &database, JobId job, std::uint64_t attempt, const JobMoney &money,
		std::int64_t spent_before, WallTime now);
// The attempt has cost what its cursor says, or all that was reserved where its program has not
// said it. Does nothing when nothing is reserved.
Status settle_money(Database &database, const JobRecord &job);

} // namespace agent_runtime
