// What scripts ask of AgentRuntime about save games.

#include "core/runtime/game_schema.h"
#include "core/store/slots.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/json_variant.h"
#include "godot/script_calls.h"

#include <memory>
#include <string>

using namespace godot;
using agent_runtime::check_slot_name;
using agent_runtime::report_call;
using agent_runtime::RuntimeSession;
using agent_runtime::SlotCover;
using agent_runtime::SlotEnd;
using agent_runtime::Status;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;
using agent_runtime::to_variant;

Error AgentRuntime::ask_for_slot(const char *p_call, const char *p_type, const String &p_slot) {
	const std::string slot = to_utf8(p_slot);
	Status status = require_session();
	if (status.ok()) {
		status = session->runtime().check_slot(slot);
	}
	if (status.ok()) {
		session->ask_for_slot(p_type, slot);
	}
	return report_call(p_call, status);
}

Error AgentRuntime::save_slot(const String &p_slot) {
	return ask_for_slot("save_slot", RuntimeSession::SAVE_SLOT, p_slot);
}

Error AgentRuntime::load_slot(const String &p_slot) {
	return ask_for_slot("load_slot", RuntimeSession::LOAD_SLOT, p_slot);
}

Error AgentRuntime::delete_slot(const String &p_slot) {
	const std::string slot = to_utf8(p_slot);
	Status status = check_slot_name(slot);
	if (status.ok()) {
		status = agent_runtime::delete_slot(to_utf8(resolve_database_path()), slot);
	}
	return report_call("delete_slot", status);
}

TypedArray<Dictionary> AgentRuntime::list_slots() const {
	TypedArray<Dictionary> slots;
	for (const SlotCover &cover : agent_runtime::list_slots(
				 to_utf8(resolve_database_path()), agent_runtime::game_schema())) {
		slots.push_back(to_variant(agent_runtime::slot_to_json(cover)));
	}
	return slots;
}

// False when a handler has freed the node.
bool AgentRuntime::emit_slots(const std::shared_ptr<RuntimeSession> &p_session) {
	const ObjectID self(get_instance_id());
	while (const std::optional<SlotEnd> end = p_session->take_slot_end()) {
		emit_signal(end->loaded ? signals.slot_loaded : signals.slot_saved, to_godot(end->slot),
				end->ok, to_godot(end->message));
		if (ObjectDB::get_instance(self) == nullptr) {
			return false;
		}
	}
	return true;
}
