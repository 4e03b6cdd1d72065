#pragma once

#include <string_view>

namespace agent_runtime {

// Whether a URL leads to this machine or to one in the same private network, judging by its text
// alone: no name is looked up. A name that does not show it counts as public.
bool is_local_url(std::string_view url);

} // namespace agent_runtime
