#include "core/models/ledger_operations.h"

#include "core/base/counted.h"
#include "core/models/ledger_decisions.h"
#include "core/models/ledger_rows.h"

#include <string_view>

namespace agent_runtime {

namespace {

// What was lost, in words that follow the count, and what comes of it. In the order of the kinds.
struct LossWords {
	std::string_view thing;
	std::string_view what_follows;
};
constexpr std::array<LossWords, 5> LOSS_WORDS{ {
		{ "start", " of free calls, which alone count nothing" },
		{ "end", " of paid calls, which count in full once this program has ended" },
		{ "end",
				" of free calls, which count in full once this program has ended, or not at all if "
				"their starts are missing too" },
		{ "sum", " of what free calls came to, which the accounts now lack" },
		{ "refill", ", so that caps count from the refill before" },
} };

class LedgerOperation : public WriteOperation {
public:
	explicit LedgerOperation(std::shared_ptr<LedgerLosses> losses) :
			losses_(std::move(losses)) {}

	std::size_t bytes() const override { return BYTES_OF_LEDGER_OPERATION; }
	void committed() override {}
	void degraded(const Status &) override {}

protected:
	LedgerLosses &losses() const { return *losses_; }

private:
	const std::shared_ptr<LedgerLosses> losses_;
};

class StartOperation : public LedgerOperation {
public:
	StartOperation(
			std::shared_ptr<LedgerLosses> losses, std::function<Status(Database &database)> write) :
			LedgerOperation(std::move(losses)),
			write_(std::move(write)) {}

	Status write(Database &database) override { return write_(database); }
	void dropped(const Status &reason) override {
		losses().add(LedgerLosses::Kind::free_start, 1, reason);
	}

private:
	const std::function<Status(Database &database)> write_;
};

class CloseOperation : public LedgerOperation {
public:
	CloseOperation(std::shared_ptr<LedgerLosses> losses, const LedgerOwner &owner,
			const Reservation &reservation, const std::optional<Spending> &spent) :
			LedgerOperation(std::move(losses)),
			owner_(owner),
			reservation_(reservation),
			spent_(spent) {}

	Status write(Database &database) override {
		const Result<bool> closed = decide_close(database, owner_, reservation_, spent_);
		is_charged_already_ = spent_ && closed.ok() && !closed.value();
		return closed.status();
	}
	void committed() override {
		if (is_charged_already_) {
			losses().log().warning("a call of a mind was taken for one of a program that has "
								   "ended, and stays counted in full");
		}
	}
	void dropped(const Status &reason) override {
		losses().add(
				reservation_.paid ? LedgerLosses::Kind::paid_end : LedgerLosses::Kind::free_end, 1,
				reason);
	}

private:
	const LedgerOwner owner_;
	const Reservation reservation_;
	const std::optional<Spending> spent_;
	bool is_charged_already_ = false; // in full, by somebody else
};

class BacklogOperation : public LedgerOperation {
public:
	BacklogOperation(std::shared_ptr<LedgerLosses> losses, LedgerBacklog backlog) :
			LedgerOperation(std::move(losses)),
			backlog_(std::move(backlog)) {}

	Status write(Database &database) override { return backlog_.write(database); }
	void dropped(const Status &reason) override {
		losses().add(LedgerLosses::Kind::sum, backlog_.sums.size(), reason);
		losses().add(LedgerLosses::Kind::refill, backlog_.refills(), reason);
	}

private:
	const LedgerBacklog backlog_;
};

Status add_sums(
		Database &database, const LedgerBacklog &backlog, Spending LedgerBacklog::Sum::*part) {
	for (const auto &[account, sum] : backlog.sums) {
		if (sum.*part == Spending()) {
			continue;
		}
		if (Status status = add_to_account(database, account, sum.*part); !status.ok()) {
			return status;
		}
	}
	return {};
}

Status enter_refills(Database &database, const LedgerBacklog &backlog) {
	for (const std::string &account : backlog.refilled) {
		if (Status status = refill_account(database, account); !status.ok()) {
			return status;
		}
	}
	for (const std::string &kind : backlog.refilled_kinds) {
		if (Status status = refill_accounts(database, kind + ":"); !status.ok()) {
			return status;
		}
	}
	return {};
}

void begin_anew(LedgerBacklog::Sum &sum) {
	sum.until_refill += std::exchange(sum.since, {});
}

} // namespace

void LedgerLosses::add(Kind kind, std::size_t count, const Status &reason) {
	const Lock lock(mutex_);
	counts_[static_cast<std::size_t>(kind)] += count;
	reason_ = reason;
}

void LedgerLosses::tell() {
	std::string what;
	{
		const Lock lock(mutex_);
		for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
			if (const std::size_t count = std::exchange(counts_[kind], 0); count != 0) {
				what += (what.empty() ? "" : "; ") + counted(count, LOSS_WORDS[kind].thing) +
						std::string(LOSS_WORDS[kind].what_follows);
			}
		}
		if (what.empty()) {
			return;
		}
		what += ": " + reason_.message();
	}
	log_.error("what could not be entered into the ledger: " + what);
}

void LedgerBacklog::refill(const std::string &account) {
	refilled.insert(account);
	if (const auto found = sums.find(account); found != sums.end()) {
		begin_anew(found->second);
	}
}

void LedgerBacklog::refill_each(const std::string &kind) {
	refilled_kinds.insert(kind);
	for (auto &[account, sum] : sums) {
		if (account.starts_with(kind + ":")) {
			begin_anew(sum);
		}
	}
}

Status LedgerBacklog::write(Database &database) const {
	Status status = add_sums(database, *this, &Sum::until_refill);
	if (status.ok()) {
		status = enter_refills(database, *this);
	}
	return status.ok() ? add_sums(database, *this, &Sum::since) : status;
}

std::unique_ptr<WriteOperation> start_of_free_call(
		std::shared_ptr<LedgerLosses> losses, std::function<Status(Database &database)> write) {
	return std::make_unique<StartOperation>(std::move(losses), std::move(write));
}

std::unique_ptr<WriteOperation> end_of_call(std::shared_ptr<LedgerLosses> losses,
		const LedgerOwner &owner, const Reservation &reservation,
		const std::optional<Spending> &spent) {
	return std::make_unique<CloseOperation>(std::move(losses), owner, reservation, spent);
}

std::unique_ptr<WriteOperation> entry_of(
		std::shared_ptr<LedgerLosses> losses, LedgerBacklog backlog) {
	return std::make_unique<BacklogOperation>(std::move(losses), std::move(backlog));
}

} // namespace agent_runtime
