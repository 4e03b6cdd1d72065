#pragma once

// The word by which a mind ends a conversation. What the mind says ends where the word is found,
// and the word is removed before anybody sees, stores or remembers it.

#include <string>
#include <string_view>

namespace agent_runtime {

inline constexpr std::string_view DEFAULT_END_KEYWORD = "[CONVERSATION_END]";

// What is left of a text, and whether the keyword was in it.
struct CutText {
	std::string text;
	bool has_keyword = false;
};

// Ends the text where the keyword begins, so that nothing after it counts. Blanks before the
// keyword go with it, and so do marks of emphasis or quotes that were opened just for it. No text
// contains an empty keyword.
// Thread rule: any thread.
CutText cut_end_keyword(std::string_view text, std::string_view keyword);

// The same for a text that comes in pieces. What might be the beginning of the keyword is held back
// until that is clear. At the very end, the whole text shows it.
// Thread rule: any thread, one at a time.
class KeywordSieve {
public:
	explicit KeywordSieve(std::string_view keyword) :
			keyword_(keyword) {}

	// Returns what can be shown of the text so far and was not returned before.
	std::string feed(std::string_view piece);
	// The keyword has come, and nothing more will be shown.
	bool is_over() const { return is_over_; }
	const std::string &keyword() const { return keyword_; }

private:
	std::string keyword_;
	std::string held_;
	bool is_over_ = false;
};

} // namespace agent_runtime
