#pragma once

// Random runs of a ledger with retries, cancels and crashes, over books that outlive it.

#include "core/base/rng.h"
#include "core/models/ledger.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// Where books are stored. What is written here survives a crash.
class LedgerDisk {
public:
	virtual ~LedgerDisk() = default;
	virtual BooksAnswer open(const Reservation &reservation) = 0;
	virtual void close(const Reservation &reservation, const std::optional<Spending> &spent) = 0;
	// As after a start: what was open counts in full.
	virtual LedgerBooks read() = 0;
};

// A disk in memory.
class MemoryDisk : public LedgerDisk {
public:
	BooksAnswer open(const Reservation &reservation) override;
	void close(const Reservation &reservation, const std::optional<Spending> &spent) override;
	LedgerBooks read() override;

private:
	void add(const Reservation &reservation, const Spending &spent);

	LedgerBooks books_;
	std::map<ReservationId, Reservation> open_;
};

// Writes to a disk later and in order. What was not written when it is destroyed is lost.
class SlowJournal : public LedgerJournal {
public:
	explicit SlowJournal(LedgerDisk &disk) :
			disk_(disk) {}

	void open(const Reservation &reservation, Done done) override;
	void close(const Reservation &reservation, const std::optional<Spending> &spent) override;
	void refill(const std::string &) override {}
	void refill_each(const std::string &) override {}
	void look(const std::vector<std::string> &, Done) override {} // nobody else writes

	void write(std::size_t most);
	std::size_t waiting() const { return waiting_.size(); }

	// What is on the disk for each reservation: that it was opened, and how it was closed.
	struct Written {
		Reservation reservation;
		bool closed = false;
		std::optional<Spending> spent;
	};
	std::vector<Written> written() const;

private:
	struct Entry {
		Reservation reservation;
		bool is_open = false;
		Done done;
		std::optional<Spending> spent;
	};

	LedgerDisk &disk_;
	std::deque<Entry> waiting_;
	std::map<ReservationId, Written> written_;
};

// The result of a run.
struct LedgerRun {
	int calls = 0; // calls that spent something
	int crashes = 0;
	int refusals = 0;
	int cancels = 0;
	int retries = 0;
};

// Makes one run with this seed, and asserts that the books add up and no cap is passed.
LedgerRun run_ledger(LedgerDisk &disk, std::uint64_t seed, int steps);

} // namespace agent_runtime
