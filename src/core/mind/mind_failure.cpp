#include "core/mind/mind_failure.h"

#include "core/base/vocabulary_minds.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace agent_runtime {

namespace {

struct FailureFacts {
	StatusCode code = StatusCode::internal;
	bool may_be_retried = false;
};

// In the order of the enumeration, as the names are.
constexpr std::array<FailureFacts, vocabulary::MIND_FAILURES.size()> FACTS = { {
		{ StatusCode::exhausted }, // budget_exhausted
		{ StatusCode::permission_denied }, // not_allowed
		{ StatusCode::failed_precondition }, // misconfigured
		{ StatusCode::permission_denied }, // refused
		{ StatusCode::not_found }, // unknown_model
		{ StatusCode::unavailable, true }, // rate_limited
		{ StatusCode::unavailable, true }, // overloaded
		{ StatusCode::unavailable, true }, // unreachable
		{ StatusCode::permission_denied }, // insecure
		{ StatusCode::deadline_exceeded, true }, // connect_timeout
		{ StatusCode::deadline_exceeded, true }, // first_token_timeout
		{ StatusCode::deadline_exceeded, true }, // idle_timeout
		{ StatusCode::deadline_exceeded }, // total_timeout
		{ StatusCode::unavailable, true }, // cut_off
		{ StatusCode::invalid_argument }, // bad_answer
		{ StatusCode::exhausted }, // too_long
		{ StatusCode::unavailable }, // program_failed
		{ StatusCode::failed_precondition }, // tool_loop
		{ StatusCode::cancelled }, // cancelled
		{ StatusCode::internal }, // internal
} };
static_assert(FACTS.size() == static_cast<std::size_t>(MindFailure::internal) + 1);

const FailureFacts &facts_of(MindFailure failure) {
	return FACTS[static_cast<std::size_t>(failure)];
}

} // namespace

std::string_view mind_failure_name(MindFailure failure) {
	return vocabulary::MIND_FAILURES[static_cast<std::size_t>(failure)];
}

MindFailure parse_mind_failure(std::string_view name) {
	const auto &names = vocabulary::MIND_FAILURES;
	const auto found = std::find(names.begin(), names.end(), name);
	return found != names.end() ? static_cast<MindFailure>(found - names.begin())
								: MindFailure::internal;
}

StatusCode status_code_of(MindFailure failure) {
	return facts_of(failure).code;
}

bool may_be_retried(MindFailure failure) {
	return facts_of(failure).may_be_retried;
}

} // namespace agent_runtime
