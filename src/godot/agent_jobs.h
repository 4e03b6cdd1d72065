#pragma once

#include "core/base/time.h"
#include "core/log/event.h"
#include "godot/agent_handle.h"
#include "godot/agent_job.h"
#include "godot/agent_job_config.h"
#include "godot/agent_program_job.h"
#include "godot/agent_question.h"
#include "godot/held_jobs.h"
#include "godot/held_questions.h"
#include "godot/live_runtime.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/core/object_id.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/typed_array.hpp>

class AgentRuntime;

// The programs that work for the agents of a runtime, and what they ask. Exists while its node
// does, which owns it.
// Thread rule: main thread only.
class AgentJobs : public godot::RefCounted {
	GDCLASS(AgentJobs, godot::RefCounted)

public:
	// A runtime begins to run, and the node with it.
	void begin(AgentRuntime &p_node);
	// What has happened. A handler may do anything.
	void follow(const agent_runtime::EventData &p_event);
	// What is due in this frame. A handler may do anything, even end the live runtime.
	void work(agent_runtime::LiveRuntime &p_live, agent_runtime::Micros p_budget);
	// The runtime stops.
	void end_all();

	// For what is answered later: null when it is gone.
	static AgentJobs *find(godot::ObjectID p_id);
	godot::ObjectID own_id() const { return godot::ObjectID(get_instance_id()); }
	godot::ObjectID runtime_id() const { return runtime; }
	bool is_running() const { return runtime.is_valid(); }
	// Null while none runs.
	agent_runtime::LiveRuntime *find_live() const;
	agent_runtime::HeldJobs &held_jobs() { return jobs; }
	agent_runtime::HeldQuestions &held_questions() { return questions; }
	// These emit. A handler may do anything.
	void show_started(const godot::Ref<AgentJob> &p_job);
	void show_ended(const godot::Ref<AgentJob> &p_job);
	void show_asked(const godot::Ref<AgentQuestion> &p_question, agent_runtime::JobId p_job);
	void show_closed(const godot::Ref<AgentQuestion> &p_question);

	godot::Ref<AgentProgramJob> start(
			const godot::Ref<AgentJobConfig> &p_config, const godot::Ref<AgentHandle> &p_agent);
	godot::Ref<AgentJob> get_job(const godot::String &p_id) const;
	godot::TypedArray<AgentJob> get_jobs(bool p_active_only) const;
	godot::TypedArray<AgentQuestion> get_questions() const;
	godot::Ref<AgentQuestion> get_question(const godot::String &p_id) const;

protected:
	static void _bind_methods();

private:
	agent_runtime::Status check_start(
			const godot::Ref<AgentJobConfig> &p_config, const godot::Ref<AgentHandle> &p_agent);
	agent_runtime::Result<godot::Ref<AgentProgramJob>> try_to_start(
			const godot::Ref<AgentJobConfig> &p_config, const godot::Ref<AgentHandle> &p_agent);

	godot::ObjectID runtime; // none while it does not run
	agent_runtime::HeldJobs jobs{ *this };
	agent_runtime::HeldQuestions questions{ *this };
};
