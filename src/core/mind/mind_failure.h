#pragma once

#include "core/base/status.h"

#include <cstdint>
#include <string_view>

namespace agent_runtime {

// All the ways in which a mind can fail to answer. A failure is told as an event with this name;
// its text is for people, and never becomes anything that an agent remembers.
enum class MindFailure : std::uint8_t {
	budget_exhausted, // a cap of the agent, of its group, or of all
	not_allowed, // this kind of mind is switched off here, or would skip permissions
	misconfigured, // no key, no address, no such program
	refused, // the provider does not accept the key or the request
	unknown_model,
	rate_limited, // and retrying did not help
	overloaded, // the provider's own trouble
	unreachable,
	insecure, // the certificate is not trusted
	connect_timeout,
	first_token_timeout,
	idle_timeout, // the answer stopped coming
	total_timeout,
	cut_off, // the connection ended in the middle of the answer
	bad_answer, // what came is not what the protocol or the question asks for
	too_long, // the answer passed a limit, and was stopped
	program_failed, // a command-line mind ended with an error
	tool_loop, // the same tool with the same arguments again and again, or too many rounds
	cancelled,
	internal,
};

// "budget_exhausted".
std::string_view mind_failure_name(MindFailure failure);
// The reverse; `internal` for a name that is none of them.
MindFailure parse_mind_failure(std::string_view name);
// What the same means to callers that know only status codes.
StatusCode status_code_of(MindFailure failure);
// The reverse for minds that know only status codes; `internal` for codes that no failure has.
MindFailure mind_failure_of(StatusCode code);
// A failure as the status that Mind::think returns: its message begins with the failure's name.
Status mind_status(MindFailure failure, std::string_view message);
// The failure of such a status; of any other the first that its code stands for.
MindFailure failure_of_status(const Status &status);
// Its message without the name.
std::string_view message_of_failure(const Status &status);
// Whether asking once more, a little later, may help.
bool may_be_retried(MindFailure failure);

} // namespace agent_runtime
