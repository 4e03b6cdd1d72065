#include "core/turns/ledger_tables.h"

namespace agent_runtime {

namespace {

// `refilled_…` is what it was when the account's caps were last told to count from there. A row of
// `ledger_open` is a call that has not ended, with what it may cost at the most.
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
constexpr RoomTables TURNS{ "turns", STEPS, TABLES };

} // namespace

const RoomTables &ledger_tables() {
	return TURNS;
}

} // namespace agent_runtime
