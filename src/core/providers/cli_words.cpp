#include "core/providers/cli_command.h"

#include "core/base/utf8.h"

#include <cctype>

namespace agent_runtime {

namespace {

// a shorter one would remove words from ordinary sentences
constexpr std::size_t SHORTEST_SECRET = 6;
constexpr std::string_view HIDDEN = "[key]";
constexpr std::string_view KEY_BEGINNING = "sk-";
constexpr std::size_t SHORTEST_KEY = 12;

std::string_view heading_of(ModelMessage::Role role) {
	switch (role) {
		case ModelMessage::Role::assistant:
			return "You answered:";
		case ModelMessage::Role::tool:
			return "What came of it:";
		case ModelMessage::Role::user:
			break;
	}
	return "You were told:";
}

std::string words_of(const ModelMessage &message) {
	std::string words = message.text;
	for (const ToolCall &call : message.tool_calls) {
		words += (words.empty() ? "" : "\n") + std::string("(used ") + call.name + " with " +
				call.arguments + ")";
	}
	return message.failed ? "It failed: " + words : words;
}

void hide(std::string &text, const std::string &secret) {
	if (secret.size() < SHORTEST_SECRET) {
		return;
	}
	for (std::size_t at = text.find(secret); at != std::string::npos;
			at = text.find(secret, at + HIDDEN.size())) {
		text.replace(at, secret.size(), HIDDEN);
	}
}

bool is_of_key(char character) {
	const unsigned char byte = static_cast<unsigned char>(character);
	return std::isalnum(byte) != 0 || character == '-' || character == '_' || character == '*';
}

void hide_keys(std::string &text) {
	for (std::size_t at = text.find(KEY_BEGINNING); at != std::string::npos;
			at = text.find(KEY_BEGINNING, at + 1)) {
		std::size_t end = at;
		while (end < text.size() && is_of_key(text[end])) {
			end++;
		}
		if (end - at >= SHORTEST_KEY) {
			text.replace(at, end - at, HIDDEN);
		}
	}
}

// Removes "\x1b[31m" and the like.
std::string without_colours(std::string_view words) {
	std::string text;
	for (std::size_t i = 0; i < words.size(); i++) {
		if (words[i] != '\x1b') {
			text += words[i];
			continue;
		}
		if (i + 1 < words.size() && words[i + 1] == '[') {
			i += 2;
			while (i < words.size() && (words[i] < '@' || words[i] > '~')) {
				i++;
			}
		}
	}
	return text;
}

// Puts the words on one line, as a message needs them.
std::string on_one_line(std::string_view words) {
	std::string text;
	for (const char character : words) {
		const bool is_gap = character == '\n' || character == '\t' || character == ' ';
		if (!is_gap) {
			text += character;
		} else if (!text.empty() && text.back() != ' ') {
			text += ' ';
		}
	}
	while (!text.empty() && text.back() == ' ') {
		text.pop_back();
	}
	return text;
}

} // namespace

std::string flatten_messages(const std::vector<ModelMessage> &messages) {
	if (messages.size() == 1) {
		return messages.front().text;
	}
	std::string text;
	for (const ModelMessage &message : messages) {
		text += (text.empty() ? "" : "\n\n") + std::string(heading_of(message.role)) + "\n" +
				words_of(message);
	}
	return text;
}

std::string clean_program_words(
		std::string_view words, const std::vector<std::string> &secrets, std::size_t longest) {
	std::string text = without_colours(words);
	for (const std::string &secret : secrets) {
		hide(text, secret);
	}
	hide_keys(text);
	text = on_one_line(for_display(text));
	if (text.size() <= longest) {
		return text;
	}
	// The end says more than the beginning, because that is where the error stands.
	std::size_t from = text.size() - longest;
	while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80) {
		from++;
	}
	return "…" + text.substr(from);
}

} // namespace agent_runtime
