#pragma once

// Where the requests for a base URL go. People write it in many ways: with a slash at its end or
// without, with /v1 or without, or the whole address.

#include "core/base/status.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class HttpDialect : std::uint8_t { anthropic, openai };

// Without blanks and line breaks at both ends.
std::string_view trimmed(std::string_view text);

// "anthropic".
std::string_view dialect_name(HttpDialect dialect);
// The variable of the environment that holds its key.
std::string_view key_variable(HttpDialect dialect);

struct HttpEndpoint {
	std::string url;
	std::string host; // with the port, as messages show it
	bool is_original = false; // the provider after which the dialect is named: it wants a key
};

// `base_url` empty: the original's. Fails with a sentence for what is no http address, and for one
// that holds a name and password, or would send the original's key for all to read.
Result<HttpEndpoint> endpoint_of(HttpDialect dialect, std::string_view base_url);

} // namespace agent_runtime
