#pragma once

// Finds the address for the requests of a base URL. People write it in many ways: with or without a
// slash at the end, with or without /v1, or as the whole address.

#include "core/base/status.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class HttpDialect : std::uint8_t { anthropic, openai };

// Removes blanks and line breaks at both ends.
std::string_view trimmed(std::string_view text);

// Such as "anthropic".
std::string_view dialect_name(HttpDialect dialect);
// The environment variable that holds the key for this dialect.
std::string_view key_variable(HttpDialect dialect);

struct HttpEndpoint {
	std::string url;
	std::string host; // including the port, as messages show it
	// it is the provider that the dialect is named after, which needs a key
	bool is_original = false;
};

// An empty `base_url` means the original provider's. Fails with a sentence for anything that is not
// an http address, for one with a user name or password, and for one that would send the original's
// key unencrypted.
Result<HttpEndpoint> endpoint_of(HttpDialect dialect, std::string_view base_url);

} // namespace agent_runtime
