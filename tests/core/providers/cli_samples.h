#pragma once

// Output of the two programs from real runs, shortened.

#include <string>

namespace agent_runtime {

inline const std::string CLAUDE_TURN =
		R"({"type":"system","subtype":"init","tools":[],"permissionMode":"dontAsk",)"
		R"("apiKeySource":"none"})"
		"\n"
		R"({"type":"system","subtype":"status","status":"requesting"})"
		"\n"
		R"({"type":"stream_event","event":{"type":"message_start",)"
		R"("message":{"id":"msg_1","role":"assistant","content":[],)"
		R"("usage":{"input_tokens":25,"output_tokens":1,"cache_read_input_tokens":10,)"
		R"("cache_creation_input_tokens":3}}},"parent_tool_use_id":null})"
		"\n"
		R"({"type":"stream_event","event":{"type":"content_block_start","index":0,)"
		R"("content_block":{"type":"text","text":""}},"parent_tool_use_id":null})"
		"\n"
		R"({"type":"stream_event","event":{"type":"content_block_delta","index":0,)"
		R"("delta":{"type":"thinking_delta","thinking":"Bread?"}},)"
		R"("parent_tool_use_id":null})"
		"\n"
		R"({"type":"stream_event","event":{"type":"content_block_delta","index":0,)"
		R"("delta":{"type":"text_delta","text":"Grüß "}},"parent_tool_use_id":null})"
		"\n"
		R"({"type":"stream_event","event":{"type":"content_block_delta","index":0,)"
		R"("delta":{"type":"text_delta","text":"Gott 🥖."}},"parent_tool_use_id":null})"
		"\n"
		R"({"type":"assistant","message":{"id":"msg_1","model":"claude-sonnet-4-5",)"
		R"("role":"assistant","content":[{"type":"text","text":"Grüß Gott 🥖."}]},)"
		R"("parent_tool_use_id":null})"
		"\n"
		R"({"type":"stream_event","event":{"type":"message_stop"},)"
		R"("parent_tool_use_id":null})"
		"\n"
		R"({"duration_api_ms":32,"stop_reason":"end_turn",)"
		R"("total_cost_usd":0.00025800000000000004,"usage":{"input_tokens":25,)"
		R"("cache_creation_input_tokens":3,"cache_read_input_tokens":10,)"
		R"("output_tokens":12},"is_error":false,"num_turns":1,"subtype":"success",)"
		R"("result":"Grüß Gott 🥖.","type":"result"})"
		"\n";

inline const std::string CLAUDE_LIMITED =
		R"({"type":"system","subtype":"init","tools":[]})"
		"\n"
		R"({"type":"assistant","message":{"model":"<synthetic>","role":"assistant",)"
		R"x("content":[{"type":"text","text":"API Error: Request rejected (429)"}]},)x"
		R"("parent_tool_use_id":null,"error":"rate_limit","is_api_error_message":true,)"
		R"("api_error_status":429})"
		"\n"
		R"({"stop_reason":"stop_sequence","total_cost_usd":0,"usage":{"input_tokens":0,)"
		R"("output_tokens":0},"is_error":true,"subtype":"success","api_error_status":429,)"
		R"x("result":"API Error: Request rejected (429)","type":"result"})x"
		"\n";

inline const std::string CODEX_TURN =
		R"({"type":"thread.started","thread_id":"01a1f091"})"
		"\n"
		R"({"type":"item.completed","item":{"id":"item_0","type":"error",)"
		R"("message":"Model metadata for `small` not found."}})"
		"\n"
		R"({"type":"turn.started"})"
		"\n"
		R"({"type":"item.completed","item":{"id":"item_1","type":"reasoning",)"
		R"("text":"Bread?"}})"
		"\n"
		R"({"type":"item.completed","item":{"id":"item_2","type":"agent_message",)"
		R"("text":"Grüß Gott 🥖."}})"
		"\n"
		R"({"type":"turn.completed","usage":{"input_tokens":30,"cached_input_tokens":5,)"
		R"("cache_write_input_tokens":0,"output_tokens":7,"reasoning_output_tokens":0}})"
		"\n";

inline const std::string CODEX_REFUSED =
		R"({"type":"thread.started","thread_id":"01a1f091"})"
		"\n"
		R"({"type":"turn.started"})"
		"\n"
		R"({"type":"error","message":"unexpected status 401 Unauthorized: no,)"
		R"( url: http://127.0.0.1:1/v1/responses"})"
		"\n"
		R"({"type":"turn.failed",)"
		R"("error":{"message":"unexpected status 401 Unauthorized: no,)"
		R"( url: http://127.0.0.1:1/v1/responses"}})"
		"\n";

} // namespace agent_runtime
