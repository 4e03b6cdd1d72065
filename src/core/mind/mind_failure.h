#pragma once

#include "core/base/choices.h"
#include "core/base/status.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace agent_runtime {

// All the ways in which a mind can fail to answer. A failure is published as an event with this
// name. Its text is for people, and no agent ever remembers it.
enum class MindFailure : std::uint8_t {
	budget_exhausted, // a cap of the agent, of its group, or of all agents together
	not_allowed, // this kind of mind is disabled here, or would skip permissions
	misconfigured, // no key, no address, or no such program
	refused, // the provider does not accept the key or the request
	unknown_model,
	rate_limited, // retrying did not help
	overloaded, // a problem at the provider
	unreachable,
	insecure, // the certificate is not trusted
	connect_timeout,
	first_token_timeout,
	idle_timeout, // the answer stopped coming
	total_timeout,
	cut_off, // the connection ended in the middle of the answer
	bad_answer, // the answer does not follow the protocol, or does not fit the question
	too_long, // the answer passed a limit, and was stopped
	program_failed, // a command-line mind ended with an error
	tool_loop, // the same tool with the same arguments again and again, or too many rounds
	cancelled,
	internal,
};

template <>
struct Choices<MindFailure> {
	static constexpr std::array<std::string_view, 20> NAMES = { "budget_exhausted", "not_allowed",
		"misconfigured", "refused", "unknown_model", "rate_limited", "overloaded", "unreachable",
		"insecure", "connect_timeout", "first_token_timeout", "idle_timeout", "total_timeout",
		"cut_off", "bad_answer", "too_long", "program_failed", "tool_loop", "cancelled",
		"internal" };
	static constexpr MindFailure OTHER = MindFailure::internal;
};
inline std::string_view mind_failure_name(MindFailure failure) {
	return choice_name(failure);
}
// The reverse; `internal` for an unknown name.
inline MindFailure parse_mind_failure(std::string_view name) {
	return parse_choice<MindFailure>(name).value_or(MindFailure::internal);
}
// The corresponding code, for callers that only know status codes.
StatusCode status_code_of(MindFailure failure);
// The reverse, for minds that only know status codes; `internal` for codes that no failure has.
MindFailure mind_failure_of(StatusCode code);
// Makes the status that InProcessMind::think returns for a failure. Its message begins with the
// failure's name.
Status mind_status(MindFailure failure, std::string_view message);
// The failure of such a status; for any other status, the first failure that has its code.
MindFailure failure_of_status(const Status &status);
// The message of such a status without the failure's name.
std::string_view message_of_failure(const Status &status);
// Whether it may help to ask again a little later.
bool may_be_retried(MindFailure failure);

} // namespace agent_runtime
