#pragma once

// Positions as fields of messages: {"x": 12.5, "y": 8}, in tiles. Thread rule: immutable.

#include "core/base/field_codec.h"
#include "core/mind/mind.h"

namespace agent_runtime {

template <>
struct FieldCodec<TilePosition> {
	static constexpr FieldKind KIND = FieldKind::position;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::position;
	static constexpr bool fits(FieldKind) { return false; }
	static MaybeProblem check(const FieldPath &path, const Field &, TilePosition value) {
		const MaybeProblem problem = check_coordinate(FieldPath{ &path, "x" }, value.x);
		return problem ? problem : check_coordinate(FieldPath{ &path, "y" }, value.y);
	}
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, TilePosition &value) {
		value = from.is_object()
				? TilePosition{ number_of<float>(from, "x"), number_of<float>(from, "y") }
				: TilePosition();
		return std::nullopt;
	}
	static nlohmann::json write(TilePosition value) {
		return { { "x", value.x }, { "y", value.y } };
	}
	static void show(TilePosition value, ArgumentVisitor &visitor) {
		visitor.position(value.x, value.y);
	}
};

} // namespace agent_runtime
