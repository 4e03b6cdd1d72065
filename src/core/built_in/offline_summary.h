#pragma once

#include "core/mind/mind.h"

#include <string>

namespace agent_runtime {

// How the offline mind summarises: who spoke how often, about what, and how it began and ended. It
// invents nothing. The same lines always give the same text, of a few hundred characters at most.
// Thread rule: any thread.
std::string summarise_lines(const SummaryRequest &request);

} // namespace agent_runtime
