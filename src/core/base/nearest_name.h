#pragma once

// "Did you mean …?": finds the existing name that was probably meant.

#include <span>
#include <string_view>

namespace agent_runtime {

// The candidate with the fewest letters to add, leave out, change or swap, if they are few for the
// length of the name. The first of several; empty when none is near.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);

} // namespace agent_runtime
