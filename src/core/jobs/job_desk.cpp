#include "core/jobs/job_desk.h"

#include "core/base/thrown.h"
#include "core/jobs/job_base.h"
#include "core/jobs/new_job.h"
#include "core/questions/question_events.h"
#include "core/requests/request_book.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

constexpr Micros LONGEST_WAIT = std::chrono::seconds(60);
// Between two looks at files that are written to all the time.
constexpr Micros SHORTEST_WAIT = std::chrono::milliseconds(5);
constexpr Micros AFTER_A_MISTAKE = std::chrono::seconds(1);

// Whoever has thrown may have answered before.
template <typename Reply>
JobDone<Reply> once(JobDone<Reply> done) {
	return [done = std::move(done), was_called = std::make_shared<bool>(false)](
				   const Result<Reply> &reply) {
		if (!std::exchange(*was_called, true)) {
			done(reply);
		}
	};
}

JobId job_of(const Subject &subject) {
	return JobId::parse(subject.to_string()).value_or(JobId());
}

} // namespace

JobDesk::JobDesk(JobSettings settings, Parts parts, const Logger &log) :
		rules_(std::move(settings), parts.project),
		parts_(std::move(parts)),
		log_(log.named("jobs")),
		caps_(parts_.minds.caps),
		feeds_(book_, [this] { changes_.wake(); }),
		followers_(parts_.store, book_, [this] { changes_.wake(); }),
		thread_("ar-jobs", log_),
		watch_(parts_.clock.on_jump([this] { changes_.wake(); })) {}

JobDesk::~JobDesk() {
	stop();
}

Status JobDesk::start() {
	if (!parts_.support.ok()) {
		const Lock lock(mutex_);
		failure_ = parts_.support;
		return failure_;
	}
	Result<std::unique_ptr<JobWorks>> works = JobWorks::open(
			{ rules_, parts_.host, parts_.store, parts_.fanout, parts_.clock, parts_.minds, caps_,
					agents_, parts_.hooks, book_, words_, changes_ },
			log_);
	Status started = works.status();
	if (works.ok()) {
		works_ = std::move(works).value();
		started = works_->recover();
	}
	if (started.ok()) {
		const Result<std::vector<FoundJob>> found = works_->list();
		started = found.status();
		found_ = found.value_or({});
	}
	started = started.ok() ? thread_.start([this] { run(); }) : started;
	const Lock lock(mutex_);
	is_open_ = started.ok();
	failure_ = started;
	return started;
}

const Status &JobDesk::stop() {
	std::deque<Order> left;
	{
		const Lock lock(mutex_);
		is_open_ = false;
		is_stopping_ = true;
		left.swap(orders_);
	}
	changes_.wake();
	thread_.join_within(NamedThread::EXPECTED);
	works_.reset();
	for (const Order &order : left) {
		order.refuse(has_stopped());
	}
	return thread_.failure();
}

std::string JobDesk::base_path() const {
	return JobBase::path_for(parts_.store.path());
}

Status JobDesk::check() const {
	const Lock lock(mutex_);
	return check_open();
}

Status JobDesk::check_open() const {
	if (is_open_) {
		return {};
	}
	if (is_stopping_) {
		return has_stopped();
	}
	const Status why = first_failure(rules_.check_enabled(), failure_);
	return !why.ok() ? why
					 : Status(StatusCode::failed_precondition,
							   "jobs need the database, and this runtime has none; enable its "
							   "storage");
}

Status JobDesk::post(Order order) {
	{
		const Lock lock(mutex_);
		if (Status closed = check_open(); !closed.ok()) {
			return closed;
		}
		if (orders_.size() >= MOST_ORDERS) {
			return { StatusCode::exhausted, "too much is asked of jobs at once; try again" };
		}
		orders_.push_back(std::move(order));
	}
	changes_.wake();
	return {};
}

template <typename Reply>
Status JobDesk::post_call(
		std::function<Result<Reply>(JobWorks &works)> call, const Done<Reply> &done) {
	const Done<Reply> answer = once(done);
	return post({ [call = std::move(call), answer](JobWorks &works) { answer(call(works)); },
			[answer](const Status &why) { answer(why); } });
}

Result<JobId> JobDesk::start_job(
		const JobStartRequest &request, const Caller &caller, const Done<JobStartReply> &done) {
	if (Status closed = check(); !closed.ok()) {
		return closed;
	}
	Result<JobPlan> plan = rules_.settle(request, caller.from);
	if (!plan.ok()) {
		return plan.status();
	}
	const Result<TaskId> task = agents_ != nullptr && !plan.value().agent.is_none()
			? agents_->number_task(plan.value().agent)
			: TaskId();
	if (!task.ok()) {
		return task.status();
	}
	Result<JobId> id = book_.admit_new(rules_.settings().most_running);
	if (!id.ok()) {
		return id;
	}
	Result<std::shared_ptr<NewJob>> job =
			plan_new_job({ id.value(), base_path(), caller.trace, parts_.clock.wall_now(),
								 task.value(), caps_.now() },
					std::move(plan).value(), request, parts_.minds);
	Status status = job.status();
	if (status.ok()) {
		const Done<JobStartReply> answer = once<JobStartReply>(
				[this, id = id.value(), done](const Result<JobStartReply> &reply) {
					if (!reply.ok()) {
						book_.remove(id);
					}
					done(reply);
				});
		status = post({ [job = job.value(), request, answer](
								JobWorks &works) { works.begin(job, request, answer); },
				[answer](const Status &why) { answer(why); } });
	}
	if (!status.ok()) {
		book_.remove(id.value());
		return status;
	}
	return id;
}

Status JobDesk::resume(
		const JobResumeRequest &request, const Caller &caller, const Done<JobStartReply> &done) {
	const Done<JobStartReply> answer = once(done);
	return post({ [request, caller, answer](
						  JobWorks &works) { works.begin_again(request, caller, answer); },
			[answer](const Status &why) { answer(why); } });
}

Status JobDesk::kill(
		const JobKillRequest &request, const Caller &caller, const Done<JobKillReply> &done) {
	return post_call<JobKillReply>(
			[request, trace = caller.trace](JobWorks &works) { return works.kill(request, trace); },
			done);
}

Status JobDesk::say(
		const JobInputRequest &request, const Caller &caller, const Done<OneJob> &done) {
	const int asked =
			(request.text.empty() ? 0 : 1) + (request.interrupt ? 1 : 0) + (request.close ? 1 : 0);
	if (asked != 1) {
		return Status(StatusCode::invalid_argument,
				"text: is missing, or not all that is asked for; give either text, or interrupt, "
				"or "
				"close",
				"text");
	}
	return post_call<OneJob>(
			[request, trace = caller.trace](JobWorks &works) { return works.say(request, trace); },
			done);
}

Status JobDesk::respond(
		const JobRespondRequest &request, const Caller &caller, const Done<JobRespondReply> &done) {
	return post_call<JobRespondReply>(
			[request, caller](
					JobWorks &works) { return works.respond(request, caller.from, caller.trace); },
			done);
}

Status JobDesk::purge(const JobPurgeRequest &request, const Done<JobPurgeReply> &done) {
	const Done<JobPurgeReply> answer = once(done);
	return post({ [request, answer](JobWorks &works) { works.purge(request, answer); },
			[answer](const Status &why) { answer(why); } });
}

void JobDesk::publish(const PublishedBatch &batch) {
	bool has_answer = false;
	for (const PublishedEvent &each : *batch) {
		if (!each.event.data.is<QuestionAnswered>()) {
			continue;
		}
		has_answer = true;
		if (const JobId job = job_of(each.event.subject);
				parts_.hooks != nullptr && !job.is_none()) {
			parts_.hooks->reached(JobPoint::answer, JobMoment::after, job);
		}
	}
	if (has_answer) {
		inputs_may_wait_.store(true, std::memory_order_release);
		changes_.wake();
	}
}

bool JobDesk::carry_out_orders() {
	while (true) {
		Order order;
		{
			const Lock lock(mutex_);
			if (is_stopping_) {
				return false;
			}
			if (orders_.empty()) {
				return true;
			}
			order = std::move(orders_.front());
			orders_.pop_front();
		}
		carry_out(order);
	}
}

void JobDesk::carry_out(const Order &order) {
	std::string thrown;
	try {
		order.run(*works_);
		return;
	} catch (...) {
		thrown = thrown_text();
	}
	log_.error("what was asked of jobs threw " + thrown);
	try {
		order.refuse(Status(StatusCode::internal, "work at a job threw " + thrown));
	} catch (...) {
		log_.error("the answer to a request about jobs threw " + thrown_text());
	}
}

Micros JobDesk::work_or_throw() {
	if (inputs_may_wait_.exchange(false, std::memory_order_acq_rel)) {
		works_->look_for_inputs();
	}
	const Micros rest = works_->work();
	const bool was_read = feeds_.fill(works_->base());
	followers_.look();
	return was_read ? Micros(0) : rest;
}

Micros JobDesk::work() {
	try {
		return work_or_throw();
	} catch (...) {
		log_.error("work at jobs threw " + thrown_text() + "; it goes on in a second");
		return AFTER_A_MISTAKE;
	}
}

void JobDesk::run() {
	while (carry_out_orders()) {
		changes_.wait(std::clamp(work(), SHORTEST_WAIT, LONGEST_WAIT));
	}
}

} // namespace agent_runtime
