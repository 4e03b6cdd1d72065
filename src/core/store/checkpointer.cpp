#include "core/store/checkpointer.h"

#include <utility>

namespace agent_runtime {

namespace {

// Each round leaves what came in during it to the next, which is shorter for that reason.
constexpr int ROUNDS = 3;

} // namespace

Checkpointer::~Checkpointer() {
	stop();
}

Status Checkpointer::start(const std::string &path, Logger log) {
	Result<Database> connected = Database::connect(path, { .access = Access::read_write });
	if (!connected.ok()) {
		return connected.status();
	}
	log_ = std::move(log);
	database_ = std::make_unique<Database>(std::move(connected).value());
	thread_ = std::make_unique<NamedThread>("checkpoint", log_);
	return thread_->start([this] { run(); });
}

const Status &Checkpointer::stop() {
	if (thread_ == nullptr) {
		return end_;
	}
	{
		const Lock lock(mutex_);
		stopping_ = true;
		changed_.notify_one();
	}
	database_->interrupt(); // the next copy repeats what this one has copied
	thread_->join_within(NamedThread::EXPECTED);
	end_ = thread_->failure();
	thread_.reset();
	database_.reset();
	return end_;
}

void Checkpointer::request() {
	const Lock lock(mutex_);
	if (state_ == State::idle) {
		state_ = State::requested;
		changed_.notify_one();
	}
}

bool Checkpointer::take_finished() {
	const Lock lock(mutex_);
	if (state_ != State::finished) {
		return false;
	}
	state_ = State::idle;
	return true;
}

Status Checkpointer::copy_most() {
	Status status;
	for (int round = 0; round < ROUNDS && status.ok() && !is_stopping(); ++round) {
		status = database_->checkpoint().status();
	}
	return status;
}

bool Checkpointer::is_stopping() {
	const Lock lock(mutex_);
	return stopping_;
}

void Checkpointer::run() {
	while (true) {
		{
			Lock lock(mutex_);
			lock.wait(changed_, [this]() AR_REQUIRES(mutex_) {
				return stopping_ || state_ == State::requested;
			});
			if (stopping_) {
				return;
			}
			state_ = State::running;
		}
		const Status status = copy_most();
		if (!status.ok() && !is_stopping()) {
			log_.warning("the database's log stays as long as it is: " + status.message());
		}
		const Lock lock(mutex_);
		state_ = State::finished;
	}
}

} // namespace agent_runtime
