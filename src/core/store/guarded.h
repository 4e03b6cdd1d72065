#pragma once

#include "core/base/log.h"
#include "core/base/thrown.h"

namespace agent_runtime {

// Runs a callback of the writer. Callbacks are foreign code, and their exceptions must not end the
// writer. Thread rule: worker only (the writer's).
template <typename Call>
void guarded(const Logger &log, const Call &call) {
	try {
		call();
	} catch (...) {
		log.error("a callback of the writer threw " + thrown_text());
	}
}

} // namespace agent_runtime
