#pragma once

#include "core/agents/call_book.h"
#include "core/agents/game_call.h"

#include <string>
#include <string_view>

namespace agent_runtime {

// The game's answer to a call.
// Thread rule: immutable.
struct CallAnswer {
	CallId call;
	CallKind kind = CallKind::walk;
	CallOutcome outcome = CallOutcome::done;
	std::string reason = {}; // when it could not be done
	// For an action or a tool, JSON; for a mind, words or an action, as JSON; otherwise what the
	// agent perceives.
	std::string result = {};
};

// Why a call of this kind failed, if the game gives no reason.
// Thread rule: any thread.
std::string_view usual_reason(CallKind kind);

} // namespace agent_runtime
