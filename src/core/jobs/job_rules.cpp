#include "core/jobs/job_rules.h"

#include "core/base/ascii.h"
#include "core/base/files.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
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

Status only_the_game(const char *field) {
	return denied(std::string(field) + ": only the game itself may set it", field);
}

Status too_much(const std::string &bound) {
	const std::string field = "limits." + bound;
	return denied(field +
					": is more than programs outside the game may ask for; ask for less, or raise "
					"the project setting agent_runtime/jobs/" +
					bound,
			field.c_str());
}

// 0 is no bound at all.
bool is_beyond(std::uint64_t asked, std::uint64_t most) {
	return most != 0 && (asked == 0 || asked > most);
}

// Whether a command's first word, a name or a path, is one of those that have a driver.
bool is_driven_program(std::string_view word) {
	const std::string name = to_lower(word.substr(word.rfind('/') + 1));
	return name == choice_name(JobProgram::claude) || name == choice_name(JobProgram::codex);
}

Status check_form(const JobPlan &plan) {
	const bool is_command = plan.program == JobProgram::command;
	if (is_command && (plan.command.empty() || plan.command.front().empty())) {
		return wrong("command: names no program; give its words, the program first", "command");
	}
	if (!is_command && !plan.command.empty()) {
		return wrong("command: is for the program command alone; leave it out", "command");
	}
	if (plan.folder.empty()) {
		return wrong("folder: is missing, and neither the project nor the settings name one; give "
					 "the folder in which the job is to work",
				"folder");
	}
	if (!is_absolute_path(plan.folder) || !is_folder(plan.folder)) {
		return wrong("folder: is not the absolute path of a folder that is there", "folder");
	}
	return {};
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

Status JobRules::check_outside(const JobPlan &plan) const {
	Status status = check_program(plan);
	status = status.ok() ? check_folder(plan.folder) : status;
	if (status.ok() && !plan.permission_mode.empty()) {
		status = only_the_game("permission_mode");
	}
	if (status.ok() && !plan.environment.empty()) {
		status = only_the_game("environment");
	}
	return status.ok() ? check_bounds(plan) : status;
}

// The names of claude and codex allow what the settings make of these, not any arguments that a
// command may give them.
Status JobRules::check_program(const JobPlan &plan) const {
	const bool is_command = plan.program == JobProgram::command;
	const std::string name =
			is_command ? plan.command.front() : std::string(choice_name(plan.program));
	if (is_command && is_driven_program(name)) {
		return denied("command: " + for_display(shorten(name, 100)) +
						" may not be started as a command from outside the game; give it as the "
						"program",
				"command");
	}
	const std::vector<std::string> &allowed = settings_.programs;
	if (std::find(allowed.begin(), allowed.end(), name) != allowed.end()) {
		return {};
	}
	return denied("program: " + for_display(shorten(name, 100)) +
					" may not be started from outside the game; add it to the project setting "
					"agent_runtime/jobs/programs",
			is_command ? "command" : "program");
}

Status JobRules::check_folder(const std::string &folder) const {
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

Status JobRules::check_bounds(const JobPlan &plan) const {
	const JobBounds &asked = plan.bounds;
	const JobBounds &most = settings_.bounds;
	if (asked.dollars > most.dollars) {
		return too_much("dollars");
	}
	if (is_beyond(asked.seconds, most.seconds)) {
		return too_much("seconds");
	}
	if (is_beyond(asked.output_megabytes, most.output_megabytes)) {
		return too_much("output_megabytes");
	}
	return is_beyond(asked.memory_megabytes, most.memory_megabytes) ? too_much("memory_megabytes")
																	: Status();
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
	Result<std::map<std::string, std::optional<std::string>>> environment =
			environment_of(request.environment);
	if (Status status = first_failure(check_form(plan), environment); !status.ok()) {
		return status;
	}
	plan.environment = std::move(environment).value();
	if (from == From::outside) {
		if (Status refused = check_outside(plan); !refused.ok()) {
			return refused;
		}
	}
	plan.task_name = name_of(request, plan);
	return plan;
}

Status JobRules::check_again(JobPlan plan, const JobResumeRequest &request, From from) const {
	if (from == From::inside) {
		return {};
	}
	plan.bounds.dollars = request.dollars.value_or(plan.bounds.dollars);
	const Status refused = check_outside(plan);
	return refused.ok() ? refused
						: denied("task_id: " + request.job.to_string() +
										  " may not be resumed from outside the game (" +
										  refused.message() + ")",
								  "task_id");
}

} // namespace agent_runtime
