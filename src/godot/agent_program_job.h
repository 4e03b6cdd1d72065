#pragma once

#include "core/hosting/output_line.h"
#include "godot/agent_job.h"
#include "godot/agent_job_config.h"
#include "godot/agent_output_line.h"

#include <godot_cpp/variant/string.hpp>

#include <cstdint>
#include <span>

// A program that works under a host, and lives on when the game ends.
// Thread rule: main thread only.
class AgentProgramJob : public AgentJob {
	GDCLASS(AgentProgramJob, AgentJob)

public:
	// Whether somebody is connected to `output_received`.
	bool wants_output() const;
	// The last line that was emitted.
	uint64_t shown_seq() const { return last_shown; }
	// Emits; the caller holds the job, since a handler may do anything.
	void show_output(std::span<const agent_runtime::OutputLine> p_lines);

	AgentJobConfig::Program get_program() const;
	int64_t get_exit_code() const;
	godot::String get_output_path() const;
	godot::String get_folder() const;
	godot::String get_worktree() const;
	godot::String get_branch() const;
	int64_t get_last_seq() const;

	godot::Ref<AgentReply> say(const godot::String &p_text);
	godot::Ref<AgentReply> interrupt();
	godot::Ref<AgentReply> close_input();
	godot::Ref<AgentReply> resume(const godot::String &p_prompt);
	godot::Ref<AgentReply> query_output(int64_t p_since_seq, int64_t p_limit);

protected:
	static void _bind_methods();

private:
	// The reply's value is this job.
	agent_runtime::OpenReplies::Value itself();
	godot::Ref<AgentReply> send_input(
			const char *p_call, const agent_runtime::JobInputRequest &p_input);

	uint64_t last_shown = 0;
};
