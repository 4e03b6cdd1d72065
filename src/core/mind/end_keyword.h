#pragma once

// The word by which a mind ends a conversation: found in what it says, which ends there, and taken
// out before anybody sees, stores or remembers it.

#include <string>
#include <string_view>

namespace agent_runtime {

inline constexpr std::string_view DEFAULT_END_KEYWORD = "[CONVERSATION_END]";

// What is left of a text, and whether the keyword was in it.
struct CutText {
	std::string text;
	bool has_keyword = false;
};

// The text ends where the keyword begins: nothing behind it counts. Marks of emphasis or quotes
// that were opened for it alone go with it, and the blanks before it. An empty keyword is in no
// text.
// Thread rule: any thread.
CutText cut_end_keyword(std::string_view text, std::string_view keyword);

// The same for a text that comes in pieces: what might be the beginning of the keyword is held back
// until it is clear; at the very end the words themselves show it.
// Thread rule: any thread, one at a time.
class KeywordSieve {
public:
	explicit KeywordSieve(std::string_view keyword) :
			keyword_(keyword) {}

	// What of the text so far can be shown, beyond what was shown before.
	std::string take(std::string_view piece);
	// The keyword has come: nothing more will be shown.
	bool is_over() const { return is_over_; }
	const std::string &keyword() const { return keyword_; }

private:
	std::string keyword_;
	std::string held_;
	bool is_over_ = false;
};

} // namespace agent_runtime
