#pragma once

// How objects that a runtime has handed out ask it for something: AgentJob, AgentQuestion. Main
// thread only.

#include "core/base/status.h"
#include "godot/agent_reply.h"
#include "godot/live_runtime.h"
#include "godot/open_replies.h"
#include "godot/script_calls.h"

#include <godot_cpp/classes/ref.hpp>

namespace agent_runtime {

// `p_live` is null where nothing runs any more: then the reply is cancelled. With a problem it
// fails. Called on another thread it has failed already.
template <typename Request>
godot::Ref<AgentReply> ask_live(LiveRuntime *p_live, const char *p_call, const Status &p_problem,
		const Request &p_request, const OpenReplies::Value &p_value) {
	if (const Status thread = check_thread(); !thread.ok()) {
		return AgentReply::refuse_thread(p_call, thread);
	}
	godot::Ref<AgentReply> reply = AgentReply::open(p_call);
	if (p_live == nullptr) {
		reply->complete_later(Status(StatusCode::cancelled, "the runtime was stopped"));
	} else if (!p_problem.ok()) {
		reply->complete_later(p_problem);
	} else {
		p_live->ask(p_request, reply, p_value);
	}
	return reply;
}

} // namespace agent_runtime
