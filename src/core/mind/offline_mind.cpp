#include "core/mind/offline_mind.h"

#include "core/base/rng.h"
#include "core/mind/offline_actions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

using Phrases = std::span<const std::string_view>;

// {word} is a word of the line before, {name} who said it, {role} what the speaker is.
constexpr std::array<std::string_view, 8> ANSWERS = {
	"{name}, what makes you say {word}?",
	"I see {word} a little differently. Let me think of an example.",
	"Agreed about {word}. It reminds me of my first weeks as {role}.",
	"You may be right, {name}. I would still begin with something smaller than {word}.",
	"Tell me more about {word}.",
	"As {role}, I meet {word} nearly every day.",
	"{word}? I had not looked at it from that side.",
	"Fair point, {name}. And what follows from {word}?",
};
constexpr std::array<std::string_view, 5> GREETINGS = {
	"Hello {name}! Good to see you.",
	"Hi {name}. What are you working on?",
	"Nice to meet you, {name}. I am {self}, {role}.",
	"Good day, {name}. Do you have a moment?",
	"Ah, {name}! I was hoping to run into you.",
};
constexpr std::array<std::string_view, 5> MUSINGS = {
	"Quiet today. I like it.",
	"I should write that down before I forget it.",
	"Let me put my notes in order.",
	"Now, where was I?",
	"A short walk would do me good.",
};
// Words that nobody talks about, those of the phrases above among them; in lower case, in order.
constexpr std::array<std::string_view, 61> NO_TOPICS = { "about", "after", "again", "agreed",
	"always", "another", "because", "before", "begin", "colleague", "could", "differently", "every",
	"example", "first", "follows", "going", "hello", "little", "looked", "makes", "maybe", "moment",
	"nearly", "never", "often", "other", "perhaps", "player", "please", "point", "rather", "really",
	"reminds", "right", "shall", "should", "since", "smaller", "something", "still", "thank",
	"thanks", "their", "there", "these", "thing", "things", "think", "those", "though", "thought",
	"today", "together", "until", "weeks", "where", "which", "while", "working", "would" };
static_assert(std::is_sorted(NO_TOPICS.begin(), NO_TOPICS.end()));
constexpr std::size_t SHORTEST_TOPIC = 5;
constexpr std::uint64_t GAME_ACTIONS_ONE_IN = 3; // of the decisions of its own accord
constexpr int ATTEMPTS = 4; // to say what is not remembered as said

std::string_view pick(Rng &rng, Phrases phrases) {
	return phrases[rng.uniform(phrases.size())];
}

bool was_said(const MindRequest &request, std::string_view text, const RememberedLine *but) {
	return std::any_of(
			request.last_lines.begin(), request.last_lines.end(), [&](const RememberedLine &line) {
				return &line != but && line.content.find(text) != std::string::npos;
			});
}

bool may_be_topic(std::string_view word, const MindRequest &request, const RememberedLine &said) {
	if (word.size() < SHORTEST_TOPIC || word == request.self.name || word == said.sender_name) {
		return false;
	}
	std::string lower(word);
	std::transform(lower.begin(), lower.end(), lower.begin(),
			[](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
	return !std::binary_search(NO_TOPICS.begin(), NO_TOPICS.end(), std::string_view(lower));
}

// The longest word of a line, which is its topic often enough; rather one that is new, so that a
// conversation moves on.
std::string_view topic_of(const MindRequest &request, const RememberedLine &said) {
	const std::string_view line = said.content;
	bool best_is_new = false;
	std::string_view best;
	std::size_t start = 0;
	for (std::size_t i = 0; i <= line.size(); i++) {
		if (i < line.size() && std::isalpha(static_cast<unsigned char>(line[i])) != 0) {
			continue;
		}
		const std::string_view word = line.substr(start, i - start);
		start = i + 1;
		if (!may_be_topic(word, request, said)) {
			continue;
		}
		const bool is_new = !was_said(request, word, &said);
		if (is_new > best_is_new || (is_new == best_is_new && word.size() > best.size())) {
			best = word;
			best_is_new = is_new;
		}
	}
	return best;
}

void replace(std::string &text, std::string_view placeholder, std::string_view value) {
	const std::size_t at = text.find(placeholder);
	if (at != std::string::npos) {
		text.replace(at, placeholder.size(), value);
	}
}

std::string fill(std::string_view phrase, const MindRequest &request, const RememberedLine &line,
		std::string_view word) {
	std::string text(phrase);
	replace(text, "{word}", word);
	replace(text, "{name}", line.sender_name);
	replace(text, "{self}", request.self.name);
	replace(text, "{role}", request.self.role.empty() ? "a colleague" : request.self.role);
	text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
	return text;
}

MindAction answer(const MindRequest &request, Rng &rng) {
	const auto is_theirs = [&](const RememberedLine &line) {
		return line.sender == request.answer_to;
	};
	const auto last =
			std::find_if(request.last_lines.rbegin(), request.last_lines.rend(), is_theirs);
	if (last == request.last_lines.rend()) {
		return WaitAction{};
	}
	const std::string_view word = topic_of(request, *last);
	const Phrases phrases = word.empty() ? Phrases(GREETINGS) : Phrases(ANSWERS);
	std::string text;
	for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
		text = fill(pick(rng, phrases), request, *last, word);
		if (!was_said(request, text, nullptr)) {
			break;
		}
	}
	return SpeakAction{ std::move(text), request.answer_to };
}

MindAction own_accord(const MindRequest &request, Rng &rng) {
	if (request.actions != nullptr && rng.uniform(GAME_ACTIONS_ONE_IN) == 0) {
		if (std::optional<GameAction> action = choose_game_action(*request.actions, rng)) {
			return *std::move(action);
		}
	}
	const std::uint64_t dice = rng.uniform(10);
	if (dice < 4) {
		const float dx = static_cast<float>(rng.uniform(5)) - 2.0f;
		const float dy = static_cast<float>(rng.uniform(5)) - 2.0f;
		return MoveAction{ { request.position.x + dx, request.position.y + dy } };
	}
	if (dice < 7) {
		return SpeakAction{ std::string(pick(rng, MUSINGS)), ParticipantId() };
	}
	return WaitAction{};
}

} // namespace

Result<MindAction> OfflineMind::think(const MindRequest &request) const {
	Rng rng(request.seed);
	return request.answer_to.is_none() ? own_accord(request, rng) : answer(request, rng);
}

} // namespace agent_runtime
