#pragma once

#include "core/base/status.h"
#include "core/jobs/job_messages.h"

#include <godot_cpp/classes/resource.hpp>
#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/typed_dictionary.hpp>

#include <cstdint>

// What a program is to work at, and how far it may go, as a file of the game or in the inspector.
// It only holds values; AgentJobs.start checks them.
// Thread rule: any thread, one at a time.
class AgentJobConfig : public godot::Resource {
	GDCLASS(AgentJobConfig, godot::Resource)

public:
	enum Program {
		PROGRAM_CLAUDE,
		PROGRAM_CODEX,
		PROGRAM_COMMAND,
	};
	using Environment = godot::TypedDictionary<godot::String, godot::String>;

	// As it is asked of core. What is wrong is said in the names of the properties.
	agent_runtime::Result<agent_runtime::JobStartRequest> to_request(
			agent_runtime::AgentId p_agent) const;

	void set_program(Program p_program);
	Program get_program() const;
	void set_command(const godot::PackedStringArray &p_words);
	godot::PackedStringArray get_command() const;
	void set_job_name(const godot::String &p_name);
	godot::String get_job_name() const;
	void set_prompt(const godot::String &p_prompt);
	godot::String get_prompt() const;
	void set_model(const godot::String &p_model);
	godot::String get_model() const;
	void set_folder(const godot::String &p_folder);
	godot::String get_folder() const;
	void set_worktree(bool p_enabled);
	bool has_worktree() const;
	void set_keeps_talking(bool p_enabled);
	bool is_keeping_talking() const;
	void set_environment(const Environment &p_environment);
	Environment get_environment() const;
	void set_dollars(double p_dollars);
	double get_dollars() const;
	void set_seconds(double p_seconds);
	double get_seconds() const;
	void set_output_megabytes(int64_t p_megabytes);
	int64_t get_output_megabytes() const;
	void set_memory_megabytes(int64_t p_megabytes);
	int64_t get_memory_megabytes() const;

protected:
	static void _bind_methods();

private:
	static void bind_limits();

	// Only a change is told of.
	template <typename T>
	void change(T &r_held, const T &p_value) {
		if (r_held != p_value) {
			r_held = p_value;
			emit_changed();
		}
	}

	static constexpr int64_t USUAL_OUTPUT_MEGABYTES = 256;
	static constexpr int64_t USUAL_MEMORY_MEGABYTES = 4'096;

	Program program = PROGRAM_CLAUDE;
	godot::PackedStringArray command;
	godot::String job_name;
	godot::String prompt;
	godot::String model;
	godot::String folder;
	bool worktree = false;
	bool keeps_talking = false;
	Environment environment;
	double dollars = 1.0;
	double seconds = 0.0;
	int64_t output_megabytes = USUAL_OUTPUT_MEGABYTES;
	int64_t memory_megabytes = USUAL_MEMORY_MEGABYTES;
};

VARIANT_ENUM_CAST(AgentJobConfig::Program);
