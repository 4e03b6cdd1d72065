#pragma once

#include "core/base/log.h"
#include "core/base/status.h"
#include "core/tools/tool.h"

namespace agent_runtime {

// Who may use which tool. Thread rule: any thread.
class ToolJudge {
public:
	virtual ~ToolJudge() = default;
	// If not ok, its sentence is what the caller is told; a mind must be able to act upon it.
	virtual Status judge(const ToolOrder &order) const = 0;
};

// The one way to run a tool: only the gate can make a Permit. Without a judge it permits all that
// is asked for; what an agent can ask for is what was registered for it (Offers).
// Thread rule: any thread.
class ToolGate {
public:
	// `judge` must outlive it; null: everything is permitted.
	explicit ToolGate(const ToolJudge *judge, Logger log) :
			judge_(judge),
			log_(std::move(log)) {}

	// Judges the call. If it is permitted, runs the tool on this thread; otherwise the use fails
	// with the judge's sentence. What the tool or the judge throws fails this use alone.
	void pass(const ToolOrder &order, Tool &tool, ToolUse use) const;

private:
	const ToolJudge *const judge_;
	const Logger log_;
};

} // namespace agent_runtime
