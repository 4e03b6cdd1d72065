#include "core/built_in/topic_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace agent_runtime {

namespace {

// Words that nobody talks about, including those of the offline mind's phrases; in lower case,
// sorted.
constexpr std::array<std::string_view, 61> NO_TOPICS = { "about", "after", "again", "agreed",
	"always", "another", "because", "before", "begin", "colleague", "could", "differently", "every",
	"example", "first", "follows", "going", "hello", "little", "looked", "makes", "maybe", "moment",
	"nearly", "never", "often", "other", "perhaps", "player", "please", "point", "rather", "really",
	"reminds", "right", "shall", "should", "since", "smaller", "something", "still", "thank",
	"thanks", "their", "there", "these", "thing", "things", "think", "those", "though", "thought",
	"today", "together", "until", "weeks", "where", "which", "while", "working", "would" };
static_assert(std::is_sorted(NO_TOPICS.begin(), NO_TOPICS.end()));
constexpr std::size_t SHORTEST_TOPIC = 5;

} // namespace

bool may_be_topic(std::string_view word) {
	if (word.size() < SHORTEST_TOPIC) {
		return false;
	}
	std::string lower(word);
	std::transform(lower.begin(), lower.end(), lower.begin(),
			[](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
	return !std::binary_search(NO_TOPICS.begin(), NO_TOPICS.end(), std::string_view(lower));
}

} // namespace agent_runtime
