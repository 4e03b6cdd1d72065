#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/mind/provider.h"
#include "core/models/rate_window.h"

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace agent_runtime {

struct GateTicketKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "ticket_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};
using GateTicket = NumberedId<GateTicketKind>;

// Where calls to one provider wait until they may start. It limits how many are in flight, and how
// many calls and tokens start in any minute, and starts none while the provider asks us to wait.
//
//	GateTicket ticket = gate.enqueue(account, most_tokens, now);
//	while (std::optional<GateTicket> next = gate.admit(now)) {
//		start(*next);
//	}
//	wake_me_at(gate.next_due(now));
//	gate.finish(ticket, used_tokens);     // then admit again
//
// It decides between accounts rather than between calls. With the same weight they take turns,
// however many calls each has waiting. With twice the weight an account gets twice as many. An
// account of weight 0 is served when no other waits. Every fourth call goes to whoever has waited
// longest, once that is longer than PATIENCE, so that nobody starves. The calls of one account keep
// their order. Nothing here ends a call in flight.
// Each call costs O(log n). Owned by whoever makes the calls, with one gate for each provider.
// Thread rule: worker only.
class CallGate {
public:
	static constexpr Micros PATIENCE = std::chrono::seconds(30);
	// After this long a call is tried, whatever the provider said.
	static constexpr Micros LONGEST_HOLD_OFF = std::chrono::minutes(10);
	static constexpr double LEAST_WEIGHT = 0.01; // for weights above 0
	static constexpr double MOST_WEIGHT = 100.0;

	explicit CallGate(const CallLimits &limits);

	// Applies to calls that start from now on.
	void set_limits(const CallLimits &limits);
	// How much of the provider's time an account gets compared with others; the default is 1.
	// Applies to calls that already wait, too.
	void set_weight(const std::string &name, double weight);
	double weight_of(const std::string &name) const;
	// The account is gone. Its waiting calls are cancelled one by one.
	void forget(const std::string &name);

	// `tokens` is the most that the call may use.
	GateTicket enqueue(const std::string &name, std::int64_t tokens, RealTime now);
	// The next call that may start, which then counts as in flight; none for now.
	std::optional<GateTicket> admit(RealTime now);
	// A call in flight has ended. The tokens that it used count towards the rate, if known.
	void finish(GateTicket ticket, std::optional<std::int64_t> tokens = std::nullopt);
	// A call that was admitted does not start after all; undoes its admission.
	void give_back(GateTicket ticket);
	// Takes a call out of the queue. False when it does not wait: it never did, or is in flight.
	bool cancel(GateTicket ticket);
	// The provider asks us to wait: nothing starts for this long.
	void hold_off(RealTime now, Micros wait);

	// When admit() may return something even if no call ends before; for a timer.
	std::optional<RealTime> next_due(RealTime now);
	std::optional<RealTime> held_off_until(RealTime now) const;

	// How many calls will start before it if nothing changes; none when it does not wait. Takes
	// time proportional to the number of accounts before it.
	std::optional<std::size_t> position_of(GateTicket ticket) const;
	std::size_t waiting() const { return tickets_.size() - in_flight_; }
	std::size_t in_flight() const { return in_flight_; }

private:
	// As in weighted fair queueing, each call of an account begins, in virtual time, where its last
	// one ended, and takes 1 ÷ weight. The one that ends first is next.
	struct Account {
		double weight = 1.0;
		double finish = 0.0; // of its first waiting call; when none waits, of the last that started
		std::uint64_t turn = 0; // decides between calls that finish together
		RealTime since; // when its first call became the first
		std::set<GateTicket> tickets; // its waiting calls
	};
	struct Place {
		bool is_last = false; // the weight is 0
		double finish = 0.0;
		std::uint64_t turn = 0;
		std::string account;

		auto operator<=>(const Place &other) const = default;
	};
	struct Wait {
		RealTime since;
		std::uint64_t turn = 0;
		std::string account;

		auto operator<=>(const Wait &other) const = default;
	};
	struct Ticket {
		std::string account;
		std::int64_t tokens = 0;
		bool started = false;
		std::uint64_t in_calls = 0; // its positions in the windows
		std::uint64_t in_tokens = 0;
	};

	static double share(const Account &account);
	static Place place_of(const std::string &name, const Account &account);
	double &virtual_time(const Account &account) {
		return virtual_times_[account.weight > 0 ? 0 : 1];
	}
	void take_place(const std::string &name, Account &account, RealTime now);
	void leave_place(const std::string &name, const Account &account);
	bool is_overdue(RealTime now) const;
	const std::string &next_account(RealTime now) const;
	RealTime opens_at(RealTime now);
	GateTicket start_first(const std::string &name, RealTime now);
	void drop_if_ordinary(const std::string &name);
	static bool is_before(const Account &other, std::size_t behind_other, const Account &own,
			std::size_t behind_own);
	// How many of the other account's calls start before that one of ours.
	static std::size_t count_before(
			const Account &other, const Account &own, std::size_t behind_own);

	CallLimits limits_;
	RateWindow calls_;
	RateWindow tokens_;
	std::unordered_map<std::string, Account> accounts_;
	std::unordered_map<GateTicket, Ticket> tickets_; // those that wait or are in flight
	std::set<Place> places_; // of accounts with waiting calls
	std::set<Wait> waits_; // the same accounts
	std::array<double, 2> virtual_times_{}; // of accounts with a weight, and of those without
	std::size_t in_flight_ = 0;
	std::uint64_t newest_ = 0;
	std::uint64_t turns_ = 0;
	std::uint64_t overdue_starts_ = 0; // starts while somebody had waited too long
	RealTime held_off_until_;
};

} // namespace agent_runtime
