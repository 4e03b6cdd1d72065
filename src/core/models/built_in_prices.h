#pragma once

#include <string_view>

namespace agent_runtime {

// The price list that is compiled in, in the form that PriceList::parse() reads.
std::string_view built_in_prices();

} // namespace agent_runtime
