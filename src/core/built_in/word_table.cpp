#include "core/built_in/word_table.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace agent_runtime {

namespace {

constexpr std::uint64_t HASH_BASIS = 0xCBF2'9CE4'8422'2325;
constexpr std::uint64_t HASH_PRIME = 0x0000'0100'0000'01B3;

std::uint64_t with_letter(std::uint64_t hash, char letter) {
	return (hash ^ static_cast<unsigned char>(letter)) * HASH_PRIME;
}

} // namespace

void WordTable::add(std::string_view word, std::uint8_t value) {
	assert(count_ < SLOTS / 2 && word.size() <= LONGEST);
	std::uint64_t hash = HASH_BASIS;
	for (const char letter : word) {
		hash = with_letter(hash, letter);
	}
	std::size_t at = hash % SLOTS;
	while (!slots_[at].word.empty()) {
		if (slots_[at].word == word) {
			return;
		}
		at = (at + 1) % SLOTS;
	}
	slots_[at] = { word, value };
	++count_;
}

void WordTable::add_all(std::string_view words, std::uint8_t value) {
	while (!words.empty()) {
		const std::size_t end = std::min(words.find(' '), words.size());
		if (end > 0) {
			add(words.substr(0, end), value);
		}
		words.remove_prefix(std::min(end + 1, words.size()));
	}
}

std::uint8_t WordTable::find(std::string_view word) const {
	if (word.empty() || word.size() > LONGEST) {
		return 0;
	}
	std::array<char, LONGEST> lower;
	std::uint64_t hash = HASH_BASIS;
	for (std::size_t i = 0; i < word.size(); ++i) {
		lower[i] = to_lower(word[i]);
		hash = with_letter(hash, lower[i]);
	}
	const std::string_view wanted(lower.data(), word.size());
	for (std::size_t at = hash % SLOTS; !slots_[at].word.empty(); at = (at + 1) % SLOTS) {
		if (slots_[at].word == wanted) {
			return slots_[at].value;
		}
	}
	return 0;
}

} // namespace agent_runtime
