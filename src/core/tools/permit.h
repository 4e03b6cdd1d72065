#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/trace_id.h"

#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Who wants to use a tool, and who pays for what that leads to.
struct ToolCaller {
	AgentId agent = {}; // none: no agent of the world
	std::string account = {}; // "agent:agent_001"
};

// One use of a tool that somebody wants. Thread rule: immutable once it is given to the gate.
struct ToolOrder {
	CallId call;
	ToolCaller caller;
	TraceId trace;
	std::string tool;
	nlohmann::json arguments;
	RealTime deadline{};
};

// Proof that the gate has judged this very call. Nobody else can make one, and it ends with the
// call of Tool::run() that it was made for: it can be neither copied nor moved.
// Thread rule: the thread on which the tool runs.
class Permit {
public:
	Permit(const Permit &) = delete;
	Permit &operator=(const Permit &) = delete;

	const std::string &tool() const { return order_.tool; }
	const ToolCaller &caller() const { return order_.caller; }
	TraceId trace() const { return order_.trace; }

private:
	friend class ToolGate;
	explicit Permit(const ToolOrder &order) :
			order_(order) {}

	const ToolOrder &order_;
};

} // namespace agent_runtime
