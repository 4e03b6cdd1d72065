// What scripts ask of the memory of agents: requests with names of their own. Each is answered as
// request() is, which see, and prints what is refused.

#include "godot/agent_runtime.h"

using namespace godot;

namespace {

Dictionary about(const char *p_type, const String &p_agent_id) {
	Dictionary message;
	message["type"] = p_type;
	message["agent_id"] = p_agent_id;
	return message;
}

} // namespace

Dictionary AgentRuntime::search_memory(
		const String &p_agent_id, const String &p_text, int64_t p_limit) {
	Dictionary message = about("search_request", p_agent_id);
	message["text"] = p_text;
	message["limit"] = p_limit;
	return request_for("search_memory", message);
}

Dictionary AgentRuntime::pin_memory(const String &p_agent_id, int64_t p_line_id, bool p_pinned) {
	Dictionary message = about("memory_pin_request", p_agent_id);
	message["line_id"] = p_line_id;
	message["pinned"] = p_pinned;
	return request_for("pin_memory", message);
}

Dictionary AgentRuntime::edit_memory(
		const String &p_agent_id, int64_t p_line_id, const String &p_content) {
	Dictionary message = about("memory_edit_request", p_agent_id);
	message["line_id"] = p_line_id;
	message["content"] = p_content;
	return request_for("edit_memory", message);
}

Dictionary AgentRuntime::forget_memory(const String &p_agent_id, int64_t p_line_id) {
	Dictionary message = about("memory_forget_request", p_agent_id);
	message["line_id"] = p_line_id;
	return request_for("forget_memory", message);
}

Dictionary AgentRuntime::note_memory(
		const String &p_agent_id, const String &p_content, bool p_pinned) {
	Dictionary message = about("memory_note_request", p_agent_id);
	message["content"] = p_content;
	message["pinned"] = p_pinned;
	return request_for("note_memory", message);
}

Dictionary AgentRuntime::summarise_memory(const String &p_agent_id, int64_t p_keep) {
	Dictionary message = about("memory_summarise_request", p_agent_id);
	message["keep"] = p_keep;
	return request_for("summarise_memory", message);
}
