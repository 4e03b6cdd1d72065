#pragma once

#include "core/mind/mind.h"

#include <string>

namespace agent_runtime {

// How the offline mind sums up: who spoke how often, what about, and how it began and ended. It
// makes nothing up, and the same lines give the same text, of a few hundred characters at most.
// Thread rule: any thread.
std::string summarise_lines(const SummaryRequest &request);

} // namespace agent_runtime
