#include "core/models/text_tools.h"

#include "core/base/field_problem.h"
#include "core/base/json_io.h"
#include "core/base/nearest_name.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr std::string_view TEXT_BLANK = " \t\r\n";
constexpr std::string_view TEXT_FENCE = "```";
constexpr std::string_view TOOL_KEY = "\"tool\"";

constexpr const char *HOW_TO_CALL =
		"You can use tools. To use one, answer with nothing but one JSON object:\n"
		"{\"tool\": \"NAME\", \"arguments\": {…}}\n"
		"or with a list of such objects to use several at once. You are asked again with what came "
		"of it. No words before or behind it. When you need no tool, answer in words. The tools "
		"are:\n";

std::string text_of(const json &value) {
	return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string described(const std::vector<ModelTool> &tools) {
	std::string text = HOW_TO_CALL;
	for (const ModelTool &tool : tools) {
		text += "- " + tool.name + ": " + tool.description +
				" Its arguments, as JSON Schema: " + text_of(tool.schema) + "\n";
	}
	return text;
}

std::string_view name_of(const std::vector<ModelMessage> &messages, const std::string &call) {
	for (const ModelMessage &message : messages) {
		for (const ToolCall &each : message.tool_calls) {
			if (each.id == call) {
				return each.name;
			}
		}
	}
	return "a tool";
}

// The results of one answer's calls are one message, as the calls were one answer.
std::vector<ModelMessage> in_words(const std::vector<ModelMessage> &messages) {
	std::vector<ModelMessage> made;
	for (const ModelMessage &message : messages) {
		if (message.role == ModelMessage::Role::tool) {
			const std::string name(name_of(messages, message.tool_call_id));
			const std::string text =
					name + (message.failed ? " failed: " : " gave: ") + message.text;
			if (made.empty() || made.back().role != ModelMessage::Role::tool) {
				made.push_back({ ModelMessage::Role::tool, text, {}, "", false });
			} else {
				made.back().text += "\n" + text;
			}
			continue;
		}
		made.push_back({ message.role, message.text, {}, "", false });
		if (!message.tool_calls.empty()) {
			std::string &text = made.back().text;
			text += (text.empty() ? "" : "\n") + calls_in_words(message.tool_calls);
		}
	}
	return made;
}

std::string_view without_blanks_around(std::string_view text) {
	const std::size_t begin = text.find_first_not_of(TEXT_BLANK);
	if (begin == std::string_view::npos) {
		return {};
	}
	return text.substr(begin, text.find_last_not_of(TEXT_BLANK) - begin + 1);
}

// What is within a code fence, if all of the text is.
std::string_view without_fence(std::string_view text) {
	const std::size_t line = text.find('\n');
	if (!text.starts_with(TEXT_FENCE) || !text.ends_with(TEXT_FENCE) ||
			line == std::string_view::npos || line + TEXT_FENCE.size() >= text.size()) {
		return text;
	}
	return without_blanks_around(text.substr(line, text.size() - TEXT_FENCE.size() - line));
}

// Whether `"tool"` stands anywhere as the first key of an object.
bool is_meant_as_call(std::string_view text) {
	for (std::size_t at = text.find(TOOL_KEY); at != std::string_view::npos;
			at = text.find(TOOL_KEY, at + 1)) {
		const std::size_t before = text.substr(0, at).find_last_not_of(TEXT_BLANK);
		const std::size_t after = text.find_first_not_of(TEXT_BLANK, at + TOOL_KEY.size());
		if (before != std::string_view::npos && text[before] == '{' &&
				after != std::string_view::npos && text[after] == ':') {
			return true;
		}
	}
	return false;
}

bool is_call(const json &form) {
	return form.is_object() && form.contains("tool");
}

Status bad_form(std::string what) {
	return Status(StatusCode::invalid_argument, std::move(what));
}

} // namespace

std::string calls_in_words(const std::vector<ToolCall> &calls) {
	json forms = json::array();
	for (const ToolCall &call : calls) {
		Result<json> arguments = parse_json(call.arguments);
		forms.push_back({ { "tool", call.name },
				{ "arguments",
						arguments.ok() ? std::move(arguments).value() : json(call.arguments) } });
	}
	return text_of(forms.size() == 1 ? forms.front() : forms);
}

TextTools::TextTools(const ModelRequest &asked) :
		tools_(asked.tools) {
	ModelRequest request = asked;
	request.system += (request.system.empty() ? "" : "\n\n") + described(tools_);
	request.tools.clear();
	request.messages = in_words(asked.messages);
	for (const ModelMessage &message : asked.messages) {
		used_tools_ += message.tool_calls.size();
	}
	request_ = std::make_shared<const ModelRequest>(std::move(request));
}

Result<ToolCall> TextTools::call_from(const json &form, std::size_t number) const {
	if (!is_call(form) || !form.at("tool").is_string()) {
		return bad_form("a call is an object with \"tool\", the tool's name, and \"arguments\"");
	}
	for (const auto &[key, value] : form.items()) {
		if (key != "tool" && key != "arguments") {
			return bad_form("a call has \"tool\" and \"arguments\" and no \"" + shown_name(key) +
					"\"; put what the tool needs into \"arguments\"");
		}
	}
	const std::string &name = form.at("tool").get_ref<const std::string &>();
	std::vector<std::string_view> names;
	for (const ModelTool &tool : tools_) {
		names.push_back(tool.name);
	}
	if (std::find(names.begin(), names.end(), name) == names.end()) {
		const std::string_view nearest = nearest_name(name, names);
		return bad_form("there is no tool \"" + shown_name(name) + "\"; " +
				(nearest.empty() ? "use one of the list"
								 : "did you mean " + std::string(nearest) + "?"));
	}
	const json arguments = form.value("arguments", json::object());
	if (!arguments.is_object()) {
		return bad_form("the \"arguments\" of " + name + " are not a JSON object");
	}
	return ToolCall{ "call_" + std::to_string(used_tools_ + number), name, text_of(arguments) };
}

Status TextTools::read(ModelAnswer &answer) const {
	const std::string_view words = without_fence(without_blanks_around(answer.text));
	const Result<json> form = parse_json(words);
	const bool is_list = form.ok() && form.value().is_array() &&
			std::any_of(form.value().begin(), form.value().end(), is_call);
	if (!is_list && !(form.ok() && is_call(form.value()))) {
		if (form.ok() || !is_meant_as_call(words)) {
			return {};
		}
		return bad_form(answer.cut_short
						? "the call was cut off; make it shorter"
						: "a call of a tool has to be all of the answer, in valid JSON: no words "
						  "before or behind it");
	}
	const json calls = is_list ? form.value() : json::array({ form.value() });
	if (calls.size() > MOST_CALLS) {
		return bad_form("it makes " + std::to_string(calls.size()) + " calls; " +
				std::to_string(MOST_CALLS) + " at once are the most");
	}
	std::vector<ToolCall> read;
	for (const json &each : calls) {
		Result<ToolCall> call = call_from(each, read.size() + 1);
		if (!call.ok()) {
			return call.status();
		}
		read.push_back(std::move(call).value());
	}
	answer.tool_calls = std::move(read);
	answer.text.clear();
	return {};
}

bool TextTools::complain(const ModelAnswer &answer, const Status &wrong) {
	if (std::exchange(complained_, true)) {
		return false;
	}
	ModelRequest request = *request_;
	request.messages.push_back({ ModelMessage::Role::assistant, answer.text, {}, "", false });
	request.messages.push_back({ ModelMessage::Role::user,
			"Your call of a tool was not understood: " + wrong.message() +
					". Make it again, or answer in words.",
			{}, "", false });
	request_ = std::make_shared<const ModelRequest>(std::move(request));
	return true;
}

} // namespace agent_runtime
