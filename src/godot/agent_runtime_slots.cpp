// Methods for scripts about save games.

#include "core/base/fields.h"
#include "core/runtime/game_schema.h"
#include "core/runtime/slot_desk.h"
#include "core/store/slots.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/json_variant.h"
#include "godot/script_calls.h"

#include <memory>
#include <string>

using namespace godot;
using agent_runtime::check_slot_name;
using agent_runtime::LoadSlotRequest;
using agent_runtime::report_call;
using agent_runtime::SaveSlotRequest;
using agent_runtime::SlotCover;
using agent_runtime::Status;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;
using agent_runtime::to_variant;

Ref<AgentReply> AgentRuntime::save_slot(const String &p_slot) {
	SaveSlotRequest request;
	request.slot = to_utf8(p_slot);
	return ask("save_slot", require_running(), request);
}

Ref<AgentReply> AgentRuntime::load_slot(const String &p_slot) {
	LoadSlotRequest request;
	request.slot = to_utf8(p_slot);
	return ask("load_slot", require_running(), request);
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
		slots.push_back(to_variant(agent_runtime::write_fields(agent_runtime::saved_world(cover))));
	}
	return slots;
}
