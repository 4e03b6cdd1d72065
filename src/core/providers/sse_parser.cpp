#include "core/providers/sse_parser.h"

namespace agent_runtime {

namespace {

constexpr std::string_view BYTE_ORDER_MARK = "\xEF\xBB\xBF";

// Finds the ends of lines in one part. It looks at each byte once for LF and once for CR.
class LineEnds {
public:
	explicit LineEnds(std::string_view bytes) :
			bytes_(bytes) {}

	std::size_t next(std::size_t from) {
		if (feed_ < from || !is_known_) {
			feed_ = bytes_.find('\n', from);
			is_known_ = true;
		}
		const std::size_t bound = feed_ == std::string_view::npos ? bytes_.size() : feed_;
		const std::size_t found = bytes_.substr(0, bound).find('\r', from);
		return found != std::string_view::npos ? found : feed_;
	}

private:
	std::string_view bytes_;
	std::size_t feed_ = 0; // the position of the next LF
	bool is_known_ = false;
};

} // namespace

SseParser::Outcome SseParser::feed(std::string_view bytes, SseHandler &handler) {
	LineEnds ends(bytes);
	std::size_t at = 0;
	while (at < bytes.size()) {
		if (after_cr_ && bytes[at] == '\n') {
			at++;
		}
		after_cr_ = false;
		const std::size_t end = ends.next(at);
		const std::size_t size = (end == std::string_view::npos ? bytes.size() : end) - at;
		if (partial_.size() + size > limits_.line) {
			return Outcome::too_long;
		}
		std::string_view line = bytes.substr(at, size);
		if (end == std::string_view::npos) {
			partial_ += line;
			break;
		}
		const bool was_partial = !partial_.empty();
		if (was_partial) {
			partial_ += line;
			line = partial_;
		}
		after_cr_ = bytes[end] == '\r';
		at = end + 1;
		if (const Outcome outcome = read_line(line, handler); outcome != Outcome::goes_on) {
			return outcome;
		}
		if (was_partial) {
			copy_data();
			partial_.clear();
		}
	}
	copy_data();
	return Outcome::goes_on;
}

SseParser::Outcome SseParser::read_line(std::string_view line, SseHandler &handler) {
	if (at_start_) {
		at_start_ = false;
		line.remove_prefix(line.starts_with(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.size() : 0);
	}
	if (line.empty()) {
		return dispatch(handler);
	}
	const std::size_t colon = line.find(':');
	const std::string_view name = line.substr(0, colon);
	std::string_view value;
	if (colon != std::string_view::npos) {
		value = line.substr(colon + 1);
		value.remove_prefix(value.starts_with(' ') ? 1 : 0);
	}
	if (name == "data") {
		return add_data(value) ? Outcome::goes_on : Outcome::too_long;
	}
	if (name == "event") {
		type_ = value;
	}
	return Outcome::goes_on; // comments, ids and unknown fields are ignored
}

bool SseParser::add_data(std::string_view value) {
	if (!has_data_) {
		has_data_ = true;
		data_view_ = value;
		return value.size() <= limits_.event;
	}
	copy_data();
	data_ += '\n';
	data_ += value;
	return data_.size() <= limits_.event;
}

void SseParser::copy_data() {
	if (has_data_ && !is_data_copied_) {
		data_ = data_view_;
		is_data_copied_ = true;
	}
}

SseParser::Outcome SseParser::dispatch(SseHandler &handler) {
	const std::string_view data = is_data_copied_ ? data_ : data_view_;
	if (!has_data_ || data.empty()) {
		has_data_ = false;
		is_data_copied_ = false;
		type_.clear();
		return Outcome::goes_on;
	}
	if (!handler.event_came(type_.empty() ? std::string_view("message") : type_, data)) {
		return Outcome::stopped;
	}
	has_data_ = false;
	is_data_copied_ = false;
	type_.clear();
	return Outcome::goes_on;
}

} // namespace agent_runtime
