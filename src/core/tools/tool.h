#pragma once

// Carrying out tools. A call comes in as a ToolOrder. The one gate (ToolGate) judges it and proves
// that with a Permit, without which no Tool runs. Tools of the runtime itself run on a worker
// (ToolBox); a tool of the game is a Tool that calls the game. Each use ends in one ToolOutcome.

#include "core/mind/action_table.h"
#include "core/tools/permit.h"
#include "core/tools/tool_use.h"

#include <memory>
#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What carries out the uses of a tool. Thread rule: says who calls it.
class Tool {
public:
	virtual ~Tool() = default;
	// Does what the permit allows, with arguments that fit the tool's schema, and ends the use, now
	// or later. The permit ends when this returns.
	virtual void run(const Permit &permit, const nlohmann::json &arguments, ToolUse use) = 0;
};

// A tool that the runtime carries out itself, without calling the game. Its run() is called on the
// worker of the ToolBox, one use after the other; what takes long goes on elsewhere, and stops when
// the use is not wanted any more.
struct NativeTool {
	std::string name;
	ActionInfo info;
	std::shared_ptr<Tool> tool;
};

} // namespace agent_runtime
