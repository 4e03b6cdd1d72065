#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace agent_runtime {

// A few hundred words, each with a small number, found in some nanoseconds.
// Thread rule: immutable once filled.
class WordTable {
public:
	static constexpr std::size_t LONGEST = 24; // bytes; longer words are never found

	// In lower case, of text that outlives the table. A word that is there keeps its number.
	void add(std::string_view word, std::uint8_t value);
	// All words of a text that are divided by spaces.
	void add_all(std::string_view words, std::uint8_t value);
	// In upper or lower case; 0: it is not there.
	std::uint8_t find(std::string_view word) const;

private:
	static constexpr std::size_t SLOTS = 4'096; // far more than words, and a power of two

	struct Slot {
		std::string_view word;
		std::uint8_t value = 0;
	};

	std::vector<Slot> slots_ = std::vector<Slot>(SLOTS);
	std::size_t count_ = 0;
};

} // namespace agent_runtime
