#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/spaced_sum.h"
#include "core/base/status.h"
#include "core/base/trace_id.h"
#include "core/log/event_book.h"
#include "core/log/event_log.h"
#include "core/log/published.h"
#include "core/store/id_marks.h"
#include "core/store/idle_work.h"
#include "core/store/open_database.h"
#include "core/store/reader.h"
#include "core/store/simulation_lock.h"
#include "core/store/writer.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// The database file of a program, with the threads that write and read it. Events that other
// programs write into the file are published here, too. Without a file there is nothing to start,
// and what is to be published goes to the fan-out as it is.
//
//	if (Status opened = store.open_to_simulate(how); !opened.ok()) { … }
//	read_what_is_needed(store.database());
//	Status started = store.start(std::move(idle_work));
//
// Owned by Services. Thread rule: any thread, once it has started; opening, start() and stop() by
// the owner.
class SharedStore {
public:
	// An empty path: there is no file. All references must outlive the store.
	SharedStore(std::string path, const WriterOptions &options, EventFanout &fanout,
			const EventBook &events, const Clock &clock, const Logger &log);
	~SharedStore();
	SharedStore(const SharedStore &) = delete;
	SharedStore &operator=(const SharedStore &) = delete;

	// For the one program that simulates: `already_exists` while another one does. Brings the
	// tables up to date, and sets a damaged file aside.
	Status open_to_simulate(const OpenOptions &how);
	// For a program beside the game, which leaves a damaged file alone (open_shared()).
	Status open_beside(const OpenOptions &how);
	// The open file, for reading before start().
	Database &database() { return *opened_; }
	// What open_to_simulate() found damaged.
	const std::optional<SetAside> &set_aside() const { return set_aside_; }
	Status start(std::vector<std::unique_ptr<IdleWork>> idle_work = {});

	const std::string &path() const { return path_; }
	// Whether there is a file to write to and to read from; decided by start().
	bool has_file() const { return has_file_; }
	// Where the log stood when the file was opened.
	const std::string &epoch() const { return epoch_; }
	EventId newest_event() const { return newest_event_; }
	Writer &writer() { return writer_; }
	Reader &reader() { return reader_; }
	// For a program that simulates, after they were opened.
	IdMarks &ids() { return ids_; }

	// Waits while the store takes nothing more, however long that is; an operation that is not
	// taken since the program stops is dropped.
	void store(std::unique_ptr<WriteOperation> operation);
	// Waits for space in the queue, and drops an operation that the store does not take.
	void offer(std::unique_ptr<WriteOperation> operation);
	// About the program itself, in no log: stored by nobody.
	void publish_unstored(EventData data);

	// Whether store() waits, and with it everything that waits for store().
	bool stands_still() const { return stands_still_.load(std::memory_order_relaxed); }
	WriterStats stats() const { return has_file_ ? writer_.stats() : WriterStats(); }

	// From now on store() gives up.
	void close() { closing_.store(true, std::memory_order_release); }
	// stop() will come soon, and everything that can wait is left.
	void prepare_stop() { writer_.prepare_stop(); }
	// Writes what waits, and closes the file. Returns what failed first, or what was not written.
	const Status &stop();

private:
	Status look_at_log();
	WriterHooks hooks();
	void publish_foreign(const std::vector<StoredEvent> &events);
	void report_wait(Micros waited);
	bool store_given_ids();

	const std::string path_;
	const WriterOptions options_;
	EventFanout &fanout_;
	TraceSource traces_; // for what happens to the file
	const EventBook &events_;
	const Clock &clock_;
	const Logger log_;
	std::optional<SimulationLock> lock_;
	IdMarks ids_;
	std::optional<Database> opened_; // until start()
	std::optional<SetAside> set_aside_;
	std::string epoch_;
	EventId newest_event_;
	bool has_file_ = false;
	Writer writer_;
	Reader reader_;
	SpacedSum waits_; // of more than is worth a line
	std::atomic<bool> closing_{ false }; // stands alone
	std::atomic<bool> stands_still_{ false }; // stands alone
	std::atomic<std::uint64_t> unwritten_{ 0 }; // operations at the stop; stands alone
	bool stopped_ = false;
	Status end_; // what stop() returns
};

} // namespace agent_runtime
