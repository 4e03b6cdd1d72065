#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

// Bytes of the engine's own types. The engine moves these types by their bytes too, and all zeros
// is its empty value of each, except for Array and Dictionary, where it only means "moved from".

namespace godot {

class CallableCustom;

namespace internal {

template <size_t N>
inline void swap_opaque(uint8_t (&p_left)[N], uint8_t (&p_right)[N]) noexcept {
	uint8_t kept[N];
	memcpy(kept, p_left, N);
	memcpy(p_left, p_right, N);
	memcpy(p_right, kept, N);
}

template <size_t N>
inline bool is_zero(const uint8_t (&p_bytes)[N]) {
	static_assert(N % 8 == 0);
	uint64_t words[N / 8];
	memcpy(words, p_bytes, N);
	uint64_t all = 0;
	for (const uint64_t word : words) {
		all |= word;
	}
	return all == 0;
}

} // namespace internal

} // namespace godot
