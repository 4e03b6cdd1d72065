#include "core/jobs/job_errands.h"

#include "core/base/thrown.h"

#include <utility>

namespace agent_runtime {

namespace {

void call(const JobErrand::Then &then) {
	if (then) {
		then();
	}
}

} // namespace

JobErrands::JobErrands(const std::string &name, std::function<void()> wake, const Logger &log) :
		wake_(std::move(wake)),
		log_(log),
		thread_(name, log) {}

JobErrands::~JobErrands() {
	stop();
}

void JobErrands::post(JobErrand errand) {
	{
		const Lock lock(mutex_);
		waiting_.push_back(std::move(errand));
		changed_.notify_one();
	}
	if (thread_.is_started()) {
		return;
	}
	if (const Status started = thread_.start([this] { run(); }); !started.ok()) {
		log_.warning("jobs have to wait for other programs: " + started.message());
		while (std::optional<JobErrand> next = take()) {
			run_one(std::move(*next));
		}
	}
}

std::optional<JobErrand> JobErrands::take() {
	const Lock lock(mutex_);
	if (is_stopping_ || waiting_.empty()) {
		return std::nullopt;
	}
	JobErrand next = std::move(waiting_.front());
	waiting_.pop_front();
	return next;
}

void JobErrands::run() {
	while (true) {
		{
			Lock lock(mutex_);
			lock.wait(changed_,
					[this]() AR_REQUIRES(mutex_) { return is_stopping_ || !waiting_.empty(); });
		}
		std::optional<JobErrand> next = take();
		if (!next) {
			return;
		}
		run_one(std::move(*next));
	}
}

void JobErrands::run_one(JobErrand errand) {
	Done done{ {}, std::move(errand.give_up) };
	try {
		done.then = errand.run(cancelled_);
	} catch (...) {
		log_.error("what is done beside jobs threw " + thrown_text());
		done.then = done.give_up;
	}
	{
		const Lock lock(mutex_);
		done_.push_back(std::move(done));
	}
	wake_();
}

void JobErrands::finish() {
	std::deque<Done> done;
	{
		const Lock lock(mutex_);
		done.swap(done_);
	}
	for (const Done &each : done) {
		try {
			call(each.then);
		} catch (...) {
			log_.error("work at a job threw " + thrown_text());
			call(each.give_up);
		}
	}
}

void JobErrands::stop() {
	cancelled_.store(true);
	{
		const Lock lock(mutex_);
		is_stopping_ = true;
		changed_.notify_all();
	}
	thread_.join_within(NamedThread::EXPECTED);
	std::deque<JobErrand> waiting;
	std::deque<Done> done;
	{
		const Lock lock(mutex_);
		waiting.swap(waiting_);
		done.swap(done_);
	}
	for (const Done &each : done) {
		call(each.give_up);
	}
	for (const JobErrand &each : waiting) {
		call(each.give_up);
	}
}

} // namespace agent_runtime
