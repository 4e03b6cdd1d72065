#pragma once

#include "core/agents/event.h"
#include "core/agents/game_call.h"

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <variant>

namespace agent_runtime {

// What is told to the game without waiting behind events.
using UrgentCall = std::variant<GameCall, CancelledWalk>;

// Calls about agents of whom the game has not been shown that they live: they wait for that, since
// it is then that a game makes what there is to walk. Owned by the pump.
// Thread rule: any thread; `mutex_` guards everything.
class EarlyCalls {
public:
	// Those that come to life with these events, which are on their way. Of those that end, nothing
	// is asked any more.
	void expect(std::span<const Event> events);
	// Keeps the call when it has to wait; otherwise it is for whoever asks.
	bool keep(const UrgentCall &call);
	// That the agent lives has been shown.
	void shown(AgentId agent);
	// Of some agents it will never be shown: nothing waits any more.
	void shown_all();
	// The next that has waited long enough; nothing when there is none.
	std::optional<UrgentCall> take();

private:
	void release(std::deque<UrgentCall> &calls);

	std::mutex mutex_;
	std::set<AgentId> expected_;
	std::map<AgentId, std::deque<UrgentCall>> waiting_; // of agents that are expected
	std::deque<UrgentCall> ready_;
};

} // namespace agent_runtime
