#include "godot/script_calls.h"

#include "core/agents/agent_state.h"
#include "core/mind/budget.h"
#include "core/mind/provider.h"
#include "core/world/tile.h"
#include "godot/agent_config.h"
#include "godot/convert.h"
#include "godot/json_variant.h"

#include <godot_cpp/classes/os.hpp>
#include <godot_cpp/core/error_macros.hpp>

#include <optional>
#include <string>

using namespace godot;
using nlohmann::json;

namespace agent_runtime {

namespace {

constexpr char CONFIG[] = "agent_config";
constexpr char MIND[] = "mind";

template <typename Id>
Result<Id> id_from(
		const String &p_text, const char *p_field, const char *p_kind, const char *p_remedy) {
	const std::string text = to_utf8(p_text);
	const std::optional<Id> id = Id::parse(text);
	if (!id) {
		return FieldProblem{ p_field,
			quoted_name(text) + " is not the id of " + std::string(p_kind), p_remedy }
				.to_status();
	}
	return *id;
}

} // namespace

Error report_call(const char *p_call, const Status &p_status, const char *p_class) {
	if (!p_status.ok()) {
		ERR_PRINT(String(p_class) + ": " + p_call + ": " + to_godot(p_status.message()));
	}
	return to_error(p_status.code());
}

Status check_thread() {
	const OS *os = OS::get_singleton();
	if (os->get_thread_caller_id() == os->get_main_thread_id()) {
		return Status();
	}
	return Status(StatusCode::failed_precondition,
			"it was called on another thread than the main one; use call_deferred");
}

Result<AgentId> agent_id_from(const String &p_text, const char *p_field) {
	return id_from<AgentId>(
			p_text, p_field, "an agent", "give one that spawn_agent returned, such as agent_001");
}

Result<TaskId> task_id_from(const String &p_text, const char *p_field) {
	return id_from<TaskId>(
			p_text, p_field, "a task", "give one that assign_task returned, such as task_001");
}

Result<ConversationId> conversation_id_from(const String &p_text) {
	return id_from<ConversationId>(p_text, "conversation_id", "a conversation",
			"give one that start_auto_mode returned, such as conversation_001");
}

Result<CallId> call_id_from(const String &p_text, const char *p_field) {
	return id_from<CallId>(p_text, p_field, "a call",
			"give the one that walk_requested, or the action's callable, came with, such as "
			"call_001");
}

Result<std::string> account_from(const String &p_text, const char *p_field) {
	const std::string text = to_utf8(p_text);
	if (const std::optional<AgentId> agent = AgentId::parse(text)) {
		return agent_account(agent->to_string());
	}
	const std::string of_agent = agent_account("");
	const std::string of_group = group_account("");
	const bool is_name = text.empty() || text == TOTAL_ACCOUNT || text + ":" == of_agent ||
			text + ":" == of_group ||
			(text.starts_with(of_agent) && AgentId::parse(text.substr(of_agent.size()))) ||
			(text.starts_with(of_group) && text.size() > of_group.size());
	if (!is_name) {
		return FieldProblem{ p_field, quoted_name(text) + " is not the name of an account",
			"give the id of an agent, such as agent_001, a group as in group:guards, or total, "
			"agent or group" }
				.to_status();
	}
	return text;
}

Result<ParticipantId> participant_from(const String &p_text, const char *p_field) {
	if (p_text.is_empty()) {
		return ParticipantId();
	}
	const std::string text = to_utf8(p_text);
	const std::optional<ParticipantId> id = ParticipantId::parse(text);
	if (!id) {
		return FieldProblem{ p_field, quoted_name(text) + " is neither an agent nor a player",
			"give an id such as agent_001 or player_0" }
				.to_status();
	}
	return *id;
}

Result<json> json_from(const Variant &p_value, const char *p_name) {
	json converted;
	if (const std::optional<FieldProblem> problem = to_json(p_value, p_name, converted)) {
		return problem->to_status();
	}
	return converted;
}

Result<json> config_from(const Variant &p_config) {
	Variant config = p_config;
	if (const AgentConfig *resource =
					Object::cast_to<AgentConfig>(p_config.get_validated_object())) {
		config = resource->to_dictionary();
	} else if (mind_from(p_config).get_type() != Variant::NIL) {
		Dictionary rest = Dictionary(p_config).duplicate();
		rest.erase(MIND);
		rest["cli_backend"] = to_godot(mind_kind_name(MindKind::game));
		config = rest;
	}
	Result<json> converted = json_from(config, CONFIG);
	if (converted.ok() && !converted.value().is_object()) {
		return FieldProblem{ CONFIG, "is neither a Dictionary nor an AgentConfig",
			"give one of them, such as {\"name\": \"Ada\"}" }
				.to_status();
	}
	return converted;
}

Variant mind_from(const Variant &p_config) {
	if (const AgentConfig *resource =
					Object::cast_to<AgentConfig>(p_config.get_validated_object())) {
		return resource->get_mind().is_valid() ? Variant(resource->get_mind()) : Variant();
	}
	return p_config.get_type() == Variant::DICTIONARY ? Dictionary(p_config).get(MIND, Variant())
													  : Variant();
}

Dictionary shown_state(const AgentStateFields &p_state) {
	Dictionary shown = to_dictionary(p_state);
	const std::optional<AgentState> state = parse_agent_state(p_state.state);
	shown["state"] = static_cast<int64_t>(state.value_or(AgentState::idle));
	const std::optional<Facing> facing = parse_facing(p_state.facing);
	shown["position"] = to_godot(p_state.position);
	if (p_state.target) {
		shown["target"] = to_godot(*p_state.target);
	}
	shown["facing"] = static_cast<int64_t>(facing.value_or(Facing::down));
	return shown;
}

} // namespace agent_runtime
