#include "core/mind/end_keyword.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view BLANKS = " \t\r\n";
constexpr std::string_view ENCLOSING = "*_`\"'";

// Removes the marks that would have enclosed the keyword, and blanks at both ends.
std::string_view words_before_keyword(std::string_view text) {
	const std::size_t marks = text.find_last_not_of(ENCLOSING) + 1;
	if (marks == 0 || BLANKS.find(text[marks - 1]) != std::string_view::npos) {
		text = text.substr(0, marks);
	}
	text = text.substr(0, text.find_last_not_of(BLANKS) + 1);
	return text.substr(std::min(text.find_first_not_of(BLANKS), text.size()));
}

// The length of the longest end of the text that could be the beginning of the keyword.
std::size_t begun(std::string_view text, std::string_view keyword) {
	std::size_t length = std::min(text.size(), keyword.size() - 1);
	while (length > 0 && text.substr(text.size() - length) != keyword.substr(0, length)) {
		length--;
	}
	return length;
}

} // namespace

CutText cut_end_keyword(std::string_view text, std::string_view keyword) {
	const std::size_t found = keyword.empty() ? std::string_view::npos : text.find(keyword);
	if (found == std::string_view::npos) {
		return { std::string(text), false };
	}
	return { std::string(words_before_keyword(text.substr(0, found))), true };
}

std::string KeywordSieve::feed(std::string_view piece) {
	if (is_over_) {
		return {};
	}
	held_ += piece;
	if (keyword_.empty()) {
		return std::exchange(held_, {});
	}
	const std::size_t found = held_.find(keyword_);
	is_over_ = found != std::string::npos;
	std::string shown = held_.substr(0, is_over_ ? found : held_.size() - begun(held_, keyword_));
	held_.erase(0, shown.size());
	return shown;
}

} // namespace agent_runtime
