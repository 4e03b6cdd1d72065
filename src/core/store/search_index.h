#pragma once

// Full text search in what was said. The index is filled behind the hot path: a cursor in `meta`
// says how far it has come, and SearchIndex moves it on while nobody writes. What was said in the
// last moments is found a little later.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/idle_task.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Catches the index up.
// Owned by the Writer. Thread rule: worker only (the writer's).
class SearchIndex : public IdleTask {
public:
	Result<bool> run(Database &database) override;
};

struct FoundMessage {
	std::int64_t id = 0; // in agent_conversations
	WallTime timestamp;
	std::string sender;
	std::string content;
	std::string recipient;
};

// What this agent has in its history with all the words of the text, newest first. The text is a
// user's: quotes, operators and punctuation in it mean nothing. No words: nothing is found. The
// agent's own rows are intersected inside the index, so that a common word costs no more than the
// agent has rows.
Result<std::vector<FoundMessage>> search_conversations(
		Database &database, std::string_view agent_id, std::string_view text, std::size_t limit);

} // namespace agent_runtime
