#pragma once

// Like base/json_fields.h, for types of this room.

#include "core/base/json_fields.h"
#include "core/mind/mind.h"

namespace agent_runtime {

inline nlohmann::json to_json(TilePosition position) {
	return { { "x", position.x }, { "y", position.y } };
}

inline TilePosition position_of(const nlohmann::json &object, const char *field) {
	const auto found = object.find(field);
	if (found == object.end() || !found->is_object()) {
		return {};
	}
	return { number_of<float>(*found, "x"), number_of<float>(*found, "y") };
}

} // namespace agent_runtime
