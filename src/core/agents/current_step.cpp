#include "core/agents/current_step.h"

#include <algorithm>

namespace agent_runtime {

void CurrentStep::begin(SimTime now, bool is_recorded) {
	number_ = number_.next();
	time_ = std::max(time_, now);
	output_ = std::make_unique<StepOutput>();
	output_->step = number_;
	output_->time = time_;
	output_->recorded = is_recorded;
	output_->buffers = buffers_;
	touched_.clear();
}

const std::vector<AgentId> &CurrentStep::touched_in_order() {
	if (!std::is_sorted(touched_.begin(), touched_.end())) {
		std::sort(touched_.begin(), touched_.end());
	}
	touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
	return touched_;
}

} // namespace agent_runtime
