#pragma once

// The fields of a profile as they are stored and recorded (AgentProfile::stored_fields()), one by
// one. For profile.cpp and stored_agent.cpp.
// Thread rule: any thread.

#include "core/agents/profile.h"
#include "core/base/fields.h"

#include <algorithm>
#include <type_traits>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Made once: many agents are read and written, and each asks for it several times.
inline constexpr auto STORED_ROWS = AgentProfile::stored_fields();

// Calls visit(row) for each.
template <typename Visit>
void for_each_stored_field(const Visit &visit) {
	STORED_ROWS.for_each(visit);
}

// The text may come from anybody's file. What makes no sense becomes the default, and a number
// outside the range of requests becomes the nearest one within it.
template <typename Row>
void load_stored_field(const Row &row, const nlohmann::json &from, AgentProfile &profile) {
	row.change(profile, [&]<typename Value>(Value &value) {
		MaybeProblem problem = FieldCodec<Value>::read(FieldPath(), from, value);
		if constexpr (std::is_floating_point_v<Value>) {
			value = std::clamp(
					value, static_cast<Value>(row.field.min), static_cast<Value>(row.field.max));
		}
		return problem;
	});
}

} // namespace agent_runtime
