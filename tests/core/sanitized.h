#pragma once

namespace agent_runtime::test {

// Everything is slow under a sanitizer, which finds nothing new after a few rounds.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool IS_SANITIZED = true;
#else
inline constexpr bool IS_SANITIZED = false;
#endif

} // namespace agent_runtime::test
