#include "core/services/shared_store.h"

#include "core/base/counted.h"
#include "core/log/foreign_tail.h"
#include "core/log/writer_errand.h"
#include "core/services/given_ids.h"
#include "core/services/store_events.h"

#include <chrono>
#include <thread>
#include <utility>

namespace agent_runtime {

namespace {

// How often store() tries again while the storage fails and its backlog is full.
constexpr Micros STORE_RETRY = std::chrono::milliseconds(50);
// A full queue slows the world down; a wait of this length is logged.
constexpr Micros LONG_STORE_WAIT = std::chrono::milliseconds(100);
constexpr std::size_t BYTES_OF_NUMBERS = 200;

} // namespace

SharedStore::SharedStore(std::string path, const WriterOptions &options, EventFanout &fanout,
		const EventBook &events, const Clock &clock, const Logger &log) :
		path_(std::move(path)),
		options_(options),
		fanout_(fanout),
		events_(events),
		clock_(clock),
		log_(log),
		waits_(LONG_STORE_WAIT) {}

SharedStore::~SharedStore() {
	stop();
}

Status SharedStore::open_to_simulate(const OpenOptions &how) {
	if (Status folder = make_folder_of(path_); !folder.ok()) {
		return folder;
	}
	// This comes first, since a program that already simulates in the file must not see it migrated
	// or set aside.
	Result<SimulationLock> lock = SimulationLock::wait_for(path_, clock_);
	if (!lock.ok()) {
		return lock.status();
	}
	lock_ = std::move(lock).value();
	OpenOptions options = how;
	if (lock_->follows_clean_end()) {
		options.check_up_to_bytes = 0;
	}
	Result<OpenedDatabase> opened = open_database(path_, clock_, options);
	if (!opened.ok()) {
		lock_->end_badly(); // the next start examines what this one could not open
		return opened.status();
	}
	set_aside_ = opened.value().set_aside;
	opened_.emplace(std::move(opened.value().database));
	return look_at_log();
}

Status SharedStore::open_beside(const OpenOptions &how) {
	Result<Database> opened = open_shared(path_, clock_, how);
	if (!opened.ok()) {
		return opened.status();
	}
	opened_.emplace(std::move(opened).value());
	return look_at_log();
}

Status SharedStore::look_at_log() {
	Result<std::string> epoch = event_log_epoch(*opened_);
	const Result<EventId> newest = newest_event_id(*opened_);
	if (!epoch.ok() || !newest.ok()) {
		return epoch.ok() ? newest.status() : epoch.status();
	}
	epoch_ = std::move(epoch).value();
	newest_event_ = newest.value();
	return Status();
}

Status SharedStore::start(std::vector<std::unique_ptr<IdleWork>> idle_work) {
	Status status = reader_.start(path_, opened_->schema(), log_);
	if (status.ok()) {
		status = writer_.start(*std::move(opened_), options_, hooks(), std::move(idle_work), log_);
	}
	opened_.reset();
	has_file_ = status.ok();
	return status;
}

WriterHooks SharedStore::hooks() {
	WriterHooks hooks;
	hooks.tail = std::make_unique<ForeignTail>(
			[this](const std::vector<StoredEvent> &events) { publish_foreign(events); });
	hooks.degraded = [this](const Status &reason) {
		log_.error("the store is degraded: " + reason.message());
		if (lock_ && reason.code() == StatusCode::corrupt) {
			lock_->end_badly(); // the next start checks the whole file
		}
		publish_unstored(StoreDegraded{ reason.message() });
	};
	hooks.recovered = [this](std::uint64_t operations) {
		log_.info("the store works again, and has caught up with " + counted(operations, "step"));
		publish_unstored(StoreRecovered{ operations });
	};
	hooks.keep_beside = [this] {
		Status kept = lock_ ? lock_->keep() : Status();
		return kept.ok() ? ids_.keep() : kept;
	};
	return hooks;
}

void SharedStore::publish_foreign(const std::vector<StoredEvent> &events) {
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	for (const StoredEvent &row : events) {
		Result<Event> event = events_.read(row.type, row.entity, row.trace_id, row.data);
		if (event.ok()) {
			batch->push_back({ row.id, row.ts, std::move(event).value() });
		}
	}
	fanout_.publish(batch);
}

// May run on the writer's thread, which cannot wait for itself.
void SharedStore::publish_unstored(EventData data) {
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	batch->push_back(
			{ EventId(), clock_.wall_now(), { Subject(), std::move(data), traces_.make() } });
	fanout_.publish(batch);
}

void SharedStore::store(std::unique_ptr<WriteOperation> operation) {
	bool reported = false;
	while (true) {
		const Result<Micros> submitted = writer_.submit(std::move(operation));
		if (submitted.ok()) {
			stands_still_.store(false, std::memory_order_relaxed);
			report_wait(submitted.value());
			return;
		}
		if (submitted.status().code() != StatusCode::exhausted ||
				closing_.load(std::memory_order_acquire)) {
			operation->dropped(submitted.status()); // NOLINT(bugprone-use-after-move): still ours
			unwritten_.fetch_add(1, std::memory_order_relaxed);
			return;
		}
		if (!std::exchange(reported, true)) {
			stands_still_.store(true, std::memory_order_relaxed);
			log_.error("the world stands still: " + submitted.status().message());
			publish_unstored(
					StoreDegraded{ "the world stands still: " + submitted.status().message() });
		}
		std::this_thread::sleep_for(STORE_RETRY);
	}
}

void SharedStore::report_wait(Micros waited) {
	if (waited <= Micros{}) {
		return;
	}
	if (const std::optional<Micros> sum = waits_.add(waited, clock_.now())) {
		log_.warning("the world has waited for the store for " +
				std::to_string(sum->count() / 1000) + " ms since this was last said");
	}
}

void SharedStore::offer(std::unique_ptr<WriteOperation> operation) {
	const Result<Micros> submitted = writer_.submit(std::move(operation));
	if (!submitted.ok()) {
		operation->dropped(submitted.status()); // NOLINT(bugprone-use-after-move): still ours
	}
}

// False when the file cannot be written.
bool SharedStore::store_given_ids() {
	WriterErrand errand(writer_, "the ids that were given cannot be stored");
	const IdNumbers given = ids_.given();
	const Status added = errand.add(
			[given](DecisionScope &scope) { return write_given_ids(scope.database(), given); },
			{ .bytes = BYTES_OF_NUMBERS });
	const Status written = errand.wait();
	return added.ok() && written.ok();
}

const Status &SharedStore::stop() {
	if (std::exchange(stopped_, true)) {
		return end_;
	}
	const auto add = [this](const Status &status) { end_ = end_.ok() ? status : end_; };
	close();
	if (has_file_) {
		add(reader_.stop());
		const bool has_ids = lock_ && store_given_ids();
		add(writer_.stop());
		has_ids ? ids_.end_empty() : ids_.end_exact();
	}
	if (const std::uint64_t operations = unwritten_.load(std::memory_order_relaxed);
			operations > 0) {
		add(Status(StatusCode::unavailable,
				"could not write " + counted(operations, "operation") +
						", since the database takes nothing"));
	}
	opened_.reset();
	lock_.reset();
	return end_;
}

} // namespace agent_runtime
