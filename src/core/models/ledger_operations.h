#pragma once

// What a ledger's store gives the writer: entries that are made in any case, as soon as the storage
// allows that.

#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/models/ledger_journal.h"
#include "core/models/ledger_owner.h"
#include "core/store/write_operation.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace agent_runtime {

class Database;

inline constexpr std::size_t BYTES_OF_LEDGER_OPERATION = 400;

// What could not be entered: counted, and told in one line for all of it when somebody asks, or
// when nobody holds this any more. Thread rule: any thread.
class LedgerLosses {
public:
	enum class Kind : std::uint8_t { free_start, paid_end, free_end, sum, refill };

	explicit LedgerLosses(Logger log) :
			log_(std::move(log)) {}
	~LedgerLosses() { tell(); }
	LedgerLosses(const LedgerLosses &) = delete;
	LedgerLosses &operator=(const LedgerLosses &) = delete;

	const Logger &log() const { return log_; }
	void add(Kind kind, std::size_t count, const Status &reason);
	void tell();

private:
	const Logger log_;
	Mutex mutex_;
	std::array<std::size_t, 5> counts_ AR_GUARDED_BY(mutex_) = {}; // of each kind
	Status reason_ AR_GUARDED_BY(mutex_);
};

// What waits in few words while too much waits: what free calls without rows of their own came to
// before and after the last refill of the account that pays, and these refills. Everything in it is
// entered together, and as if it had been one by one.
struct LedgerBacklog {
	struct Sum {
		Spending until_refill;
		Spending since;
	};
	std::map<std::string, Sum> sums; // for each account
	std::set<std::string> refilled; // accounts
	std::set<std::string> refilled_kinds; // each account of a kind

	bool is_empty() const { return sums.empty() && refills() == 0; }
	std::size_t refills() const { return refilled.size() + refilled_kinds.size(); }
	void refill(const std::string &account);
	void refill_each(const std::string &kind);
	Status write(Database &database) const;
};

std::unique_ptr<WriteOperation> start_of_free_call(
		std::shared_ptr<LedgerLosses> losses, std::function<Status(Database &database)> write);
std::unique_ptr<WriteOperation> end_of_call(std::shared_ptr<LedgerLosses> losses,
		const LedgerOwner &owner, const Reservation &reservation,
		const std::optional<Spending> &spent);
std::unique_ptr<WriteOperation> entry_of(
		std::shared_ptr<LedgerLosses> losses, LedgerBacklog backlog);

} // namespace agent_runtime
