#include "core/mind/budget.h"
#include "core/base/counted.h"

#include <algorithm>
#include <cstdio>

namespace agent_runtime {

namespace {

constexpr std::array<std::string_view, 4> CAP_NAMES = { "calls", "paid_calls", "tokens", "money" };
constexpr std::array<std::string_view, 4> CAP_UNITS = { "call", "paid call", "token", "" };

std::int64_t within_reason(std::int64_t amount) {
	return std::clamp<std::int64_t>(amount, 0, Spending::MOST);
}

// Keeps each sum far from the end of its type, even after nine thousand calls of the largest size.
std::int64_t saturated(std::int64_t sum) {
	return std::clamp<std::int64_t>(sum, 0, Spending::MOST * 1'000);
}

// For amounts that no cap counts. A difference may be below 0: what others charge for a call that
// they believe to have ended is known without its caches.
std::int64_t bounded(std::int64_t sum) {
	return std::clamp(sum, -Spending::MOST * 1'000, Spending::MOST * 1'000);
}

std::string amount_text(CapKind kind, std::int64_t amount) {
	if (kind != CapKind::money) {
		return counted(amount, CAP_UNITS[static_cast<std::size_t>(kind)]);
	}
	char text[40];
	std::snprintf(text, sizeof text, "$%lld.%06lld", static_cast<long long>(amount / 1'000'000),
			static_cast<long long>(amount % 1'000'000));
	std::string dollars(text);
	const std::size_t cents = dollars.size() - 4;
	const std::size_t last = dollars.find_last_not_of('0') + 1;
	dollars.resize(std::max(cents, last));
	return dollars;
}

} // namespace

Spending &Spending::operator+=(const Spending &other) {
	calls = saturated(calls + other.calls);
	paid_calls = saturated(paid_calls + other.paid_calls);
	input_tokens = saturated(input_tokens + other.input_tokens);
	output_tokens = saturated(output_tokens + other.output_tokens);
	money.micro_dollars = saturated(money.micro_dollars + other.money.micro_dollars);
	cached_tokens = bounded(cached_tokens + other.cached_tokens);
	cache_write_tokens = bounded(cache_write_tokens + other.cache_write_tokens);
	return *this;
}

Spending &Spending::operator-=(const Spending &other) {
	calls = saturated(calls - other.calls);
	paid_calls = saturated(paid_calls - other.paid_calls);
	input_tokens = saturated(input_tokens - other.input_tokens);
	output_tokens = saturated(output_tokens - other.output_tokens);
	money.micro_dollars = saturated(money.micro_dollars - other.money.micro_dollars);
	cached_tokens = bounded(cached_tokens - other.cached_tokens);
	cache_write_tokens = bounded(cache_write_tokens - other.cache_write_tokens);
	return *this;
}

Spending spending_of(const Cost &cost, bool paid) {
	Spending spending;
	spending.calls = 1;
	spending.money.micro_dollars = within_reason(cost.money.micro_dollars);
	spending.paid_calls = paid || spending.money.micro_dollars > 0 ? 1 : 0;
	spending.input_tokens = within_reason(cost.input_tokens);
	spending.output_tokens = within_reason(cost.output_tokens);
	spending.cached_tokens = within_reason(cost.cached_tokens);
	spending.cache_write_tokens = within_reason(cost.cache_write_tokens);
	return spending;
}

std::string_view cap_kind_name(CapKind kind) {
	return CAP_NAMES[static_cast<std::size_t>(kind)];
}

CapAmounts cap_amounts(const Spending &spending) {
	return { spending.calls, spending.paid_calls, spending.tokens(), spending.money.micro_dollars };
}

std::string agent_account(std::string_view agent) {
	return "agent:" + std::string(agent);
}

std::string group_account(std::string_view group) {
	return "group:" + std::string(group);
}

std::string BudgetRefusal::message() const {
	std::string text =
			account + " has spent " + amount_text(cap, spent) + " of " + amount_text(cap, limit);
	if (reserved > 0) {
		text += ", and calls that have not ended may come to " + amount_text(cap, reserved);
	}
	text += "; this call may come to " + amount_text(cap, wanted);
	return text +
			(may_pass_later ? ". It can be tried again when another has ended"
							: ". Raise the cap or refill the account");
}

} // namespace agent_runtime
