#include "core/runtime/runtime.h"

#include "core/agents/step_batch.h"
#include "core/base/counted.h"
#include "core/log/event_json.h"
#include "core/runtime/runtime_events.h"

#include <chrono>
#include <thread>
#include <utility>

namespace agent_runtime {

namespace {

// While the storage fails and its backlog is full, the world stands still and asks again so often.
constexpr Micros STORE_RETRY = std::chrono::milliseconds(50);
// A full queue slows the world down; from here on it is worth a line.
constexpr Micros LONG_STORE_WAIT = std::chrono::milliseconds(100);

} // namespace

Runtime::Runtime(RuntimeOptions options, Clock &clock, Logger log) :
		options_(std::move(options)),
		clock_(clock),
		log_(std::move(log)),
		sim_clock_(clock),
		directory_(options_.most_agents,
				[this](std::uint64_t highest) { return ids_.cover(IdKind::agents, highest); }),
		pump_(clock, known_events()),
		store_waits_(LONG_STORE_WAIT) {}

Runtime::~Runtime() {
	stop();
}

const Status &Runtime::stop() {
	if (std::exchange(stopped_, true)) {
		return end_;
	}
	const auto note = [this](const Status &status) { end_ = end_.ok() ? status : end_; };
	{
		// What was accepted before is in the world, and nothing is accepted from now on.
		const ExclusiveLock lock(world_.mutex);
		world_.stopping.store(true, std::memory_order_release);
	}
	registration_.reset();
	if (gateway_ != nullptr) {
		note(gateway_->stop());
	}
	if (slots_ != nullptr) {
		note(slots_->stop());
	}
	writer_.prepare_stop();
	if (const Parts world = parts(); world.driver != nullptr) {
		note(world.driver->stop());
		note(world.desk->stop());
	}
	if (models_ != nullptr) {
		note(models_->stop());
	}
	if (announced_) {
		notice(RuntimeStopped{});
	}
	if (stores_) {
		note(reader_.stop());
		const bool has_ids = store_given_ids();
		note(writer_.stop());
		has_ids ? ids_.end_empty() : ids_.end_exact();
	}
	if (const std::uint64_t jobs = unwritten_.load(std::memory_order_relaxed); jobs > 0) {
		note(Status(StatusCode::unavailable,
				"could not write " + counted(jobs, "job") + ", since the database takes nothing"));
	}
	calls_.close_all();
	requests_.cancel_all("the runtime has stopped");
	lock_.reset();
	return end_;
}

Runtime::Parts Runtime::parts() const {
	const SharedLock lock(world_.mutex);
	return { world_.desk.get(), world_.simulation.get(), world_.driver.get() };
}

// On the sim thread: to the store, which publishes it after the commit.
void Runtime::take_output(std::unique_ptr<StepOutput> output) {
	refuse_uncovered_calls(*output);
	pump_.expect(output->events);
	take_calls(*output);
	// Who is told that a walk was stopped finds its call ended.
	for (const RequestOutcome &outcome : output->outcomes) {
		requests_.complete(outcome.request, outcome.status);
	}
	for (const AgreedTask &task : output->agreed) {
		const Result<TaskPtr> agreed =
				task_requests_.new_task(task.name, "", task.proposed_by, task.partner);
		if (agreed.ok()) {
			world_.post(AssignInput{ task.agent, agreed.value() });
		} else {
			log_.error(
					"a task that agents agreed upon is not taken on: " + agreed.status().message());
		}
	}
	for (ThoughtRequest &thought : output->thoughts) {
		models_->ask(std::move(thought));
	}
	for (const ThoughtId thought : output->withdrawn) {
		models_->withdraw(thought);
	}
	pump_.show(output->positions);
	pump_.show(output->paths, output->turns);
	for (const Event &event : output->events) {
		talks_.note(event, output->time, clock_.wall_now());
		report_mind(event);
		if (event.data.is<AgentTerminated>()) {
			const AgentId agent = event.subject.agent_id();
			directory_.release(agent);
			// Of any mind: how much the player sees of an agent is kept there for all.
			models_->forget(agent);
		}
	}
	std::vector<RequestId> reached = std::move(output->reached);
	if (!output->is_empty()) {
		store_or_publish(std::move(output));
	}
	answer_reached(std::move(reached));
	// Where this fails, the id that is not covered says so.
	const Status ahead = ids_.cover_ahead();
	(void)ahead.ok();
}

void Runtime::take_calls(StepOutput &output) {
	const RealTime now = clock_.now();
	for (const GameCall &call : output.calls) {
		calls_.open({ call.call, call.agent, call.kind }, now, now + time_for(call.kind));
	}
	for (CancelledWalk &walk : output.cancelled_walks) {
		// One that the game has ended itself in this very moment is not told to be over.
		if (calls_.cancel(walk.call) || walk.is_closed) {
			pump_.cancel(std::move(walk));
		}
	}
	for (const CallId call : output.given_up) {
		calls_.forget(call);
	}
	for (const GameCall &call : output.calls) {
		// One that was given up within its own step is not asked for.
		if (calls_.is_open(call.call)) {
			pump_.call(call);
		}
	}
}

void Runtime::store_or_publish(std::unique_ptr<StepOutput> output) {
	if (stores_) {
		store_step(std::move(output));
		return;
	}
	fanout_.publish(published_unstored(std::move(output->events), clock_.wall_now(), output->step));
}

void Runtime::store_step(std::unique_ptr<StepOutput> output) {
	for (std::unique_ptr<WriteJob> &job :
			make_step_batches(std::move(output), clock_.wall_now(), fanout_, log_)) {
		store(std::move(job));
	}
}

void Runtime::store(std::unique_ptr<WriteJob> job) {
	bool told = false;
	while (true) {
		const Result<Micros> submitted = writer_.submit(std::move(job));
		if (submitted.ok()) {
			stands_still_.store(false, std::memory_order_relaxed);
			tell_wait(submitted.value());
			return;
		}
		if (submitted.status().code() != StatusCode::exhausted || world_.is_stopping()) {
			job->dropped(submitted.status()); // NOLINT(bugprone-use-after-move): still ours
			unwritten_.fetch_add(1, std::memory_order_relaxed);
			return;
		}
		if (!std::exchange(told, true)) {
			stands_still_.store(true, std::memory_order_relaxed);
			log_.error("the world stands still: " + submitted.status().message());
			tell(StoreDegraded{ "the world stands still: " + submitted.status().message() });
		}
		std::this_thread::sleep_for(STORE_RETRY);
	}
}

void Runtime::tell_wait(Micros waited) {
	if (waited <= Micros{}) {
		return;
	}
	if (const std::optional<Micros> sum = store_waits_.add(waited, clock_.now())) {
		log_.warning("the world has waited for the store for " +
				std::to_string(sum->count() / 1000) + " ms since this was last said");
	}
}

// Waits for room in the queue, and gives a job up that the store does not take.
void Runtime::offer(std::unique_ptr<WriteJob> job) {
	const Result<Micros> submitted = writer_.submit(std::move(job));
	if (!submitted.ok()) {
		job->dropped(submitted.status()); // NOLINT(bugprone-use-after-move): still ours
	}
}

// An event about the runtime itself, in its place among the others.
void Runtime::notice(EventData data) {
	std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
	output->time = board_.time();
	output->events.push_back({ Subject(), std::move(data) });
	store_step(std::move(output));
}

// The same about the store itself, on the writer's thread, which cannot wait for itself: it goes
// out at once and is in no log.
void Runtime::tell(EventData data) {
	std::vector<Event> events;
	events.push_back({ Subject(), std::move(data) });
	fanout_.publish(published_unstored(std::move(events), clock_.wall_now()));
}

void Runtime::publish_foreign(const std::vector<StoredEvent> &events) {
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	for (const StoredEvent &row : events) {
		Result<Event> event = known_events().read(row.type, row.entity, row.trace_id, row.data);
		if (event.ok()) {
			batch->push_back({ row.id, row.ts, std::move(event).value() });
		}
	}
	fanout_.publish(batch);
}

void Runtime::set_world_paused(bool paused) {
	const Status set = world_requests_.answer(PauseWorldRequest{ paused });
	(void)set.ok(); // it always is
}

RuntimeStats Runtime::stats() const {
	const SharedLock lock(world_.mutex);
	return { directory_.size(), pump_.waiting(), world_.driver->lag(), world_.driver->rests(),
		stores_ ? writer_.stats() : WriterStats() };
}

HealthReply Runtime::health() const {
	const RuntimeStats now = stats();
	return { .agents = now.agents,
		.waiting_events = now.waiting_events,
		.lag_seconds = std::chrono::duration<double>(now.lag).count(),
		.stored = stores_ && !now.store.degraded,
		.paused = sim_clock_.is_paused(),
		.stands_still = stands_still_.load(std::memory_order_relaxed),
		.store_queue_bytes = now.store.queue_bytes,
		.longest_store_wait_seconds = std::chrono::duration<double>(now.store.longest_wait).count(),
		.time_scale = sim_clock_.scale() };
}

} // namespace agent_runtime
