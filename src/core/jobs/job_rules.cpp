#include "core/jobs/job_rules.h"

#include "core/base/files.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_NAME_FROM_PROMPT = 60;

Status denied(std::string message, const char *field) {
	return { StatusCode::permission_denied, std::move(message), field };
}

Status wrong(std::string message, const char *field) {
	return { StatusCode::invalid_argument, std::move(message), field };
}

// Both are real paths.
bool lies_in(const std::string &path, const std::string &folder) {
	return !folder.empty() &&
			(path == folder || path.starts_with(folder.ends_with('/') ? folder : folder + "/"));
}

Result<std::map<std::string, std::optional<std::string>>> environment_of(
		const nlohmann::json &members) {
	std::map<std::string, std::optional<std::string>> environment;
	const nlohmann::json none = nlohmann::json::object();
	for (const auto &[name, value] : (members.is_object() ? members : none).items()) {
		const bool is_name = !name.empty() && name.find('=') == std::string::npos &&
				!has_control_characters(name);
		if (!is_name || !(value.is_string() || value.is_null())) {
			return wrong("environment: holds something that is neither a text nor null under the "
						 "name of a variable; give texts",
					"environment");
		}
		environment[name] =
				value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
	}
	return environment;
}

std::string name_of(const JobStartRequest &request, const JobPlan &plan) {
	if (!request.task_name.empty()) {
		return request.task_name;
	}
	const std::string line = request.prompt.substr(0, request.prompt.find('\n'));
	if (!line.empty()) {
		return for_display(shorten(line, LONGEST_NAME_FROM_PROMPT));
	}
	return plan.program == JobProgram::command
			? for_display(shorten(plan.command.front(), LONGEST_NAME_FROM_PROMPT))
			: std::string(choice_name(plan.program));
}

} // namespace

JobRules::JobRules(JobSettings settings, std::string project) :
		settings_(std::move(settings)),
		project_(std::move(project)) {}

Status JobRules::check_program(const JobPlan &plan, From from) const {
	const bool is_command = plan.program == JobProgram::command;
	if (is_command && (plan.command.empty() || plan.command.front().empty())) {
		return wrong("command: names no program; give its words, the program first", "command");
	}
	if (!is_command && !plan.command.empty()) {
		return wrong("command: is for the program command alone; leave it out", "command");
	}
	const std::string name =
			is_command ? plan.command.front() : std::string(choice_name(plan.program));
	const std::vector<std::string> &allowed = settings_.programs;
	if (from == From::inside || std::find(allowed.begin(), allowed.end(), name) != allowed.end()) {
		return {};
	}
	return denied("program: " + for_display(shorten(name, 100)) +
					" may not be started from outside the game; add it to the project setting "
					"agent_runtime/jobs/programs",
			is_command ? "command" : "program");
}

Status JobRules::check_folder(const std::string &folder, From from) const {
	if (folder.empty()) {
		return wrong("folder: is missing, and neither the project nor the settings name one; give "
					 "the folder in which the job is to work",
				"folder");
	}
	if (!is_absolute_path(folder) || !is_folder(folder)) {
		return wrong("folder: is not the absolute path of a folder that is there", "folder");
	}
	if (from == From::inside) {
		return {};
	}
	const std::string path = real_path(folder);
	bool is_allowed = !project_.empty() && lies_in(path, real_path(project_));
	is_allowed =
			is_allowed || (!settings_.folder.empty() && lies_in(path, real_path(settings_.folder)));
	for (const std::string &each : settings_.folders) {
		is_allowed = is_allowed || lies_in(path, real_path(each));
	}
	return is_allowed
			? Status()
			: denied("folder: lies neither in the project nor in one of the folders of the project "
					 "setting agent_runtime/jobs/folders",
					  "folder");
}

// A command spends nothing that we would know of.
JobBounds JobRules::bounds_of(const JobStartRequest &request, JobProgram program) const {
	JobBounds bounds = settings_.bounds;
	const JobLimitFields &limits = request.limits;
	bounds.dollars = program == JobProgram::command ? 0 : limits.dollars.value_or(bounds.dollars);
	bounds.seconds = limits.seconds.value_or(bounds.seconds);
	bounds.output_megabytes = limits.output_megabytes.value_or(bounds.output_megabytes);
	bounds.memory_megabytes = limits.memory_megabytes.value_or(bounds.memory_megabytes);
	return bounds;
}

Status JobRules::check_enabled() const {
	return settings_.enabled
			? Status()
			: Status(StatusCode::permission_denied,
					  "jobs are disabled here; enable them in the project setting " +
							  settings_.enabling_setting);
}

Result<JobPlan> JobRules::settle(const JobStartRequest &request, From from) const {
	JobPlan plan;
	plan.program = request.program.value_or(
			request.command.empty() ? JobProgram::claude : JobProgram::command);
	plan.command = request.command;
	plan.agent = request.agent;
	plan.model = request.model;
	plan.permission_mode = request.permission_mode;
	plan.keeps_talking = request.keeps_talking;
	plan.folder = !request.folder.empty() ? request.folder
			: !settings_.folder.empty()	  ? settings_.folder
										  : project_;
	plan.bounds = bounds_of(request, plan.program);
	Status status = check_program(plan, from);
	status = status.ok() ? check_folder(plan.folder, from) : status;
	if (status.ok() && from == From::outside && !plan.permission_mode.empty()) {
		status = denied("permission_mode: only the game itself may set it", "permission_mode");
	}
	Result<std::map<std::string, std::optional<std::string>>> environment =
			environment_of(request.environment);
	status = status.ok() ? environment.status() : status;
	if (!status.ok()) {
		return status;
	}
	plan.environment = std::move(environment).value();
	if (from == From::outside && !plan.environment.empty()) {
		return denied("environment: only the game itself may set it", "environment");
	}
	plan.task_name = name_of(request, plan);
	return plan;
}

} // namespace agent_runtime
