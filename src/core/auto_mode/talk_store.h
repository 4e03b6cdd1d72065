#pragma once

// Conversations that are led, in the database: the tables auto_conversations and auto_messages,
// written turn by turn.
// Thread rule: that of the database.

#include "core/auto_mode/talk_end.h"
#include "core/auto_mode/talk_settings.h"
#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// How many lines of a conversation, the newest, its participants have in mind.
inline constexpr std::size_t LINES_IN_MIND = 16;

struct StoredTalkLine {
	std::uint32_t turn = 0;
	AgentId agent;
	std::string name;
	std::string text;
	WallTime time;
};

// A conversation begins, or goes on after so many turns.
Status store_talk_begin(
		Database &database, const TalkSettings &talk, std::uint32_t turns, WallTime now);
Status store_talk_line(Database &database, ConversationId talk, const StoredTalkLine &line);
Status store_talk_end(Database &database, ConversationId talk, TalkEnd end, WallTime now);

// A conversation as it is stored.
struct StoredTalk {
	TalkSettingsPtr settings;
	bool is_active = false; // or was so when the last runtime ended
	std::optional<TalkEnd> reason; // none: it has not ended
	std::uint32_t turns = 0;
	WallTime started_at;
	WallTime ended_at;
};

// The newest ones, newest first.
Result<std::vector<StoredTalk>> read_talks(Database &database, std::size_t most);
// The newest lines of one conversation, oldest first.
Result<std::vector<StoredTalkLine>> read_talk_lines(
		Database &database, ConversationId talk, std::size_t most);
// How often each of its participants has spoken, in their order.
Result<std::vector<std::uint32_t>> count_talk_turns(
		Database &database, const TalkSettings &settings);

} // namespace agent_runtime
