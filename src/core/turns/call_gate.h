#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/mind/provider.h"
#include "core/turns/rate_window.h"

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace agent_runtime {

struct GateTicketKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "ticket_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};
using GateTicket = NumberedId<GateTicketKind>;

// Where calls to one provider wait until they may start: so many in flight, so many calls and
// tokens in any minute, none while the provider wants to be left alone.
//
//	GateTicket ticket = gate.enqueue(agent, most_tokens, now);
//	while (std::optional<GateTicket> next = gate.admit(now)) {
//		start(*next);
//	}
//	wake_me_at(gate.next_due(now));
//	gate.finish(ticket, used_tokens);     // then admit again
//
// Who is next is decided between agents, not between calls: with the same weight they take turns,
// however much each has waiting; with twice the weight an agent gets twice as many. One of weight
// 0 comes when no other waits. Every fourth call is for whoever has waited longest, once that is
// PATIENCE, so that nobody starves. An agent's own calls keep their order. Calls in flight are
// nobody's but their agent's: nothing here ends them.
// All that is done per call takes O(log n). Owned by whoever makes the calls, one per provider.
// Thread rule: worker only.
class CallGate {
public:
	static constexpr Micros PATIENCE = std::chrono::seconds(30);
	// Then somebody tries, whatever the provider said.
	static constexpr Micros LONGEST_HOLD_OFF = std::chrono::minutes(10);
	static constexpr double LEAST_WEIGHT = 0.01; // of those above 0
	static constexpr double MOST_WEIGHT = 100.0;

	explicit CallGate(const CallLimits &limits);

	// For calls that start from now on.
	void set_limits(const CallLimits &limits);
	// How much of the provider's time an agent gets, compared with others: 1 unless it was set.
	// Holds for what it has waiting too.
	void set_weight(AgentId agent, double weight);
	// The agent is gone; what it had waiting is cancelled one by one.
	void forget(AgentId agent);

	// `tokens`: the most that the call may take.
	GateTicket enqueue(AgentId agent, std::int64_t tokens, RealTime now);
	// The next call that may start, which then is in flight; none for now.
	std::optional<GateTicket> admit(RealTime now);
	// A call in flight has ended; what it really took counts for the rate, if that is known.
	void finish(GateTicket ticket, std::optional<std::int64_t> tokens = std::nullopt);
	// A call that was let in does not start after all: as if it had not been.
	void give_back(GateTicket ticket);
	// It waits no longer. False when it does not wait: it never did, or is in flight.
	bool cancel(GateTicket ticket);
	// The provider has said that it is too much: nothing starts for so long.
	void hold_off(RealTime now, Micros wait);

	// When admit() may have something to give without anything ending before: for a timer.
	std::optional<RealTime> next_due(RealTime now);
	std::optional<RealTime> held_off_until(RealTime now) const;

	// How many calls start before it if all stays as it is; none when it does not wait. Takes as
	// long as there are agents before it.
	std::optional<std::size_t> position_of(GateTicket ticket) const;
	std::size_t waiting() const { return tickets_.size() - in_flight_; }
	std::size_t in_flight() const { return in_flight_; }

private:
	// Of weighted fair queueing: each call of an agent begins, in virtual time, where its last one
	// ended, and takes 1 ÷ weight; the earliest end is next.
	struct Agent {
		double weight = 1.0;
		double finish = 0.0; // of the first that waits; when none waits, of the last that started
		std::uint64_t turn = 0; // decides between those who finish together
		RealTime since; // the first waits as the first
		std::set<GateTicket> tickets; // that wait
	};
	struct Place {
		bool is_last = false; // weight 0
		double finish = 0.0;
		std::uint64_t turn = 0;
		AgentId agent;

		auto operator<=>(const Place &other) const = default;
	};
	struct Wait {
		RealTime since;
		std::uint64_t turn = 0;
		AgentId agent;

		auto operator<=>(const Wait &other) const = default;
	};
	struct Ticket {
		AgentId agent;
		std::int64_t tokens = 0;
		bool started = false;
		std::uint64_t in_calls = 0; // its numbers in the windows
		std::uint64_t in_tokens = 0;
	};

	static double share(const Agent &agent);
	static Place place_of(AgentId id, const Agent &agent);
	double &virtual_time(const Agent &agent) { return virtual_times_[agent.weight > 0 ? 0 : 1]; }
	void take_place(AgentId id, Agent &agent, RealTime now);
	void leave_place(AgentId id, const Agent &agent);
	bool is_overdue(RealTime now) const;
	AgentId next_agent(RealTime now) const;
	RealTime opens_at(RealTime now);
	GateTicket start_first(AgentId id, RealTime now);
	void drop_if_ordinary(AgentId id);
	static bool is_before(
			const Agent &other, std::size_t behind_other, const Agent &own, std::size_t behind_own);
	// How many of the other's calls start before that one of ours.
	static std::size_t count_before(const Agent &other, const Agent &own, std::size_t behind_own);

	CallLimits limits_;
	RateWindow calls_;
	RateWindow tokens_;
	std::unordered_map<AgentId, Agent> agents_;
	std::unordered_map<GateTicket, Ticket> tickets_; // that wait or are in flight
	std::set<Place> places_; // of agents that have something waiting
	std::set<Wait> waits_; // the same agents
	std::array<double, 2> virtual_times_{}; // of those with a weight, and those without
	std::size_t in_flight_ = 0;
	std::uint64_t newest_ = 0;
	std::uint64_t turns_ = 0;
	std::uint64_t overdue_starts_ = 0; // while somebody had waited too long
	RealTime held_off_until_;
};

} // namespace agent_runtime
