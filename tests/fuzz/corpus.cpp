#include "corpus.h"

#include "readers.h"

#include <charconv>

namespace agent_runtime::fuzz {

namespace {

constexpr int HEXADECIMAL = 16;
constexpr std::size_t DIGITS = 2; // of a byte

// Reads what stands behind a backslash, and takes it away.
char take_escaped(std::string_view &text) {
	require(!text.empty(), "something follows a backslash");
	const char letter = text.front();
	text.remove_prefix(1);
	if (letter == '\\' || letter == 'n') {
		return letter == 'n' ? '\n' : letter;
	}
	const std::string_view digits = text.substr(0, DIGITS);
	unsigned byte = 0;
	const char *const end = digits.data() + digits.size();
	const bool is_number = std::from_chars(digits.data(), end, byte, HEXADECIMAL).ptr == end;
	require(letter == 'x' && digits.size() == DIGITS && is_number,
			"a backslash is followed by another one, n, or x and two digits");
	text.remove_prefix(DIGITS);
	return static_cast<char>(byte);
}

std::string bytes_of(std::string_view line) {
	std::string bytes;
	while (!line.empty()) {
		const char byte = line.front();
		line.remove_prefix(1);
		bytes += byte == '\\' ? take_escaped(line) : byte;
	}
	return bytes;
}

} // namespace

std::vector<std::string> parse_corpus(std::string_view text) {
	std::vector<std::string> inputs;
	for (const std::string_view line : lines_in(text)) {
		if (!line.empty() && !line.starts_with('#')) {
			inputs.push_back(bytes_of(line));
		}
	}
	return inputs;
}

} // namespace agent_runtime::fuzz
