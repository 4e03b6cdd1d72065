#pragma once

#include <string_view>

namespace agent_runtime {

// Whether a URL leads to this machine or to one of the same private network, by what stands in it:
// no name is looked up. A name that does not say so itself is none.
bool is_local_url(std::string_view url);

} // namespace agent_runtime
