#pragma once

// What the offline mind has to say: its data, apart from how it is put together.
//
// A phrase may hold places to be filled: {w} a word of what was just said, {t} what the talk is
// about, {topic} the same in full, {e} something from earlier, {own} from the speaker's persona,
// {name} whom it is said to. {w}, {t}, {e} and {own} may turn out to be one thing or many ("the
// ledger", "bees", "patience"), so no verb in the present depends on them. [word] and <word> are
// what the other may take up, "the word" and plain "word"; the brackets are not spoken. No two
// phrases share six words in a row: a talk in which each is used once does not repeat itself.
// Thread rule for all: immutable.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace agent_runtime {

using Phrases = std::span<const std::string_view>;

// What one does with a line of talk.
enum class TalkAct : unsigned char {
	open, // a talk, with its topic
	greet, // in answer to nothing that one could talk about
	hello, // in front of the first answer
	react, // to what was said, in front of what one has to say oneself
	reply, // the same to a question
	plain, // the same where nothing can be taken up
	claim,
	ask,
	doubt,
	example,
	concede,
	shift, // to another subject
	recall, // what was said earlier
	close, // sums up, and begins to leave
	bye,
	muse, // to oneself
	accept, // an invitation
	decline,
	own, // brings in what the persona is fond of
	craft, // a claim from the speaker's trade
	story, // an example from it
	fact, // about a topic that it knows
};
inline constexpr std::size_t ACTS_OF_TEMPER = 19; // those before `craft`

// How somebody speaks, whatever about.
struct TemperPhrases {
	std::string_view traits; // words in a persona that tell of it
	double sociability = 0.0; // how likely it accepts an invitation
	std::array<Phrases, ACTS_OF_TEMPER> acts;
};

// What somebody's work brings to mind.
struct CraftPhrases {
	std::string_view names; // words in a role or persona that tell of it
	std::array<std::string_view, 4> claims;
	std::array<std::string_view, 2> stories;
};

struct TopicPhrases {
	std::string_view names; // words in a topic that tell of it
	std::array<std::string_view, 3> facts;
};

TemperPhrases dry_temper();
TemperPhrases sunny_temper();
TemperPhrases dreamy_temper();
TemperPhrases exact_temper();
TemperPhrases bold_temper();

// All of them.
std::span<const TemperPhrases> tempers();
// The last one is for all whose work is none of them.
std::span<const CraftPhrases> crafts();
std::span<const TopicPhrases> known_topics();

} // namespace agent_runtime
