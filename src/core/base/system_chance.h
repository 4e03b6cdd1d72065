#pragma once

#include <cstdint>
#include <span>
#include <system_error>

namespace agent_runtime {

// Unpredictable numbers, for secrets and for ids that must differ between processes. At most 32 at
// once: the system returns up to that many all together or not at all. Thread rule: any thread.
std::error_code draw_from_system(std::span<std::uint64_t> numbers);

} // namespace agent_runtime
