#pragma once

#include "core/base/clock.h"
#include "core/base/inbox.h"
#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/log/decision.h"
#include "core/models/ledger_decisions.h"
#include "core/models/ledger_journal.h"
#include "core/models/ledger_operations.h"
#include "core/models/ledger_owner.h"
#include "core/store/write_operation.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace agent_runtime {

class Database;
class Writer;

// Reads the books from the file. Calls that were open when their process ended count as spent in
// full, here and in the file, and the log says so. Call before the writer starts.
Result<LedgerBooks> read_ledger(
		Database &database, const LedgerOwner &owner, WallTime now, const Logger &log);

// The ledger's books in the database, written by the writer, and shared with the ledgers of other
// processes. While the storage fails no reservation of a paid call is stored, and what calls cost
// is written when it works again. If it never does, they count in full when somebody finds that
// this process has ended. Only so much waits for the storage: behind MOST_WAITING, calls that cost
// nothing are merely added up, and so are refills, of as many accounts. A paid call that is in
// flight by then waits in any case.
// Owned by the ledger's owner, outlives the ledger, and is destroyed before the writer. Thread
// rule: worker only, the ledger's; answers come through an inbox of any thread.
class LedgerStore : public LedgerJournal {
public:
	static constexpr std::size_t MOST_WAITING = 4'096; // a few MB

	// Calls `wake` on the writer's thread when deliver() has something to do, but not after
	// destruction. `wake` must not block. The clock must outlive the store.
	LedgerStore(Writer &writer, LedgerOwner owner, const Clock &clock, std::function<void()> wake,
			Logger log = {});
	~LedgerStore() override;
	LedgerStore(const LedgerStore &) = delete;
	LedgerStore &operator=(const LedgerStore &) = delete;

	void open(const Reservation &reservation, Done done) override;
	void close(const Reservation &reservation, const std::optional<Spending> &spent) override;
	void refill(const std::string &account) override;
	void refill_each(const std::string &kind) override;
	void look(const std::vector<std::string> &accounts, Done done) override;

	// Passes on what the writer has answered meanwhile.
	void deliver();

	struct Answer {
		Done done;
		BooksAnswer answer;
	};
	// What the writer's operations share with us. Thread rule: any thread.
	struct Mail {
		Inbox<Answer> inbox;
		Mutex mutex;
		std::function<void()> wake AR_GUARDED_BY(mutex);

		void put(Answer answer);
	};

private:
	void ask(std::string purpose, Decide<BooksDecision> decide, Done done);
	void submit(std::unique_ptr<WriteOperation> operation);
	void submit_waiting();
	void add_up(const Reservation &reservation, const std::optional<Spending> &spent);
	void submit_backlog();
	void put_backlog();

	Writer &writer_;
	const LedgerOwner owner_;
	const Clock &clock_;
	const Logger log_;
	const std::shared_ptr<LedgerLosses> losses_;
	const std::shared_ptr<Mail> mail_;
	std::deque<std::unique_ptr<WriteOperation>> waiting_; // while the writer takes no more
	// While too much waits: calls that are not in the file, all free, and what belongs behind all
	// that waits. The latter is empty when nothing waits.
	std::set<ReservationId> left_out_;
	LedgerBacklog backlog_;
};

} // namespace agent_runtime
