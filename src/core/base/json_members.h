#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent_runtime {

// Goes through the members of a JSON object without building a tree, for data that is read by the
// hundred thousand. It returns each value as it stands in the text, which must outlive this. It
// checks only where members begin and end, so whoever reads a value still has to check it. A name
// with escapes is returned unchanged, too, so it never equals another name.
//
//	JsonMembers members(R"({"name":"Ada","at":{"x":1}})");
//	while (members.next()) { use(members.name(), members.value()); }  // name "Ada", at {"x":1}
//	if (!members.ok()) …
//
// Thread rule: any thread, one at a time.
class JsonMembers {
public:
	explicit JsonMembers(std::string_view text);

	bool next(); // false at the end, and when the text is not an object
	bool ok() const { return state_ != State::broken; }
	std::string_view name() const { return name_; }
	std::string_view value() const { return value_; }

private:
	enum class State { beginning, within, ended, broken };

	bool end_in(State state);
	bool skip_string();
	bool skip_value();
	void skip_blanks();
	bool take(char wanted);

	std::string_view text_;
	std::size_t at_ = 0;
	State state_ = State::beginning;
	std::string_view name_;
	std::string_view value_;
};

// Reads a JSON string without escapes; false for any other value.
bool plain_text_in(std::string_view value, std::string &text);

} // namespace agent_runtime
