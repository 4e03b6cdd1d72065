#pragma once

// Whether a topic is put in a way that makes people talk about it for a while: as a question that
// asks for more than yes or no, or that says what to weigh.

#include <algorithm>
#include <array>
#include <string_view>

namespace agent_runtime {

inline bool is_put_for_discussion(std::string_view topic) {
	constexpr std::array OPEN = { "What ", "Who ", "How ", "Why ", "Where ", "When ", "Which " };
	const std::size_t mark = topic.find('?');
	if (mark == std::string_view::npos) {
		return false;
	}
	const std::string_view behind = topic.substr(mark + 1);
	const auto words = std::count(behind.begin(), behind.end(), ' ');
	const std::string_view question = topic.substr(0, mark);
	const bool is_open = std::any_of(
			OPEN.begin(), OPEN.end(), [&](const char *word) { return question.starts_with(word); });
	const bool has_sides = question.find(" or ") != std::string_view::npos;
	return words >= 4 || is_open || has_sides;
}

} // namespace agent_runtime
