#pragma once

#include "core/base/status.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

// The parts of an http:// or https:// address.
struct HttpUrl {
	bool is_secure = false;
	std::string host; // in lower case; IPv6 without brackets
	std::uint16_t port = 0;
	std::string target; // path and query, beginning with a slash

	// "host", or "host:port" when the port is not the scheme's default; IPv6 in brackets.
	std::string authority() const;
};

// Refuses anything else, and also an address that contains a user name or password, since messages
// would show it. The error message continues a sentence whose subject is the address, and does not
// quote it.
Result<HttpUrl> parse_http_url(std::string_view text);

} // namespace agent_runtime
