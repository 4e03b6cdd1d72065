#include "offline_conversation.h"

#include "core/built_in/offline_mind.h"
#include "core/built_in/offline_voice.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

using namespace agent_runtime;

namespace {

constexpr std::size_t TURNS = 40;

// In lower case, without punctuation.
std::vector<std::string> spoken_words(const std::string &text) {
	std::vector<std::string> words(1);
	for (const char letter : text) {
		const unsigned char byte = static_cast<unsigned char>(letter);
		if (std::isalnum(byte) != 0 || letter == '\'' || byte >= 0x80) {
			words.back() += static_cast<char>(std::tolower(byte));
		} else if (!words.back().empty()) {
			words.emplace_back();
		}
	}
	if (words.back().empty()) {
		words.pop_back();
	}
	return words;
}

// False for words that do not show what a line is about.
bool is_content_word(const std::string &word) {
	static const std::set<std::string> others = { "about", "after", "again", "also", "always",
		"another", "anybody", "anyone", "been", "before", "begin", "being", "best", "better",
		"both", "came", "come", "could", "does", "done", "each", "else", "enough", "even", "ever",
		"every", "everybody", "find", "first", "from", "give", "goes", "going", "good", "half",
		"have", "here", "into", "just", "keep", "know", "last", "least", "left", "less", "like",
		"little", "long", "look", "made", "make", "many", "mind", "more", "most", "much", "must",
		"myself", "never", "nobody", "nothing", "once", "only", "other", "over", "rather", "right",
		"said", "same", "says", "seen", "shall", "should", "since", "some", "somebody", "someone",
		"something", "still", "such", "take", "talk", "tell", "than", "that", "their", "them",
		"then", "there", "they", "thing", "things", "think", "this", "those", "thought", "time",
		"told", "took", "until", "used", "very", "want", "well", "went", "were", "what", "when",
		"where", "which", "while", "whole", "will", "with", "without", "would", "year", "years",
		"you're", "your", "yours", "greta", "flora", "orin", "hello", "goodbye", "farewell",
		"yes" };
	return word.size() >= 4 && !others.contains(word);
}

bool takes_up(const std::string &line, const std::string &before) {
	const std::vector<std::string> heard = spoken_words(before);
	const std::vector<std::string> said = spoken_words(line);
	return std::any_of(said.begin(), said.end(), [&](const std::string &word) {
		return is_content_word(word) && std::find(heard.begin(), heard.end(), word) != heard.end();
	});
}

// The first six consecutive words that occur twice; empty when there are none.
std::string repeated_run(const std::vector<RememberedLine> &lines) {
	constexpr std::size_t RUN = 6;
	std::set<std::string> runs;
	for (const RememberedLine &line : lines) {
		const std::vector<std::string> words = spoken_words(line.content);
		for (std::size_t i = 0; i + RUN <= words.size(); ++i) {
			std::string run;
			for (std::size_t k = i; k < i + RUN; ++k) {
				run += words[k] + ' ';
			}
			if (!runs.insert(run).second) {
				return run;
			}
		}
	}
	return {};
}

// How often each speaker uses each word.
struct WordCounts {
	std::map<std::string, double> counts;
	double total = 0.0;

	void add(const std::string &text) {
		for (const std::string &word : spoken_words(text)) {
			counts[word] += 1.0;
			total += 1.0;
		}
	}

	double log_likelihood(const std::string &text) const {
		constexpr double SMOOTHING = 0.5;
		constexpr double VOCABULARY = 3'000.0;
		double sum = 0.0;
		for (const std::string &word : spoken_words(text)) {
			const auto found = counts.find(word);
			const double count = found != counts.end() ? found->second : 0.0;
			sum += std::log((count + SMOOTHING) / (total + SMOOTHING * VOCABULARY));
		}
		return sum;
	}
};

// Everything that one speaker has said, without names.
std::string words_of_speaker(const std::vector<RememberedLine> &lines, const std::string &name) {
	std::string text;
	for (const RememberedLine &line : lines) {
		if (line.sender_name != name) {
			continue;
		}
		for (const std::string &word : spoken_words(line.content)) {
			text += word == "greta" || word == "flora" || word == "orin" ? "" : word + ' ';
		}
	}
	return text;
}

OfflineConversation conversation_of(const std::string &topic, std::uint64_t seed) {
	return { topic, { three_personas()[1], three_personas()[0] }, seed, "" };
}

} // namespace

TEST_SUITE("conversations of offline minds") {
	TEST_CASE("half of the measured topics are not in the data file") {
		bool is_known = true;
		for (const OfflineConversation &conversation : fifty_conversations()) {
			CHECK_MESSAGE(facts_about(conversation.topic).empty() != is_known, conversation.topic);
			is_known = !is_known;
		}
	}

	TEST_CASE("in forty turns no six words in a row come twice") {
		for (const OfflineConversation &conversation : fifty_conversations()) {
			const std::vector<RememberedLine> lines = conversation.lines(TURNS);
			CHECK_MESSAGE(lines.size() == TURNS, conversation.topic);
			CHECK_MESSAGE(repeated_run(lines) == "", conversation.topic);
		}
	}

	TEST_CASE("the same holds of two who are alike, and of any other seed") {
		for (std::uint64_t seed = 100; seed < 200; ++seed) {
			OfflineConversation conversation = conversation_of("the price of umbrellas", seed);
			conversation.speakers[0] = three_personas()[seed % 3];
			conversation.speakers[1] = three_personas()[seed / 3 % 3];
			CHECK_MESSAGE(repeated_run(conversation.lines(TURNS)) == "", seed);
		}
	}

	TEST_CASE("at least seven turns of ten take up a content word of the turn before") {
		for (const OfflineConversation &conversation : fifty_conversations()) {
			const std::vector<RememberedLine> lines = conversation.lines(TURNS);
			double taken_up = 0.0;
			for (std::size_t i = 1; i < lines.size(); ++i) {
				taken_up += takes_up(lines[i].content, lines[i - 1].content) ? 1.0 : 0.0;
			}
			CHECK_MESSAGE(taken_up / (TURNS - 1) >= 0.7, conversation.topic);
		}
	}

	TEST_CASE("three personas are told apart by their words alone") {
		const std::vector<OfflineConversation> all = fifty_conversations();
		std::map<std::string, WordCounts> learned;
		for (std::size_t i = 0; i < all.size() / 2; ++i) {
			const std::vector<RememberedLine> lines = all[i].lines(TURNS);
			for (const Persona &speaker : all[i].speakers) {
				learned[speaker.name].add(words_of_speaker(lines, speaker.name));
			}
		}
		REQUIRE(learned.size() == 3);
		double right = 0.0;
		double wrong = 0.0;
		for (std::size_t i = all.size() / 2; i < all.size(); ++i) {
			const std::vector<RememberedLine> lines = all[i].lines(TURNS);
			for (const Persona &speaker : all[i].speakers) {
				const std::string text = words_of_speaker(lines, speaker.name);
				const auto guess = std::max_element(
						learned.begin(), learned.end(), [&](const auto &left, const auto &other) {
							return left.second.log_likelihood(text) <
									other.second.log_likelihood(text);
						});
				(guess->first == speaker.name ? right : wrong) += 1.0;
			}
		}
		CHECK(right + wrong == 50.0);
		CHECK(right / (right + wrong) >= 0.9);
	}

	TEST_CASE("the voice comes from what the persona says, not from who has it") {
		const auto first_line = [](const Persona &persona) {
			OfflineConversation conversation = conversation_of("lost gloves", 7);
			conversation.speakers[0] = persona;
			return conversation.lines(1).at(0).content;
		};
		const std::string grumpy = first_line({ "Ann", "baker", "Gruff. Never smiles." });
		CHECK(first_line({ "Bea", "pilot", "A gruff old bird." }) == grumpy);
		CHECK(first_line({ "Ann", "baker", "Merry as the day is long." }) != grumpy);
		CHECK(first_line({ "Ann", "baker", "" }) == first_line({ "Ann", "baker", "" }));
	}

	TEST_CASE("a talk begins with its topic and ends with goodbyes of both") {
		const std::vector<RememberedLine> lines = conversation_of("lost gloves", 3).lines(100);
		REQUIRE(lines.size() == TURNS);
		CHECK(lines.front().content.find("lost gloves") != std::string::npos);
		CHECK(lines[1].content.find("gloves") != std::string::npos);
		for (const std::size_t last : { TURNS - 2, TURNS - 1 }) {
			const std::string &bye = lines[last].content;
			const bool is_bye = bye.find("Goodbye") != std::string::npos ||
					bye.find("oodbye") != std::string::npos;
			CHECK_MESSAGE(is_bye, bye);
		}
	}

	TEST_CASE("the end keyword stands at the very end of the goodbye, and nowhere else") {
		OfflineConversation conversation = conversation_of("lost gloves", 3);
		conversation.end_keyword = "[END]";
		const std::vector<RememberedLine> lines = conversation.lines(100);
		REQUIRE(lines.size() == TURNS);
		for (std::size_t i = 0; i < lines.size(); ++i) {
			CHECK(lines[i].content.ends_with(" [END]") == (i + 2 >= TURNS));
			const std::size_t at = lines[i].content.find("[END]");
			CHECK((at == std::string::npos || at + 5 == lines[i].content.size()));
		}
	}

	TEST_CASE("who is told goodbye at once says so too, and keeps the keyword to itself") {
		OfflineConversation conversation = conversation_of("lost gloves", 3);
		conversation.end_keyword = "[END]";
		const MindRequest request =
				conversation.request_after({ { AgentId(1), "Flora", "Goodbye, I must run!" } });
		const Result<MindAction> action = OfflineMind().think(request);
		REQUIRE(action.ok());
		REQUIRE(std::holds_alternative<SpeakAction>(action.value()));
		const std::string &bye = std::get<SpeakAction>(action.value()).content;
		CHECK(bye.find("oodbye") != std::string::npos);
		CHECK(bye.find("[END]") == std::string::npos);
	}

	TEST_CASE("a player may talk on for ever, and is never sent away") {
		OfflineConversation conversation = conversation_of("lost gloves", 3);
		for (std::uint32_t turn = 0; turn < 100; ++turn) {
			MindRequest request = conversation.request_after({});
			request.turn = turn;
			request.answer_to = ParticipantId::player(0);
			request.last_lines = { { request.answer_to, "Player", "And what of the gloves?" } };
			const Result<MindAction> action = OfflineMind().think(request);
			REQUIRE(action.ok());
			REQUIRE(std::holds_alternative<SpeakAction>(action.value()));
			const std::string &answer = std::get<SpeakAction>(action.value()).content;
			CHECK_MESSAGE(answer.find("oodbye") == std::string::npos, answer);
		}
	}

	TEST_CASE("what is pinned comes up in a talk") {
		OfflineConversation conversation = conversation_of("lost gloves", 3);
		std::vector<RememberedLine> lines = conversation.lines(18);
		MindRequest request = conversation.request_after(lines);
		request.turn = 9; // the turn at which the first speaker recalls
		request.last_lines = { lines.back() };
		request.pinned = { { AgentId(2), "Greta", "Never forget the zeppelin." } };
		const Result<MindAction> action = OfflineMind().think(request);
		REQUIRE(action.ok());
		const SpeakAction *words = std::get_if<SpeakAction>(&action.value());
		REQUIRE(words != nullptr);
		CHECK_MESSAGE(words->content.find("the zeppelin") != std::string::npos, words->content);
	}
}
