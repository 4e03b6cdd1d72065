// Methods for scripts about the memory of agents: requests with names of their own.

#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/script_calls.h"

#include <utility>

using namespace godot;
using agent_runtime::agent_id_from;
using agent_runtime::AgentId;
using agent_runtime::EditRequest;
using agent_runtime::ForgetRequest;
using agent_runtime::NoteRequest;
using agent_runtime::PinRequest;
using agent_runtime::Result;
using agent_runtime::SearchRequest;
using agent_runtime::Status;
using agent_runtime::SummariseRequest;
using agent_runtime::to_utf8;

template <typename Request>
Ref<AgentReply> AgentRuntime::ask_about(
		const char *p_call, const String &p_agent_id, Request p_request) {
	const Status running = require_running();
	const Result<AgentId> agent = agent_id_from(p_agent_id, "agent_id");
	p_request.agent = agent.value_or(AgentId());
	return ask(p_call, running.ok() ? agent.status() : running, p_request);
}

Ref<AgentReply> AgentRuntime::search_memory(
		const String &p_agent_id, const String &p_text, int64_t p_limit) {
	SearchRequest request;
	request.text = to_utf8(p_text);
	request.limit = static_cast<std::size_t>(p_limit);
	return ask_about("search_memory", p_agent_id, std::move(request));
}

Ref<AgentReply> AgentRuntime::pin_memory(
		const String &p_agent_id, int64_t p_line_id, bool p_pinned) {
	PinRequest request;
	request.line = p_line_id;
	request.pinned = p_pinned;
	return ask_about("pin_memory", p_agent_id, request);
}

Ref<AgentReply> AgentRuntime::edit_memory(
		const String &p_agent_id, int64_t p_line_id, const String &p_content) {
	EditRequest request;
	request.line = p_line_id;
	request.content = to_utf8(p_content);
	return ask_about("edit_memory", p_agent_id, std::move(request));
}

Ref<AgentReply> AgentRuntime::forget_memory(const String &p_agent_id, int64_t p_line_id) {
	ForgetRequest request;
	request.line = p_line_id;
	return ask_about("forget_memory", p_agent_id, request);
}

Ref<AgentReply> AgentRuntime::note_memory(
		const String &p_agent_id, const String &p_content, bool p_pinned) {
	NoteRequest request;
	request.content = to_utf8(p_content);
	request.pinned = p_pinned;
	return ask_about("note_memory", p_agent_id, std::move(request));
}

Ref<AgentReply> AgentRuntime::summarise_memory(const String &p_agent_id, int64_t p_keep) {
	SummariseRequest request;
	request.keep = p_keep;
	return ask_about("summarise_memory", p_agent_id, request);
}
