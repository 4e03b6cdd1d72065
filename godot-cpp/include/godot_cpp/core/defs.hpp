#pragma once

// Words that every other header of the bindings uses: the engine's real number type, hints to the
// compiler, and the small templates MIN, MAX, CLAMP, ABS and SIGN.

#include <cstddef>
#include <cstdint>

#if defined(_WIN32)
#define GDE_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define GDE_EXPORT __attribute__((visibility("default")))
#else
#define GDE_EXPORT
#endif

#ifndef _FORCE_INLINE_
#if defined(__GNUC__)
#define _FORCE_INLINE_ __attribute__((always_inline)) inline
#elif defined(_MSC_VER)
#define _FORCE_INLINE_ __forceinline
#else
#define _FORCE_INLINE_ inline
#endif
#endif

#ifndef _ALWAYS_INLINE_
#define _ALWAYS_INLINE_ _FORCE_INLINE_
#endif

#ifndef _NO_INLINE_
#if defined(__GNUC__)
#define _NO_INLINE_ __attribute__((noinline))
#elif defined(_MSC_VER)
#define _NO_INLINE_ __declspec(noinline)
#else
#define _NO_INLINE_
#endif
#endif

#if defined(__GNUC__)
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#else
#define likely(x) x
#define unlikely(x) x
#endif

namespace godot {

#ifdef REAL_T_IS_DOUBLE
typedef double real_t;
#else
typedef float real_t;
#endif

template <typename T>
constexpr T SIGN(const T m_v) {
	return m_v > 0 ? T(1) : (m_v < 0 ? T(-1) : T(0));
}

template <typename T>
constexpr T ABS(const T m_v) {
	return m_v < 0 ? -m_v : m_v;
}

template <typename T, typename T2>
constexpr auto MIN(const T m_a, const T2 m_b) {
	return m_a < m_b ? m_a : m_b;
}

template <typename T, typename T2>
constexpr auto MAX(const T m_a, const T2 m_b) {
	return m_a > m_b ? m_a : m_b;
}

template <typename T, typename T2, typename T3>
constexpr auto CLAMP(const T m_a, const T2 m_min, const T3 m_max) {
	return m_a < m_min ? m_min : (m_a > m_max ? m_max : m_a);
}

} // namespace godot
