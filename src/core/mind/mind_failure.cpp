#include "core/mind/mind_failure.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace agent_runtime {

namespace {

struct FailureFacts {
	std::string_view name;
	StatusCode code;
	bool may_be_retried = false;
};

// In the order of the enumeration.
constexpr std::array<FailureFacts, 20> FAILURES = { {
		{ "budget_exhausted", StatusCode::exhausted },
		{ "not_allowed", StatusCode::permission_denied },
		{ "misconfigured", StatusCode::failed_precondition },
		{ "refused", StatusCode::permission_denied },
		{ "unknown_model", StatusCode::not_found },
		{ "rate_limited", StatusCode::unavailable, true },
		{ "overloaded", StatusCode::unavailable, true },
		{ "unreachable", StatusCode::unavailable, true },
		{ "insecure", StatusCode::permission_denied },
		{ "connect_timeout", StatusCode::deadline_exceeded, true },
		{ "first_token_timeout", StatusCode::deadline_exceeded, true },
		{ "idle_timeout", StatusCode::deadline_exceeded, true },
		{ "total_timeout", StatusCode::deadline_exceeded },
		{ "cut_off", StatusCode::unavailable, true },
		{ "bad_answer", StatusCode::invalid_argument },
		{ "too_long", StatusCode::exhausted },
		{ "program_failed", StatusCode::unavailable },
		{ "tool_loop", StatusCode::failed_precondition },
		{ "cancelled", StatusCode::cancelled },
		{ "internal", StatusCode::internal },
} };
static_assert(FAILURES.size() == static_cast<std::size_t>(MindFailure::internal) + 1);

const FailureFacts &facts_of(MindFailure failure) {
	return FAILURES[static_cast<std::size_t>(failure)];
}

} // namespace

std::string_view mind_failure_name(MindFailure failure) {
	return facts_of(failure).name;
}

MindFailure parse_mind_failure(std::string_view name) {
	const auto *const found = std::find_if(FAILURES.begin(), FAILURES.end(),
			[&](const FailureFacts &each) { return each.name == name; });
	return found != FAILURES.end() ? static_cast<MindFailure>(found - FAILURES.begin())
								   : MindFailure::internal;
}

StatusCode status_code_of(MindFailure failure) {
	return facts_of(failure).code;
}

bool may_be_retried(MindFailure failure) {
	return facts_of(failure).may_be_retried;
}

} // namespace agent_runtime
