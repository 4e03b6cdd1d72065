#pragma once

#include "core/agents/call_book.h"
#include "core/agents/event_pump.h"
#include "core/agents/game_call.h"
#include "core/base/clock.h"
#include "core/runtime/live_world.h"
#include "core/runtime/runtime_options.h"
#include "core/tools/tool_box.h"
#include "core/tools/tool_gate.h"

#include <vector>

namespace agent_runtime {

// Has tools used that agents want, all through one gate: those of the runtime itself by the
// ToolBox, those of the game by calling it. Each call stands in the CallBook, whose deadline holds
// for both; its outcome is an input of a later step.
// Owned by Runtime. Thread rule: start() and stop() by its owner; the rest any thread.
class ToolDesk {
public:
	// All references must outlive it.
	ToolDesk(const RuntimeOptions &options, const Clock &clock, const Logger &log, CallBook &calls,
			EventPump &pump, LiveWorld &world);

	// With the options' tools and these. Not ok when one of them cannot be offered.
	Status start(const std::vector<NativeTool> &own = {});
	Status stop() { return box_.stop(); }
	// The tools of the runtime itself, as minds are offered them; null: none.
	ActionTablePtr offered() const { return box_.offered(); }

	// For a call that is in the book.
	void use(const GameCall &call, RealTime deadline);
	void cancel(CallId call) { box_.cancel(call); }
	void cancel_all() { box_.cancel_all(); }

private:
	void end(AgentId agent, CallId call, ToolOutcome outcome);

	const RuntimeOptions &options_;
	const Clock &clock_;
	CallBook &calls_;
	EventPump &pump_;
	LiveWorld &world_;
	ToolGate gate_;
	ToolBox box_;
};

} // namespace agent_runtime
