#include "core/mind/decision.h"

#include "core/mind/action_json.h"

#include <algorithm>
#include <array>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr std::array<std::string_view, 6> BUILT_IN = { "speak", "move", "wait", "collaborate",
	"answer_invitation", "complete_task" };
constexpr std::string_view BLANK = " \t\r\n";
constexpr std::string_view FENCE = "```";

json text_property(const char *description) {
	return { { "type", "string" }, { "description", description } };
}

json object_of(json properties, json required) {
	return { { "type", "object" }, { "properties", std::move(properties) },
		{ "required", std::move(required) } };
}

ModelTool invitation_tool() {
	return { "collaborate", "Invite somebody near you to a talk or to a task done together.",
		object_of({ { "with", text_property("The id of the one you invite, such as agent_002") },
						  { "subject", text_property("What it is about, in a few words") },
						  { "kind", { { "type", "string" }, { "enum", { "talk", "task" } } } } },
				{ "with", "subject" }) };
}

void add_table(const ActionTablePtr &table, std::vector<ModelTool> &tools) {
	if (table == nullptr) {
		return;
	}
	for (const auto &[name, info] : table->all()) {
		tools.push_back({ name, info->description, info->schema });
	}
}

std::string_view without_blanks(std::string_view text) {
	const std::size_t begin = text.find_first_not_of(BLANK);
	if (begin == std::string_view::npos) {
		return {};
	}
	return text.substr(begin, text.find_last_not_of(BLANK) - begin + 1);
}

// The JSON object in a text that holds nothing else, with or without a code fence; otherwise empty.
std::string_view object_in(std::string_view text) {
	if (text.starts_with(FENCE)) {
		const std::size_t line = text.find('\n');
		const std::size_t end = text.rfind(FENCE);
		if (line == std::string_view::npos || end <= line) {
			return {};
		}
		text = without_blanks(text.substr(line, end - line));
	}
	return text.starts_with('{') && text.ends_with('}') ? text : std::string_view();
}

bool is_tool(const MindRequest &request, const ToolCall &call) {
	const bool decides = is_built_in_action(call.name) ||
			(request.actions != nullptr && request.actions->find(call.name) != nullptr);
	return !decides;
}

// Some servers number the calls of each answer from the beginning again.
void make_unique(ToolCall &call, const MindRequest &request, std::size_t number) {
	const bool is_taken = std::any_of(request.tool_results.begin(), request.tool_results.end(),
			[&](const ToolResult &result) { return result.call.id == call.id; });
	if (is_taken || call.id.empty()) {
		call.id = "call_" + std::to_string(request.tool_results.size() + number);
	}
}

Result<MindAction> decided_by(const ToolCall &call) {
	if (!is_built_in_action(call.name)) {
		return MindAction(GameAction{ call.name, call.arguments });
	}
	json arguments = json::parse(call.arguments, nullptr, false);
	if (!arguments.is_object()) {
		return Status(StatusCode::invalid_argument,
				"the arguments of " + call.name + " are not a JSON object");
	}
	arguments["action"] = call.name;
	return action_from_json(arguments);
}

Result<MindAction> decided_by_words(std::string_view words, const MindRequest &request) {
	if (words.empty()) {
		return Status(StatusCode::invalid_argument,
				"the answer is empty; say something, or choose what to do");
	}
	if (words.starts_with('{') || words.starts_with(FENCE)) {
		const json read = json::parse(object_in(words), nullptr, false);
		return read.is_object()
				? action_from_json(read)
				: Status(StatusCode::invalid_argument,
						  "the answer looks like JSON, and is none: an action is one "
						  "whole JSON object, and speech is plain words");
	}
	return MindAction(SpeakAction{ std::string(words), request.answer_to });
}

} // namespace

bool is_built_in_action(std::string_view name) {
	return std::find(BUILT_IN.begin(), BUILT_IN.end(), name) != BUILT_IN.end();
}

std::vector<ModelTool> tools_for(const MindRequest &request) {
	std::vector<ModelTool> tools;
	tools.push_back({ "speak",
			"Say something to one in particular; to speak to whoever is near, simply write it.",
			object_of({ { "content", text_property("What you say") },
							  { "to", text_property("The id of the one you speak to") } },
					{ "content" }) });
	if (!request.instruction.empty()) {
		add_table(request.tools, tools); // in a conversation an agent only decides what to say
		return tools;
	}
	tools.push_back({ "move", "Walk to a place.",
			object_of({ { "x", { { "type", "number" } } }, { "y", { { "type", "number" } } } },
					{ "x", "y" }) });
	tools.push_back({ "wait", "Do nothing for now.", object_of(json::object(), json::array()) });
	if (!request.nearby.empty()) {
		tools.push_back(invitation_tool());
	}
	if (request.invitation) {
		tools.push_back({ "answer_invitation", "Accept or decline the invitation.",
				object_of({ { "accept", { { "type", "boolean" } } },
								  { "reason", text_property("Why, in a few words") } },
						{ "accept" }) });
	}
	if (request.task) {
		tools.push_back({ "complete_task", "Say that your task is done, or has failed.",
				object_of({ { "result", text_property("What came of it") },
								  { "failed", { { "type", "boolean" } } } },
						{ "result" }) });
	}
	add_table(request.actions, tools);
	add_table(request.tools, tools);
	return tools;
}

Result<MindAction> decide(const ModelAnswer &answer, const MindRequest &request) {
	UseToolsAction tools;
	for (const ToolCall &call : answer.tool_calls) {
		if (is_tool(request, call)) {
			tools.calls.push_back(call);
			make_unique(tools.calls.back(), request, tools.calls.size());
		}
	}
	if (!tools.calls.empty()) {
		return MindAction(std::move(tools));
	}
	if (!answer.tool_calls.empty()) {
		return decided_by(answer.tool_calls.front());
	}
	return decided_by_words(without_blanks(answer.text), request);
}

} // namespace agent_runtime
