#pragma once

#include "core/agents/call_book.h"
#include "core/agents/call_messages.h"
#include "core/runtime/call_answer.h"
#include "core/runtime/live_world.h"
#include "core/runtime/model_desk.h"

#include <memory>
#include <string>

namespace agent_runtime {

// Receives the game's answers to its calls.
// Owned by Runtime. Thread rule: any thread.
class CallRequests {
public:
	using Types = CallAnswerTypes;

	// `models` is set before the first answer.
	CallRequests(CallBook &calls, LiveWorld &world, const std::unique_ptr<ModelDesk> &models) :
			calls_(calls),
			world_(world),
			models_(models) {}

	Status answer(const WalkArrived &answer);
	Status answer(const WalkBlocked &answer);
	Status answer(const ActionCompleted &answer);
	Status answer(const ActionFailed &answer);
	Status answer(const ContextGiven &answer);
	Status answer(const ToolCompleted &answer);
	Status answer(const ToolFailed &answer);
	Status answer(const ThoughtAnswered &answer);
	Status answer(const ThoughtFailed &answer);

	// The same for callers in this process, for any kind of call.
	Status take(const CallAnswer &answer);
	// What the game's own mind has written so far, after what it wrote before.
	Status stream_thought(CallId call, std::string text);

private:
	Status end(const CallAnswer &answer);

	CallBook &calls_;
	LiveWorld &world_;
	const std::unique_ptr<ModelDesk> &models_;
};

} // namespace agent_runtime
