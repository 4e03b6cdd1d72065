#include "core/runtime/call_answer.h"

namespace agent_runtime {

std::string_view usual_reason(CallKind kind) {
	return kind == CallKind::walk ? "the way is blocked" : "the game gave no reason";
}

} // namespace agent_runtime
