// Methods for scripts about led conversations: auto mode.

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
using agent_runtime::ListTalksReply;
using agent_runtime::ListTalksRequest;
using agent_runtime::report_call;
using agent_runtime::Result;
using agent_runtime::StartTalkRequest;
using agent_runtime::Status;
using agent_runtime::TalkStateFields;
using agent_runtime::to_dictionary;
using agent_runtime::to_godot;
using agent_runtime::TranscriptRequest;
using nlohmann::json;

namespace {

Dictionary shown_talk(const TalkStateFields &p_talk) {
	Dictionary shown = to_dictionary(p_talk);
	if (shown.has("roles")) {
		shown["roles"] = PackedStringArray(shown["roles"].operator Array());
	}
	return shown;
}

} // namespace

String AgentRuntime::start_auto_mode(const Dictionary &p_options) {
	Status status = require_running();
	Result<json> options = json_from(p_options, "options");
	status = status.ok() ? options.status() : status;
	if (status.ok()) {
		tell_map();
		options.value().erase("type"); // from a whole request
		const Result<TalkStateFields> talk =
				live->runtime().requests().call_with<StartTalkRequest>(options.value());
		if (talk.ok()) {
			return to_godot(talk.value().talk.to_string());
		}
		status = talk.status();
	}
	report_call("start_auto_mode", status);
	return String();
}

Error AgentRuntime::stop_auto_mode(const String &p_conversation_id) {
	Status status = require_running();
	ConversationId talk;
	if (status.ok() && !p_conversation_id.is_empty()) {
		const Result<ConversationId> id = conversation_id_from(p_conversation_id);
		talk = id.value_or(ConversationId());
		status = id.status();
	}
	if (status.ok()) {
		status = live->runtime().stop_auto_mode(talk);
	}
	return report_call("stop_auto_mode", status);
}

Error AgentRuntime::continue_auto_mode(const String &p_conversation_id) {
	Status status = require_running();
	const Result<ConversationId> talk = conversation_id_from(p_conversation_id);
	status = status.ok() ? talk.status() : status;
	if (status.ok()) {
		tell_map();
		status = live->runtime().continue_auto_mode(talk.value());
	}
	return report_call("continue_auto_mode", status);
}

bool AgentRuntime::is_auto_mode_active(const String &p_conversation_id) const {
	if (live == nullptr) {
		return false;
	}
	if (p_conversation_id.is_empty()) {
		return live->runtime().is_auto_mode_active();
	}
	const Result<ConversationId> talk = conversation_id_from(p_conversation_id);
	return talk.ok() && live->runtime().is_auto_mode_active(talk.value());
}

Dictionary AgentRuntime::get_auto_mode_state(const String &p_conversation_id) const {
	Status status = require_running();
	const Result<ConversationId> talk = conversation_id_from(p_conversation_id);
	status = status.ok() ? talk.status() : status;
	if (status.ok()) {
		const Result<ListTalksReply> found =
				live->runtime().requests().call(ListTalksRequest{ talk.value() });
		const bool is_there = found.ok() && !found.value().conversations.empty();
		return is_there ? shown_talk(found.value().conversations.front()) : Dictionary();
	}
	report_call("get_auto_mode_state", status);
	return Dictionary();
}

TypedArray<Dictionary> AgentRuntime::get_auto_mode_conversations() const {
	TypedArray<Dictionary> talks;
	if (live != nullptr) {
		const Result<ListTalksReply> found = live->runtime().requests().call(ListTalksRequest());
		for (const TalkStateFields &talk :
				found.ok() ? found.value().conversations : std::vector<TalkStateFields>()) {
			talks.push_back(shown_talk(talk));
		}
	}
	return talks;
}

Ref<AgentReply> AgentRuntime::request_transcript(const String &p_conversation_id) {
	const Status running = require_running();
	const Result<ConversationId> talk = conversation_id_from(p_conversation_id);
	TranscriptRequest request;
	request.talk = talk.value_or(ConversationId());
	return ask("request_transcript", running.ok() ? talk.status() : running, request);
}

PackedStringArray AgentRuntime::get_auto_mode_topics() {
	PackedStringArray topics;
	for (const std::string_view topic : agent_runtime::conversation_topics()) {
		topics.push_back(to_godot(topic));
	}
	return topics;
}
