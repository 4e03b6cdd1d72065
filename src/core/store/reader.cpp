#include "core/store/reader.h"

#include "core/base/thrown.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int CACHE_KIB = 8192;

} // namespace

Reader::~Reader() {
	stop();
}

Status Reader::start(const std::string &path, Schema schema, Logger log) {
	if (thread_ != nullptr) {
		return Status(StatusCode::failed_precondition,
				"the database's reader was started already; make a new one");
	}
	Result<Database> connected = Database::connect(path,
			{ .access = Access::read_only,
					.busy_limit = std::chrono::milliseconds(2000),
					.cache_kib = CACHE_KIB,
					.schema = schema });
	if (!connected.ok()) {
		return connected.status();
	}
	log_ = std::move(log);
	database_ = std::make_unique<Database>(std::move(connected).value());
	thread_ = std::make_unique<NamedThread>("reader", log_);
	{
		const Lock lock(mutex_);
		open_ = true;
	}
	return thread_->start([this] { run(); });
}

Result<Reader::Ticket> Reader::ask(ReadQuery query) {
	const Lock lock(mutex_);
	if (!open_) {
		return Status(StatusCode::failed_precondition, "the database's reader is not running");
	}
	if (waiting_.size() >= MOST_WAITING) {
		return Status(StatusCode::exhausted,
				std::to_string(MOST_WAITING) +
						" queries wait for the database already; ask again later");
	}
	const SteadyTime deadline = SteadyClock::now() + query.time_limit;
	waiting_.push_back({ ++next_, std::move(query), deadline, false });
	changed_.notify_one();
	return next_;
}

void Reader::cancel(Ticket ticket) {
	const Lock lock(mutex_);
	if (ticket == running_ && ticket != 0) {
		cancel_running_ = true;
		return;
	}
	for (Waiting &waiting : waiting_) {
		waiting.cancelled = waiting.cancelled || waiting.ticket == ticket;
	}
}

const Status &Reader::stop() {
	if (thread_ == nullptr) {
		return end_;
	}
	{
		const Lock lock(mutex_);
		open_ = false;
		cancel_running_ = true;
		changed_.notify_all();
	}
	thread_->join_within(NamedThread::EXPECTED);
	std::deque<Waiting> rest;
	{
		const Lock lock(mutex_);
		rest.swap(waiting_);
	}
	for (const Waiting &waiting : rest) {
		tell(waiting, Status(StatusCode::cancelled, "the database is being closed"));
	}
	database_.reset();
	end_ = thread_->failure();
	return end_;
}

void Reader::run() {
	while (true) {
		Waiting next;
		{
			Lock lock(mutex_);
			running_ = 0;
			lock.wait(
					changed_, [this]() AR_REQUIRES(mutex_) { return !open_ || !waiting_.empty(); });
			if (!open_) {
				return;
			}
			next = std::move(waiting_.front());
			waiting_.pop_front();
			running_ = next.ticket;
			cancel_running_ = next.cancelled;
		}
		answer(next);
	}
}

void Reader::answer(Waiting &waiting) {
	Status status = run_watched(waiting);
	// SQLite reports both as "interrupted".
	if (cancel_running_) {
		status = Status(StatusCode::cancelled, "the query was cancelled");
	} else if (!status.ok() && SteadyClock::now() >= waiting.deadline) {
		status = Status(StatusCode::deadline_exceeded,
				"the query took too long; ask for less, or give it more time");
	}
	tell(waiting, status);
}

Status Reader::run_watched(const Waiting &waiting) {
	const auto keep_going = [&] {
		return !cancel_running_ && SteadyClock::now() < waiting.deadline;
	};
	if (!keep_going()) {
		return Status(StatusCode::cancelled, "the query was not begun");
	}
	database_->watch(keep_going);
	Status status;
	try {
		status = waiting.query.run(*database_);
	} catch (...) {
		status = Status(StatusCode::internal, "a query threw " + thrown_text());
	}
	database_->watch({});
	return status;
}

void Reader::tell(const Waiting &waiting, const Status &status) {
	try {
		waiting.query.done(status);
	} catch (...) {
		log_.error("a query's callback threw " + thrown_text());
	}
}

} // namespace agent_runtime
