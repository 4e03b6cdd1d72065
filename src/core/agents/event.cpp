#include "core/agents/event.h"

namespace agent_runtime {

std::string_view event_type(const Event &event) {
	return std::visit(
			[](const auto &data) -> std::string_view {
				if constexpr (requires { data.TYPE; }) {
					return data.TYPE;
				} else {
					return data.type;
				}
			},
			event.data);
}

} // namespace agent_runtime
