#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace agent_runtime {

// Why a conversation is over.
enum class TalkEnd : std::uint8_t {
	keyword, // somebody said the end keyword
	timer, // the failsafe: it lasted as long as it may
	stopped, // by the player, or whoever else asked for it
	agent_lost, // fewer than two are left
	budget, // somebody's thoughts are spent
	max_turns,
	mind_failed, // somebody's mind gave no answer twice in a row
	interrupted, // the runtime ended before the conversation did
};

// "keyword", "timer", …: as in messages and in the database.
// Thread rule: any thread.
std::string_view talk_end_name(TalkEnd end);
// Thread rule: any thread.
std::optional<TalkEnd> parse_talk_end(std::string_view name);

} // namespace agent_runtime
