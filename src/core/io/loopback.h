#pragma once

// Which names mean this machine. A web page of a stranger can make a browser connect to a port
// here, under a name of the page's choice (DNS rebinding); the browser then says so in `Host` and
// `Origin`.

#include <string_view>

namespace agent_runtime {

// The address that everything here listens on.
inline constexpr std::string_view LOOPBACK_ADDRESS = "127.0.0.1";

// Of a `Host` header: 127.0.0.1, localhost or [::1], with a port or without.
bool is_loopback_host(std::string_view host);

// Of an `Origin` header: a page that this machine itself serves, over http or https.
bool is_loopback_origin(std::string_view origin);

} // namespace agent_runtime
