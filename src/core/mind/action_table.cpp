#include "core/mind/action_table.h"

#include "core/base/field_problem.h"
#include "core/base/json_io.h"
#include "core/mind/argument_check.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr std::size_t LONGEST_NAME = 64;
constexpr std::size_t LONGEST_DESCRIPTION = 2'048;
constexpr std::array<std::string_view, 7> OWN_ACTIONS = { "wait", "speak", "move", "collaborate",
	"answer_invitation", "complete_task", "action" };

bool is_action_name(const std::string &name) {
	return !name.empty() && name.size() <= LONGEST_NAME &&
			std::all_of(name.begin(), name.end(), [](unsigned char each) {
				return std::isalnum(each) != 0 || each == '_' || each == '-';
			});
}

} // namespace

Status ActionTable::add(const std::string &name, ActionInfo action) {
	if (!is_action_name(name)) {
		return FieldProblem{ "name", "is not the name of an action",
			"use letters, digits, _ and -, 64 at most, such as open_door" }
				.to_status();
	}
	if (std::find(OWN_ACTIONS.begin(), OWN_ACTIONS.end(), name) != OWN_ACTIONS.end()) {
		return FieldProblem{ "name", "is an action that every agent has already",
			"choose another, such as " + name + "_here" }
				.to_status();
	}
	if (action.description.size() > LONGEST_DESCRIPTION) {
		return FieldProblem{ "description", "is longer than 2048 bytes", "shorten it" }.to_status();
	}
	if (actions_.size() >= MOST_ACTIONS && !actions_.contains(name)) {
		return Status(StatusCode::exhausted,
				"128 actions are registered, which is the most; unregister some");
	}
	if (const std::optional<std::string> problem = find_schema_problem(action.schema)) {
		return Status(StatusCode::invalid_argument, "schema: " + *problem);
	}
	if (action.deadline < Micros{} || action.deadline > ActionInfo::LONGEST_DEADLINE) {
		return FieldProblem{ "deadline_msec", "is not between 1 and 600000",
			"leave it out for the usual time" }
				.to_status();
	}
	actions_[name] = std::make_shared<const ActionInfo>(std::move(action));
	return Status();
}

void ActionTable::fill_up(const ActionTable &other) {
	for (const auto &[name, action] : other.actions_) {
		if (actions_.size() >= MOST_ACTIONS) {
			return;
		}
		actions_.try_emplace(name, action);
	}
}

const ActionInfo *ActionTable::find(const std::string &name) const {
	const auto found = actions_.find(name);
	return found != actions_.end() ? found->second.get() : nullptr;
}

std::optional<std::string> ActionTable::find_problem(
		const std::string &name, std::string_view arguments) const {
	const ActionInfo *action = find(name);
	if (action == nullptr) {
		std::string names;
		for (const auto &[known, info] : actions_) {
			names += (names.empty() ? "" : ", ") + known;
		}
		return "there is no action \"" + name + "\"; there are: " + names;
	}
	const Result<json> parsed = parse_json(arguments);
	if (!parsed.ok()) {
		return "the arguments of " + name + " are not JSON: " + parsed.status().message();
	}
	const std::optional<std::string> problem =
			find_argument_problem(parsed.value(), action->schema);
	return problem ? std::optional("the arguments of " + name + ": " + *problem) : std::nullopt;
}

json ActionTable::to_json() const {
	json all = json::object();
	for (const auto &[name, action] : actions_) {
		json &written = all[name];
		written = { { "description", action->description }, { "schema", action->schema } };
		if (action->deadline != Micros{}) {
			written["deadline"] = action->deadline.count();
		}
		if (action->is_native) {
			written["native"] = true;
		}
	}
	return all;
}

ActionTable ActionTable::from_json(const json &from) {
	ActionTable table;
	for (const auto &[name, action] : from.items()) {
		table.actions_[name] = std::make_shared<const ActionInfo>(
				ActionInfo{ action.value("description", ""), action.value("schema", json::object()),
						Micros(action.value("deadline", std::int64_t{ 0 })),
						action.value("native", false) });
	}
	return table;
}

} // namespace agent_runtime
