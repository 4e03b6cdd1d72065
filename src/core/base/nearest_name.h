#pragma once

// "Did you mean …?": of the names that exist, the one that was probably meant.

#include <span>
#include <string_view>

namespace agent_runtime {

// The candidate with the fewest letters to add, leave out, change or swap, if those are few for the
// length of the name; the first of several. Empty when none is near.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);

} // namespace agent_runtime
