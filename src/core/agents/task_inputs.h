#pragma once

// What agents are asked to do, and how the game ends it.
// Thread rule: immutable once posted.

#include "core/agents/input_rows.h"
#include "core/agents/task.h"
#include "core/base/trace_id.h"

#include <memory>
#include <string>

namespace agent_runtime {

struct AssignInput {
	static constexpr std::string_view KIND = "assign";

	AgentId agent;
	TaskPtr task;
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "agent" }, &AssignInput::agent),
			bind(
					{ .name = "task" }, [](const AssignInput &input) { return *input.task; },
					[](AssignInput &input, AgentTask task) {
						input.task = std::make_shared<const AgentTask>(std::move(task));
					}),
		};
	}
};

// The game ends a task.
struct FinishInput {
	static constexpr std::string_view KIND = "finish";

	TaskId task;
	bool completed = false;
	std::string result;
	RequestId request; // answered if it is set
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "task" }, &FinishInput::task),
			bind({ .name = "completed" }, &FinishInput::completed),
			bind({ .name = "result" }, &FinishInput::result),
			number_field({ .name = "request" }, &FinishInput::request),
		};
	}
};

} // namespace agent_runtime
