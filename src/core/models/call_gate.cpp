#include "core/models/call_gate.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace agent_runtime {

namespace {

constexpr std::uint64_t LONGEST_WAITING_EVERY = 4; // in starts, after it has waited too long
constexpr double NEARLY_EQUAL = 1e-6; // for virtual times that were added up

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

// Accounts without a weight take turns among themselves.
double CallGate::share(const Account &account) {
	return account.weight > 0 ? 1.0 / account.weight : 1.0;
}

CallGate::Place CallGate::place_of(const std::string &name, const Account &account) {
	return { account.weight <= 0, account.finish, account.turn, name };
}

void CallGate::take_place(const std::string &name, Account &account, RealTime now) {
	account.finish = std::max(account.finish, virtual_time(account)) + share(account);
	account.turn = ++turns_;
	account.since = now;
	places_.insert(place_of(name, account));
	waits_.insert({ account.since, account.turn, name });
}

void CallGate::leave_place(const std::string &name, const Account &account) {
	places_.erase(place_of(name, account));
	waits_.erase({ account.since, account.turn, name });
}

// The virtual time that lies before it shrinks or grows with the weight.
void CallGate::set_weight(const std::string &name, double weight) {
	Account &changed = accounts_[name];
	const double wanted = weight_within_bounds(weight);
	const bool waits = !changed.tickets.empty();
	if (waits) {
		leave_place(name, changed);
	}
	const double old_share = share(changed);
	const double ahead = std::max(0.0, changed.finish - virtual_time(changed));
	const bool other_line = (changed.weight > 0) != (wanted > 0);
	changed.weight = wanted;
	const double most_ahead = share(changed);
	changed.finish = virtual_time(changed) +
			(other_line ? (waits ? most_ahead : 0.0) : ahead * most_ahead / old_share);
	if (waits) {
		places_.insert(place_of(name, changed));
		waits_.insert({ changed.since, changed.turn, name });
	} else {
		drop_if_ordinary(name);
	}
}

double CallGate::weight_of(const std::string &name) const {
	const auto found = accounts_.find(name);
	return found != accounts_.end() ? found->second.weight : 1.0;
}

void CallGate::forget(const std::string &name) {
	const auto found = accounts_.find(name);
	if (found == accounts_.end()) {
		return;
	}
	const std::set<GateTicket> waiting = found->second.tickets;
	for (const GateTicket ticket : waiting) {
		cancel(ticket);
	}
	accounts_.erase(name);
}

// Nothing is lost: an unknown account is made like this one.
void CallGate::drop_if_ordinary(const std::string &name) {
	const auto found = accounts_.find(name);
	if (found != accounts_.end() && found->second.tickets.empty() && found->second.weight == 1.0 &&
			found->second.finish <= virtual_time(found->second)) {
		accounts_.erase(found);
	}
}

GateTicket CallGate::enqueue(const std::string &name, std::int64_t tokens, RealTime now) {
	const GateTicket ticket(++newest_);
	tickets_.emplace(ticket, Ticket{ name, tokens, false, 0, 0 });
	Account &waiting = accounts_[name];
	waiting.tickets.insert(ticket);
	if (waiting.tickets.size() == 1) {
		take_place(name, waiting, now);
	}
	return ticket;
}

bool CallGate::is_overdue(RealTime now) const {
	return waits_.begin()->since + PATIENCE <= now;
}

const std::string &CallGate::next_account(RealTime now) const {
	const bool for_the_longest =
			is_overdue(now) && (overdue_starts_ + 1) % LONGEST_WAITING_EVERY == 0;
	return for_the_longest ? waits_.begin()->account : places_.begin()->account;
}

RealTime CallGate::opens_at(RealTime now) {
	const GateTicket first = *accounts_.at(next_account(now)).tickets.begin();
	return std::max({ now, held_off_until_, calls_.when(1, now),
			tokens_.when(tickets_.at(first).tokens, now) });
}

std::optional<GateTicket> CallGate::admit(RealTime now) {
	const std::optional<RealTime> due = next_due(now);
	if (!due || *due > now) {
		return std::nullopt;
	}
	const std::string name = next_account(now);
	overdue_starts_ = is_overdue(now) ? overdue_starts_ + 1 : 0;
	return start_first(name, now);
}

GateTicket CallGate::start_first(const std::string &name, RealTime now) {
	Account &account = accounts_.at(name);
	const bool in_turn = places_.begin()->account == name;
	leave_place(name, account);
	const GateTicket first = *account.tickets.begin();
	account.tickets.erase(account.tickets.begin());
	if (in_turn) {
		double &time = virtual_time(account);
		time = std::max(time, account.finish - share(account));
	}
	if (!account.tickets.empty()) {
		take_place(name, account, now);
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
	const std::string name = std::move(found->second.account);
	tickets_.erase(found);
	--in_flight_;
	drop_if_ordinary(name);
}

void CallGate::give_back(GateTicket ticket) {
	const auto found = tickets_.find(ticket);
	if (found == tickets_.end() || !found->second.started) {
		return;
	}
	calls_.correct(found->second.in_calls, 0);
	const auto account = accounts_.find(found->second.account);
	if (account != accounts_.end() && account->second.tickets.empty()) {
		account->second.finish -= share(account->second); // the call was not served
	}
	finish(ticket, 0);
}

bool CallGate::cancel(GateTicket ticket) {
	const auto found = tickets_.find(ticket);
	if (found == tickets_.end() || found->second.started) {
		return false;
	}
	const std::string name = std::move(found->second.account);
	Account &account = accounts_.at(name);
	account.tickets.erase(ticket);
	tickets_.erase(found);
	if (account.tickets.empty()) { // otherwise the next one takes its place
		leave_place(name, account);
		account.finish -= share(account); // the call was not served
		drop_if_ordinary(name);
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

// Compares two calls that end at the same virtual time, each this many places behind its account's
// first: the one that became its account's first earlier comes before the other.
bool CallGate::is_before(const Account &other, std::size_t behind_other, const Account &own,
		std::size_t behind_own) {
	if (behind_other == 0 || behind_own == 0 || share(other) == share(own)) {
		return behind_other != behind_own ? behind_other < behind_own : other.turn < own.turn;
	}
	return share(other) > share(own); // then it began earlier, after a call that ended earlier
}

std::size_t CallGate::count_before(
		const Account &other, const Account &own, std::size_t behind_own) {
	const double finish = own.finish + static_cast<double>(behind_own) * share(own);
	const double distance = (finish - other.finish) / share(other); // in calls of the other account
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
	const Account &own = accounts_.at(found->second.account);
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
		const Account &other = accounts_.at(place.account);
		if (place.is_last != is_last) {
			before += other.tickets.size();
		} else if (&other != &own) {
			before += count_before(other, own, behind_own);
		}
	}
	return before;
}

} // namespace agent_runtime
