#include "core/built_in/offline_summary.h"

#include "core/built_in/topic_words.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_SPEAKERS = 5;
constexpr std::size_t MOST_TOPICS = 6;
constexpr std::size_t LONGEST_TOPIC = 40; // in bytes
constexpr std::size_t LONGEST_QUOTE = 120; // in bytes
constexpr std::size_t LONGEST_EARLIER = 400;

using Counted = std::vector<std::pair<std::string, std::size_t>>;

// The most frequent first, and among equals the first in the alphabet.
Counted most_frequent(const std::map<std::string, std::size_t> &counts, std::size_t most) {
	Counted sorted(counts.begin(), counts.end());
	std::stable_sort(sorted.begin(), sorted.end(),
			[](const auto &left, const auto &right) { return left.second > right.second; });
	sorted.resize(std::min(most, sorted.size()));
	return sorted;
}

// At most this many bytes, ending with a whole character.
std::string shortened(std::string_view text, std::size_t most) {
	if (text.size() <= most) {
		return std::string(text);
	}
	std::size_t end = most;
	while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
		--end;
	}
	return std::string(text.substr(0, end)) + "…";
}

bool is_letter(unsigned char byte) {
	return byte >= 0x80 || std::isalpha(byte) != 0;
}

// ASCII letters become lower case.
std::vector<std::string> words_of(std::string_view text) {
	std::vector<std::string> words(1);
	for (const char byte : text) {
		if (is_letter(static_cast<unsigned char>(byte))) {
			const unsigned char letter = static_cast<unsigned char>(byte);
			words.back() += letter < 0x80 ? static_cast<char>(std::tolower(letter)) : byte;
		} else if (!words.back().empty()) {
			words.emplace_back();
		}
	}
	return words;
}

std::string speaker_of(const RememberedLine &line) {
	return line.sender_name.empty() ? line.sender.to_string() : line.sender_name;
}

std::string joined(const std::vector<std::string> &parts) {
	std::string text;
	for (std::size_t i = 0; i < parts.size(); ++i) {
		text += i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ";
		text += parts[i];
	}
	return text;
}

std::string speakers(const SummaryRequest &request) {
	std::map<std::string, std::size_t> counts;
	for (const RememberedLine &line : request.lines) {
		++counts[speaker_of(line)];
	}
	std::vector<std::string> parts;
	std::size_t told = 0;
	for (const auto &[name, count] : most_frequent(counts, MOST_SPEAKERS)) {
		parts.push_back(std::to_string(count) + " by " + name);
		told += count;
	}
	if (told < request.lines.size()) {
		parts.push_back(std::to_string(request.lines.size() - told) + " by others");
	}
	return joined(parts);
}

std::string topics(const SummaryRequest &request) {
	std::map<std::string, std::size_t> counts;
	for (const RememberedLine &line : request.lines) {
		for (const std::string &word : words_of(line.content)) {
			counts[word] += word.size() <= LONGEST_TOPIC && may_be_topic(word) ? 1 : 0;
		}
	}
	std::erase_if(counts, [](const auto &each) { return each.second == 0; });
	std::vector<std::string> parts;
	for (const auto &[word, count] : most_frequent(counts, MOST_TOPICS)) {
		parts.push_back(word);
	}
	return joined(parts);
}

std::string quote(const RememberedLine &line) {
	return speaker_of(line) + ": \"" + shortened(line.content, LONGEST_QUOTE) + "\"";
}

} // namespace

std::string summarise_lines(const SummaryRequest &request) {
	if (request.lines.empty()) {
		return request.earlier;
	}
	std::string text = std::to_string(request.lines.size()) +
			(request.lines.size() == 1 ? " line, " : " lines, ") + speakers(request);
	if (!request.since.empty()) {
		text += ", from " + request.since + " to " + request.until;
	}
	text += '.';
	if (const std::string about = topics(request); !about.empty()) {
		text += " Mostly about " + about + ".";
	}
	text += " It began with " + quote(request.lines.front()) + " and ended with " +
			quote(request.lines.back()) + ".";
	if (!request.earlier.empty()) {
		text += " Before that: " + shortened(request.earlier, LONGEST_EARLIER);
	}
	return text;
}

} // namespace agent_runtime
