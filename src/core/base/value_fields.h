#pragma once

// Times and trace ids as fields of messages.
// Thread rule: immutable.

#include "core/base/field_codec.h"
#include "core/base/time.h"
#include "core/base/trace_id.h"

#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Date and time in UTC, such as 2026-01-31T12:00:00.123Z.
template <>
struct FieldCodec<WallTime> {
	static constexpr FieldKind KIND = FieldKind::text;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::text;
	static constexpr bool fits(FieldKind) { return false; }
	static MaybeProblem check(const FieldPath &, const Field &, WallTime) { return std::nullopt; }
	static MaybeProblem read(const FieldPath &path, const nlohmann::json &from, WallTime &value) {
		const Result<WallTime> time =
				parse_iso8601(from.is_string() ? from.get_ref<const std::string &>() : "");
		value = time.value_or(WallTime());
		return time.ok()
				? MaybeProblem()
				: problem_at(path, "is no date and time", "give one such as 2026-01-31T12:00:00Z");
	}
	static nlohmann::json write(WallTime value) { return to_iso8601(value); }
	static void show(WallTime value, ArgumentVisitor &visitor) { visitor.text(to_iso8601(value)); }
};

template <>
inline constexpr IdWords ID_WORDS<TraceId>{ "is not a trace id", "give 32 hexadecimal digits" };

} // namespace agent_runtime
