#include "core/models/budget_check.h"

namespace agent_runtime {

namespace {

// How far a call may exceed its reservation, as a multiple of it, without passing a cap while other
// calls are in flight.
constexpr std::int64_t OVERRUN = 1;

bool may_overrun(std::size_t kind) {
	return kind >= static_cast<std::size_t>(CapKind::tokens);
}

} // namespace

std::optional<BudgetRefusal> find_refusal(
		std::span<const JudgedAccount> accounts, const Spending &wanted) {
	const CapAmounts wants = cap_amounts(wanted);
	std::optional<BudgetRefusal> first;
	for (const JudgedAccount &account : accounts) {
		const CapAmounts limits = account.caps.amounts();
		const CapAmounts spent = cap_amounts(account.counted);
		const CapAmounts reserved = cap_amounts(account.reserved);
		const CapAmounts elsewhere = cap_amounts(account.reserved_elsewhere);
		for (std::size_t kind = 0; kind < limits.size(); ++kind) {
			const std::int64_t needed = spent[kind] + wants[kind];
			const std::int64_t on_the_way = reserved[kind] * (may_overrun(kind) ? 1 + OVERRUN : 1);
			if (limits[kind] == 0 || wants[kind] == 0 || needed + on_the_way <= limits[kind]) {
				continue;
			}
			const bool later = needed <= limits[kind];
			if (!first || (first->may_pass_later && !later)) {
				first = { std::string(account.name), static_cast<CapKind>(kind), limits[kind],
					spent[kind], reserved[kind], wants[kind], later, elsewhere[kind] > 0 };
			}
		}
	}
	return first;
}

} // namespace agent_runtime
