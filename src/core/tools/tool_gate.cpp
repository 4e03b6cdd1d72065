#include "core/tools/tool_gate.h"

#include "core/base/thrown.h"

#include <utility>

namespace agent_runtime {

void ToolGate::pass(const ToolOrder &order, Tool &tool, ToolRun run) const {
	try {
		const Status judged = judge_ != nullptr ? judge_->judge(order) : Status();
		if (!judged.ok()) {
			run.fail(judged.message());
			return;
		}
		tool.run(Permit(order), order.arguments, std::move(run));
	} catch (...) {
		log_.error("the tool " + order.tool + " ended with " + thrown_text());
	}
}

} // namespace agent_runtime
