#include "core/turns/call_gate.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace agent_runtime {

namespace {

constexpr std::uint64_t LONGEST_WAITING_EVERY = 4; // starts, when it has waited too long
constexpr double NEARLY_EQUAL = 1e-6; // of virtual times that were added up

double weight_within_bounds(double weight) {
	return weight > 0 ? std::clamp(weight, CallGate::LEAST_WEIGHT, CallGate::MOST_WEIGHT) : 0.0;
}

} // namespace

CallGate::CallGate(const CallLimits &limits) {
	set_limits(limits);
}

void CallGate::set_limits(const CallLimits &limits) {
	limits_ = limits;
	calls_.set_limit(limits.calls_per_minute);
	tokens_.set_limit(limits.tokens_per_minute);
}

// Those without a weight take turns among themselves.
double CallGate::share(const Agent &agent) {
	return agent.weight > 0 ? 1.0 / agent.weight : 1.0;
}

CallGate::Place CallGate::place_of(AgentId id, const Agent &agent) {
	return { agent.weight <= 0, agent.finish, agent.turn, id };
}

void CallGate::take_place(AgentId id, Agent &agent, RealTime now) {
	agent.finish = std::max(agent.finish, virtual_time(agent)) + share(agent);
	agent.turn = ++turns_;
	agent.since = now;
	places_.insert(place_of(id, agent));
	waits_.insert({ agent.since, agent.turn, id });
}

void CallGate::leave_place(AgentId id, const Agent &agent) {
	places_.erase(place_of(id, agent));
	waits_.erase({ agent.since, agent.turn, id });
}

// What lies before it in virtual time shrinks or grows with the weight.
void CallGate::set_weight(AgentId agent, double weight) {
	Agent &changed = agents_[agent];
	const double wanted = weight_within_bounds(weight);
	const bool waits = !changed.tickets.empty();
	if (waits) {
		leave_place(agent, changed);
	}
	const double old_share = share(changed);
	const double ahead = std::max(0.0, changed.finish - virtual_time(changed));
	const bool other_line = (changed.weight > 0) != (wanted > 0);
	changed.weight = wanted;
	const double most_ahead = share(changed);
	changed.finish = virtual_time(changed) +
			(other_line ? (waits ? most_ahead : 0.0) : ahead * most_ahead / old_share);
	if (waits) {
		places_.insert(place_of(agent, changed));
		waits_.insert({ changed.since, changed.turn, agent });
	} else {
		drop_if_ordinary(agent);
	}
}

void CallGate::forget(AgentId agent) {
	const auto found = agents_.find(agent);
	if (found == agents_.end()) {
		return;
	}
	const std::set<GateTicket> waiting = found->second.tickets;
	for (const GateTicket ticket : waiting) {
		cancel(ticket);
	}
	agents_.erase(agent);
}

// Whoever it is can be made anew as it was.
void CallGate::drop_if_ordinary(AgentId id) {
	const auto found = agents_.find(id);
	if (found != agents_.end() && found->second.tickets.empty() && found->second.weight == 1.0 &&
			found->second.finish <= virtual_time(found->second)) {
		agents_.erase(found);
	}
}

GateTicket CallGate::enqueue(AgentId agent, std::int64_t tokens, RealTime now) {
	const GateTicket ticket(++newest_);
	tickets_.emplace(ticket, Ticket{ agent, tokens, false, 0, 0 });
	Agent &waiting = agents_[agent];
	waiting.tickets.insert(ticket);
	if (waiting.tickets.size() == 1) {
		take_place(agent, waiting, now);
	}
	return ticket;
}

bool CallGate::is_overdue(RealTime now) const {
	return waits_.begin()->since + PATIENCE <= now;
}

AgentId CallGate::next_agent(RealTime now) const {
	const bool for_the_longest =
			is_overdue(now) && (overdue_starts_ + 1) % LONGEST_WAITING_EVERY == 0;
	return for_the_longest ? waits_.begin()->agent : places_.begin()->agent;
}

RealTime CallGate::opens_at(RealTime now) {
	const GateTicket first = *agents_.at(next_agent(now)).tickets.begin();
	return std::max({ now, held_off_until_, calls_.when(1, now),
			tokens_.when(tickets_.at(first).tokens, now) });
}

std::optional<GateTicket> CallGate::admit(RealTime now) {
	const std::optional<RealTime> due = next_due(now);
	if (!due || *due > now) {
		return std::nullopt;
	}
	const AgentId agent = next_agent(now);
	overdue_starts_ = is_overdue(now) ? overdue_starts_ + 1 : 0;
	return start_first(agent, now);
}

GateTicket CallGate::start_first(AgentId id, RealTime now) {
	Agent &agent = agents_.at(id);
	const bool in_turn = places_.begin()->agent == id;
	leave_place(id, agent);
	const GateTicket first = *agent.tickets.begin();
	agent.tickets.erase(agent.tickets.begin());
	if (in_turn) {
		double &time = virtual_time(agent);
		time = std::max(time, agent.finish - share(agent));
	}
	if (!agent.tickets.empty()) {
		take_place(id, agent, now);
	}
	Ticket &started = tickets_.at(first);
	started.started = true;
	started.in_calls = calls_.add(1, now);
	started.in_tokens = tokens_.add(started.tokens, now);
	++in_flight_;
	return first;
}

void CallGate::finish(GateTicket ticket, std::optional<std::int64_t> tokens) {
	const auto found = tickets_.find(ticket);
	if (found == tickets_.end() || !found->second.started) {
		return;
	}
	if (tokens) {
		tokens_.correct(found->second.in_tokens, *tokens);
	}
	const AgentId agent = found->second.agent;
	tickets_.erase(found);
	--in_flight_;
	drop_if_ordinary(agent);
}

void CallGate::give_back(GateTicket ticket) {
	const auto found = tickets_.find(ticket);
	if (found == tickets_.end() || !found->second.started) {
		return;
	}
	calls_.correct(found->second.in_calls, 0);
	const auto agent = agents_.find(found->second.agent);
	if (agent != agents_.end() && agent->second.tickets.empty()) {
		agent->second.finish -= share(agent->second); // it was not served
	}
	finish(ticket, 0);
}

bool CallGate::cancel(GateTicket ticket) {
	const auto found = tickets_.find(ticket);
	if (found == tickets_.end() || found->second.started) {
		return false;
	}
	const AgentId id = found->second.agent;
	Agent &agent = agents_.at(id);
	agent.tickets.erase(ticket);
	tickets_.erase(found);
	if (agent.tickets.empty()) { // else the next one has its place
		leave_place(id, agent);
		agent.finish -= share(agent); // it was not served
		drop_if_ordinary(id);
	}
	return true;
}

void CallGate::hold_off(RealTime now, Micros wait) {
	held_off_until_ = std::max(held_off_until_, now + std::min(wait, LONGEST_HOLD_OFF));
}

std::optional<RealTime> CallGate::held_off_until(RealTime now) const {
	return held_off_until_ > now ? std::optional(held_off_until_) : std::nullopt;
}

std::optional<RealTime> CallGate::next_due(RealTime now) {
	const bool full =
			limits_.in_flight > 0 && in_flight_ >= static_cast<std::size_t>(limits_.in_flight);
	return full || places_.empty() ? std::nullopt : std::optional(opens_at(now));
}

// Of two calls that end together in virtual time, each so many behind the first of its agent: the
// one that became its agent's first before the other.
bool CallGate::is_before(
		const Agent &other, std::size_t behind_other, const Agent &own, std::size_t behind_own) {
	if (behind_other == 0 || behind_own == 0 || share(other) == share(own)) {
		return behind_other != behind_own ? behind_other < behind_own : other.turn < own.turn;
	}
	return share(other) > share(own); // then it began earlier, after one that ended earlier
}

std::size_t CallGate::count_before(const Agent &other, const Agent &own, std::size_t behind_own) {
	const double finish = own.finish + static_cast<double>(behind_own) * share(own);
	const double distance = (finish - other.finish) / share(other); // in calls of the other
	if (distance < -NEARLY_EQUAL) {
		return 0;
	}
	const double whole = std::round(distance);
	const std::size_t calls = other.tickets.size();
	if (std::abs(distance - whole) >= NEARLY_EQUAL) {
		return std::min(calls, static_cast<std::size_t>(distance) + 1);
	}
	const std::size_t together = static_cast<std::size_t>(whole);
	return std::min(calls, together + (is_before(other, together, own, behind_own) ? 1 : 0));
}

std::optional<std::size_t> CallGate::position_of(GateTicket ticket) const {
	const auto found = tickets_.find(ticket);
	if (found == tickets_.end() || found->second.started) {
		return std::nullopt;
	}
	const Agent &own = agents_.at(found->second.agent);
	const std::size_t behind_own =
			static_cast<std::size_t>(std::distance(own.tickets.begin(), own.tickets.find(ticket)));
	const bool is_last = own.weight <= 0;
	const double finish = own.finish + static_cast<double>(behind_own) * share(own);
	std::size_t before = behind_own;
	for (const Place &place : places_) {
		const bool is_behind = place.finish > finish + NEARLY_EQUAL;
		if (place.is_last != is_last ? place.is_last : is_behind) {
			break;
		}
		const Agent &other = agents_.at(place.agent);
		if (place.is_last != is_last) {
			before += other.tickets.size();
		} else if (&other != &own) {
			before += count_before(other, own, behind_own);
		}
	}
	return before;
}

} // namespace agent_runtime
