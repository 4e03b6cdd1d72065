#include "core/base/json_text.h"

#include "core/base/hexadecimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

constexpr double MOST_WHOLE_NUMBERS = 1e9;

constexpr std::array<char, 32> LETTERS_OF_CONTROLS = [] {
	std::array<char, 32> letters = {}; // 0: it has none and is written by its number
	letters['\b'] = 'b';
	letters['\t'] = 't';
	letters['\n'] = 'n';
	letters['\f'] = 'f';
	letters['\r'] = 'r';
	return letters;
}();

bool stands_for_itself(char byte) {
	return static_cast<unsigned char>(byte) >= 0x20 && byte != '"' && byte != '\\';
}

void append_escaped(std::string &text, char byte) {
	text += '\\';
	if (byte == '"' || byte == '\\') {
		text += byte;
		return;
	}
	const char letter = LETTERS_OF_CONTROLS[static_cast<unsigned char>(byte)];
	if (letter != 0) {
		text += letter;
		return;
	}
	text += 'u';
	append_hexadecimal(text, static_cast<unsigned char>(byte), 4);
}

template <typename Number>
void append_number(std::string &text, Number number) {
	char figures[24];
	text.append(figures, std::to_chars(figures, std::end(figures), number).ptr);
}

} // namespace

void append_json(std::string &text, std::string_view value) {
	text += '"';
	while (!value.empty()) {
		const char *const escaped = std::find_if_not(value.begin(), value.end(), stands_for_itself);
		const std::size_t plain = static_cast<std::size_t>(escaped - value.begin());
		text.append(value.substr(0, plain));
		if (plain < value.size()) {
			append_escaped(text, *escaped);
		}
		value.remove_prefix(std::min(plain + 1, value.size()));
	}
	text += '"';
}

void append_json(std::string &text, double value) {
	const bool is_whole = std::trunc(value) == value && std::abs(value) < MOST_WHOLE_NUMBERS &&
			!(value == 0.0 && std::signbit(value));
	if (is_whole) {
		append_number(text, static_cast<std::int64_t>(value));
		text += ".0";
	} else {
		text += nlohmann::json(value).dump();
	}
}

// Names come from the program itself and need no escapes.
void JsonText::name(std::string_view name) {
	if (text_.back() != '{') {
		text_ += ',';
	}
	text_ += '"';
	text_ += name;
	text_ += "\":";
}

JsonText &JsonText::member(std::string_view name, std::string_view value) {
	this->name(name);
	append_json(text_, value);
	return *this;
}

JsonText &JsonText::member(std::string_view name, double value) {
	this->name(name);
	append_json(text_, value);
	return *this;
}

JsonText &JsonText::member(std::string_view name, bool value) {
	this->name(name);
	text_ += value ? "true" : "false";
	return *this;
}

JsonText &JsonText::member(std::string_view name, std::int64_t value) {
	this->name(name);
	append_number(text_, value);
	return *this;
}

JsonText &JsonText::member(std::string_view name, std::uint64_t value) {
	this->name(name);
	append_number(text_, value);
	return *this;
}

JsonText &JsonText::json(std::string_view name, std::string_view value) {
	this->name(name);
	text_ += value;
	return *this;
}

JsonText &JsonText::begin(std::string_view name) {
	this->name(name);
	text_ += '{';
	return *this;
}

JsonText &JsonText::end() {
	text_ += '}';
	return *this;
}

std::string JsonText::take() {
	end();
	return std::move(text_);
}

} // namespace agent_runtime
