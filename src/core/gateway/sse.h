#pragma once

// Server-Sent Events as text. Thread rule: any thread.

#include <string>
#include <string_view>

namespace agent_runtime {

// What comes before the first event; `origin` is the page that asked, if one did.
std::string sse_head(std::string_view origin);
// One event. Without an `id` the client's cursor stays where it is. `data` is one line. A type that
// is no name is left out.
std::string sse_event(std::string_view id, std::string_view type, std::string_view data);

inline constexpr std::string_view SSE_HEARTBEAT = ": heartbeat\n\n";

} // namespace agent_runtime
