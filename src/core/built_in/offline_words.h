#pragma once

// How the offline mind reads. It finds what one could talk about in a text, in a form that fits
// into a sentence of its own.
// Thread rule for all: any thread.

#include "core/built_in/word_table.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class WordKind : std::uint8_t {
	unknown,
	common, // used about everything, so not a subject of its own
	determiner, // "the", "my": a noun follows it
	preposition,
	subject, // "I", "to", "will": a verb follows it
	adjective,
	thing, // from our own phrases: "the gauge"
	matter, // from our own phrases: "patience"
};

// Something that a text mentions.
struct Mention {
	enum class Shape : std::uint8_t { none, with_the, bare, quoted };

	std::string_view text; // one or two words of the text where it was found
	Shape shape = Shape::none;
	int evidence = 0; // how certain it is that this is a noun
	bool has_capital_of_sentence = false; // and it is written without a capital elsewhere

	bool empty() const { return shape == Shape::none; }
};

// The first mentions in a text.
struct Mentions {
	static constexpr std::size_t MOST = 12;

	std::array<Mention, MOST> items;
	std::size_t count = 0;

	const Mention *begin() const { return items.data(); }
	const Mention *end() const { return items.data() + count; }
};

Mentions find_mentions(std::string_view text);
// The same for a title, where words without an article are nouns too: "paper kites".
Mentions find_mentions_in_title(std::string_view text);

// Adds "the gauge"; with a capital at the beginning of a sentence.
void append_mention(std::string &text, const Mention &mention, bool begins_sentence);

// Calls back with each word of a text: letters, and what joins them ("don't", "left-handed").
template <typename Callback>
void for_each_word(std::string_view text, Callback callback);

bool is_letter_of_word(char letter);

// Whether a text contains "goodbye" or the like.
bool says_farewell(std::string_view text);

template <typename Callback>
void for_each_word(std::string_view text, Callback callback) {
	std::size_t start = 0;
	for (std::size_t i = 0; i <= text.size(); ++i) {
		const bool joins = i > start && i + 1 < text.size() &&
				(text[i] == '\'' || text[i] == '-') && is_letter_of_word(text[i + 1]);
		if (i < text.size() && (is_letter_of_word(text[i]) || joins)) {
			continue;
		}
		if (i > start) {
			callback(text.substr(start, i - start));
		}
		start = i + 1;
	}
}

} // namespace agent_runtime
