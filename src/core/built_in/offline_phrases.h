#pragma once

// The phrases of the offline mind: its data, separate from the code that puts them together.
//
// A phrase may contain places to fill: {w} a word of what was just said, {t} what the talk is
// about, {topic} the same in full, {e} something from earlier, {own} from the speaker's persona,
// {name} whom it is said to. {w}, {t}, {e} and {own} may turn out to be singular or plural ("the
// ledger", "bees", "patience"), so no verb in the present depends on them. [word] and <word> are
// what the other may take up, as "the word" or as plain "word"; the brackets are not spoken. No two
// phrases share six words in a row, so a talk that uses each once does not repeat itself. Thread
// rule for all: immutable.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace agent_runtime {

using Phrases = std::span<const std::string_view>;

// What a line of talk does.
enum class TalkAct : unsigned char {
	open, // opens a talk and names its topic
	greet, // answers something that offers nothing to talk about
	hello, // stands before the first answer
	react, // stands before one's own words and reacts to what was said
	reply, // the same after a question
	plain, // the same when nothing can be taken up
	claim,
	ask,
	doubt,
	example,
	concede,
	shift, // changes the subject
	recall, // comes back to what was said earlier
	close, // sums up and begins to leave
	bye,
	muse, // talks to oneself
	accept, // accepts an invitation
	decline,
	own, // brings in what the persona likes
	craft, // a claim from the speaker's trade
	story, // an example from that trade
	fact, // about a topic with known facts
};
inline constexpr std::size_t ACTS_OF_TEMPER = 19; // all those before `craft`

// How somebody speaks, whatever the subject.
struct TemperPhrases {
	std::string_view traits; // words in a persona that indicate this temper
	double sociability = 0.0; // how likely it is to accept an invitation
	std::array<Phrases, ACTS_OF_TEMPER> acts;
};

// What somebody says because of their trade.
struct CraftPhrases {
	std::string_view names; // words in a role or persona that indicate this trade
	std::array<std::string_view, 4> claims;
	std::array<std::string_view, 2> stories;
};

struct TopicPhrases {
	std::string_view names; // words in a topic that name it
	std::array<std::string_view, 3> facts;
};

TemperPhrases dry_temper();
TemperPhrases sunny_temper();
TemperPhrases dreamy_temper();
TemperPhrases exact_temper();
TemperPhrases bold_temper();

// All tempers.
std::span<const TemperPhrases> tempers();
// All trades. The last one is for everybody whose trade is not listed.
std::span<const CraftPhrases> crafts();
std::span<const TopicPhrases> known_topics();

} // namespace agent_runtime
