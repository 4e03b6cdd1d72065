// What scripts ask of the memory of agents: requests with names of their own. Each is answered as
// request() is, which see, and prints what is refused.

#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/json_variant.h"
#include "godot/script_calls.h"

#include <utility>

using namespace godot;
using agent_runtime::agent_id_from;
using agent_runtime::AgentId;
using agent_runtime::EditRequest;
using agent_runtime::ForgetRequest;
using agent_runtime::NoteRequest;
using agent_runtime::PinRequest;
using agent_runtime::report_call;
using agent_runtime::RequestBook;
using agent_runtime::Result;
using agent_runtime::SearchRequest;
using agent_runtime::Status;
using agent_runtime::SummariseRequest;
using agent_runtime::to_utf8;
using agent_runtime::to_variant;
using nlohmann::json;

template <typename Request>
Dictionary AgentRuntime::request_about(
		const char *p_call, const String &p_agent_id, Request p_request) {
	Status status = require_session();
	const Result<AgentId> agent = agent_id_from(p_agent_id, "agent_id");
	status = status.ok() ? agent.status() : status;
	json reply = RequestBook::completed("", status);
	if (status.ok()) {
		tell_map();
		p_request.agent = agent.value();
		reply = session->request_typed(p_request, p_call);
	}
	report_call(p_call, agent_runtime::status_in(reply));
	return to_variant(reply);
}

Dictionary AgentRuntime::search_memory(
		const String &p_agent_id, const String &p_text, int64_t p_limit) {
	SearchRequest request;
	request.text = to_utf8(p_text);
	request.limit = static_cast<std::size_t>(p_limit);
	return request_about("search_memory", p_agent_id, std::move(request));
}

Dictionary AgentRuntime::pin_memory(const String &p_agent_id, int64_t p_line_id, bool p_pinned) {
	PinRequest request;
	request.line = p_line_id;
	request.pinned = p_pinned;
	return request_about("pin_memory", p_agent_id, request);
}

Dictionary AgentRuntime::edit_memory(
		const String &p_agent_id, int64_t p_line_id, const String &p_content) {
	EditRequest request;
	request.line = p_line_id;
	request.content = to_utf8(p_content);
	return request_about("edit_memory", p_agent_id, std::move(request));
}

Dictionary AgentRuntime::forget_memory(const String &p_agent_id, int64_t p_line_id) {
	ForgetRequest request;
	request.line = p_line_id;
	return request_about("forget_memory", p_agent_id, request);
}

Dictionary AgentRuntime::note_memory(
		const String &p_agent_id, const String &p_content, bool p_pinned) {
	NoteRequest request;
	request.content = to_utf8(p_content);
	request.pinned = p_pinned;
	return request_about("note_memory", p_agent_id, std::move(request));
}

Dictionary AgentRuntime::summarise_memory(const String &p_agent_id, int64_t p_keep) {
	SummariseRequest request;
	request.keep = p_keep;
	return request_about("summarise_memory", p_agent_id, request);
}
