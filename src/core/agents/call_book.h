#pragma once

#include "core/agents/game_call.h"
#include "core/agents/newest_calls.h"
#include "core/base/choices.h"
#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/base/time.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace agent_runtime {

// How a call to the game has ended.
enum class CallOutcome : std::uint8_t {
	done, // the game did what was asked
	failed, // the game could not do it
	unanswered, // the game did not answer before the deadline
};

template <>
struct Choices<CallOutcome> {
	static constexpr std::array<std::string_view, 3> NAMES = { "done", "failed", "unanswered" };
	static constexpr CallOutcome OTHER = CallOutcome::unanswered;
};
inline std::string_view call_outcome_name(CallOutcome outcome) {
	return choice_name(outcome);
}
inline std::optional<CallOutcome> parse_call_outcome(std::string_view name) {
	return parse_choice<CallOutcome>(name);
}

// The calls to the game that are not answered yet. Each call ends exactly once: whatever takes it
// out of the book first, an answer or the deadline, decides its outcome. Whatever comes later
// learns that the call is not open. Deadlines are in real time, so that a paused world does not
// wait longer for the game. A walk that ends here without an answer is remembered until the game
// was told, because until then the game makes no mistake when it answers.
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
	// What an open call asks for.
	std::optional<CallKind> kind_of(CallId call) const;
	// Takes the call out of the book; `not_found` when it is not open.
	Result<Open> close(CallId call);
	bool is_open(CallId call) const;
	// Its outcome no longer matters. Does nothing and returns false when it was answered meanwhile.
	bool forget(CallId call);
	// The same for a walk whose cancellation the game must be told about. Also true when its
	// deadline has passed.
	bool cancel(CallId walk);
	// Whether the walk is over and the game has not been told yet.
	bool is_untold(CallId walk) const;
	void told(CallId walk);
	// Takes out all calls, in the order in which they were opened. Nobody waits for an outcome any
	// more.
	std::vector<Open> close_all();
	// The same for those that steps have made.
	std::vector<Open> close_all_of_steps();
	// Takes out the calls whose deadline has passed, in the order in which they were opened.
	std::vector<Open> take_expired(RealTime now);
	// The calls for which half of the time has passed, each once.
	std::vector<Slow> take_slow(RealTime now);
	// When take_expired() or take_slow() will have something to return.
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
	NewestCalls untold_ AR_GUARDED_BY(mutex_); // only walks
};

} // namespace agent_runtime
