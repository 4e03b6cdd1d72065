#include "core/log/event_text.h"

#include "core/base/json_object_text.h"
#include "core/base/json_text.h"
#include "core/base/utf8.h"
#include "core/log/event_json.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

using nlohmann::json;

struct Parts {
	EventId id;
	WallTime ts;
	std::string_view type;
	const Subject &subject;
	const TraceId &trace;
	std::string_view data;
};

// Whether the names increase, and are written without an escape, behind which anything may hide.
// All that we have written ourselves is so.
bool is_in_order(const JsonObjectText &data) {
	std::string_view last;
	for (const JsonObjectText::Member &member : data.members) {
		const bool is_first = &member == data.members.data();
		if ((!is_first && member.name <= last) ||
				member.name.find('\\') != std::string_view::npos) {
			return false;
		}
		last = member.name;
	}
	return true;
}

// The text of an object whose members come in the order of their names: those of the data, and
// others between them.
class Splice {
public:
	explicit Splice(const JsonObjectText &data, std::size_t bytes) :
			data_(data) {
		text_.reserve(bytes);
		text_ += '{';
	}

	// False when the data have one of this name, too.
	bool begin(std::string_view name) {
		copy_until([name](const JsonObjectText::Member &member) { return member.name >= name; });
		if (next_ < data_.members.size() && data_.members[next_].name == name) {
			return false;
		}
		separate();
		text_.append("\"").append(name).append("\":");
		return true;
	}
	std::string &value() { return text_; }

	std::string take() {
		copy_until([](const JsonObjectText::Member &) { return false; });
		text_ += '}';
		return std::move(text_);
	}

private:
	template <typename Stop>
	void copy_until(const Stop &stop) {
		const std::size_t first = next_;
		while (next_ < data_.members.size() && !stop(data_.members[next_])) {
			next_++;
		}
		if (next_ > first) {
			separate();
			const char *const begin = data_.members[first].text.data();
			const std::string_view last = data_.members[next_ - 1].text;
			text_.append(begin, static_cast<std::size_t>(last.data() + last.size() - begin));
		}
	}
	void separate() {
		if (text_.size() > 1) {
			text_ += ',';
		}
	}

	const JsonObjectText &data_;
	std::size_t next_ = 0;
	std::string text_;
};

// Nothing when the data cannot go into it as they are.
std::optional<std::string> spliced(const Parts &parts) {
	const std::optional<JsonObjectText> data = JsonObjectText::read(parts.data);
	if (!data || !is_in_order(*data) || !is_valid_utf8(parts.type)) {
		return std::nullopt;
	}
	constexpr std::size_t USUAL_REST = 192;
	Splice splice(*data, parts.data.size() + USUAL_REST);
	const bool is_participant = !parts.subject.participant().is_none();
	bool fits = true;
	const auto text_member = [&](std::string_view name, const std::string &value) {
		fits = fits && splice.begin(name);
		append_json(splice.value(), value);
	};
	if (is_participant) {
		text_member("agent_id", parts.subject.to_string());
	} else if (!parts.subject.is_none()) {
		text_member("entity", parts.subject.to_string());
	}
	fits = fits && splice.begin(parts.id.is_stored() ? "id" : "stored");
	splice.value() += parts.id.is_stored() ? parts.id.to_string() : "false";
	if (!parts.trace.is_none()) {
		text_member("trace_id", parts.trace.to_string());
	}
	text_member("ts", to_iso8601(parts.ts));
	text_member("type", std::string(parts.type));
	std::string text = splice.take();
	return fits ? std::optional(std::move(text)) : std::nullopt;
}

std::string dumped(const json &message) {
	return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

std::string event_text(const PublishedEvent &event) {
	const json data = event_data_to_json(event.event);
	if (std::optional<std::string> text = spliced({ .id = event.id,
				.ts = event.ts,
				.type = event_type(event.event),
				.subject = event.event.subject,
				.trace = event.event.trace,
				.data = dumped(data) })) {
		return *std::move(text);
	}
	json message = event_to_message(event.event);
	message["ts"] = to_iso8601(event.ts);
	if (event.id.is_stored()) {
		message["id"] = event.id.number();
	} else {
		message["stored"] = false;
	}
	return dumped(message);
}

std::string event_text(const StoredEvent &row) {
	const Subject subject = Subject::from_log(row.entity);
	const TraceId trace = TraceId::parse(row.trace_id).value_or(TraceId());
	if (std::optional<std::string> text = spliced({ .id = row.id,
				.ts = row.ts,
				.type = row.type,
				.subject = subject,
				.trace = trace,
				.data = row.data })) {
		return *std::move(text);
	}
	return dumped(event_to_message(row));
}

} // namespace agent_runtime
