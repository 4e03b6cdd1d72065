#include "core/mind/mind_failure.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace agent_runtime {

namespace {

struct FailureFacts {
	StatusCode code = StatusCode::internal;
	bool may_be_retried = false;
};

// In the order of the enumeration.
constexpr std::array<FailureFacts, NAMES_OF<MindFailure>.size()> FACTS = { {
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

constexpr std::string_view AFTER_NAME = ": ";

std::optional<MindFailure> named_failure(const Status &status) {
	const std::size_t end = status.message().find(AFTER_NAME);
	const std::string_view name = std::string_view(status.message()).substr(0, end);
	const MindFailure failure = parse_mind_failure(name);
	const bool is_named = end != std::string::npos && mind_failure_name(failure) == name &&
			status_code_of(failure) == status.code();
	return is_named ? std::optional(failure) : std::nullopt;
}

} // namespace

StatusCode status_code_of(MindFailure failure) {
	return facts_of(failure).code;
}

bool may_be_retried(MindFailure failure) {
	return facts_of(failure).may_be_retried;
}

Status mind_status(MindFailure failure, std::string_view message) {
	return Status(status_code_of(failure),
			std::string(mind_failure_name(failure)).append(AFTER_NAME).append(message));
}

MindFailure failure_of_status(const Status &status) {
	const auto *const found = std::find_if(FACTS.begin(), FACTS.end(),
			[&](const FailureFacts &each) { return each.code == status.code(); });
	const MindFailure of_code = found != FACTS.end()
			? static_cast<MindFailure>(found - FACTS.begin())
			: MindFailure::internal;
	return named_failure(status).value_or(of_code);
}

std::string_view message_of_failure(const Status &status) {
	const std::optional<MindFailure> named = named_failure(status);
	const std::size_t name =
			named ? mind_failure_name(*named).size() + AFTER_NAME.size() : std::size_t{ 0 };
	return std::string_view(status.message()).substr(name);
}

} // namespace agent_runtime
