#include "core/tools/tool_gate.h"

#include "core/base/thrown.h"

#include <utility>

namespace agent_runtime {

void ToolGate::pass(const ToolOrder &order, Tool &tool, ToolUse use) const {
	try {
		const Status judged = judge_ != nullptr ? judge_->judge(order) : Status();
		if (!judged.ok()) {
			use.fail(judged.message());
			return;
		}
		tool.run(Permit(order), order.arguments, std::move(use));
	} catch (...) {
		log_.error("the tool " + order.tool + " ended with " + thrown_text());
	}
}

} // namespace agent_runtime
