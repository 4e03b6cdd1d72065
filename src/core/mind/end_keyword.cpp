#include "core/mind/end_keyword.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view BLANKS = " \t\r\n";
constexpr std::string_view ENCLOSING = "*_`\"'";

bool is_blank(char letter) {
	return BLANKS.find(letter) != std::string_view::npos;
}

bool encloses(char before, char after) {
	return before == after && ENCLOSING.find(before) != std::string_view::npos;
}

void trim(std::string &text) {
	const std::size_t last = text.find_last_not_of(BLANKS);
	text.resize(last == std::string::npos ? 0 : last + 1);
	text.erase(0, std::min(text.find_first_not_of(BLANKS), text.size()));
}

// Takes one occurrence out; a blank on each side of it would be one too many.
void cut_at(std::string &text, std::size_t begin, std::size_t end) {
	while (begin > 0 && end < text.size() && encloses(text[begin - 1], text[end])) {
		begin--;
		end++;
	}
	if (begin > 0 && text[begin - 1] == ' ' && (end == text.size() || is_blank(text[end]))) {
		begin--;
	}
	text.erase(begin, end - begin);
}

// How long the end of the text is that the keyword begins with.
std::size_t begun(std::string_view text, std::string_view keyword) {
	std::size_t length = std::min(text.size(), keyword.size() - 1);
	while (length > 0 && text.substr(text.size() - length) != keyword.substr(0, length)) {
		length--;
	}
	return length;
}

} // namespace

CutText cut_end_keyword(std::string_view text, std::string_view keyword) {
	CutText cut{ std::string(text), false };
	if (keyword.empty()) {
		return cut;
	}
	// What is left may hold it anew: "[[END]END]".
	for (std::size_t found = cut.text.find(keyword); found != std::string::npos;
			found = cut.text.find(keyword)) {
		cut.has_keyword = true;
		cut_at(cut.text, found, found + keyword.size());
	}
	if (cut.has_keyword) {
		trim(cut.text);
	}
	return cut;
}

std::string KeywordSieve::take(std::string_view piece) {
	held_ += piece;
	if (keyword_.empty()) {
		return std::exchange(held_, {});
	}
	for (std::size_t found = held_.find(keyword_); found != std::string::npos;
			found = held_.find(keyword_)) {
		held_.erase(found, keyword_.size());
	}
	const std::size_t kept = begun(held_, keyword_);
	std::string shown = held_.substr(0, held_.size() - kept);
	held_.erase(0, shown.size());
	return shown;
}

} // namespace agent_runtime
