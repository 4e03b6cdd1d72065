#pragma once

#include "core/agents/event.h"
#include "core/agents/game_call.h"
#include "core/agents/newest_calls.h"
#include "core/base/mutex.h"

#include <atomic>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <variant>

namespace agent_runtime {

// What the game is told without waiting for events.
using UrgentCall = std::variant<GameCall, CancelledWalk>;

// Calls on their way to the game, in the order in which they were put in, by any thread. A call
// about an agent waits until the game has been shown that the agent is alive, because that is when
// a game makes the object to move. Owned by the pump.
// Thread rule: any thread.
class EarlyCalls {
public:
	// These events, which are on their way, bring agents to life or end them. Nothing more is asked
	// about those that end.
	void expect(std::span<const Event> events);
	void put(UrgentCall call);
	// The game has been shown that the agent is alive.
	void shown(AgentId agent);
	// Some agents will never be shown, so nothing waits any more.
	void shown_all();
	// The next call that need not wait; nothing when there is none.
	std::optional<UrgentCall> take();
	// A walk was over before the game was asked for it, so the game must not get its cancellation
	// either.
	void note_unseen(CallId walk);
	// Whether the cancelled walk was such a walk.
	bool take_unseen(CallId walk);

private:
	void release(std::deque<UrgentCall> &calls) AR_REQUIRES(mutex_);
	void drop(AgentId agent) AR_REQUIRES(mutex_);

	std::atomic<bool> has_ready_{ false }; // whether ready_ holds any; set with the mutex held
	Mutex mutex_;
	std::set<AgentId> expected_ AR_GUARDED_BY(mutex_);
	// For agents that are expected.
	std::map<AgentId, std::deque<UrgentCall>> waiting_ AR_GUARDED_BY(mutex_);
	std::deque<UrgentCall> ready_ AR_GUARDED_BY(mutex_);
	NewestCalls unseen_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
