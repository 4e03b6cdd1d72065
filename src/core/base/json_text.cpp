#include "core/base/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

constexpr double MOST_WHOLE_NUMBERS = 1e9;

bool stands_for_itself(std::string_view text) {
	return std::all_of(text.begin(), text.end(), [](unsigned char byte) {
		return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
	});
}

template <typename Number>
void append_number(std::string &text, Number number) {
	char figures[24];
	text.append(figures, std::to_chars(figures, std::end(figures), number).ptr);
}

} // namespace

void append_json(std::string &text, std::string_view value) {
	if (!stands_for_itself(value)) {
		text += nlohmann::json(value).dump();
		return;
	}
	text += '"';
	text += value;
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
