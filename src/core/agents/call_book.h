#pragma once

#include "core/agents/game_call.h"
#include "core/agents/newest_calls.h"
#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/base/time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace agent_runtime {

// How a call to the game has ended.
enum class CallOutcome : std::uint8_t {
	done, // the game did what it was asked for
	failed, // the game could not
	unanswered, // the game said nothing before the deadline
};

std::string_view call_outcome_name(CallOutcome outcome);
std::optional<CallOutcome> parse_call_outcome(std::string_view name);

// What was asked of the game and is not answered yet. Each call ends exactly once: whoever takes it
// out of the book first, an answer or the deadline, decides its outcome; what comes later is told
// that the call is not open. Deadlines are real time: a paused world waits no longer for the game.
// A walk that ends here without an answer is remembered until the game has been told: until then
// the game does nothing wrong when it answers.
// Thread rule: any thread.
class CallBook {
public:
	struct Open {
		CallId call;
		AgentId agent;
		CallKind kind = CallKind::walk;
	};
	struct Slow {
		Open call;
		Micros waited{};
	};

	void open(const Open &call, RealTime now, RealTime deadline);
	// What a call that is open asks for.
	std::optional<CallKind> kind_of(CallId call) const;
	// Takes the call out of the book; not_found when it is not open (any more).
	Result<Open> close(CallId call);
	bool is_open(CallId call) const;
	// Its outcome matters no more. False, and nothing done, when it was answered meanwhile.
	bool forget(CallId call);
	// The same of a walk of which the game is to be told; also true when its deadline has come.
	bool cancel(CallId walk);
	// Whether the walk is over and the game has not been told yet.
	bool is_untold(CallId walk) const;
	void told(CallId walk);
	// Takes all of them out, in the order in which they were opened: nobody waits for an outcome
	// any more.
	std::vector<Open> close_all();
	// Takes those out whose deadline has come, in the order in which they were opened.
	std::vector<Open> take_expired(RealTime now);
	// Those of which half the time is over, each once.
	std::vector<Slow> take_slow(RealTime now);
	// When one of the two has something to give.
	std::optional<RealTime> next_deadline() const;
	std::size_t size() const;

private:
	void note_end(const Open &call) AR_REQUIRES(mutex_);

	struct Entry {
		Open call;
		RealTime opened;
		RealTime deadline;
		bool told_slow = false;

		RealTime slow_at() const { return opened + (deadline - opened) / 2; }
	};

	mutable Mutex mutex_;
	std::map<CallId, Entry> open_ AR_GUARDED_BY(mutex_);
	NewestCalls untold_ AR_GUARDED_BY(mutex_); // walks
};

} // namespace agent_runtime
