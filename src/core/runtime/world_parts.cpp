#include "core/runtime/world_parts.h"

#include <string>

namespace agent_runtime {

Status WorldParts::known(AgentId agent) const {
	if (directory.find(agent) != nullptr) {
		return world.require_capacity();
	}
	return FieldProblem{ "agent_id",
		"there is no agent " + (agent.is_none() ? "without an id" : agent.to_string()),
		"give the id of one that lives" }
			.to_status(StatusCode::not_found);
}

Status WorldParts::require_store() const {
	return store.has_file()
			? Status()
			: Status(StatusCode::failed_precondition,
					  "what is asked for lies in the database, and this runtime has none");
}

} // namespace agent_runtime
