#include "core/hosting/record_cutter.h"

#include <algorithm>

namespace agent_runtime {

namespace {

constexpr std::size_t LARGE = 65'536; // a buffer of this size is given back when it is empty

// The length that a character has by its first byte; 1 for all other bytes.
std::size_t length_by_first(unsigned char first) {
	if (first >= 0xC2 && first < 0xE0) {
		return 2;
	}
	if (first >= 0xE0 && first < 0xF0) {
		return 3;
	}
	return first >= 0xF0 && first < 0xF5 ? 4 : 1;
}

bool continues(unsigned char byte) {
	return (byte & 0xC0U) == 0x80;
}

} // namespace

std::size_t size_of_whole_characters(std::string_view text) {
	constexpr std::size_t LONGEST_CHARACTER = 4;
	const std::size_t furthest = std::min(text.size(), LONGEST_CHARACTER - 1);
	for (std::size_t back = 1; back <= furthest; back++) {
		const unsigned char byte = static_cast<unsigned char>(text[text.size() - back]);
		if (!continues(byte)) {
			return length_by_first(byte) > back ? text.size() - back : text.size();
		}
	}
	return text.size();
}

std::optional<RecordCutter::Record> RecordCutter::next() {
	if (arrived_.empty()) {
		return std::nullopt;
	}
	const std::size_t room = longest_ - std::min(rest_.size(), longest_);
	// One byte more than there is room for: a newline may stand there.
	const std::size_t newline = arrived_.substr(0, room + 1).find('\n');
	if (newline != std::string_view::npos && rest_.empty()) {
		const Record record{ arrived_.substr(0, newline), false };
		arrived_.remove_prefix(newline + 1);
		return record;
	}
	const bool is_too_long = newline == std::string_view::npos && arrived_.size() > room;
	const std::size_t taken =
			newline != std::string_view::npos ? newline : std::min(arrived_.size(), room);
	rest_.append(arrived_.substr(0, taken));
	arrived_.remove_prefix(taken);
	if (is_too_long) {
		return hand_out(size_of_whole_characters(rest_), true);
	}
	if (newline == std::string_view::npos) {
		return std::nullopt;
	}
	arrived_.remove_prefix(1);
	return hand_out(rest_.size(), false);
}

std::optional<RecordCutter::Record> RecordCutter::flush() {
	const std::size_t whole = size_of_whole_characters(rest_);
	return whole > 0 ? std::optional(hand_out(whole, true)) : std::nullopt;
}

std::optional<RecordCutter::Record> RecordCutter::flush_all() {
	return has_rest() ? std::optional(hand_out(rest_.size(), true)) : std::nullopt;
}

RecordCutter::Record RecordCutter::hand_out(std::size_t size, bool more) {
	current_.swap(rest_);
	rest_.assign(current_, size);
	current_.resize(size);
	if (rest_.capacity() > LARGE && rest_.empty()) {
		rest_.shrink_to_fit();
	}
	return { current_, more };
}

} // namespace agent_runtime
