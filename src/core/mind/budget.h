#pragma once

// How far thinking may go: what has been spent, the caps on it, and the answer when one is reached.
// Thread rule for all: immutable once they are shared.

#include "core/mind/model.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// The cost of one call: the most that it may come to, or what it came to.
struct Cost {
	std::int64_t input_tokens = 0;
	std::int64_t output_tokens = 0;
	Money money = {};
	// of the input
	std::int64_t cached_tokens = 0; // read from a cache
	std::int64_t cache_write_tokens = 0; // written to one

	std::int64_t tokens() const { return input_tokens + output_tokens; }
	bool operator==(const Cost &other) const = default;
};

// The sum over many calls. It never overflows, since no added amount counts as more than MOST.
struct Spending {
	// the most that a single call counts
	static constexpr std::int64_t MOST = 1'000'000'000'000'000;

	std::int64_t calls = 0;
	std::int64_t paid_calls = 0;
	std::int64_t input_tokens = 0;
	std::int64_t output_tokens = 0;
	Money money = {};
	// of the input
	std::int64_t cached_tokens = 0; // read from a cache
	std::int64_t cache_write_tokens = 0; // written to one

	std::int64_t tokens() const { return input_tokens + output_tokens; }
	Spending &operator+=(const Spending &other);
	Spending &operator-=(const Spending &other);
	bool operator==(const Spending &other) const = default;
};

// A call of this cost. Negative amounts count as nothing. `paid` is a call for which money was
// reserved; a call that spends money is a paid one anyway.
Spending spending_of(const Cost &cost, bool paid);

enum class CapKind : std::uint8_t { calls, paid_calls, tokens, money };

// "calls", "paid_calls", "tokens", "money".
std::string_view cap_kind_name(CapKind kind);

// How much each kind of cap has counted; money is in micro-dollars.
using CapAmounts = std::array<std::int64_t, 4>; // indexed by CapKind
CapAmounts cap_amounts(const Spending &spending);

// 0: no limit. Counted from the first call or from the last refill; time alone resets nothing.
struct Caps {
	std::int64_t calls = 0;
	std::int64_t paid_calls = 0; // calls that cost money
	std::int64_t tokens = 0; // input and output together
	Money money = {};

	CapAmounts amounts() const { return { calls, paid_calls, tokens, money.micro_dollars }; }
	bool operator==(const Caps &other) const = default;
};

struct LedgerCaps {
	Caps total = {};
	Caps agent = {}; // for each agent
	Caps group = {}; // for each group
	// by account ("agent:ada"), instead of the caps above
	std::map<std::string, Caps> accounts = {};
};

// The default: minds that cost nothing may think freely, and minds that cost money stop after a
// dollar until somebody raises the cap.
inline constexpr Caps CAUTIOUS_TOTAL{ .paid_calls = 200, .money = { 1'000'000 } };
inline constexpr Caps CAUTIOUS_AGENT{ .paid_calls = 50, .money = { 250'000 } };
inline LedgerCaps cautious_caps() {
	return { .total = CAUTIOUS_TOTAL, .agent = CAUTIOUS_AGENT };
}

inline constexpr std::string_view TOTAL_ACCOUNT = "total";

// The accounts that pay for a call, such as "agent:ada" and "group:town". Each pays once, however
// often it is named, and the total pays in any case.
struct Spender {
	std::vector<std::string> accounts;

	// The account that waits in the queues: the first one.
	std::string_view queues_as() const {
		return accounts.empty() ? TOTAL_ACCOUNT : std::string_view(accounts.front());
	}
};

std::string agent_account(std::string_view agent); // "agent:ada"
std::string group_account(std::string_view group); // "group:town"

// Why a call may not start. It is a failure of the kind budget_exhausted, unless `may_pass_later`.
struct BudgetRefusal {
	std::string account;
	CapKind cap = CapKind::calls;
	std::int64_t limit = 0;
	std::int64_t spent = 0; // since the last refill
	std::int64_t reserved = 0; // for calls that have not ended
	std::int64_t wanted = 0;
	// Calls that have not ended hold the rest of the budget, so asking again may help when one
	// ends.
	bool may_pass_later = false;
	// Some of these calls are made by other programs on the file.
	bool is_held_elsewhere = false;

	// "agent:ada has spent $0.24 of $0.25; this call may cost $0.03. Raise the cap or refill it".
	std::string message() const;
	bool operator==(const BudgetRefusal &other) const = default;
};

} // namespace agent_runtime
