#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace agent_runtime {

// A few hundred words, each with a small number, found in a few nanoseconds.
// Thread rule: immutable once filled.
class WordTable {
public:
	static constexpr std::size_t LONGEST = 24; // in bytes; longer words are never found

	// Adds a word in lower case; its text must outlive the table. A word that is already there
	// keeps its number.
	void add(std::string_view word, std::uint8_t value);
	// Adds all words of a text, separated by spaces.
	void add_all(std::string_view words, std::uint8_t value);
	// Ignores case; 0: it is not there.
	std::uint8_t find(std::string_view word) const;

private:
	// a power of two, and far larger than the number of words
	static constexpr std::size_t SLOTS = 4'096;

	struct Slot {
		std::string_view word;
		std::uint8_t value = 0;
	};

	std::vector<Slot> slots_ = std::vector<Slot>(SLOTS);
	std::size_t count_ = 0;
};

} // namespace agent_runtime
