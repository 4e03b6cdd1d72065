#include "core/providers/json_lines.h"

#include <utility>

namespace agent_runtime {

namespace {

bool is_blank_line(std::string_view line) {
	return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

} // namespace

Status JsonLines::feed(std::string_view part, const OnLine &on_line) {
	while (!ended_ && !part.empty()) {
		const std::size_t end = part.find('\n');
		const std::string_view piece = part.substr(0, end);
		if (rest_.size() + piece.size() > longest_) {
			ended_ = true;
			rest_.clear();
			return too_long();
		}
		rest_ += piece;
		if (end == std::string_view::npos) {
			return {};
		}
		part.remove_prefix(end + 1);
		const std::string line = std::exchange(rest_, std::string());
		if (!is_blank_line(line) && !on_line(line)) {
			return {};
		}
	}
	return {};
}

void JsonLines::finish(const OnLine &on_line) {
	if (ended_) {
		return;
	}
	ended_ = true;
	const std::string line = std::exchange(rest_, std::string());
	if (!is_blank_line(line)) {
		on_line(line);
	}
}

Status JsonLines::too_long() const {
	return { StatusCode::exhausted,
		"a line is longer than " + std::to_string(longest_) + " bytes" };
}

} // namespace agent_runtime
