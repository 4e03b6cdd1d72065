#pragma once

// What the two programs write, from real runs, shortened.

#include <string>

namespace agent_runtime {

inline const std::string CLAUDE_TURN =
		R"turn({"type":"system","subtype":"init","tools":[],"permissionMode":"dontAsk","apiKeySource":"none"}
{"type":"system","subtype":"status","status":"requesting"}
{"type":"stream_event","event":{"type":"message_start","message":{"id":"msg_1","role":"assistant","content":[],"usage":{"input_tokens":25,"output_tokens":1,"cache_read_input_tokens":10,"cache_creation_input_tokens":3}}},"parent_tool_use_id":null}
{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}},"parent_tool_use_id":null}
{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Bread?"}},"parent_tool_use_id":null}
{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Grüß "}},"parent_tool_use_id":null}
{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Gott 🥖."}},"parent_tool_use_id":null}
{"type":"assistant","message":{"id":"msg_1","model":"claude-sonnet-4-5","role":"assistant","content":[{"type":"text","text":"Grüß Gott 🥖."}]},"parent_tool_use_id":null}
{"type":"stream_event","event":{"type":"message_stop"},"parent_tool_use_id":null}
{"duration_api_ms":32,"stop_reason":"end_turn","total_cost_usd":0.00025800000000000004,"usage":{"input_tokens":25,"cache_creation_input_tokens":3,"cache_read_input_tokens":10,"output_tokens":12},"is_error":false,"num_turns":1,"subtype":"success","result":"Grüß Gott 🥖.","type":"result"}
)turn";

inline const std::string CLAUDE_LIMITED =
		R"turn({"type":"system","subtype":"init","tools":[]}
{"type":"assistant","message":{"model":"<synthetic>","role":"assistant","content":[{"type":"text","text":"API Error: Request rejected (429)"}]},"parent_tool_use_id":null,"error":"rate_limit","is_api_error_message":true,"api_error_status":429}
{"stop_reason":"stop_sequence","total_cost_usd":0,"usage":{"input_tokens":0,"output_tokens":0},"is_error":true,"subtype":"success","api_error_status":429,"result":"API Error: Request rejected (429)","type":"result"}
)turn";

inline const std::string CODEX_TURN =
		R"turn({"type":"thread.started","thread_id":"01a1f091"}
{"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata for `small` not found."}}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"item_1","type":"reasoning","text":"Bread?"}}
{"type":"item.completed","item":{"id":"item_2","type":"agent_message","text":"Grüß Gott 🥖."}}
{"type":"turn.completed","usage":{"input_tokens":30,"cached_input_tokens":5,"cache_write_input_tokens":0,"output_tokens":7,"reasoning_output_tokens":0}}
)turn";

inline const std::string CODEX_REFUSED =
		R"turn({"type":"thread.started","thread_id":"01a1f091"}
{"type":"turn.started"}
{"type":"error","message":"unexpected status 401 Unauthorized: no, url: http://127.0.0.1:1/v1/responses"}
{"type":"turn.failed","error":{"message":"unexpected status 401 Unauthorized: no, url: http://127.0.0.1:1/v1/responses"}}
)turn";

} // namespace agent_runtime
