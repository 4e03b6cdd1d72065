#pragma once

#include "core/base/status.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

// The parts of an http:// or https:// address.
struct HttpUrl {
	bool is_secure = false;
	std::string host; // in lower case; of IPv6 without brackets
	std::uint16_t port = 0;
	std::string target; // path and query; begins with a slash

	// "host", or "host:port" where the port is not the scheme's own; IPv6 in brackets.
	std::string authority() const;
};

// Refuses what is no such address, and one that holds a name or a password: it would be shown in
// messages. The message continues a sentence whose subject is the address, and does not quote it.
Result<HttpUrl> parse_http_url(std::string_view text);

} // namespace agent_runtime
