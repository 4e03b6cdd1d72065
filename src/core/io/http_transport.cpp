#include "core/io/http_transport.h"

#include <algorithm>

namespace agent_runtime {

std::string_view HttpHead::header(std::string_view name) const {
	const auto found = std::find_if(
			headers.begin(), headers.end(), [&](const auto &each) { return each.first == name; });
	return found != headers.end() ? std::string_view(found->second) : std::string_view();
}

} // namespace agent_runtime
