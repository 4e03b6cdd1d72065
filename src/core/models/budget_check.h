#pragma once

#include "core/mind/budget.h"

#include <optional>
#include <span>
#include <string_view>

namespace agent_runtime {

// An account at the moment at which a call is judged.
struct JudgedAccount {
	std::string_view name;
	Caps caps;
	Spending counted; // since the last refill
	Spending reserved; // for calls that have not ended, whoever makes them
	Spending reserved_elsewhere; // of that, for calls of other programs
};

// Whether a call of this cost would pass a cap of these accounts: the one rule, by which the ledger
// judges what it knows and the transaction that opens the call what stands in the file. A refusal
// that waiting cannot help takes precedence over one that it can.
//
// For tokens and money, a call may start only if all calls that have not ended could cost twice
// what was reserved for them.
std::optional<BudgetRefusal> find_refusal(
		std::span<const JudgedAccount> accounts, const Spending &wanted);

} // namespace agent_runtime
