#pragma once

// How far thinking may go: what has been spent, the caps on it, and the answer when one is reached.
// Thread rule for all: immutable once they are handed over.

#include "core/mind/model.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Of one call: what it may come to at the most, or what it came to.
struct Cost {
	std::int64_t input_tokens = 0;
	std::int64_t output_tokens = 0;
	Money money = {};

	std::int64_t tokens() const { return input_tokens + output_tokens; }
	bool operator==(const Cost &other) const = default;
};

// Of many calls. Never overflows: each amount that is added is taken as at most MOST.
struct Spending {
	static constexpr std::int64_t MOST = 1'000'000'000'000'000; // of a single call

	std::int64_t calls = 0;
	std::int64_t paid_calls = 0;
	std::int64_t input_tokens = 0;
	std::int64_t output_tokens = 0;
	Money money = {};

	std::int64_t tokens() const { return input_tokens + output_tokens; }
	Spending &operator+=(const Spending &other);
	Spending &operator-=(const Spending &other);
	bool operator==(const Spending &other) const = default;
};

// A call of this cost; what is negative counts as nothing. It is a paid one when money is spent, or
// when money was reserved for it.
Spending spending_of(const Cost &cost, bool paid);

enum class CapKind : std::uint8_t { calls, paid_calls, tokens, money };

// "calls", "paid_calls", "tokens", "money".
std::string_view cap_kind_name(CapKind kind);

// How much each kind of cap counts in a spending: in micro-dollars for money.
using CapAmounts = std::array<std::int64_t, 4>; // by CapKind
CapAmounts cap_amounts(const Spending &spending);

// 0: without bound. Counted from the first call on or from the last refill; time sets nothing back.
struct Caps {
	std::int64_t calls = 0;
	std::int64_t paid_calls = 0; // those that cost money
	std::int64_t tokens = 0; // of input and output
	Money money = {};

	CapAmounts amounts() const { return { calls, paid_calls, tokens, money.micro_dollars }; }
	bool operator==(const Caps &other) const = default;
};

struct LedgerCaps {
	Caps total = {};
	Caps agent = {}; // of each
	Caps group = {}; // of each
	std::map<std::string, Caps> accounts = {}; // by account ("agent:ada"), instead of the above
};

// What holds unless somebody says otherwise: minds that cost nothing are free to think, and those
// that cost money come to a dollar before somebody has to want more.
inline constexpr Caps CAUTIOUS_TOTAL{ .paid_calls = 200, .money = { 1'000'000 } };
inline constexpr Caps CAUTIOUS_AGENT{ .paid_calls = 50, .money = { 250'000 } };
inline LedgerCaps cautious_caps() {
	return { .total = CAUTIOUS_TOTAL, .agent = CAUTIOUS_AGENT };
}

// Who pays for a call: the agent's account, those of its groups, and the total.
struct Spender {
	std::string agent; // its key or its id
	std::vector<std::string> groups;
};

inline constexpr std::string_view TOTAL_ACCOUNT = "total";
std::string agent_account(std::string_view agent); // "agent:ada"
std::string group_account(std::string_view group); // "group:town"

// Why a call may not start: a failure of the kind budget_exhausted, unless it `may_pass_later`.
struct BudgetRefusal {
	std::string account;
	CapKind cap = CapKind::calls;
	std::int64_t limit = 0;
	std::int64_t spent = 0; // since the last refill
	std::int64_t reserved = 0; // by calls that have not ended
	std::int64_t wanted = 0;
	// Calls that have not ended stand in the way: as soon as one ends, asking again may help.
	bool may_pass_later = false;

	// "agent:ada has spent $0.24 of $0.25; this call may cost $0.03. Raise the cap or refill it".
	std::string message() const;
	bool operator==(const BudgetRefusal &other) const = default;
};

} // namespace agent_runtime
