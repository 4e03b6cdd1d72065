#include "core/log/log_messages.h"

namespace agent_runtime {

MaybeProblem FieldCodec<LogCursor>::read(
		const FieldPath &, const nlohmann::json &from, LogCursor &value) {
	const std::string text = from.is_string() ? from.get<std::string>() : std::string();
	if (from.is_number()) {
		value.after = EventId(from.get<std::int64_t>()); // 42.0 is 42
	} else if (const std::optional<EventId> id = EventId::parse(text)) {
		value.after = *id;
	} else if (const Result<WallTime> time = parse_iso8601(text); time.ok()) {
		value.since = time.value();
	}
	return std::nullopt;
}

} // namespace agent_runtime
