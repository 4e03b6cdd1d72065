#include "godot/agent_job_config.h"

#include "core/base/fields.h"
#include "godot/convert.h"

#include <godot_cpp/classes/project_settings.hpp>
#include <godot_cpp/core/class_db.hpp>

#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

using namespace godot;
using agent_runtime::AgentId;
using agent_runtime::FieldPath;
using agent_runtime::FieldProblem;
using agent_runtime::JobProgram;
using agent_runtime::JobStartRequest;
using agent_runtime::MaybeProblem;
using agent_runtime::Result;
using agent_runtime::to_utf8;

namespace {

constexpr double LONGEST_JOB = 31'536'000.0;

// A field of the request under the name of the property.
struct FieldName {
	std::string_view field;
	std::string_view property;
};
constexpr std::array FIELD_NAMES = { FieldName{ "task_name", "job_name" },
	FieldName{ "limits.dollars", "dollars" }, FieldName{ "limits.seconds", "seconds" },
	FieldName{ "limits.output_megabytes", "output_megabytes" },
	FieldName{ "limits.memory_megabytes", "memory_megabytes" } };

FieldProblem in_names_of_properties(FieldProblem p_problem) {
	for (const FieldName &name : FIELD_NAMES) {
		if (p_problem.field == name.field) {
			p_problem.field = name.property;
		}
	}
	return p_problem;
}

std::optional<uint64_t> amount(int64_t p_number) {
	return static_cast<uint64_t>(p_number);
}

PropertyInfo amount_property(const char *p_name, const char *p_range) {
	return PropertyInfo(Variant::INT, p_name, PROPERTY_HINT_RANGE, p_range);
}

} // namespace

Result<JobStartRequest> AgentJobConfig::to_request(AgentId p_agent) const {
	if (!(seconds >= 0.0 && seconds <= LONGEST_JOB)) {
		return FieldProblem{ "seconds", "is no time of at most a year",
			"give seconds, or 0 for no limit" }
				.to_status();
	}
	for (const auto &[name, megabytes] : { std::pair{ "output_megabytes", output_megabytes },
				 std::pair{ "memory_megabytes", memory_megabytes } }) {
		if (megabytes < 0) {
			return FieldProblem{ name, "is below 0", "give megabytes" }.to_status();
		}
	}
	JobStartRequest request;
	request.program = static_cast<JobProgram>(program);
	for (const String &word : command) {
		request.command.push_back(to_utf8(word));
	}
	request.task_name = to_utf8(job_name);
	request.prompt = to_utf8(prompt);
	request.agent = p_agent;
	request.folder = folder.is_empty()
			? std::string()
			: to_utf8(ProjectSettings::get_singleton()->globalize_path(folder));
	request.worktree = worktree;
	request.model = to_utf8(model);
	request.keeps_talking = keeps_talking;
	request.environment = nlohmann::json::object();
	const Array names = environment.keys();
	for (int64_t i = 0; i < names.size(); i++) {
		request.environment[to_utf8(names[i])] = to_utf8(environment[names[i]]);
	}
	request.limits.dollars = dollars;
	request.limits.seconds = static_cast<uint64_t>(std::ceil(seconds));
	request.limits.output_megabytes = amount(output_megabytes);
	request.limits.memory_megabytes = amount(memory_megabytes);
	if (const MaybeProblem problem = check_fields(FieldPath(), request)) {
		return in_names_of_properties(*problem).to_status();
	}
	return request;
}

void AgentJobConfig::set_program(Program p_program) {
	ERR_FAIL_COND_MSG(p_program < PROGRAM_CLAUDE || p_program > PROGRAM_COMMAND,
			"AgentJobConfig: program: there is no such program; give one of "
			"AgentJobConfig.Program");
	change(program, p_program);
}

AgentJobConfig::Program AgentJobConfig::get_program() const {
	return program;
}

void AgentJobConfig::set_command(const PackedStringArray &p_words) {
	change(command, p_words);
}

PackedStringArray AgentJobConfig::get_command() const {
	return command;
}

void AgentJobConfig::set_job_name(const String &p_name) {
	change(job_name, p_name);
}

String AgentJobConfig::get_job_name() const {
	return job_name;
}

void AgentJobConfig::set_prompt(const String &p_prompt) {
	change(prompt, p_prompt);
}

String AgentJobConfig::get_prompt() const {
	return prompt;
}

void AgentJobConfig::set_model(const String &p_model) {
	change(model, p_model);
}

String AgentJobConfig::get_model() const {
	return model;
}

void AgentJobConfig::set_folder(const String &p_folder) {
	change(folder, p_folder);
}

String AgentJobConfig::get_folder() const {
	return folder;
}

void AgentJobConfig::set_worktree(bool p_enabled) {
	change(worktree, p_enabled);
}

bool AgentJobConfig::has_worktree() const {
	return worktree;
}

void AgentJobConfig::set_keeps_talking(bool p_enabled) {
	change(keeps_talking, p_enabled);
}

bool AgentJobConfig::is_keeping_talking() const {
	return keeps_talking;
}

void AgentJobConfig::set_environment(const Environment &p_environment) {
	change(environment, p_environment);
}

AgentJobConfig::Environment AgentJobConfig::get_environment() const {
	return environment;
}

void AgentJobConfig::set_dollars(double p_dollars) {
	change(dollars, p_dollars);
}

double AgentJobConfig::get_dollars() const {
	return dollars;
}

void AgentJobConfig::set_seconds(double p_seconds) {
	change(seconds, p_seconds);
}

double AgentJobConfig::get_seconds() const {
	return seconds;
}

void AgentJobConfig::set_output_megabytes(int64_t p_megabytes) {
	change(output_megabytes, p_megabytes);
}

int64_t AgentJobConfig::get_output_megabytes() const {
	return output_megabytes;
}

void AgentJobConfig::set_memory_megabytes(int64_t p_megabytes) {
	change(memory_megabytes, p_megabytes);
}

int64_t AgentJobConfig::get_memory_megabytes() const {
	return memory_megabytes;
}

void AgentJobConfig::bind_limits() {
	ClassDB::bind_method(D_METHOD("set_dollars", "dollars"), &AgentJobConfig::set_dollars);
	ClassDB::bind_method(D_METHOD("get_dollars"), &AgentJobConfig::get_dollars);
	ClassDB::bind_method(D_METHOD("set_seconds", "seconds"), &AgentJobConfig::set_seconds);
	ClassDB::bind_method(D_METHOD("get_seconds"), &AgentJobConfig::get_seconds);
	ClassDB::bind_method(
			D_METHOD("set_output_megabytes", "megabytes"), &AgentJobConfig::set_output_megabytes);
	ClassDB::bind_method(D_METHOD("get_output_megabytes"), &AgentJobConfig::get_output_megabytes);
	ClassDB::bind_method(
			D_METHOD("set_memory_megabytes", "megabytes"), &AgentJobConfig::set_memory_megabytes);
	ClassDB::bind_method(D_METHOD("get_memory_megabytes"), &AgentJobConfig::get_memory_megabytes);

	ADD_GROUP("Limits", "");
	ADD_PROPERTY(PropertyInfo(Variant::FLOAT, "dollars", PROPERTY_HINT_RANGE,
						 "0,100,0.01,or_greater,suffix:$"),
			"set_dollars", "get_dollars");
	ADD_PROPERTY(PropertyInfo(Variant::FLOAT, "seconds", PROPERTY_HINT_RANGE,
						 "0,86400,1,or_greater,suffix:s"),
			"set_seconds", "get_seconds");
	ADD_PROPERTY(amount_property("output_megabytes", "1,4096,1,or_greater,suffix:MB"),
			"set_output_megabytes", "get_output_megabytes");
	ADD_PROPERTY(amount_property("memory_megabytes", "0,65536,1,or_greater,suffix:MB"),
			"set_memory_megabytes", "get_memory_megabytes");
}

void AgentJobConfig::_bind_methods() {
	ClassDB::bind_method(D_METHOD("set_program", "program"), &AgentJobConfig::set_program);
	ClassDB::bind_method(D_METHOD("get_program"), &AgentJobConfig::get_program);
	ClassDB::bind_method(D_METHOD("set_command", "words"), &AgentJobConfig::set_command);
	ClassDB::bind_method(D_METHOD("get_command"), &AgentJobConfig::get_command);
	ClassDB::bind_method(D_METHOD("set_job_name", "name"), &AgentJobConfig::set_job_name);
	ClassDB::bind_method(D_METHOD("get_job_name"), &AgentJobConfig::get_job_name);
	ClassDB::bind_method(D_METHOD("set_prompt", "prompt"), &AgentJobConfig::set_prompt);
	ClassDB::bind_method(D_METHOD("get_prompt"), &AgentJobConfig::get_prompt);
	ClassDB::bind_method(D_METHOD("set_model", "model"), &AgentJobConfig::set_model);
	ClassDB::bind_method(D_METHOD("get_model"), &AgentJobConfig::get_model);
	ClassDB::bind_method(D_METHOD("set_folder", "folder"), &AgentJobConfig::set_folder);
	ClassDB::bind_method(D_METHOD("get_folder"), &AgentJobConfig::get_folder);
	ClassDB::bind_method(D_METHOD("set_worktree", "enabled"), &AgentJobConfig::set_worktree);
	ClassDB::bind_method(D_METHOD("has_worktree"), &AgentJobConfig::has_worktree);
	ClassDB::bind_method(
			D_METHOD("set_keeps_talking", "enabled"), &AgentJobConfig::set_keeps_talking);
	ClassDB::bind_method(D_METHOD("is_keeping_talking"), &AgentJobConfig::is_keeping_talking);
	ClassDB::bind_method(
			D_METHOD("set_environment", "environment"), &AgentJobConfig::set_environment);
	ClassDB::bind_method(D_METHOD("get_environment"), &AgentJobConfig::get_environment);

	ADD_GROUP("Work", "");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "program", PROPERTY_HINT_ENUM, "Claude,Codex,Command",
						 PROPERTY_USAGE_DEFAULT | PROPERTY_USAGE_CLASS_IS_ENUM,
						 "AgentJobConfig.Program"),
			"set_program", "get_program");
	ADD_PROPERTY(
			PropertyInfo(Variant::PACKED_STRING_ARRAY, "command"), "set_command", "get_command");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "job_name"), "set_job_name", "get_job_name");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "prompt", PROPERTY_HINT_MULTILINE_TEXT),
			"set_prompt", "get_prompt");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "model"), "set_model", "get_model");
	ADD_PROPERTY(PropertyInfo(Variant::BOOL, "keeps_talking"), "set_keeps_talking",
			"is_keeping_talking");
	ADD_GROUP("Place", "");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "folder", PROPERTY_HINT_GLOBAL_DIR), "set_folder",
			"get_folder");
	ADD_PROPERTY(PropertyInfo(Variant::BOOL, "worktree"), "set_worktree", "has_worktree");
	ADD_PROPERTY(PropertyInfo(Variant::DICTIONARY, "environment", PROPERTY_HINT_DICTIONARY_TYPE,
						 "String;String"),
			"set_environment", "get_environment");
	bind_limits();

	BIND_ENUM_CONSTANT(PROGRAM_CLAUDE);
	BIND_ENUM_CONSTANT(PROGRAM_CODEX);
	BIND_ENUM_CONSTANT(PROGRAM_COMMAND);
}
