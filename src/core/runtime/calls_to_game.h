#pragma once

#include "core/agents/call_book.h"
#include "core/agents/event_pump.h"
#include "core/agents/outbox.h"
#include "core/base/clock.h"
#include "core/runtime/live_world.h"
#include "core/runtime/runtime_options.h"
#include "core/runtime/tool_desk.h"
#include "core/store/id_marks.h"

namespace agent_runtime {

// Calls on their way to the game, or to the tools of the runtime itself: each is entered in the
// book with the time that it may take, and shown by the pump or given to the ToolDesk. CallRequests
// receives the game's answers.
// Owned by Runtime. Thread rule: take() sim thread only; the rest any thread.
class CallsToGame {
public:
	// All references must outlive it.
	CallsToGame(const RuntimeOptions &options, const Clock &clock, const Logger &log,
			CallBook &calls, EventPump &pump, IdMarks &ids, LiveWorld &world, ToolDesk &tools);

	// Makes the calls of a step, and withdraws those that it has given up. A call whose number
	// might be given again is not made, and has failed.
	void take(StepOutput &output);

	// For a call that is made outside of steps and has chosen its own number.
	void ask(const GameCall &call);
	// It is no longer open, and the game is told as soon as it reads its events.
	void withdraw(const GameCall &call);

private:
	void refuse_uncovered(StepOutput &output);
	// Returns its deadline.
	RealTime open(const GameCall &call);
	Micros time_for(CallKind kind) const;
	void make(const GameCall &call, RealTime deadline);

	const RuntimeOptions &options_;
	const Clock &clock_;
	const Logger log_;
	CallBook &calls_;
	EventPump &pump_;
	IdMarks &ids_;
	LiveWorld &world_;
	ToolDesk &tools_;
};

} // namespace agent_runtime
