#include "ledger_runs.h"

#include <doctest/doctest.h>

#include "core/models/budget_check.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

BooksAnswer MemoryDisk::open(const Reservation &reservation) {
	std::vector<JudgedAccount> accounts;
	for (const PayingAccount &paying : reservation.accounts) {
		JudgedAccount account{ paying.name, paying.caps, books_.accounts[paying.name].spent, {},
			{} };
		for (const auto &[id, open] : open_) {
			if (std::count_if(open.accounts.begin(), open.accounts.end(),
						[&](const PayingAccount &each) { return each.name == paying.name; }) > 0) {
				account.reserved += spending_of(open.most, open.paid);
			}
		}
		accounts.push_back(account);
	}
	BooksAnswer answer;
	answer.refusal = find_refusal(accounts, spending_of(reservation.most, reservation.paid));
	if (answer.may_start()) {
		REQUIRE(open_.emplace(reservation.id, reservation).second);
	}
	return answer;
}

void MemoryDisk::close(const Reservation &reservation, const std::optional<Spending> &spent) {
	open_.erase(reservation.id);
	if (spent) {
		add(reservation, *spent);
	}
}

void MemoryDisk::add(const Reservation &reservation, const Spending &spent) {
	for (const PayingAccount &account : reservation.accounts) {
		books_.accounts[account.name].spent += spent;
	}
}

LedgerBooks MemoryDisk::read() {
	for (const auto &[id, reservation] : open_) {
		add(reservation, spending_of(reservation.most, reservation.paid));
	}
	open_.clear();
	return books_;
}

void SlowJournal::open(const Reservation &reservation, Done done) {
	waiting_.push_back({ reservation, true, std::move(done), std::nullopt });
}

void SlowJournal::close(const Reservation &reservation, const std::optional<Spending> &spent) {
	waiting_.push_back({ reservation, false, {}, spent });
}

void SlowJournal::write(std::size_t most) {
	for (; most > 0 && !waiting_.empty(); --most) {
		const Entry entry = std::move(waiting_.front());
		waiting_.pop_front();
		Written &written = written_[entry.reservation.id];
		written.reservation = entry.reservation;
		if (entry.is_open) {
			const BooksAnswer answer = disk_.open(entry.reservation);
			if (!answer.may_start()) {
				written_.erase(entry.reservation.id);
			}
			entry.done ? entry.done(answer) : void();
		} else {
			disk_.close(entry.reservation, entry.spent);
			written.closed = true;
			written.spent = entry.spent;
		}
	}
}

std::vector<SlowJournal::Written> SlowJournal::written() const {
	std::vector<Written> all;
	for (const auto &[id, each] : written_) {
		all.push_back(each);
	}
	return all;
}

namespace {

using Books = std::map<std::string, Spending>;

// A thought that makes attempts until it succeeds, is given up, or must not go on.
struct Thought {
	Spender who;
	Cost most;
	ReservationId place;
	bool may_start = false;
	int attempts = 0;
};

class RandomRun {
public:
	RandomRun(LedgerDisk &disk, std::uint64_t seed) :
			disk_(disk),
			chance_(seed),
			overruns_(chance_.chance(0.5)) {
		const auto cap = [&](std::int64_t most) {
			return chance_.chance(0.5) ? chance_.between(1, most) : 0;
		};
		for (Caps *caps : { &caps_.total, &caps_.group, &caps_.agent }) {
			const std::int64_t part = caps == &caps_.agent ? 1 : 4;
			*caps = { cap(15 * part), cap(12 * part), cap(5'000 * part), { cap(9'000 * part) } };
		}
		start();
	}

	LedgerRun run(int steps) {
		for (int i = 0; i < steps; ++i) {
			step();
		}
		// An orderly end: everything ends, and everything is written.
		while (!thoughts_.empty()) {
			end_attempt(thoughts_.size() - 1);
		}
		journal_->write(journal_->waiting());
		CHECK(ledger_->open() == 0);
		check_books();
		start();
		check_books();
		return told_;
	}

private:
	void start() {
		ledger_.reset();
		journal_.reset();
		const LedgerBooks books = disk_.read();
		journal_ = std::make_unique<SlowJournal>(disk_);
		ledger_ = std::make_unique<Ledger>(books, journal_.get());
		ledger_->set_caps(caps_);
	}

	void crash() {
		++told_.crashes;
		// Computed from what was written alone: whatever was open counts.
		expected_ = kept_;
		for (const SlowJournal::Written &each : journal_->written()) {
			const Spending full = spending_of(each.reservation.most, each.reservation.paid);
			if (!each.closed || each.spent) {
				std::vector<std::string> accounts;
				for (const PayingAccount &account : each.reservation.accounts) {
					accounts.push_back(account.name);
				}
				enter(expected_, accounts, each.closed ? *each.spent : full);
			}
		}
		kept_ = expected_;
		thoughts_.clear();
		start();
		check_books();
		check_caps();
	}

	void step() {
		const std::int64_t dice = chance_.between(0, 99);
		if (dice < 35) {
			begin_thought();
		} else if (dice < 60) {
			journal_->write(static_cast<std::size_t>(chance_.between(1, 4)));
		} else if (dice < 97) {
			if (!thoughts_.empty()) {
				end_attempt(chance_.uniform(thoughts_.size()));
			}
		} else if (chance_.chance(0.3)) {
			crash();
		}
	}

	void begin_thought() {
		std::shared_ptr<Thought> thought = std::make_shared<Thought>();
		thought->who.accounts.push_back(
				agent_account(std::string(1, static_cast<char>('a' + chance_.between(0, 5)))));
		for (const char *group : { "north", "south" }) {
			if (chance_.chance(0.5)) {
				thought->who.accounts.push_back(group_account(group));
			}
		}
		thought->most = { chance_.between(1, 400), chance_.between(1, 100),
			{ chance_.between(1, 900) } };
		attempt(thought);
	}

	void attempt(const std::shared_ptr<Thought> &thought) {
		for (const std::string &account : thought->who.accounts) {
			expected_.try_emplace(account); // so that it is checked
		}
		const std::weak_ptr<Thought> weak = thought;
		const Ledger::Reserved place = ledger_->reserve(
				thought->who, thought->most, [weak, this](const BooksAnswer &answer) {
					CHECK(answer.status.ok());
					const std::shared_ptr<Thought> waiting = weak.lock();
					if (waiting != nullptr && answer.refusal) {
						++told_.refusals;
						std::erase(thoughts_, waiting);
					} else if (waiting != nullptr) {
						waiting->may_start = true;
					}
				});
		if (place.refusal) {
			++told_.refusals;
			CHECK((!place.refusal->may_pass_later || ledger_->open() > 0));
			return;
		}
		CHECK_FALSE(place.may_start); // it costs money, so it must be written first
		thought->place = place.id;
		thought->may_start = false;
		++thought->attempts;
		thoughts_.push_back(thought);
	}

	// At most twice what was reserved, which is the limit of the ledger's promise.
	Cost actual_of(const Cost &most) {
		const std::int64_t top = overruns_ && chance_.chance(0.2) ? 200 : 100;
		const std::int64_t percent = chance_.between(0, top);
		return { most.input_tokens * percent / 100, most.output_tokens * percent / 100,
			{ most.money.micro_dollars * percent / 100 } };
	}

	void end_attempt(std::size_t index) {
		const std::shared_ptr<Thought> thought = thoughts_[index];
		const std::int64_t dice = chance_.between(0, 99);
		if (thought->may_start && dice < 20) {
			++told_.retries; // nobody was reached: try again under the same reservation
			return;
		}
		thoughts_.erase(thoughts_.begin() + static_cast<std::ptrdiff_t>(index));
		if (!thought->may_start) {
			++told_.cancels;
			CHECK(ledger_->release(thought->place).ok());
		} else if (dice < 30) {
			++told_.cancels; // in the middle, and nobody knows the cost
			CHECK(ledger_->settle_in_full(thought->place).ok());
			charge(*thought, thought->most);
		} else {
			const Cost actual = actual_of(thought->most);
			CHECK(ledger_->settle(thought->place, actual).ok());
			charge(*thought, actual);
		}
		CHECK_FALSE(ledger_->settle(thought->place, thought->most).ok());
		check_caps();
		if (dice >= 80 && thought->attempts < 3) {
			++told_.retries; // it failed after it had spent something
			attempt(thought);
		}
	}

	void charge(const Thought &thought, const Cost &actual) {
		++told_.calls;
		std::vector<std::string> accounts = thought.who.accounts;
		accounts.emplace_back(TOTAL_ACCOUNT);
		enter(expected_, accounts, spending_of(actual, true));
		for (const std::string &account : accounts) {
			Cost &worst = worst_[account];
			const auto widen = [](std::int64_t &most, std::int64_t by) {
				most = std::max(most, by);
			};
			widen(worst.input_tokens, actual.tokens() - thought.most.tokens());
			widen(worst.money.micro_dollars,
					actual.money.micro_dollars - thought.most.money.micro_dollars);
		}
	}

	static void enter(
			Books &books, const std::vector<std::string> &accounts, const Spending &spent) {
		for (const std::string &account : accounts) {
			books[account] += spent;
		}
	}

	void check_books() {
		Spending of_agents;
		for (const auto &expected : expected_) {
			const std::string &account = expected.first;
			const AccountReport report = ledger_->report(account);
			CAPTURE(account);
			REQUIRE(report.spent == expected.second);
			if (account.starts_with("agent:")) {
				of_agents += report.spent;
			}
		}
		REQUIRE(ledger_->report("total").spent == of_agents);
	}

	// Caps are exceeded by no more than one call's overrun; the number of calls never is.
	void check_caps() {
		for (const auto &[account, expected] : expected_) {
			const AccountReport report = ledger_->report(account);
			const CapAmounts limits = report.caps.amounts();
			const CapAmounts spent = cap_amounts(report.spent);
			const Cost &worst = worst_[account];
			const CapAmounts beyond = { 0, 0, worst.input_tokens, worst.money.micro_dollars };
			bool within = true; // checked once, since there are millions of them
			for (std::size_t kind = 0; kind < limits.size(); ++kind) {
				within =
						within && (limits[kind] == 0 || spent[kind] <= limits[kind] + beyond[kind]);
			}
			if (!within) {
				FAIL(account);
			}
		}
	}

	LedgerDisk &disk_;
	Rng chance_;
	const bool overruns_;
	LedgerCaps caps_;
	std::unique_ptr<SlowJournal> journal_;
	std::unique_ptr<Ledger> ledger_;
	std::vector<std::shared_ptr<Thought>> thoughts_;
	Books expected_;
	Books kept_; // the content of the disk at the last start
	std::map<std::string, Cost> worst_; // the largest overrun of one call
	LedgerRun told_;
};

} // namespace

LedgerRun run_ledger(LedgerDisk &disk, std::uint64_t seed, int steps) {
	return RandomRun(disk, seed).run(steps);
}

} // namespace agent_runtime
