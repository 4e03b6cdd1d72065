#pragma once

#include "core/jobs/job.h"
#include "core/jobs/job_messages.h"
#include "godot/agent_handle.h"
#include "godot/agent_reply.h"
#include "godot/live_runtime.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/core/object_id.hpp>
#include <godot_cpp/variant/array.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <cstdint>
#include <string>

class AgentQuestion;
class AgentRuntime;

// Work that goes on for an agent or for nobody, and what is known of it. While the runtime runs
// everybody gets the same object for one job, which AgentJobs holds. It refers to its runtime by
// id, so either may be freed first.
// Thread rule: main thread only.
class AgentJob : public godot::RefCounted {
	GDCLASS(AgentJob, godot::RefCounted)

public:
	enum Status {
		STATUS_STARTING,
		STATUS_RUNNING,
		STATUS_COMPLETED,
		STATUS_FAILED,
		STATUS_KILLED,
	};

	void begin(godot::ObjectID p_runtime, const agent_runtime::JobFields &p_fields);
	// What is known of it now.
	agent_runtime::JobFields &known() { return fields; }
	const agent_runtime::JobFields &known() const { return fields; }
	agent_runtime::JobId job_id() const { return fields.job; }
	bool has_ended() const { return agent_runtime::is_over(fields.status); }
	// Another attempt of it.
	void begin_attempt(uint64_t p_attempt);
	// These emit; the caller holds the job, since a handler may do anything.
	void show_words(const std::string &p_words);
	void show_question(const godot::Ref<AgentQuestion> &p_question);
	void show_end();
	// The runtime stops, or the job was purged: nothing more comes of it. Who waits for it goes on
	// in a later frame.
	void let_go();

	godot::String get_id() const;
	godot::String get_job_name() const;
	Status get_status() const;
	godot::String get_status_name() const;
	godot::Ref<AgentHandle> get_agent() const;
	godot::String get_message() const;
	double get_cost() const;

	godot::Ref<AgentReply> kill(const godot::String &p_reason);
	bool is_over() const;
	godot::Variant wait();
	godot::String _to_string() const;

protected:
	static void _bind_methods();

	// Whether the member may be used on this thread; prints why not.
	static bool may_use(const char *p_member);
	AgentRuntime *find_runtime() const;
	// Null while none runs.
	agent_runtime::LiveRuntime *find_live() const;
	// Emits `released`, behind which nobody waits any more.
	void release();

private:
	void hold_waiting();
	// `p_self` keeps it alive until then.
	void on_process_frame(const godot::Variant &p_self);
	void disconnect_everything();

	godot::ObjectID runtime;
	agent_runtime::JobFields fields;
	bool end_was_shown = false; // of its present attempt
	bool gone = false; // it was let go
	godot::Array waiting; // connections of functions that await it
};

VARIANT_ENUM_CAST(AgentJob::Status);
