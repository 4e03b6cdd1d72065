#pragma once

#include "core/base/vocabulary.h"

namespace agent_runtime {

// Everything that a runtime is asked and sends, from the rooms that it links.
// Thread rule: any thread.
const Vocabulary &runtime_vocabulary();

} // namespace agent_runtime
