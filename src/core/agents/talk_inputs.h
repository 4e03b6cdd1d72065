#pragma once

// Conversations that are led: their beginning and their end.
// Thread rule: immutable once posted.

#include "core/agents/input_rows.h"
#include "core/agents/message.h"
#include "core/auto_mode/talk_end.h"
#include "core/auto_mode/talk_settings.h"
#include "core/base/trace_id.h"

#include <cstdint>
#include <vector>

namespace agent_runtime {

// A conversation begins or goes on. Contains what was said in it before, oldest first, and how
// often each participant spoke, in their order. The fields of its settings stand among its own.
// When it was asked to stop before it could go on, it ends in the same step, without a turn.
struct StartTalkInput {
	static constexpr std::string_view KIND = "start_talk";

	TalkSettingsPtr talk;
	std::uint32_t turns = 0;
	std::vector<MessagePtr> lines = {};
	std::vector<std::uint32_t> said = {};
	bool is_stopped = false;
	RequestId stop = {}; // answered if it is set
	TraceId trace = {};

	static constexpr auto fields() {
		return join_rows(part_fields(&StartTalkInput::talk),
				FieldRows{
						bind({ .name = "turns" }, &StartTalkInput::turns),
						lines_field({ .name = "lines" }, &StartTalkInput::lines),
						bind({ .name = "said" }, &StartTalkInput::said),
						bind({ .name = "is_stopped" }, &StartTalkInput::is_stopped),
						number_field({ .name = "stop" }, &StartTalkInput::stop),
				});
	}
};

// A conversation ends. Also reports the end of one that the last runtime left behind.
struct StopTalkInput {
	static constexpr std::string_view KIND = "stop_talk";

	ConversationId talk; // none: all
	TalkEnd end = TalkEnd::stopped;
	std::uint32_t turns = 0; // for one that was left behind
	RequestId request = {}; // answered if it is set
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "conversation_id" }, &StopTalkInput::talk),
			bind({ .name = "end" }, &StopTalkInput::end),
			bind({ .name = "turns" }, &StopTalkInput::turns),
			number_field({ .name = "request" }, &StopTalkInput::request),
		};
	}
};

} // namespace agent_runtime
