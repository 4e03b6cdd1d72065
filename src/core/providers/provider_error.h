#pragma once

// What the errors of providers mean: those that come with an HTTP status, and those that come in
// the middle of a stream. The sentences here begin with ours and end with the provider's own words,
// as they came: who hands them on cleans and shortens them.

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

// Of `{"error": …}` in the dialects of the providers; what is not known is the provider's trouble.
ProviderError read_provider_error(const nlohmann::json &holder);

// Of an answer whose status is not 200. `body` is as much of it as came.
ModelProblem problem_of_status(
		const HttpHead &head, std::string_view body, std::string_view model, WallTime now);

// How long the provider wants to be left alone, if it says so: seconds, or a date, which is taken
// against the provider's own clock where it tells it.
std::optional<Micros> retry_after(const HttpHead &head, WallTime now);

} // namespace agent_runtime
