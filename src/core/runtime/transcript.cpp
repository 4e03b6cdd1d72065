#include "core/runtime/transcript.h"

#include <cctype>
#include <limits>

namespace agent_runtime {

namespace {

constexpr std::string_view MARKS = "\\`*_[]<>|#~";
// At the start of a line, these would begin a list, a quote or a rule.
constexpr std::string_view MARKS_OF_LINES = "-+=";

// Escapes a text so that it shows unchanged.
std::string escaped(std::string_view text) {
	std::string shown;
	bool begins_line = true;
	bool is_number = false; // "1." at the start of a line begins a list, too
	for (const char letter : text) {
		const bool is_digit = std::isdigit(static_cast<unsigned char>(letter)) != 0;
		const bool ends_number = is_number && (letter == '.' || letter == ')');
		if (letter == '\r') {
			continue;
		}
		if (MARKS.find(letter) != std::string_view::npos || ends_number ||
				(begins_line && MARKS_OF_LINES.find(letter) != std::string_view::npos)) {
			shown += '\\';
		}
		shown += letter;
		is_number = is_digit && (begins_line || is_number);
		begins_line = letter == '\n' || (begins_line && letter == ' ');
	}
	return shown;
}

// Line breaks in a text stay line breaks.
std::string paragraph(std::string_view text) {
	std::string shown;
	for (const char letter : escaped(text)) {
		shown += letter == '\n' ? "  \n" : std::string(1, letter);
	}
	return shown;
}

std::string one_line(std::string_view text) {
	std::string shown = escaped(text);
	for (char &letter : shown) {
		letter = letter == '\n' ? ' ' : letter;
	}
	return shown;
}

} // namespace

std::string transcript_markdown(const StoredTalk &talk, const std::vector<StoredTalkLine> &lines) {
	const TalkSettings &settings = *talk.settings;
	std::string text = "# " + one_line(settings.topic) + "\n\n";
	text += "- Conversation: " + settings.id.to_string() + "\n- With: ";
	for (std::size_t i = 0; i < settings.participants.size(); i++) {
		const Participant &each = settings.participants[i];
		text += (i == 0 ? "" : ", ") + one_line(each.name) +
				(each.role.empty() ? "" : " (" + one_line(each.role) + ")");
	}
	text += "\n- Pattern: " + std::string(pattern_name(settings.pattern));
	text += "\n- Began: " + to_iso8601(talk.started_at);
	if (talk.is_active) {
		text += "\n- Goes on";
	} else if (talk.ended_at != WallTime()) {
		text += "\n- Ended: " + to_iso8601(talk.ended_at);
	}
	if (!talk.is_active && talk.reason) {
		text += "\n- Reason: " + one_line(talk_end_name(*talk.reason));
	}
	text += "\n- Turns: " + std::to_string(lines.size()) + "\n";
	for (const StoredTalkLine &line : lines) {
		text += "\n**" + one_line(line.name) + ":** " + paragraph(line.text) + "\n";
	}
	return text;
}

Result<TranscriptReply> read_transcript(Database &database, const StoredTalk &talk) {
	constexpr std::size_t ALL = std::numeric_limits<std::int64_t>::max();
	const Result<std::vector<StoredTalkLine>> lines =
			read_talk_lines(database, talk.settings->id, ALL);
	if (!lines.ok()) {
		return lines.status();
	}
	TranscriptReply transcript{ transcript_markdown(talk, lines.value()), {} };
	for (const StoredTalkLine &line : lines.value()) {
		transcript.messages.push_back(
				{ line.turn, line.agent, line.name, line.text, to_iso8601(line.time) });
	}
	return transcript;
}

} // namespace agent_runtime
