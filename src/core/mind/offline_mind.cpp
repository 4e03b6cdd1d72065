#include "core/mind/offline_mind.h"

#include "core/base/rng.h"
#include "core/mind/offline_summary.h"
#include "core/mind/topic_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

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

bool is_no_name(std::string_view word, const MindRequest &request, const RememberedLine &said) {
	return word != request.self.name && word != said.sender_name;
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
		if (!is_no_name(word, request, said) || !may_be_topic(word)) {
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

// In company, where others want the word too, a talk winds up by itself: the more of what is
// remembered the thinker has said, the less it has to add. Two alone go on, and players are always
// answered.
bool has_more_to_say(const MindRequest &request, Rng &rng) {
	const auto own = std::count_if(
			request.last_lines.begin(), request.last_lines.end(), [&](const RememberedLine &line) {
				return line.sender == ParticipantId(request.agent);
			});
	constexpr double INTEREST[] = { 0.6, 0.5, 0.3 };
	const std::size_t lines = std::min<std::size_t>(static_cast<std::size_t>(own), 2);
	const bool in_company = request.nearby.size() > 1;
	return request.answer_to.is_player() || rng.chance(INTEREST[lines]) || !in_company;
}

MindAction answer(const MindRequest &request, Rng &rng) {
	const auto is_theirs = [&](const RememberedLine &line) {
		return line.sender == request.answer_to;
	};
	const auto last =
			std::find_if(request.last_lines.rbegin(), request.last_lines.rend(), is_theirs);
	if (last == request.last_lines.rend() || !has_more_to_say(request, rng)) {
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

// A value that a schema of the game's allows; nothing where only words would do.
std::optional<json> value_for(const json &schema, Rng &rng) {
	if (const auto choices = schema.find("enum"); choices != schema.end()) {
		return (*choices)[rng.uniform(choices->size())];
	}
	const std::string type = schema.value("type", "");
	if (type == "boolean") {
		return json(rng.chance(0.5));
	}
	if (type == "integer" || type == "number") {
		const double lowest = schema.value("minimum", 0.0);
		const double highest = schema.value("maximum", lowest + 10.0);
		return json(rng.between(static_cast<std::int64_t>(std::ceil(lowest)),
				static_cast<std::int64_t>(std::floor(highest))));
	}
	return std::nullopt;
}

std::optional<json> arguments_for(const json &schema, Rng &rng) {
	json arguments = json::object();
	const json properties = schema.value("properties", json::object());
	for (const json &name : schema.value("required", json::array())) {
		const std::optional<json> value = value_for(properties.at(name.get<std::string>()), rng);
		if (!value) {
			return std::nullopt;
		}
		arguments[name.get<std::string>()] = *value;
	}
	return arguments;
}

// One of the game's actions, if it knows how to call it.
std::optional<MindAction> action_of_game(const MindRequest &request, Rng &rng) {
	if (request.actions == nullptr || request.actions->all().empty()) {
		return std::nullopt;
	}
	const std::map<std::string, ActionInfo> &all = request.actions->all();
	const auto chosen =
			std::next(all.begin(), static_cast<std::ptrdiff_t>(rng.uniform(all.size())));
	const std::optional<json> arguments = arguments_for(chosen->second.schema, rng);
	return arguments ? std::optional(MindAction(GameAction{ chosen->first, arguments->dump() }))
					 : std::nullopt;
}

MindAction invitation_to_talk(const MindRequest &request, Rng &rng) {
	const Neighbour &partner = request.nearby[rng.uniform(request.nearby.size())];
	const std::string_view word =
			request.last_lines.empty() ? "" : topic_of(request, request.last_lines.back());
	return CollaborateAction{ partner.agent, word.empty() ? "the day" : std::string(word), false };
}

MindAction work(const MindRequest &request, Rng &rng) {
	const std::uint64_t dice = rng.uniform(10);
	if (dice < 3) {
		return CompleteTaskAction{ false, request.task->name + ": done" };
	}
	return dice < 5 ? MindAction(SpeakAction{ "Still at it: " + request.task->name + ".", {} })
					: MindAction(WaitAction{});
}

MindAction own_accord(const MindRequest &request, Rng &rng) {
	if (request.task) {
		return work(request, rng);
	}
	const std::uint64_t dice = rng.uniform(20);
	if (dice < 1 && !request.nearby.empty()) {
		return invitation_to_talk(request, rng);
	}
	if (dice < 5) {
		if (const std::optional<MindAction> action = action_of_game(request, rng)) {
			return *action;
		}
	}
	if (dice < 9) {
		const float dx = static_cast<float>(rng.uniform(5)) - 2.0f;
		const float dy = static_cast<float>(rng.uniform(5)) - 2.0f;
		return MoveAction{ { request.position.x + dx, request.position.y + dy } };
	}
	if (dice < 12) {
		return SpeakAction{ std::string(pick(rng, MUSINGS)), ParticipantId() };
	}
	return WaitAction{};
}

MindAction answer_invitation(const MindRequest &request, Rng &rng) {
	if (request.invitation->to_task && request.task) {
		return AnswerInvitationAction{ false, "I am busy with " + request.task->name };
	}
	return rng.chance(0.75) ? AnswerInvitationAction{ true, "Gladly" }
							: AnswerInvitationAction{ false, "Not now" };
}

} // namespace

Result<MindAction> OfflineMind::think(const MindRequest &request) const {
	Rng rng(request.seed);
	if (request.invitation) {
		return answer_invitation(request, rng);
	}
	return request.answer_to.is_none() ? own_accord(request, rng) : answer(request, rng);
}

Result<std::string> OfflineMind::summarise(const SummaryRequest &request) const {
	return summarise_lines(request);
}

} // namespace agent_runtime
