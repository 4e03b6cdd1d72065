#pragma once

#include <cstdint>
#include <span>
#include <system_error>

namespace agent_runtime {

// Numbers that nobody can foresee, for secrets and for ids that must differ between processes. At
// most 32 at once: the system gives so few at once, or none at all. Thread rule: any thread.
std::error_code draw_from_system(std::span<std::uint64_t> numbers);

} // namespace agent_runtime
