#include "core/providers/anthropic_messages.h"

#include "core/base/json_io.h"
#include "core/providers/json_peek.h"
#include "core/providers/provider_error.h"

namespace agent_runtime {

namespace {

using nlohmann::json;

json tool_input(const std::string &arguments) {
	Result<json> parsed = parse_json(arguments);
	return parsed.ok() && parsed.value().is_object() ? std::move(parsed).value() : json::object();
}

json blocks_of_assistant(const ModelMessage &message) {
	json blocks = json::array();
	if (!message.text.empty()) {
		blocks.push_back({ { "type", "text" }, { "text", message.text } });
	}
	for (const ToolCall &call : message.tool_calls) {
		blocks.push_back({ { "type", "tool_use" }, { "id", call.id }, { "name", call.name },
				{ "input", tool_input(call.arguments) } });
	}
	return blocks;
}

json block_of_user(const ModelMessage &message) {
	if (message.role == ModelMessage::Role::user) {
		return { { "type", "text" }, { "text", message.text } };
	}
	json block = { { "type", "tool_result" }, { "tool_use_id", message.tool_call_id },
		{ "content", message.text } };
	if (message.failed) {
		block["is_error"] = true;
	}
	return block;
}

// What comes up to here may be the same in the next request. The API reads tools first, then the
// system text, then the messages; so one point for each of the first two, and none for messages,
// which are different each time.
json cache_point() {
	return { { "type", "ephemeral" } };
}

// In this API turns alternate, and the results of all calls of a turn go into one message.
json anthropic_turns(const std::vector<ModelMessage> &messages) {
	json turns = json::array();
	for (const ModelMessage &message : messages) {
		const bool of_assistant = message.role == ModelMessage::Role::assistant;
		json blocks = json::array();
		if (of_assistant) {
			blocks = blocks_of_assistant(message);
		} else if (message.role == ModelMessage::Role::tool || !message.text.empty()) {
			blocks.push_back(block_of_user(message));
		}
		if (blocks.empty()) {
			continue; // the API refuses an empty block
		}
		const char *const role = of_assistant ? "assistant" : "user";
		if (turns.empty() || turns.back()["role"] != role) {
			turns.push_back({ { "role", role }, { "content", std::move(blocks) } });
			continue;
		}
		for (json &block : blocks) {
			turns.back()["content"].push_back(std::move(block));
		}
	}
	return turns;
}

} // namespace

Result<std::string> anthropic_body(const ModelRequest &request) {
	json body = {
		{ "model", request.model },
		{ "max_tokens", request.max_output_tokens },
		{ "messages", anthropic_turns(request.messages) },
		{ "stream", true },
	};
	if (!request.system.empty()) {
		body["system"] = json::array({ { { "type", "text" }, { "text", request.system } } });
		body["system"].back()["cache_control"] = cache_point();
	}
	if (request.temperature) {
		body["temperature"] = *request.temperature;
	}
	for (const ModelTool &tool : request.tools) {
		body["tools"].push_back({ { "name", tool.name }, { "description", tool.description },
				{ "input_schema", tool.schema } });
	}
	if (!request.tools.empty()) {
		body["tools"].back()["cache_control"] = cache_point();
	}
	return dump_json(body);
}

AnswerReader::Step AnthropicReader::read_event_json(json &event) {
	const std::string_view type = text_member(event, "type");
	const std::int64_t index = count_member(event, "index");
	if (type == "content_block_delta") {
		const json *const delta = member(event, "delta");
		return delta != nullptr ? read_delta(*delta, index) : Step::nothing;
	}
	if (type == "content_block_start") {
		const json *const block = member(event, "content_block");
		return block != nullptr ? read_block(*block, index) : Step::nothing;
	}
	if (type == "message_start") {
		if (const json *const message = member(event, "message")) {
			read_usage(*message);
		}
		return Step::nothing;
	}
	if (type == "message_delta") {
		if (const json *const delta = member(event, "delta")) {
			read_stop(*delta);
		}
		read_usage(event);
		return Step::nothing;
	}
	if (type == "message_stop") {
		return finish();
	}
	if (type == "error") {
		const ProviderError error = read_provider_error(event);
		return fail(error.failure, error.message);
	}
	return Step::nothing; // pings, ends of blocks, and whatever later versions add
}

AnswerReader::Step AnthropicReader::read_block(const json &block, std::int64_t index) {
	const std::string_view type = text_member(block, "type");
	if (type == "tool_use") {
		return begin_call(index, text_member(block, "id"), text_member(block, "name"));
	}
	const std::string_view text = text_member(block, "text");
	return type == "text" && !text.empty() ? add_text(text) : Step::nothing;
}

AnswerReader::Step AnthropicReader::read_delta(const json &delta, std::int64_t index) {
	const std::string_view text = text_member(delta, "text");
	if (!text.empty()) {
		return add_text(text);
	}
	const std::string_view part = text_member(delta, "partial_json");
	if (!part.empty()) {
		ToolCall *const call = find_call(index);
		return call != nullptr ? add_arguments(*call, part) : add_unseen(part);
	}
	const std::string_view thought = text_member(delta, "thinking");
	return !thought.empty() ? add_unseen(thought) : Step::nothing;
}

// Later events replace what earlier ones said.
void AnthropicReader::read_usage(const json &holder) {
	const json *const usage = member(holder, "usage");
	if (usage == nullptr) {
		return;
	}
	const std::int64_t cached = count_member(*usage, "cache_read_input_tokens");
	const std::int64_t written = count_member(*usage, "cache_creation_input_tokens");
	const std::int64_t input = count_member(*usage, "input_tokens") + written + cached;
	if (input > 0) {
		mutable_usage().input_tokens = input;
		mutable_usage().cached_tokens = cached;
		mutable_usage().cache_write_tokens = written;
	}
	if (const std::int64_t output = count_member(*usage, "output_tokens"); output > 0) {
		mutable_usage().output_tokens = output;
	}
}

void AnthropicReader::read_stop(const json &holder) {
	const std::string_view reason = text_member(holder, "stop_reason");
	if (!reason.empty()) {
		set_stopped(reason == "max_tokens" || reason == "model_context_window_exceeded");
	}
}

AnswerReader::Step AnthropicReader::read_whole_json(json &body) {
	if (text_member(body, "type") == "error") {
		const ProviderError error = read_provider_error(body);
		return fail(error.failure, error.message);
	}
	const json *const content = member(body, "content");
	if (content == nullptr || !content->is_array()) {
		return fail(MindFailure::bad_answer,
				"its answer has no 'content'; see that base_url leads to an Anthropic API");
	}
	read_usage(body);
	read_stop(body);
	std::int64_t index = 0;
	for (const json &block : *content) {
		Step step = read_block(block, index);
		const json *const input = member(block, "input");
		ToolCall *const call = input != nullptr ? find_call(index) : nullptr;
		if (step != Step::failed && call != nullptr) {
			step = add_arguments(
					*call, input->dump(-1, ' ', false, json::error_handler_t::replace));
		}
		if (step == Step::failed) {
			return step;
		}
		index++;
	}
	return Step::progressed;
}

} // namespace agent_runtime
