// What scripts ask of AgentRuntime about conversations that are led: auto mode.

#include "core/auto_mode/topics.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/json_variant.h"
#include "godot/script_calls.h"

#include <string_view>

using namespace godot;
using agent_runtime::conversation_id_from;
using agent_runtime::ConversationId;
using agent_runtime::json_from;
using agent_runtime::report_call;
using agent_runtime::Result;
using agent_runtime::Status;
using agent_runtime::to_godot;
using agent_runtime::to_variant;
using nlohmann::json;

namespace {

// With lists of names as arrays of text.
Dictionary shown_talk(const json &p_state) {
	Dictionary shown = to_variant(p_state);
	for (const char *const list : { "agents", "names", "roles" }) {
		if (shown.has(list)) {
			shown[list] = PackedStringArray(shown[list].operator Array());
		}
	}
	return shown;
}

} // namespace

String AgentRuntime::start_auto_mode(const Dictionary &p_options) {
	Status status = require_session();
	const Result<json> options = json_from(p_options, "options");
	status = status.ok() ? options.status() : status;
	if (status.ok()) {
		tell_map();
		const Result<json> talk = session->runtime().start_auto_mode(options.value());
		if (talk.ok()) {
			return to_godot(talk.value().value("conversation_id", ""));
		}
		status = talk.status();
	}
	report_call("start_auto_mode", status);
	return String();
}

Error AgentRuntime::stop_auto_mode(const String &p_conversation_id) {
	Status status = require_session();
	ConversationId talk;
	if (status.ok() && !p_conversation_id.is_empty()) {
		const Result<ConversationId> id = conversation_id_from(p_conversation_id);
		talk = id.value_or(ConversationId());
		status = id.status();
	}
	if (status.ok()) {
		status = session->runtime().stop_auto_mode(talk);
	}
	return report_call("stop_auto_mode", status);
}

Error AgentRuntime::continue_auto_mode(const String &p_conversation_id) {
	Status status = require_session();
	const Result<ConversationId> talk = conversation_id_from(p_conversation_id);
	status = status.ok() ? talk.status() : status;
	if (status.ok()) {
		tell_map();
		status = session->runtime().continue_auto_mode(talk.value());
	}
	return report_call("continue_auto_mode", status);
}

bool AgentRuntime::is_auto_mode_active(const String &p_conversation_id) const {
	if (session == nullptr) {
		return false;
	}
	if (p_conversation_id.is_empty()) {
		return session->runtime().is_auto_mode_active();
	}
	const Result<ConversationId> talk = conversation_id_from(p_conversation_id);
	return talk.ok() && session->runtime().is_auto_mode_active(talk.value());
}

Dictionary AgentRuntime::get_auto_mode_state(const String &p_conversation_id) const {
	Status status = require_session();
	const Result<ConversationId> talk = conversation_id_from(p_conversation_id);
	status = status.ok() ? talk.status() : status;
	if (status.ok()) {
		return shown_talk(session->runtime().auto_mode_state(talk.value()));
	}
	report_call("get_auto_mode_state", status);
	return Dictionary();
}

TypedArray<Dictionary> AgentRuntime::get_auto_mode_conversations() const {
	TypedArray<Dictionary> talks;
	if (session != nullptr) {
		for (const json &talk : session->runtime().auto_mode_conversations()) {
			talks.push_back(shown_talk(talk));
		}
	}
	return talks;
}

Dictionary AgentRuntime::request_transcript(const String &p_conversation_id) {
	Dictionary message;
	message["type"] = "auto_mode_transcript_request";
	message["conversation_id"] = p_conversation_id;
	return request_for("request_transcript", message);
}

PackedStringArray AgentRuntime::get_auto_mode_topics() {
	PackedStringArray topics;
	for (const std::string_view topic : agent_runtime::conversation_topics()) {
		topics.push_back(to_godot(topic));
	}
	return topics;
}
