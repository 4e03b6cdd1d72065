#pragma once

#include "core/agents/event.h"
#include "core/agents/game_call.h"
#include "core/agents/newest_calls.h"
#include "core/base/mutex.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <variant>

namespace agent_runtime {

// What is told to the game without waiting behind events.
using UrgentCall = std::variant<GameCall, CancelledWalk>;

// Calls on their way to the game, in the order in which they were put, whichever threads put them.
// Those about agents of whom the game has not been shown that they live wait for that, since it is
// then that a game makes what there is to walk. Owned by the pump.
// Thread rule: any thread.
class EarlyCalls {
public:
	// Those that come to life with these events, which are on their way. Of those that end, nothing
	// is asked any more.
	void expect(std::span<const Event> events);
	void put(UrgentCall call);
	// That the agent lives has been shown.
	void shown(AgentId agent);
	// Of some agents it will never be shown: nothing waits any more.
	void shown_all();
	// The next that need not wait; nothing when there is none.
	std::optional<UrgentCall> take();
	// A walk that was over before the game could be asked for it: its cancellation is not for the
	// game either.
	void note_unseen(CallId walk);
	// Whether the walk that is cancelled was such a one.
	bool take_unseen(CallId walk);

private:
	void release(std::deque<UrgentCall> &calls) AR_REQUIRES(mutex_);
	void drop(AgentId agent) AR_REQUIRES(mutex_);

	Mutex mutex_;
	std::set<AgentId> expected_ AR_GUARDED_BY(mutex_);
	// Of agents that are expected.
	std::map<AgentId, std::deque<UrgentCall>> waiting_ AR_GUARDED_BY(mutex_);
	std::deque<UrgentCall> ready_ AR_GUARDED_BY(mutex_);
	NewestCalls unseen_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
