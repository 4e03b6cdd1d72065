#include "godot/agent_handles.h"

#include "godot/convert.h"

#include <godot_cpp/core/object.hpp>

#include <algorithm>
#include <utility>

using namespace godot;

namespace agent_runtime {

Ref<AgentHandle> AgentHandles::get(
		ObjectID p_runtime, ParticipantId p_who, const AgentProfile *p_profile) {
	Ref<AgentHandle> &handle = handles[p_who];
	if (handle.is_null()) {
		handle = take_left(p_who);
		if (handle.is_null()) {
			handle.instantiate();
		}
		handle->begin(p_runtime, p_who, p_profile);
	}
	return handle;
}

void AgentHandles::begin(ObjectID p_runtime, AgentId p_agent, const AgentProfile &p_profile) {
	if (left.contains(p_agent)) {
		get(p_runtime, p_agent, &p_profile);
	}
}

void AgentHandles::terminate(AgentId p_agent, const std::string &p_reason) {
	const auto found = handles.find(p_agent);
	if (found != handles.end()) {
		const Ref<AgentHandle> handle = std::move(found->second);
		handles.erase(found);
		leave(p_agent, handle);
		handle->terminate(to_godot(p_reason));
	}
}

Ref<AgentHandle> AgentHandles::take_left(ParticipantId p_who) {
	const auto found = left.find(p_who);
	if (found == left.end()) {
		return Ref<AgentHandle>();
	}
	AgentHandle *handle = Object::cast_to<AgentHandle>(ObjectDB::get_instance(found->second));
	left.erase(found);
	return Ref<AgentHandle>(handle);
}

void AgentHandles::leave(ParticipantId p_who, const Ref<AgentHandle> &p_handle) {
	if (left.size() >= sweep_at) {
		std::erase_if(left,
				[](const auto &each) { return ObjectDB::get_instance(each.second) == nullptr; });
		sweep_at = std::max(sweep_at, 2 * left.size());
	}
	left[p_who] = ObjectID(p_handle->get_instance_id());
}

void AgentHandles::end_all() {
	for (const auto &[who, handle] : std::exchange(handles, {})) {
		handle->end();
	}
	while (!left.empty()) {
		const Ref<AgentHandle> handle = take_left(left.begin()->first);
		if (handle.is_valid()) {
			handle->end();
		}
	}
}

} // namespace agent_runtime
