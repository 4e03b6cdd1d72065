#pragma once

// Whether the program was linked with AddressSanitizer or ThreadSanitizer. The tests' own code may
// be compiled without them (src/scons/core.py), so what counts is whether they are there when it
// runs.

extern "C" {
__attribute__((weak)) void __asan_init(); // NOLINT(readability-identifier-naming): theirs
__attribute__((weak)) void __tsan_init(); // NOLINT(readability-identifier-naming): theirs
}

namespace agent_runtime::test {

// Everything is slow under a sanitizer, which finds nothing new after a few rounds.
inline const bool IS_SANITIZED = __asan_init != nullptr || __tsan_init != nullptr;

} // namespace agent_runtime::test
