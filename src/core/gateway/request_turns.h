#pragma once

#include "core/gateway/gateway_options.h"
#include "core/gateway/list_turns.h"
#include "core/gateway/open_requests.h"

#include <optional>

namespace agent_runtime {

// When the next request of a client that may send many at once is run: not while too many of its
// own are in work, and one for a long list in turn with the lists of all clients. Owned by the
// client. Thread rule: worker only (io).
class RequestTurns {
public:
	using Time = OpenRequests::Time;
	using Verdict = OpenRequests::Verdict;

	// `lists` are those of all clients; they outlive this.
	RequestTurns(const GatewayLimits &limits, ListTurns &lists) :
			open_({ .in_work = limits.open_requests,
					.waiting = limits.waiting_requests,
					.quick = limits.quick_time }),
			lists_(lists) {}

	// Whether a request may run now. Until it may, ask again when next_look() says, and whenever
	// another one was answered.
	Verdict verdict(bool long_answer, Time now) {
		const Verdict verdict = open_.verdict(long_answer, now);
		if (verdict != Verdict::ask || !long_answer) {
			next_look_ = open_.next_change();
			return verdict;
		}
		list_turn_ = lists_.turn_of(list_turn_, now);
		next_look_ = list_turn_;
		return *list_turn_ <= now ? Verdict::ask : Verdict::later;
	}
	// None: only the answer to another one changes anything.
	std::optional<Time> next_look() const { return next_look_; }

	// It runs now. Numbers must increase.
	void begin(OpenRequests::Number request, bool long_answer, Time now) {
		open_.open(request, long_answer, now);
	}
	// It was run; its answer may be made already.
	void ran(bool long_answer, Time began, Time ended) {
		if (long_answer) {
			lists_.made(began, ended);
			list_turn_.reset();
		}
	}
	void answered(OpenRequests::Number request) { open_.close(request); }

private:
	OpenRequests open_;
	ListTurns &lists_;
	std::optional<Time> list_turn_; // of a long list that waits for others
	std::optional<Time> next_look_;
};

} // namespace agent_runtime
