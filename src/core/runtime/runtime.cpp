#include "core/runtime/runtime.h"

#include "core/agents/agent_routes.h"
#include "core/io/shipped_program.h"
#include "core/jobs/job_routes.h"
#include "core/jobs/job_steps.h"
#include "core/runtime/question_routes.h"
#include "core/runtime/runtime_events.h"

#include <chrono>
#include <utility>

namespace agent_runtime {

namespace {

ServicesOptions services_of(const RuntimeOptions &options) {
	ServicesOptions services{ .database_path = options.database_path,
		.writer = options.writer,
		.gateway_enabled = options.config.gateway_enabled,
		.gateway = options.gateway };
	services.gateway.port = static_cast<std::uint16_t>(options.config.gateway_port);
	return services;
}

} // namespace

Runtime::Runtime(RuntimeOptions options, Clock &clock, Logger log) :
		options_(std::move(options)),
		clock_(clock),
		log_(std::move(log)),
		sim_clock_(clock),
		services_(services_of(options_), runtime_vocabulary(), known_events(), clock, log_),
		directory_(options_.most_agents,
				[this](std::uint64_t highest) {
					return services_.store().ids().cover(IdKind::agents, highest);
				}),
		pump_(clock, known_events()),
		host_program_(runnable_program(options_.host_program)) {
	RequestTable &table = services_.requests();
	table.add(agent_requests_);
	table.add(bus_requests_);
	table.add(task_requests_);
	table.add(walk_requests_);
	table.add(world_requests_);
	table.add(slot_requests_);
	table.add(memory_);
	table.add(memory_changes_);
	table.add(memory_summaries_);
	table.add(mind_requests_);
	table.add(talk_requests_);
	table.add(call_requests_);
	table.add(questions_);
	table.add(job_requests_);
	services_.routes().add(AGENT_ROUTES);
	services_.routes().add(QUESTION_ROUTES);
	services_.outside().set_greeting(
			[this](std::uint64_t after, const QuestionDesk::Announced &done) {
				questions_.announce(QuestionId(after), done);
			});
	questions_.routes().add(Subject::Kind::job,
			[hooks = options_.job_hooks](DecisionScope &scope, const Question &question) {
				const JobId job = question.asked.job();
				if (hooks != nullptr) {
					hooks->reached(JobPoint::answer, JobMoment::before, job);
				}
				Status sent = send_answer_to_job(scope, question);
				if (sent.ok() && hooks != nullptr) {
					hooks->reached(JobPoint::answer, JobMoment::within, job);
				}
				return sent;
			});
	services_.routes().add(JOB_ROUTES);
	services_.routes().follow(JobOutputRequest::WORDS.name, jobs_.followers());
	jobs_.set_agents(job_tasks_);
	services_.fanout().add(jobs_);
	services_.fanout().add(pump_);
	services_.outside().set_after_effects([this](RequestId held) { world_.post_end_of(held); });
	{
		const ExclusiveLock lock(world_.mutex);
		world_.current = maker_.make();
	}
	// The scale was checked with the rest of the configuration.
	const Status scaled = sim_clock_.set_scale(options_.config.time_scale);
	if (!scaled.ok()) {
		log_.error(scaled.message());
	}
}

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
	note(services_.close());
	note(jobs_.stop());
	if (slots_ != nullptr) {
		note(slots_->stop());
	}
	services_.store().prepare_stop();
	note(world_.now().stop());
	if (models_ != nullptr) {
		note(models_->stop());
	}
	note(tools_.stop());
	if (announced_) {
		delivery_.store_event(RuntimeStopped{});
	}
	calls_.close_all();
	note(services_.stop());
	return end_;
}

std::vector<std::string> Runtime::unused_script_steps() const {
	directory_.for_each([this](AgentId id, const ProfilePtr &profile) {
		if (profile->mind == MindKind::scripted) {
			mind_.scripted().expect(id, profile->mind_options);
		}
	});
	return mind_.scripted().unused_steps();
}

std::vector<AgentId> Runtime::agents() const {
	std::vector<AgentId> ids;
	directory_.for_each([&](AgentId id, const ProfilePtr &) { ids.push_back(id); });
	return ids;
}

Status Runtime::continue_auto_mode(ConversationId talk) {
	const RequestId number = services_.open_requests().open({}, [](const nlohmann::json &) {});
	Status status = talk_requests_.answer(ContinueTalkRequest{ { talk } }, number);
	if (!status.ok()) {
		services_.open_requests().complete(number, status);
	}
	return status;
}

RuntimeStats Runtime::stats() const {
	const SharedLock lock(world_.mutex);
	return { directory_.size(), pump_.waiting(), world_.current->lag(), world_.current->rests(),
		services_.store().stats() };
}

HealthReply Runtime::health() const {
	const RuntimeStats now = stats();
	return { .agents = now.agents,
		.waiting_events = now.waiting_events,
		.lag_seconds = std::chrono::duration<double>(now.lag).count(),
		.stored = services_.store().has_file() && !now.store.degraded,
		.paused = sim_clock_.is_paused(),
		.stands_still = services_.store().stands_still(),
		.store_queue_bytes = now.store.queue_bytes,
		.longest_store_wait_seconds = std::chrono::duration<double>(now.store.longest_wait).count(),
		.time_scale = sim_clock_.scale() };
}

} // namespace agent_runtime
