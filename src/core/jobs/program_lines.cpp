#include "core/jobs/program_lines.h"

#include "core/base/base64.h"
#include "core/base/json_fields.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

std::optional<std::string_view> ProgramLines::add(const OutputLine &record) {
	if (record.stream != OutputStream::standard) {
		return std::nullopt;
	}
	if (passing_) {
		passing_ = record.more;
		return std::nullopt;
	}
	if (held_.empty() && !record.more) {
		return end(record.data);
	}
	held_ += record.data;
	if (!record.more) {
		whole_ = std::exchange(held_, std::string());
		return end(whole_);
	}
	lost_ = lost_ || (may_begin(held_) && held_.size() > MOST_HELD_BYTES);
	passing_ = !may_begin(held_) || held_.size() > MOST_HELD_BYTES;
	if (passing_) {
		held_.clear();
	}
	return std::nullopt;
}

// Whether it begins as wanted, or would if it went on so.
bool ProgramLines::may_begin(std::string_view line) const {
	const std::size_t size = std::min(line.size(), beginning_.size());
	return line.substr(0, size) == std::string_view(beginning_).substr(0, size);
}

std::optional<std::string_view> ProgramLines::end(std::string_view line) {
	if (!line.starts_with(beginning_)) {
		return std::nullopt;
	}
	if (line.ends_with('\r')) {
		line.remove_suffix(1);
	}
	return line;
}

bool ProgramLines::lost_one() {
	return std::exchange(lost_, false);
}

// Bytes of a piece need not be text.
nlohmann::json ProgramLines::state() const {
	nlohmann::json state = nlohmann::json::object();
	if (!held_.empty()) {
		std::string held;
		append_base64(held, held_);
		state["held"] = std::move(held);
	}
	if (passing_) {
		state["passing"] = true;
	}
	if (lost_) {
		state["lost"] = true;
	}
	return state;
}

ProgramLines ProgramLines::restored(std::string_view beginning, const nlohmann::json &state) {
	ProgramLines lines(beginning);
	if (!state.is_object()) {
		return lines;
	}
	lines.passing_ = flag_of(state, "passing");
	lines.lost_ = flag_of(state, "lost");
	std::string held = parse_base64(text_of(state, "held")).value_or(std::string());
	if (!lines.passing_ && held.size() <= MOST_HELD_BYTES) {
		lines.held_ = std::move(held);
	}
	return lines;
}

} // namespace agent_runtime
