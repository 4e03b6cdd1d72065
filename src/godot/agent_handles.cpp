#include "godot/agent_handles.h"

#include "godot/convert.h"

#include <utility>

using namespace godot;

namespace agent_runtime {

Ref<AgentHandle> AgentHandles::get(
		ObjectID p_runtime, ParticipantId p_who, const AgentProfile *p_profile) {
	Ref<AgentHandle> &handle = handles[p_who];
	if (handle.is_null()) {
		handle.instantiate();
		handle->begin(p_runtime, p_who, p_profile);
	}
	return handle;
}

void AgentHandles::terminate(AgentId p_agent, const std::string &p_reason) {
	const auto found = handles.find(p_agent);
	if (found != handles.end()) {
		const Ref<AgentHandle> handle = std::move(found->second);
		handles.erase(found);
		handle->terminate(to_godot(p_reason));
	}
}

void AgentHandles::end_all() {
	for (const auto &[who, handle] : std::exchange(handles, {})) {
		handle->end();
	}
}

} // namespace agent_runtime
