#include "core/base/json_members.h"

#include "core/base/utf8.h"

#include <algorithm>

namespace agent_runtime {

namespace {

constexpr unsigned char FIRST_PRINTABLE = 0x20;

bool is_blank(char byte) {
	return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

bool is_plain(char byte) {
	return byte != '"' && byte != '\\' && static_cast<unsigned char>(byte) >= FIRST_PRINTABLE;
}

} // namespace

JsonMembers::JsonMembers(std::string_view text) :
		text_(text) {}

bool JsonMembers::end_in(State state) {
	state_ = state;
	return false;
}

void JsonMembers::skip_blanks() {
	while (at_ < text_.size() && is_blank(text_[at_])) {
		at_++;
	}
}

bool JsonMembers::take(char wanted) {
	skip_blanks();
	const bool is_there = at_ < text_.size() && text_[at_] == wanted;
	at_ += is_there ? 1 : 0;
	return is_there;
}

// Skips from its first quote past its last.
bool JsonMembers::skip_string() {
	for (at_++; at_ < text_.size(); at_++) {
		if (text_[at_] == '\\') {
			at_++;
		} else if (text_[at_] == '"') {
			at_++;
			return true;
		}
	}
	return false;
}

// Skips to the comma or bracket that ends it.
bool JsonMembers::skip_value() {
	const std::size_t begin = at_;
	std::size_t depth = 0;
	while (at_ < text_.size()) {
		const char byte = text_[at_];
		const bool closes = byte == '}' || byte == ']';
		if (depth == 0 && (closes || byte == ',')) {
			break;
		}
		if (byte == '"') {
			if (!skip_string()) {
				return false;
			}
			continue;
		}
		depth += byte == '{' || byte == '[' ? 1 : 0;
		depth -= closes ? 1 : 0;
		at_++;
	}
	std::size_t end = at_;
	while (end > begin && is_blank(text_[end - 1])) {
		end--;
	}
	value_ = text_.substr(begin, end - begin);
	return depth == 0 && !value_.empty();
}

bool JsonMembers::next() {
	if (state_ == State::ended || state_ == State::broken) {
		return false;
	}
	const bool is_first = state_ == State::beginning;
	if (is_first && !take('{')) {
		return end_in(State::broken);
	}
	state_ = State::within;
	if (take('}')) {
		skip_blanks();
		return end_in(at_ == text_.size() ? State::ended : State::broken);
	}
	if (!is_first && !take(',')) {
		return end_in(State::broken);
	}
	skip_blanks();
	const std::size_t begin = at_;
	if (at_ >= text_.size() || text_[at_] != '"' || !skip_string()) {
		return end_in(State::broken);
	}
	name_ = text_.substr(begin + 1, at_ - begin - 2);
	if (!take(':')) {
		return end_in(State::broken);
	}
	skip_blanks();
	return skip_value() || end_in(State::broken);
}

bool plain_text_in(std::string_view value, std::string &text) {
	if (value.size() < 2 || value.front() != '"' || value.back() != '"') {
		return false;
	}
	const std::string_view held = value.substr(1, value.size() - 2);
	if (!std::all_of(held.begin(), held.end(), is_plain) || !is_valid_utf8(held)) {
		return false;
	}
	text = held;
	return true;
}

} // namespace agent_runtime
