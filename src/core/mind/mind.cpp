#include "core/mind/mind.h"

namespace agent_runtime {

Micros Mind::delay_of(const MindRequest &) const {
	return Micros{ 0 };
}

Result<std::string> Mind::summarise(const SummaryRequest &) const {
	return Status(StatusCode::unsupported, "this mind cannot sum up what was said");
}

} // namespace agent_runtime
