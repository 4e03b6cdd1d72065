#include "godot/agent_jobs.h"

#include "core/base/field_problem.h"
#include "core/hosting/job_files.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/script_calls.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/object.hpp>

#include <memory>
#include <optional>
#include <string>

using namespace godot;
using agent_runtime::AgentId;
using agent_runtime::EventData;
using agent_runtime::FieldProblem;
using agent_runtime::JobFields;
using agent_runtime::JobId;
using agent_runtime::JobStartReply;
using agent_runtime::JobStartRequest;
using agent_runtime::LiveRuntime;
using agent_runtime::Micros;
using agent_runtime::QuestionId;
using agent_runtime::Result;
using agent_runtime::Status;
using agent_runtime::StatusCode;
using agent_runtime::to_utf8;

namespace {

constexpr char JOBS_CLASS[] = "AgentJobs";
constexpr char JOB_STARTED[] = "job_started";
constexpr char JOB_ENDED[] = "job_ended";
constexpr char QUESTION_ASKED[] = "question_asked";
constexpr char QUESTION_CLOSED[] = "question_closed";

bool is_on_main(const char *p_member) {
	return agent_runtime::report_call(p_member, agent_runtime::check_thread(), JOBS_CLASS) == OK;
}

// What is known before the database has the job; the rest is looked up when it has.
JobFields first_known(JobId p_id, const JobStartRequest &p_request, const std::string &p_base) {
	JobFields known;
	known.job = p_id;
	known.task_name = p_request.task_name;
	known.agent = p_request.agent;
	known.program = p_request.program.value_or(known.program);
	known.folder = p_request.folder;
	known.output_file = p_base + "/" + agent_runtime::job_files::OUTPUT + "/" +
			agent_runtime::job_files::output_name(p_id);
	return known;
}

PropertyInfo object_argument(const char *p_name, const char *p_class) {
	return PropertyInfo(Variant::OBJECT, p_name, PROPERTY_HINT_RESOURCE_TYPE, p_class);
}

} // namespace

AgentJobs *AgentJobs::find(ObjectID p_id) {
	return Object::cast_to<AgentJobs>(ObjectDB::get_instance(p_id));
}

void AgentJobs::begin(AgentRuntime &p_node) {
	runtime = ObjectID(p_node.get_instance_id());
	if (LiveRuntime *live = find_live()) {
		jobs.begin(*live);
		if (p_node.is_storage_enabled()) {
			questions.begin();
		}
	}
}

LiveRuntime *AgentJobs::find_live() const {
	const AgentRuntime *node = Object::cast_to<AgentRuntime>(ObjectDB::get_instance(runtime));
	return node != nullptr ? node->live_runtime() : nullptr;
}

void AgentJobs::follow(const EventData &p_event) {
	const Ref<AgentJobs> self(this); // a handler may free the node
	jobs.follow(p_event);
	questions.follow(p_event);
}

void AgentJobs::work(LiveRuntime &p_live, Micros p_budget) {
	const Ref<AgentJobs> self(this); // a handler may free the node
	jobs.work(p_live, p_budget);
}

void AgentJobs::end_all() {
	const Ref<AgentJobs> self(this); // what handlers hold may hold the node
	runtime = ObjectID();
	jobs.end_all();
	questions.end_all();
}

void AgentJobs::show_started(const Ref<AgentJob> &p_job) {
	emit_signal(JOB_STARTED, p_job);
}

void AgentJobs::show_ended(const Ref<AgentJob> &p_job) {
	emit_signal(JOB_ENDED, p_job);
}

void AgentJobs::show_asked(const Ref<AgentQuestion> &p_question, JobId p_job) {
	if (const Ref<AgentProgramJob> job = jobs.find(p_job); job.is_valid()) {
		job->show_question(p_question);
	}
	emit_signal(QUESTION_ASKED, p_question);
}

void AgentJobs::show_closed(const Ref<AgentQuestion> &p_question) {
	emit_signal(QUESTION_CLOSED, p_question);
}

Status AgentJobs::check_start(
		const Ref<AgentJobConfig> &p_config, const Ref<AgentHandle> &p_agent) {
	if (Status thread = agent_runtime::check_thread(); !thread.ok()) {
		return thread;
	}
	if (find_live() == nullptr) {
		return Status(StatusCode::failed_precondition,
				"the runtime is not running; add the node to the tree, or call start()");
	}
	if (p_config.is_null()) {
		return FieldProblem{ "config", "is null", "give an AgentJobConfig" }.to_status();
	}
	if (p_agent.is_valid() && p_agent->get_runtime() != ObjectDB::get_instance(runtime)) {
		return FieldProblem{ "agent", "is one of another runtime", "give one of this" }.to_status();
	}
	if (p_agent.is_valid() && (p_agent->is_player() || !p_agent->is_alive())) {
		return FieldProblem{ "agent", "is a player, or is gone", "give an agent that lives" }
				.to_status();
	}
	return Status();
}

Result<Ref<AgentProgramJob>> AgentJobs::try_to_start(
		const Ref<AgentJobConfig> &p_config, const Ref<AgentHandle> &p_agent) {
	Status status = check_start(p_config, p_agent);
	if (!status.ok()) {
		return status;
	}
	const AgentId agent = p_agent.is_valid()
			? AgentId::parse(to_utf8(p_agent->get_id())).value_or(AgentId())
			: AgentId();
	const Result<JobStartRequest> request = p_config->to_request(agent);
	if (!request.ok()) {
		return request.status();
	}
	LiveRuntime &live = *find_live();
	agent_runtime::JobDesk &desk = live.runtime().jobs();
	// Known by the time when a refusal is told, since that is on this thread, too.
	const std::shared_ptr<JobId> started = std::make_shared<JobId>();
	const Result<JobId> id = desk.start_job(request.value(), {},
			[later = live.later(), self = own_id(), started](const Result<JobStartReply> &reply) {
				if (reply.ok()) {
					return; // an event says so
				}
				later([self, started, why = reply.status()] {
					if (AgentJobs *found = find(self)) {
						found->jobs.refuse(*started, why);
					}
				});
			});
	if (!id.ok()) {
		return id.status();
	}
	*started = id.value();
	return jobs.add(first_known(id.value(), request.value(), desk.base_path()));
}

Ref<AgentProgramJob> AgentJobs::start(
		const Ref<AgentJobConfig> &p_config, const Ref<AgentHandle> &p_agent) {
	const Result<Ref<AgentProgramJob>> job = try_to_start(p_config, p_agent);
	if (!job.ok()) {
		agent_runtime::report_call("start", job.status(), JOBS_CLASS);
		return Ref<AgentProgramJob>();
	}
	return job.value();
}

Ref<AgentJob> AgentJobs::get_job(const String &p_id) const {
	const std::optional<JobId> id = JobId::parse(to_utf8(p_id));
	return is_on_main("get_job") && id ? Ref<AgentJob>(jobs.find(*id)) : Ref<AgentJob>();
}

TypedArray<AgentJob> AgentJobs::get_jobs(bool p_active_only) const {
	return is_on_main("get_jobs") ? jobs.list(p_active_only) : TypedArray<AgentJob>();
}

TypedArray<AgentQuestion> AgentJobs::get_questions() const {
	return is_on_main("get_questions") ? questions.pending() : TypedArray<AgentQuestion>();
}

Ref<AgentQuestion> AgentJobs::get_question(const String &p_id) const {
	const std::optional<QuestionId> id = QuestionId::parse(to_utf8(p_id));
	return is_on_main("get_question") && id ? questions.find(*id) : Ref<AgentQuestion>();
}

void AgentJobs::_bind_methods() {
	ClassDB::bind_method(
			D_METHOD("start", "config", "agent"), &AgentJobs::start, DEFVAL(Ref<AgentHandle>()));
	ClassDB::bind_method(D_METHOD("get_job", "id"), &AgentJobs::get_job);
	ClassDB::bind_method(D_METHOD("get_jobs", "active_only"), &AgentJobs::get_jobs, DEFVAL(false));
	ClassDB::bind_method(D_METHOD("get_questions"), &AgentJobs::get_questions);
	ClassDB::bind_method(D_METHOD("get_question", "id"), &AgentJobs::get_question);

	ADD_SIGNAL(MethodInfo(JOB_STARTED, object_argument("job", "AgentJob")));
	ADD_SIGNAL(MethodInfo(JOB_ENDED, object_argument("job", "AgentJob")));
	ADD_SIGNAL(MethodInfo(QUESTION_ASKED, object_argument("question", "AgentQuestion")));
	ADD_SIGNAL(MethodInfo(QUESTION_CLOSED, object_argument("question", "AgentQuestion")));
}
