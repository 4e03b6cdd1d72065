#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

// Appends a value as JsonText writes it. A text must be UTF-8.
void append_json(std::string &text, std::string_view value);
void append_json(std::string &text, double value);

// Writes a JSON object member by member, for data that is written by the hundred thousand. It is
// many times as fast as building and dumping a tree of values. The result is identical byte for
// byte when the members come in the order of their names.
//
//	JsonText text;
//	text.member("name", "Ada").begin("position").member("x", 1.5f).end();
//	write(text.take());  // {"name":"Ada","position":{"x":1.5}}
//
// Thread rule: any thread, one at a time.
class JsonText {
public:
	JsonText() { text_ += '{'; }

	JsonText &member(std::string_view name, std::string_view value);
	JsonText &member(std::string_view name, const char *value) {
		return member(name, std::string_view(value));
	}
	JsonText &member(std::string_view name, double value);
	JsonText &member(std::string_view name, float value) {
		return member(name, static_cast<double>(value));
	}
	JsonText &member(std::string_view name, bool value);
	JsonText &member(std::string_view name, std::int64_t value);
	JsonText &member(std::string_view name, std::uint64_t value);

	// Adds a value that is already JSON.
	JsonText &json(std::string_view name, std::string_view value);

	// Begins an inner object. What follows are its members, until end().
	JsonText &begin(std::string_view name);
	JsonText &end();

	// Ends the object.
	std::string take();

private:
	void name(std::string_view name);

	std::string text_;
};

} // namespace agent_runtime
