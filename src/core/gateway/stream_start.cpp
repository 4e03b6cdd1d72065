#include "core/gateway/stream_start.h"

#include <algorithm>
#include <cctype>

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_NAME = 128; // of an entity or a type
constexpr std::size_t MOST_TYPES = 64;

bool is_identifier(std::string_view text) {
	return text.size() <= LONGEST_NAME &&
			std::all_of(text.begin(), text.end(), [](unsigned char byte) {
				return std::isalnum(byte) != 0 || byte == '_' || byte == '-' || byte == '.' ||
						byte == ':';
			});
}

bool is_epoch(std::string_view text) {
	return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char byte) {
		return std::isxdigit(byte) != 0;
	});
}

// False when one of them cannot be a type.
bool read_types(std::string_view text, std::vector<std::string> &types) {
	while (!text.empty()) {
		const std::string_view type = text.substr(0, text.find(','));
		text.remove_prefix(std::min(text.size(), type.size() + 1));
		if (type.empty() || !is_identifier(type) || types.size() == MOST_TYPES) {
			return false;
		}
		types.emplace_back(type);
	}
	return true;
}

// Reads "ID" or "EPOCH-ID"; false when it is neither. A cursor of another log is accepted.
bool read_cursor(std::string_view text, std::string_view epoch, StreamStart &start) {
	const std::size_t dash = text.rfind('-');
	const std::string_view digits = dash == std::string_view::npos ? text : text.substr(dash + 1);
	const std::optional<EventId> id = EventId::parse(digits);
	if (!id || (dash != std::string_view::npos && !is_epoch(text.substr(0, dash)))) {
		return false;
	}
	start.from_now = false;
	start.other_log = dash != std::string_view::npos && text.substr(0, dash) != epoch;
	start.after = start.other_log ? EventId() : *id;
	return true;
}

} // namespace

FieldProblem cursor_beyond(std::string_view field, EventId newest) {
	return { std::string(field), "is beyond the newest event, " + newest.to_string(),
		"give that one or an older one, or leave it out to get what happens from now on" };
}

std::string cursor_text(std::string_view epoch, EventId id) {
	return epoch.empty() ? id.to_string() : std::string(epoch) + "-" + id.to_string();
}

std::variant<StreamStart, FieldProblem> parse_stream_start(
		const StreamWishes &wishes, std::string_view epoch) {
	StreamStart start;
	if (!is_identifier(wishes.entity)) {
		return FieldProblem{ "entity", "is not an id", "give one such as agent_001" };
	}
	start.entity = wishes.entity;
	if (!read_types(wishes.types, start.types)) {
		return FieldProblem{ "types", "is not a list of types of events",
			"give some such as agent_speech,agent_spawned, at most " + std::to_string(MOST_TYPES) };
	}
	if (!wishes.last_event_id.empty()) {
		start.cursor_field = "Last-Event-ID";
		if (!read_cursor(wishes.last_event_id, epoch, start)) {
			// An error would make a browser give up for good. A message to begin anew does not.
			start.from_now = false;
			start.other_log = true;
		}
		return start;
	}
	if (wishes.since.empty() || read_cursor(wishes.since, epoch, start)) {
		return start;
	}
	const Result<WallTime> time = parse_iso8601(wishes.since);
	if (!time.ok()) {
		return FieldProblem{ "since", "is neither the id of an event nor a date and time",
			"give an id such as 42, or a time such as 2026-01-31T12:00:00Z" };
	}
	start.from_now = false;
	start.since = time.value();
	return start;
}

} // namespace agent_runtime
