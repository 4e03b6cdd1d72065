#pragma once

// Tells what the errors of providers mean, both those that come with an HTTP status and those in
// the middle of a stream. The messages here begin with our words and end with the provider's,
// unchanged; the caller cleans and shortens them.

#include "core/base/time.h"
#include "core/io/http_transport.h"
#include "core/mind/mind_failure.h"
#include "core/mind/model.h"

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

struct ProviderError {
	MindFailure failure = MindFailure::overloaded;
	std::string message;
};

// Reads `{"error": …}` in the dialects of the providers. An unknown error counts as trouble at the
// provider.
ProviderError read_provider_error(const nlohmann::json &holder);

// Reads an answer whose status is not 200. `body` is as much of it as has come.
ModelProblem problem_of_status(
		const HttpHead &head, std::string_view body, std::string_view model, WallTime now);

// How long the provider asks us to wait, if it does: a number of seconds, or a date, which is
// compared with the provider's own clock if it sends that.
std::optional<Micros> retry_after(const HttpHead &head, WallTime now);

} // namespace agent_runtime
