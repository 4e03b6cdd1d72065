#include "core/providers/openai_chat.h"

#include "core/base/json_io.h"
#include "core/providers/json_peek.h"
#include "core/providers/provider_error.h"

namespace agent_runtime {

namespace {

using nlohmann::json;

json openai_message(const ModelMessage &message) {
	if (message.role == ModelMessage::Role::user) {
		return { { "role", "user" }, { "content", message.text } };
	}
	if (message.role == ModelMessage::Role::tool) {
		return { { "role", "tool" }, { "tool_call_id", message.tool_call_id },
			{ "content", message.failed ? "It failed: " + message.text : message.text } };
	}
	json made = { { "role", "assistant" }, { "content", message.text } };
	for (const ToolCall &call : message.tool_calls) {
		made["tool_calls"].push_back({ { "id", call.id }, { "type", "function" },
				{ "function", { { "name", call.name }, { "arguments", call.arguments } } } });
	}
	return made;
}

bool is_worse(AnswerReader::Step step, AnswerReader::Step than) {
	return static_cast<int>(step) > static_cast<int>(than);
}

} // namespace

Result<std::string> openai_body(const ModelRequest &request, bool of_the_original) {
	json messages = json::array();
	if (!request.system.empty()) {
		messages.push_back({ { "role", "system" }, { "content", request.system } });
	}
	for (const ModelMessage &message : request.messages) {
		messages.push_back(openai_message(message));
	}
	json body = {
		{ "model", request.model },
		{ "messages", std::move(messages) },
		{ of_the_original ? "max_completion_tokens" : "max_tokens", request.max_output_tokens },
		{ "stream", true },
		{ "stream_options", { { "include_usage", true } } },
	};
	if (request.temperature) {
		body["temperature"] = *request.temperature;
	}
	for (const ModelTool &tool : request.tools) {
		body["tools"].push_back({ { "type", "function" },
				{ "function",
						{ { "name", tool.name }, { "description", tool.description },
								{ "parameters", tool.schema } } } });
	}
	return dump_json(body);
}

AnswerReader::Step OpenAiReader::read_other(std::string_view data) {
	return data == "[DONE]" ? end() : AnswerReader::read_other(data);
}

AnswerReader::Step OpenAiReader::read_event_json(json &event) {
	const json *const error = member(event, "error");
	if (error != nullptr && !error->is_null()) {
		const ProviderError found = read_provider_error(event);
		return fail(found.failure, found.message);
	}
	read_usage(event);
	const json *const choices = member(event, "choices");
	if (choices == nullptr || !choices->is_array() || choices->empty()) {
		return Step::nothing;
	}
	return read_choice(choices->front(), "delta");
}

AnswerReader::Step OpenAiReader::read_choice(const json &choice, const char *holder) {
	const std::string_view reason = text_member(choice, "finish_reason");
	if (!reason.empty()) {
		set_stopped(reason == "length");
	}
	const json *const message = member(choice, holder);
	return message != nullptr ? read_message(*message) : Step::nothing;
}

AnswerReader::Step OpenAiReader::read_message(const json &message) {
	Step step = Step::nothing;
	// A refusal comes in a member of its own, and its words are the answer.
	for (const char *const name : { "content", "refusal" }) {
		const std::string_view text = text_member(message, name);
		if (!text.empty() && step != Step::failed) {
			step = add_text(text);
		}
	}
	for (const char *const name : { "reasoning_content", "reasoning" }) {
		const std::string_view thought = text_member(message, name);
		if (!thought.empty() && step != Step::failed) {
			step = add_unseen(thought);
		}
	}
	const json *const calls = member(message, "tool_calls");
	if (calls == nullptr || !calls->is_array()) {
		return step;
	}
	for (const json &part : *calls) {
		if (step == Step::failed) {
			break;
		}
		const Step of_call = read_call(part);
		step = is_worse(of_call, step) ? of_call : step;
	}
	return step;
}

// The index tells the calls of an answer apart. But some servers leave it out, and others give the
// same index to all; for those a new id with a name begins a new call.
AnswerReader::Step OpenAiReader::read_call(const json &part) {
	const json *const function = member(part, "function");
	if (function == nullptr) {
		return Step::nothing;
	}
	const std::string_view id = text_member(part, "id");
	const std::string_view name = text_member(*function, "name");
	const bool is_numbered = member(part, "index") != nullptr;
	const std::int64_t number = count_member(part, "index");
	ToolCall *call = is_numbered ? find_call(number) : last_call();
	const bool is_another = call != nullptr && !name.empty() &&
			(is_numbered ? !id.empty() && id != call->id : id.empty() || id != call->id);
	if (call == nullptr || is_another) {
		if (const Step step = begin_call(number, id, name); step == Step::failed) {
			return step;
		}
		call = last_call();
	} else if (call->name.empty()) {
		call->name = name;
	}
	const json *const arguments = member(*function, "arguments");
	if (arguments != nullptr && arguments->is_object()) {
		return add_arguments(
				*call, arguments->dump(-1, ' ', false, json::error_handler_t::replace));
	}
	return add_arguments(*call, text_member(*function, "arguments"));
}

void OpenAiReader::read_usage(const json &holder) {
	const json *const usage = member(holder, "usage");
	if (usage == nullptr || !usage->is_object()) {
		return;
	}
	mutable_usage().input_tokens = count_member(*usage, "prompt_tokens");
	mutable_usage().output_tokens = count_member(*usage, "completion_tokens");
	if (const json *const details = member(*usage, "prompt_tokens_details")) {
		mutable_usage().cached_tokens = count_member(*details, "cached_tokens");
	}
}

AnswerReader::Step OpenAiReader::read_whole_json(json &body) {
	const json *const error = member(body, "error");
	if (error != nullptr && !error->is_null()) {
		const ProviderError found = read_provider_error(body);
		return fail(found.failure, found.message);
	}
	const json *const choices = member(body, "choices");
	if (choices == nullptr || !choices->is_array() || choices->empty()) {
		return fail(MindFailure::bad_answer,
				"its answer has no 'choices'; see that base_url leads to an OpenAI-compatible API");
	}
	read_usage(body);
	return read_choice(choices->front(), "message");
}

} // namespace agent_runtime
