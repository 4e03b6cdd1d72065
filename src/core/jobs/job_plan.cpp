#include "core/jobs/job_plan.h"

#include "core/base/json_fields.h"
#include "core/base/json_io.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

using nlohmann::json;

json environment_json(const std::map<std::string, std::optional<std::string>> &environment) {
	json object = json::object();
	for (const auto &[name, value] : environment) {
		object[name] = value ? json(*value) : json();
	}
	return object;
}

void read_environment(
		const json &members, std::map<std::string, std::optional<std::string>> &environment) {
	const auto found = members.find("environment");
	if (found == members.end() || !found->is_object()) {
		return;
	}
	for (const auto &[name, value] : found->items()) {
		environment[name] =
				value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
	}
}

void read_texts(const json &members, const char *name, std::vector<std::string> &texts) {
	const auto found = members.find(name);
	if (found == members.end() || !found->is_array()) {
		return;
	}
	for (const json &each : *found) {
		texts.push_back(each.is_string() ? each.get<std::string>() : std::string());
	}
}

JobBounds bounds_of(const json &members) {
	const auto found = members.find("limits");
	const json &limits = found != members.end() && found->is_object() ? *found : members;
	JobBounds bounds;
	bounds.seconds = number_of<std::uint64_t>(limits, "seconds");
	bounds.output_megabytes = number_of<std::uint64_t>(limits, "output_megabytes");
	bounds.memory_megabytes = number_of<std::uint64_t>(limits, "memory_megabytes");
	bounds.dollars = number_of<double>(limits, "dollars");
	return bounds;
}

} // namespace

std::string JobPlan::to_text() const {
	const json members{ { "agent_id", agent.to_string() }, { "task_name", task_name },
		{ "program", choice_name(program) }, { "command", command }, { "model", model },
		{ "permission_mode", permission_mode }, { "folder", folder }, { "worktree", worktree },
		{ "branch", branch }, { "worktree_folder", worktree_folder },
		{ "keeps_talking", keeps_talking }, { "environment", environment_json(environment) },
		{ "limits",
				{ { "seconds", bounds.seconds }, { "output_megabytes", bounds.output_megabytes },
						{ "memory_megabytes", bounds.memory_megabytes },
						{ "dollars", bounds.dollars } } } };
	return members.dump();
}

Result<JobPlan> JobPlan::parse(std::string_view text) {
	const Result<json> parsed = parse_json(text);
	if (!parsed.ok() || !parsed.value().is_object()) {
		return Status(StatusCode::corrupt, "what was asked of a job cannot be read");
	}
	const json &members = parsed.value();
	JobPlan plan;
	plan.agent = agent_of(members, "agent_id");
	plan.task_name = text_of(members, "task_name");
	plan.program = parse_choice<JobProgram>(text_of(members, "program"))
						   .value_or(Choices<JobProgram>::OTHER);
	read_texts(members, "command", plan.command);
	plan.model = text_of(members, "model");
	plan.permission_mode = text_of(members, "permission_mode");
	plan.folder = text_of(members, "folder");
	plan.worktree = text_of(members, "worktree");
	plan.branch = text_of(members, "branch");
	plan.worktree_folder = text_of(members, "worktree_folder");
	plan.keeps_talking = flag_of(members, "keeps_talking");
	read_environment(members, plan.environment);
	plan.bounds = bounds_of(members);
	return plan;
}

} // namespace agent_runtime
