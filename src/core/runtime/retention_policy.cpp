#include "core/runtime/retention_policy.h"

namespace agent_runtime {

RetentionPlan RetentionPolicy::plan() const {
	return { .max_bytes = max_bytes,
		.tables = {
				{ "event_rows",
						{ .max_age = max_age, .max_rows = max_events, .keep = keep_events } },
				{ "agent_conversations", lines },
				{ "state_rows", states },
				{ "agent_tasks", { .max_age = max_task_age } },
				{ "auto_conversations", { .max_age = max_talk_age } },
		} };
}

} // namespace agent_runtime
