#pragma once

// Positions as fields of messages: {"x": 12.5, "y": 8}, in tiles. Thread rule: immutable.

#include "core/base/bound_fields.h"
#include "core/mind/mind.h"

namespace agent_runtime {

template <>
struct FieldCodec<TilePosition> {
	static constexpr bool fits(FieldKind kind) { return kind == FieldKind::position; }
	static MaybeProblem check(const FieldPath &path, const Field &, TilePosition value) {
		const MaybeProblem problem = check_coordinate(FieldPath{ &path, "x" }, value.x);
		return problem ? problem : check_coordinate(FieldPath{ &path, "y" }, value.y);
	}
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, TilePosition &value) {
		value = { from.value("x", 0.0f), from.value("y", 0.0f) };
		return std::nullopt;
	}
	static nlohmann::json write(TilePosition value) {
		return { { "x", value.x }, { "y", value.y } };
	}
};

} // namespace agent_runtime
