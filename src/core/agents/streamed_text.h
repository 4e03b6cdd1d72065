#pragma once

#include "core/base/mutex.h"
#include "core/log/published.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace agent_runtime {

// What a mind has written and nobody was shown yet.
struct TextPiece {
	AgentId agent;
	std::string text;
	bool begins = false; // what was shown before belongs to another text, or is void
};

// What minds are writing at the moment: a buffer for each agent, emptied as a whole, so that a
// reader that comes seldom sees a few long pieces. Nothing of it is stored. The speech that
// follows, or the failure, makes the rest stale.
// Thread rule: any thread.
class StreamedText {
public:
	// `begins`: the first piece of a text.
	void append(AgentId agent, std::string_view text, bool begins);
	void discard_stale(const PublishedEvent &event);
	// Returns each piece once, in the order in which agents began to wait.
	std::optional<TextPiece> take();

private:
	Mutex mutex_;
	std::unordered_map<AgentId, TextPiece> waiting_ AR_GUARDED_BY(mutex_);
	// Agents in waiting_, and some that have left it.
	std::deque<AgentId> order_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
