#include "core/built_in/offline_speech.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace agent_runtime {

namespace {

constexpr Mention THAT{ "that", Mention::Shape::bare, 0 };
constexpr std::size_t LONGEST_TOPIC_SAID = 80; // in bytes
constexpr std::size_t LONGEST_QUESTION_SAID = 160;
constexpr std::size_t USUAL_UTTERANCE = 256;
constexpr int SURELY_NOUN = 2; // enough evidence for a noun
constexpr std::string_view SUMMED_UP = "Mostly about "; // how summaries by offline_summary begin

std::uint64_t key_of_talk(const MindRequest &request, ParticipantId to) {
	const std::uint64_t own = ParticipantId(request.agent).number();
	const std::uint64_t other = to.number();
	std::uint64_t key = request.talk ^ (std::min(own, other) << 40U) ^ (std::max(own, other) << 8U);
	for (const char letter : request.topic) {
		key = (key ^ static_cast<unsigned char>(letter)) * 0x0000'0100'0000'01B3;
	}
	return splitmix64(key);
}

// Takes only the question from a question with remarks.
std::string_view subject_of(std::string_view topic) {
	const std::size_t end = topic.find("? ");
	return end == std::string_view::npos ? topic : topic.substr(0, end + 1);
}

// The parts of a topic that one can talk about. In a question, which is a whole sentence, only
// nouns count.
Mentions parts_of(std::string_view topic) {
	const std::string_view subject = subject_of(topic);
	const Mentions in_title = find_mentions_in_title(subject);
	if (subject.size() == topic.size()) {
		return in_title;
	}
	Mentions nouns;
	for (const Mention &mention : find_mentions(subject)) {
		if (mention.evidence >= SURELY_NOUN && mention.shape != Mention::Shape::quoted) {
			nouns.items[nouns.count++] = mention;
		}
	}
	return nouns.count > 0 ? nouns : in_title;
}

// Shuffles the numbers 0 … n - 1 by a key, and returns where `position` goes.
std::size_t shuffled(std::uint64_t key, std::size_t position, std::size_t n) {
	std::size_t stride = 1 + (key >> 24U) % n;
	while (std::gcd(stride, n) != 1) {
		++stride;
	}
	return (key % n + stride * position) % n;
}

} // namespace

Speech::Speech(const MindRequest &request, ParticipantId to, std::string_view name,
		const RememberedLine *said) :
		request_(request),
		name_(name),
		voice_(Voice::of(request.self)),
		facts_(facts_about(request.topic.empty() && said != nullptr
						? std::string_view(said->content)
						: subject_of(request.topic))),
		side_(to.is_agent() && to < ParticipantId(request.agent) ? 1 : 0),
		key_(key_of_talk(request, to)) {
	text_.reserve(USUAL_UTTERANCE);
	if (said != nullptr) {
		choose_word(*said);
	}
	choose_earlier(said);
	choose_topic();
}

bool Speech::is_name(std::string_view text) const {
	const auto is_in = [&](std::string_view name) {
		return name.find(text) != std::string_view::npos;
	};
	return is_in(request_.self.name) || is_in(name_) || is_in(request_.end_keyword) ||
			std::any_of(request_.nearby.begin(), request_.nearby.end(),
					[&](const Neighbour &neighbour) { return is_in(neighbour.name); });
}

bool Speech::is_new(std::string_view text, const RememberedLine *but) const {
	return std::none_of(request_.last_lines.begin(), request_.last_lines.end(),
			[&](const RememberedLine &line) {
				return &line != but && line.content.find(text) != std::string::npos;
			});
}

// Prefers a word that is certainly a thing, and one that is new, so that the talk moves on. Among
// equals it takes the longest, which is often the subject.
void Speech::choose_word(const RememberedLine &said) {
	const bool is_first = request_.turn == 0 && !request_.topic.empty();
	const std::string_view subject = subject_of(request_.topic);
	if (is_first && said.content.find(subject) != std::string::npos) {
		for (const Mention &mention : parts_of(request_.topic)) {
			word_ = word_.empty() ? mention : word_;
		}
		return;
	}
	int best = -1;
	for (const Mention &mention : find_mentions(said.content)) {
		if (is_name(mention.text)) {
			continue;
		}
		const bool fresh = is_new(mention.text, &said);
		const int length = static_cast<int>(std::min<std::size_t>(mention.text.size(), 63));
		const int score = (mention.evidence * 2 + (fresh ? 1 : 0)) * 64 + length;
		if (score > best) {
			best = score;
			word_ = mention;
		}
	}
}

// Chooses from what is pinned or summarised, or was said some lines ago.
void Speech::choose_earlier(const RememberedLine *said) {
	const auto take_first = [&](std::string_view text) {
		for (const Mention &mention : find_mentions(text)) {
			if (mention.evidence > earlier_.evidence && mention.text != word_.text &&
					!is_name(mention.text)) {
				earlier_ = mention;
			}
		}
	};
	if (request_.last_lines.size() > 2) {
		const RememberedLine &oldest = request_.last_lines.front();
		const RememberedLine &next = request_.last_lines[1];
		const bool is_theirs = said != nullptr && oldest.sender == said->sender;
		take_first(is_theirs ? oldest.content : next.content);
	}
	if (earlier_.empty() && !request_.pinned.empty()) {
		take_first(request_.pinned.back().content);
	}
	const std::size_t summed_up = request_.summary.find(SUMMED_UP);
	if (earlier_.empty() && summed_up != std::string::npos) {
		take_first(std::string_view(request_.summary).substr(summed_up + SUMMED_UP.size(), 128));
	}
}

// Chooses a part of the topic, each time another one.
void Speech::choose_topic() {
	if (request_.topic.empty()) {
		topic_ = THAT;
		return;
	}
	const Mentions parts = parts_of(request_.topic);
	if (parts.count > 0) {
		topic_ = parts.items[request_.turn % parts.count];
		const std::size_t space = topic_.text.find(' ');
		if (space != std::string_view::npos && request_.turn % 2 == 1) {
			topic_.text.remove_prefix(space + 1);
		}
	}
	const bool repeats = topic_.empty() || word_.text.find(topic_.text) != std::string_view::npos;
	topic_ = repeats ? THAT : topic_;
}

bool Speech::finds_own() {
	for (const Mention &mention : find_mentions(request_.self.persona)) {
		if (own_.empty() && mention.evidence > 0 && !tells_of_voice(mention.text) &&
				!is_name(mention.text) &&
				request_.self.role.find(mention.text) == std::string::npos) {
			own_ = mention;
		}
	}
	return !own_.empty() && own_.text != word_.text;
}

std::string_view Speech::chosen(
		Phrases phrases, std::size_t occurrence, bool is_counted, Rng &rng) const {
	const std::size_t count = phrases.size();
	if (!is_counted) {
		return phrases[rng.uniform(count)];
	}
	const std::size_t first_half = count - count / 2;
	const std::size_t position = (occurrence + (side_ == 0 ? 0 : first_half)) % count;
	return phrases[shuffled(key_, position, count)];
}

bool Speech::begins_sentence() const {
	const std::size_t last = text_.find_last_not_of(' ');
	return last == std::string::npos || text_[last] == '.' || text_[last] == '!' ||
			text_[last] == '?';
}

void Speech::fill(std::string_view place) {
	if (place == "w") {
		append_mention(text_, word_.empty() ? THAT : word_, begins_sentence());
	} else if (place == "t") {
		append_mention(text_, topic_, begins_sentence());
	} else if (place == "e") {
		append_mention(text_, earlier_.empty() ? THAT : earlier_, begins_sentence());
	} else if (place == "name") {
		text_ += name_;
	} else if (place == "own") {
		append_mention(text_, own_.empty() ? THAT : own_, begins_sentence());
	} else if (place == "topic") {
		const std::string_view subject = subject_of(request_.topic);
		std::string_view topic = shorten(
				subject, subject.ends_with('?') ? LONGEST_QUESTION_SAID : LONGEST_TOPIC_SAID);
		while (!topic.empty() && (topic.back() == '.' || topic.back() == ' ')) {
			topic.remove_suffix(1);
		}
		const bool is_sentence = topic.find_first_of("?!:.") != std::string_view::npos;
		text_ += is_sentence ? "\"" : "";
		text_ += topic;
		text_ += is_sentence ? "\"" : "";
	}
}

void Speech::say(std::string_view phrase) {
	if (!text_.empty()) {
		text_ += ' ';
	}
	for (std::size_t i = 0; i < phrase.size(); ++i) {
		if (phrase[i] == '{') {
			const std::size_t end = phrase.find('}', i);
			fill(phrase.substr(i + 1, end - i - 1));
			const bool has_ended = text_.ends_with("?\"") || text_.ends_with("!\"");
			i = has_ended && phrase.substr(end + 1) == "." ? end + 1 : end;
		} else if (phrase[i] != '[' && phrase[i] != ']' && phrase[i] != '<' && phrase[i] != '>') {
			text_ += phrase[i];
		}
	}
}

bool Speech::was_said_since(std::size_t start) const {
	const std::string_view text = std::string_view(text_).substr(start);
	return !is_new(text, nullptr);
}

std::string Speech::take() {
	return std::exchange(text_, {});
}

} // namespace agent_runtime
