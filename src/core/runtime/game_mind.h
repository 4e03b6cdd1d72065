#pragma once

#include "core/agents/call_book.h"
#include "core/agents/game_call.h"
#include "core/mind/model.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace agent_runtime {

// A mind that the game provides. The game is given a call with the prompt in it, and answers when
// it is ready, in words or with an action.
// When an agent thinks, that is the call which its thought has already. Whoever else asks gets a
// new call, and an answer in words: speech is its words, waiting is none, and a use of tools is
// written as TextTools reads it. Any other action is a bad answer, since only an agent can do it.
// Thread rule: worker only, that of its calls.
class GameMind : public ModelBackend {
public:
	// Both are called on the thread of the calls, and pass the call on to the game.
	struct Hooks {
		std::function<void(GameCall call)> ask;
		std::function<void(GameCall call)> withdraw; // the answer is no longer wanted
	};

	explicit GameMind(Hooks hooks) :
			hooks_(std::move(hooks)) {}

	std::unique_ptr<ModelCall> start(ModelRequest request, ModelListener &listener) override;

	// Does nothing when the call is not open.
	void wrote(CallId call, std::string_view text);
	void answered(
			CallId call, CallOutcome outcome, const std::string &reason, const std::string &result);

private:
	class Call;

	CallId next_call();

	const Hooks hooks_;
	CallId::Number newest_ = FIRST_CALL_OUTSIDE_STEPS - 1; // call without an agent's thought
	std::map<CallId, Call *> open_;
};

} // namespace agent_runtime
