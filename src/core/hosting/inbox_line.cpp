#include "core/hosting/inbox_line.h"

#include "core/base/base64.h"
#include "core/base/json_fields.h"
#include "core/base/json_io.h"
#include "core/base/json_text.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace agent_runtime {

namespace {

constexpr JsonLimits INBOX_LIMITS = { .bytes = InboxLine::MOST_BYTES, .depth = 4, .values = 64 };

struct SignalName {
	std::string_view name;
	int number;
};
// Their numbers on Linux, so that this file needs no header of the system.
constexpr std::array SIGNAL_NAMES = { SignalName{ "HUP", 1 }, SignalName{ "INT", 2 },
	SignalName{ "QUIT", 3 }, SignalName{ "KILL", 9 }, SignalName{ "USR1", 10 },
	SignalName{ "USR2", 12 }, SignalName{ "TERM", 15 }, SignalName{ "CONT", 18 },
	SignalName{ "STOP", 19 } };

Status no_inbox_line(const std::string &why) {
	return { StatusCode::corrupt, "a line of the inbox cannot be read: " + why };
}

Status read_data(const nlohmann::json &members, InboxLine &line) {
	const auto data = members.find("data");
	if (data == members.end() || !data->is_string()) {
		return no_inbox_line("data must be a text");
	}
	line.data = data->get<std::string>();
	line.raw = flag_of(members, "raw");
	if (text_of(members, "encoding") == BASE64_NAME) {
		std::optional<std::string> bytes = parse_base64(line.data);
		if (!bytes) {
			return no_inbox_line("data must be base64");
		}
		line.data = std::move(*bytes);
	}
	return {};
}

} // namespace

int signal_number(std::string_view name) {
	const auto found = std::find_if(SIGNAL_NAMES.begin(), SIGNAL_NAMES.end(),
			[name](const SignalName &each) { return each.name == name; });
	return found != SIGNAL_NAMES.end() ? found->number : 0;
}

Result<std::string> InboxLine::to_text() const {
	JsonText text;
	text.member("n", n).member("kind", choice_name(kind));
	if (kind == InboxKind::write && is_valid_utf8(data)) {
		text.member("data", data);
	} else if (kind == InboxKind::write) {
		std::string encoded;
		append_base64(encoded, data);
		text.member("data", encoded).member("encoding", BASE64_NAME);
	}
	if (kind == InboxKind::write && raw) {
		text.member("raw", true);
	}
	if (kind == InboxKind::signal) {
		text.member("signal", signal);
	}
	if (kind == InboxKind::kill) {
		text.member("grace_seconds", grace_seconds);
	}
	if (!key.empty()) {
		text.member("key", key);
	}
	std::string line = text.take();
	if (line.size() > MOST_BYTES) {
		return Status(StatusCode::exhausted,
				"this is too long for a program's input: a line of the inbox has at most " +
						std::to_string(MOST_BYTES) + " bytes; send it in parts");
	}
	return line;
}

Result<InboxLine> InboxLine::parse(std::string_view text) {
	const Result<nlohmann::json> members = parse_json(text, INBOX_LIMITS);
	if (!members.ok()) {
		return no_inbox_line(members.status().message());
	}
	if (!members.value().is_object()) {
		return no_inbox_line("it must be an object");
	}
	InboxLine line;
	line.n = number_of<std::uint64_t>(members.value(), "n");
	const std::optional<InboxKind> kind = parse_choice<InboxKind>(text_of(members.value(), "kind"));
	if (line.n == 0 || !kind) {
		return no_inbox_line("n must be a number from 1, and kind one of those that are known");
	}
	line.kind = *kind;
	line.key = text_of(members.value(), "key");
	if (line.kind == InboxKind::signal) {
		line.signal = text_of(members.value(), "signal");
		return signal_number(line.signal) != 0 ? Result<InboxLine>(std::move(line))
											   : no_inbox_line("signal must be INT, TERM or such");
	}
	if (line.kind == InboxKind::kill && members.value().contains("grace_seconds")) {
		const std::uint64_t asked = number_of<std::uint64_t>(members.value(), "grace_seconds");
		line.grace_seconds = std::min(asked, LONGEST_GRACE);
	}
	const Status data = line.kind == InboxKind::write ? read_data(members.value(), line) : Status();
	return data.ok() ? Result<InboxLine>(std::move(line)) : data;
}

} // namespace agent_runtime
