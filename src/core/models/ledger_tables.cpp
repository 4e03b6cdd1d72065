#include "core/models/ledger_tables.h"

namespace agent_runtime {

namespace {

// `refilled_…` is the total at which the account's caps last began to count. `ledger_open` has the
// calls that have not ended, with the most that each may cost.
constexpr const char *STEP_1 = R"sql(
CREATE TABLE ledger(
	account TEXT PRIMARY KEY,
	calls INTEGER NOT NULL,
	paid_calls INTEGER NOT NULL,
	input_tokens INTEGER NOT NULL,
	output_tokens INTEGER NOT NULL,
	micro_dollars INTEGER NOT NULL,
	refilled_calls INTEGER NOT NULL DEFAULT 0,
	refilled_paid_calls INTEGER NOT NULL DEFAULT 0,
	refilled_input_tokens INTEGER NOT NULL DEFAULT 0,
	refilled_output_tokens INTEGER NOT NULL DEFAULT 0,
	refilled_micro_dollars INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE ledger_open(
	reservation INTEGER PRIMARY KEY,
	accounts TEXT NOT NULL,
	paid INTEGER NOT NULL,
	input_tokens INTEGER NOT NULL,
	output_tokens INTEGER NOT NULL,
	micro_dollars INTEGER NOT NULL
);
)sql";

// Several processes share the books. So each call says who has opened it, and when; and it has a
// row for each account that pays for it, so that what an account holds is found by its name. Calls
// from before that have no owner: nobody ends them any more.
constexpr const char *STEP_2 = R"sql(
ALTER TABLE ledger_open RENAME TO ledger_open_1;

CREATE TABLE ledger_open(
	account TEXT NOT NULL,
	owner TEXT NOT NULL,
	reservation INTEGER NOT NULL,
	opened INTEGER NOT NULL,
	paid INTEGER NOT NULL,
	input_tokens INTEGER NOT NULL,
	output_tokens INTEGER NOT NULL,
	micro_dollars INTEGER NOT NULL,
	PRIMARY KEY(account, owner, reservation)
) WITHOUT ROWID;

INSERT OR IGNORE INTO ledger_open
SELECT payer.value, '', reservation, 0, paid <> 0 OR micro_dollars > 0,
	min(max(input_tokens, 0), 1000000000000000), min(max(output_tokens, 0), 1000000000000000),
	min(max(micro_dollars, 0), 1000000000000000)
FROM ledger_open_1, json_each(iif(json_valid(accounts), accounts, '[]')) AS payer
WHERE payer.type = 'text';

INSERT OR IGNORE INTO ledger_open
SELECT 'total', '', reservation, 0, paid <> 0 OR micro_dollars > 0,
	min(max(input_tokens, 0), 1000000000000000), min(max(output_tokens, 0), 1000000000000000),
	min(max(micro_dollars, 0), 1000000000000000)
FROM ledger_open_1;

DROP TABLE ledger_open_1;
)sql";

// How many of the input tokens a cache gave or took.
constexpr const char *STEP_3 = R"sql(
ALTER TABLE ledger ADD COLUMN cached_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ledger ADD COLUMN cache_write_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ledger ADD COLUMN refilled_cached_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ledger ADD COLUMN refilled_cache_write_tokens INTEGER NOT NULL DEFAULT 0;
)sql";

constexpr const char *STEPS[] = { STEP_1, STEP_2, STEP_3 };
constexpr TableRow TABLES[] = { { .name = "ledger" }, { .name = "ledger_open" } };
// The name is the one under which databases count the version of these tables.
constexpr RoomTables LEDGER{ "turns", STEPS, TABLES };

} // namespace

const RoomTables &ledger_tables() {
	return LEDGER;
}

} // namespace agent_runtime
