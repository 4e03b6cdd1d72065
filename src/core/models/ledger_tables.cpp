#include "core/models/ledger_tables.h"

namespace agent_runtime {

namespace {

// `refilled_…` is the total at which the account's caps last began to count. A row of `ledger_open`
// is a call that has not ended, with the most that it may cost.
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

constexpr const char *STEPS[] = { STEP_1 };
constexpr TableRow TABLES[] = { { .name = "ledger" }, { .name = "ledger_open" } };
// The name is the one under which databases count the version of these tables.
constexpr RoomTables LEDGER{ "turns", STEPS, TABLES };

} // namespace

const RoomTables &ledger_tables() {
	return LEDGER;
}

} // namespace agent_runtime
