#pragma once

#include "core/agents/call_book.h"
#include "core/agents/game_call.h"

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What the game says to a call.
// Thread rule: immutable.
struct CallAnswer {
	CallId call;
	CallKind kind = CallKind::walk;
	CallOutcome outcome = CallOutcome::done;
	std::string reason = {}; // of what could not be done
	// Of an action or a tool, JSON; of a mind, words or an action, as JSON; else what the agent
	// perceives.
	std::string result = {};
};

// As the vocabulary has it: walk_arrived, action_failed and so on.
// Thread rule: any thread.
nlohmann::json to_message(const CallAnswer &answer);

// The reverse; none when the message is no answer to a call. It was checked before.
// Thread rule: any thread.
std::optional<CallAnswer> call_answer_from(const nlohmann::json &message);

// Why a call of this kind failed, when the game gives no reason.
// Thread rule: any thread.
std::string_view usual_reason(CallKind kind);

} // namespace agent_runtime
