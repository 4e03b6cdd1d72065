#include "core/built_in/offline_voice.h"

#include "core/built_in/offline_words.h"

#include <algorithm>
#include <array>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_OF_PERSONA = 512; // how many bytes are read
constexpr std::size_t MOST_VOICES = 32; // for tempers or for trades
constexpr int WEIGHT_OF_ROLE = 3; // counts as much as this many words of the persona

using Votes = std::array<int, MOST_VOICES>;

template <typename Entries, typename Member>
WordTable table_of(const Entries &entries, Member member) {
	WordTable table;
	std::uint8_t number = 0;
	for (const auto &entry : entries) {
		table.add_all(entry.*member, ++number);
	}
	return table;
}

const WordTable &words_of_tempers() {
	static const WordTable table = table_of(tempers(), &TemperPhrases::traits);
	return table;
}

const WordTable &words_of_crafts() {
	static const WordTable table = table_of(crafts(), &CraftPhrases::names);
	return table;
}

const WordTable &words_of_topics() {
	static const WordTable table = table_of(known_topics(), &TopicPhrases::names);
	return table;
}

void count_votes(std::string_view text, const WordTable &table, int weight, Votes &votes) {
	for_each_word(text.substr(0, MOST_OF_PERSONA), [&](std::string_view word) {
		const std::uint8_t number = table.find(word);
		if (number > 0) {
			votes[number - 1U] += weight;
		}
	});
}

// The first of those with most votes; nothing when there are none.
std::optional<std::size_t> elected(const Votes &votes) {
	const auto *const most = std::max_element(votes.begin(), votes.end());
	return *most > 0 ? std::optional(static_cast<std::size_t>(most - votes.begin())) : std::nullopt;
}

std::size_t chance_of_text(std::string_view one, std::string_view other, std::size_t choices) {
	std::uint64_t hash = 0xCBF2'9CE4'8422'2325;
	for (const std::string_view text : { one, other }) {
		for (const char letter : text) {
			hash = (hash ^ static_cast<unsigned char>(letter)) * 0x0000'0100'0000'01B3;
		}
	}
	return (hash >> 20) % choices;
}

} // namespace

Voice Voice::of(const Persona &persona) {
	Votes temper_votes{};
	count_votes(persona.persona, words_of_tempers(), 1, temper_votes);
	count_votes(persona.role, words_of_tempers(), 1, temper_votes);
	Votes craft_votes{};
	count_votes(persona.role, words_of_crafts(), WEIGHT_OF_ROLE, craft_votes);
	count_votes(persona.persona, words_of_crafts(), 1, craft_votes);
	const std::span<const TemperPhrases> all_tempers = tempers();
	const std::optional<std::size_t> temper = elected(temper_votes);
	return Voice(
			all_tempers[temper ? *temper
							   : chance_of_text(persona.name, persona.persona, all_tempers.size())],
			crafts()[elected(craft_votes).value_or(crafts().size() - 1)]);
}

Phrases Voice::phrases(TalkAct act) const {
	if (act == TalkAct::craft) {
		return craft_->claims;
	}
	return act == TalkAct::story ? Phrases(craft_->stories)
								 : temper_->acts[static_cast<std::size_t>(act)];
}

bool tells_of_voice(std::string_view text) {
	bool tells = false;
	for_each_word(text,
			[&](std::string_view word) { tells = tells || words_of_tempers().find(word) > 0; });
	return tells;
}

Phrases facts_about(std::string_view text) {
	std::uint8_t number = 0;
	for_each_word(text.substr(0, MOST_OF_PERSONA), [&](std::string_view word) {
		number = number == 0 ? words_of_topics().find(word) : number;
	});
	return number > 0 ? Phrases(known_topics()[number - 1U].facts) : Phrases();
}

} // namespace agent_runtime
