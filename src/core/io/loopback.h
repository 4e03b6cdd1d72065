#pragma once

// Decides which names mean this machine. A stranger's web page can make a browser connect to a port
// here under a name of its choice (DNS rebinding). The browser then shows that name in `Host` and
// `Origin`.

#include <string_view>

namespace agent_runtime {

// The address that every port here listens on.
inline constexpr std::string_view LOOPBACK_ADDRESS = "127.0.0.1";

// Takes a `Host` header: 127.0.0.1, localhost or [::1], with or without a port.
bool is_loopback_host(std::string_view host);

// Takes an `Origin` header: true for a page that this machine itself serves, over http or https.
bool is_loopback_origin(std::string_view origin);

} // namespace agent_runtime
