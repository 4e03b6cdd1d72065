#include "core/built_in/offline_words.h"

#include "core/built_in/offline_phrases.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace agent_runtime {

namespace {

constexpr std::string_view DETERMINERS = "the a an my your our his their this that these those "
										 "every each some any no another which whose both";
constexpr std::string_view PREPOSITIONS =
		"of in on at by for with about from into onto over under between through during against "
		"without within upon towards toward near beside behind across along around like than as";
constexpr std::string_view SUBJECTS =
		"i you we they he she it to can could will would shall should may might must let lets "
		"please do does did don't doesn't didn't can't won't couldn't wouldn't i'll you'll we'll "
		"who everybody nobody somebody anybody everyone someone people don dont";
constexpr std::string_view ADJECTIVES =
		"old new good bad big small little long short great other same own first second last next "
		"young early late few many much more most own real true whole best better worst worse "
		"nice fine quiet slow quick hard easy high deep cold warm hot dry wet red blue green white "
		"black yellow brown grey strange lovely clever rusty tall wide narrow heavy light dark "
		"bright broken empty full right wrong left important different favourite favorite sure "
		"happy tired beautiful ugly single only certain local clean dirty loud soft sharp odd";
constexpr std::string_view COMMON_WORDS =
		"about after again ago agree agreed ahead all almost alone already also although always am "
		"and are aren't away back be became because become been before began begin being believe "
		"below bit but came can cannot colleague come comes could couldn't day days did "
		"differently "
		"doing done down each either else enough er even ever every exactly example feel felt find "
		"first follows forget found gave get gets getting give given gives go goes going gone got "
		"had happen happened happens has have haven't having hello her here hers hey hi him how "
		"however if i'm i've is isn't its itself just keep keeps kept kind know known knows later "
		"least less let's likely long look looked looking looks lot made make makes making maybe "
		"me "
		"mean means mine moment more much myself near nearly need needs neither never nobody none "
		"nor not nothing now off often oh ok okay once one ones or others ours out perhaps player "
		"please point put quite rather really remember reminds right said same saw say saying says "
		"see seem seems seen shall shalln't she'd should show since small smaller so something "
		"sometimes soon sort still such sure take taken takes taking talk talked talking tell "
		"tells "
		"than thank thanks that's their them themselves then there there's these thing things "
		"think "
		"thinking think's thinks though thought thus till time times today together told tomorrow "
		"tonight too took tried try trying turn turned until up us use used using usual very wait "
		"want wanted wants was wasn't way we're we've week weeks well went were weren't what "
		"what's "
		"when where wherever whether while whoever whom why with won wonder word words work "
		"working "
		"works would yeah year years yes yesterday yet you're you've yours yourself anything "
		"everything anyway instead itself indeed actually probably certainly simply ask asked asks "
		"answer bring brought call called care change course deal describe discuss explain guess "
		"hear heard help hold hope idea imagine interesting leave like liked likes live lives lose "
		"love meet met might mind move open play possible question read reason run running self "
		"set should've sit sounds speak speaking spend stand start started stay stop suppose "
		"telling thanks true understand walk watch write evening morning afternoon night goodbye "
		"bye farewell greetings welcome ah aha ha hm hmm uh um well-being i'd you'd we'd they'd "
		"it'll they'll it's they're he's she's who's isn't shouldn't half two three four five six "
		"seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty thirty dozen "
		"hundred thousand grow grows growing tend tends keeping fond "
		"thoughts walks listens loves hates tells collects trusts believes remembers plays sings "
		"reads writes talks laughs dreams drinks eats sleeps smokes hums paints builds lately "
		"always nowadays especially mostly mainly usually quickly slowly "
		"finally";
// In the forms that they have at the beginning of a sentence and within one.
constexpr std::string_view FAREWELLS[] = { "oodbye", "arewell", "ood night", "Bye", " bye" };
constexpr std::size_t SHORTEST_MENTION = 4;
constexpr std::size_t LONGEST_MENTION = 40;
constexpr int SURE = 3;
constexpr int LIKELY = 2;
constexpr int POSSIBLE = 1;

template <typename Callback>
void for_each_phrase(Callback callback) {
	const auto call_for_all = [&](const auto &phrases) {
		for (const std::string_view phrase : phrases) {
			callback(phrase);
		}
	};
	for (const TemperPhrases &temper : tempers()) {
		for (const Phrases &phrases : temper.acts) {
			call_for_all(phrases);
		}
	}
	for (const CraftPhrases &craft : crafts()) {
		call_for_all(craft.claims);
		call_for_all(craft.stories);
	}
	for (const TopicPhrases &topic : known_topics()) {
		call_for_all(topic.facts);
	}
}

void add_words_of_kind(WordTable &table, std::string_view words, WordKind kind) {
	table.add_all(words, static_cast<std::uint8_t>(kind));
}

// Adds the words in brackets from our own phrases, since we know what they are.
void add_hooks(WordTable &table, std::string_view phrase) {
	for (std::size_t i = 0; i < phrase.size(); ++i) {
		if (phrase[i] == '[' || phrase[i] == '<') {
			const std::size_t end = phrase.find_first_of("]>", i);
			add_words_of_kind(table, phrase.substr(i + 1, end - i - 1),
					phrase[i] == '[' ? WordKind::thing : WordKind::matter);
			i = end;
		}
	}
}

WordTable make_words() {
	WordTable table;
	for_each_phrase([&](std::string_view phrase) { add_hooks(table, phrase); });
	add_words_of_kind(table, DETERMINERS, WordKind::determiner);
	add_words_of_kind(table, PREPOSITIONS, WordKind::preposition);
	add_words_of_kind(table, SUBJECTS, WordKind::subject);
	add_words_of_kind(table, ADJECTIVES, WordKind::adjective);
	add_words_of_kind(table, COMMON_WORDS, WordKind::common);
	return table;
}

WordKind kind_of_word(std::string_view word) {
	static const WordTable table = make_words();
	return static_cast<WordKind>(table.find(word));
}

bool ends_like(std::string_view word, std::initializer_list<std::string_view> endings) {
	return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
		return word.size() > ending.size() + 2 && word.ends_with(ending);
	});
}

bool may_be_plural(std::string_view word) {
	return word.ends_with('s') && !ends_like(word, { "ss", "us", "is", "'s" });
}

bool may_be_matter(std::string_view word) {
	return ends_like(word,
			{ "ing", "ness", "ity", "tion", "sion", "ment", "ship", "ism", "ology", "ics", "ence",
					"ance", "ture", "hood", "ery", "phy", "age", "ium", "lore" });
}

bool is_name_like(std::string_view word) {
	const auto is_upper = [](char letter) { return letter >= 'A' && letter <= 'Z'; };
	return is_upper(word[0]) && !is_upper(word[1]);
}

// Goes through the words of a text and remembers what stands before each.
class MentionScan {
public:
	MentionScan(std::string_view text, bool is_title) :
			text_(text),
			is_title_(is_title) {}

	Mentions run() {
		for_each_word(text_, [&](std::string_view word) { take(word); });
		end_run();
		return found_;
	}

private:
	void take(std::string_view word) {
		const std::size_t at = static_cast<std::size_t>(word.data() - text_.data());
		if (at > end_ + 1 || (at > end_ && text_[end_] != ' ')) {
			end_run();
			determined_ = after_subject_ = after_preposition_ = false;
		}
		begins_sentence_ = is_start(word);
		end_ = at + word.size();
		const WordKind kind = kind_of_word(word);
		if (kind == WordKind::thing || kind == WordKind::matter) {
			take_known(word, kind);
		} else if (kind == WordKind::unknown && is_sound(word)) {
			take_unknown(word);
		} else {
			end_run(kind == WordKind::determiner);
			determined_ =
					kind == WordKind::determiner || (determined_ && kind == WordKind::adjective);
			after_subject_ =
					kind == WordKind::subject || (after_subject_ && kind == WordKind::adjective);
			after_preposition_ = kind == WordKind::preposition ||
					(after_preposition_ && kind == WordKind::adjective);
		}
	}

	void take_known(std::string_view word, WordKind kind) {
		first_ = second_ = {};
		if (!after_subject_ || determined_) {
			add(word, kind == WordKind::thing ? Mention::Shape::with_the : Mention::Shape::bare,
					SURE);
		}
		determined_ = after_subject_ = after_preposition_ = false;
	}

	void take_unknown(std::string_view word) {
		if (first_.empty()) {
			first_ = word;
			first_begins_ = begins_sentence_;
			run_determined_ = determined_;
			run_after_preposition_ = after_preposition_;
			run_after_subject_ = after_subject_;
		} else if (second_.empty()) {
			second_ = word;
		} else {
			third_ = true;
		}
		determined_ = after_subject_ = after_preposition_ = false;
	}

	// "the rusty pump", "the tomatoes taste", "urban beekeeping", "robots dream"
	void end_run(bool has_object = false) {
		if (first_.empty()) {
			return;
		}
		// "paper kites": of two words without an article, the plural one is the thing.
		const bool second_is_verb =
				has_object || (run_determined_ && ends_like(second_, { "s", "ed", "ly" }));
		const bool alone = second_.empty() || third_ || second_is_verb || may_be_plural(first_);
		const std::string_view both(first_.data(),
				second_.empty() ? first_.size()
								: static_cast<std::size_t>(second_.data() - first_.data()) +
								second_.size());
		if (run_determined_) {
			add(alone ? first_ : both, Mention::Shape::with_the, LIKELY);
		} else if (!alone && (is_title_ || may_be_matter(second_) || may_be_plural(second_))) {
			add(both, Mention::Shape::bare, LIKELY);
		} else {
			add_bare(first_, first_begins_ || run_after_subject_, run_after_preposition_);
			if (!second_.empty()) {
				add_bare(second_, false, false);
			}
		}
		first_ = second_ = {};
		third_ = false;
	}

	void add_bare(std::string_view word, bool may_be_verb, bool after_preposition) {
		const bool is_noun = (is_title_ || !may_be_verb) &&
				(is_title_ || after_preposition || may_be_plural(word) || may_be_matter(word) ||
						is_name_like(word));
		add(word, is_noun ? Mention::Shape::bare : Mention::Shape::quoted, is_noun ? POSSIBLE : 0);
	}

	void add(std::string_view text, Mention::Shape shape, int evidence) {
		if (found_.count < Mentions::MOST) {
			const bool is_word = evidence >= LIKELY || may_be_plural(text) || may_be_matter(text);
			const bool has_capital = is_word && is_start(text) && is_name_like(text);
			found_.items[found_.count++] = { text, shape, evidence, has_capital };
		}
	}

	bool is_start(std::string_view word) const {
		const std::size_t at = static_cast<std::size_t>(word.data() - text_.data());
		return at == 0 || (at >= 2 && is_end(text_[at - 2]));
	}

	static bool is_sound(std::string_view word) {
		return word.size() >= SHORTEST_MENTION && word.size() <= LONGEST_MENTION &&
				word.find('\'') == std::string_view::npos;
	}

	static bool is_end(char letter) {
		return letter == '.' || letter == '!' || letter == '?' || letter == ':' || letter == '"';
	}

	std::string_view text_;
	bool is_title_;
	Mentions found_;
	std::size_t end_ = 0; // end of the previous word
	bool determined_ = false;
	bool after_subject_ = false;
	bool after_preposition_ = false;
	bool begins_sentence_ = true;
	// Unknown words in a row.
	std::string_view first_;
	std::string_view second_;
	bool third_ = false;
	bool first_begins_ = false;
	bool run_determined_ = false;
	bool run_after_preposition_ = false;
	bool run_after_subject_ = false;
};

} // namespace

bool is_letter_of_word(char letter) {
	return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
			static_cast<unsigned char>(letter) >= 0x80;
}

Mentions find_mentions(std::string_view text) {
	return MentionScan(text, false).run();
}

Mentions find_mentions_in_title(std::string_view text) {
	return MentionScan(text, true).run();
}

void append_mention(std::string &text, const Mention &mention, bool begins_sentence) {
	if (mention.shape == Mention::Shape::quoted) {
		text += '"';
		text += mention.text;
		text += '"';
		return;
	}
	const bool with_the = mention.shape == Mention::Shape::with_the;
	if (with_the) {
		text += begins_sentence ? "The " : "the ";
	}
	const std::size_t at = text.size();
	text += mention.text;
	if (begins_sentence && !with_the && text[at] >= 'a' && text[at] <= 'z') {
		text[at] = static_cast<char>(text[at] - 'a' + 'A');
	} else if ((!begins_sentence || with_the) && mention.has_capital_of_sentence) {
		text[at] = static_cast<char>(text[at] - 'A' + 'a');
	}
}

bool says_farewell(std::string_view text) {
	return std::any_of(std::begin(FAREWELLS), std::end(FAREWELLS),
			[&](std::string_view each) { return text.find(each) != std::string_view::npos; });
}

} // namespace agent_runtime
