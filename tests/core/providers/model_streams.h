#pragma once

// Streams as the two providers send them, and a listener that records what it hears.

#include "core/mind/model.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace agent_runtime {

inline constexpr std::string_view ANTHROPIC_STREAM =
		R"(event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message",)"
		R"("role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{)"
		R"("input_tokens":25,"cache_creation_input_tokens":5,)"
		R"("cache_read_input_tokens":70,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: ping
data: {"type":"ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Grüß "}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta",)"
		R"("text":"dich,\nAda \ud83c\udf3b"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{)"
		R"("type":"tool_use","id":"toolu_1","name":"look","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{)"
		R"("type":"input_json_delta","partial_json":"{\"at\": \"the "}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{)"
		R"("type":"input_json_delta","partial_json":"door\"}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use",)"
		R"("stop_sequence":null},"usage":{"output_tokens":15}}

event: message_stop
data: {"type":"message_stop"}

)";

inline constexpr std::string_view OPENAI_STREAM =
		R"(data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,)"
		R"("delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}

data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,)"
		R"("delta":{"content":"Grüß "},"finish_reason":null}],"usage":null}

: a comment that keeps the line alive

data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,)"
		R"("delta":{"content":"dich,\nAda \ud83c\udf3b"},"finish_reason":null}],)"
		R"("usage":null}

data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,)"
		R"("delta":{"tool_calls":[{"index":0,"id":"toolu_1","type":"function",)"
		R"("function":{"name":"look","arguments":""}}]},"finish_reason":null}],"usage":null}

data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,)"
		R"("delta":{"tool_calls":[{"index":0,"function":{"arguments":"{)"
		R"(\"at\": \"the "}}]},"finish_reason":null}],"usage":null}

data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,)"
		R"("delta":{"tool_calls":[{"index":0,"function":{"arguments":"door\"}"}}]},)"
		R"("finish_reason":null}],"usage":null}

data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,)"
		R"("delta":{},"finish_reason":"tool_calls"}],"usage":null}

data: {"id":"c1","object":"chat.completion.chunk","choices":[],"usage":{)"
		R"("prompt_tokens":100,"completion_tokens":15,"total_tokens":115,)"
		R"("prompt_tokens_details":{"cached_tokens":70}}}

data: [DONE]

)";

// Thread rule: worker only, that of the backend.
class ModelEar : public ModelListener {
public:
	void connected() override { happened("connected"); }
	void progressed() override {
		parts++;
		happened("progressed");
	}
	void wrote(std::string_view words) override {
		text += words;
		happened("wrote");
	}
	void answered(ModelAnswer its_answer) override {
		answer = std::move(its_answer);
		happened("answered");
	}
	void failed(ModelProblem its_problem) override {
		problem = std::move(its_problem);
		happened("failed");
	}

	bool is_over() const { return answer.has_value() || problem.has_value(); }
	MindFailure failure() const { return problem ? problem->failure : MindFailure::cancelled; }

	bool reached = false;
	int parts = 0;
	std::string text;
	std::optional<ModelAnswer> answer;
	std::optional<ModelProblem> problem;
	int ends = 0;
	// called last within each function, with the function's name
	std::function<void(std::string_view)> on;

private:
	void happened(std::string_view what) {
		reached = reached || what == "connected";
		ends += what == "answered" || what == "failed" ? 1 : 0;
		if (on) {
			on(what);
		}
	}
};

} // namespace agent_runtime
