#pragma once

#include <cstdint>

namespace godot {

// A set of flags of the enum T, passed to and from the engine as an integer.
template <typename T>
class BitField {
	int64_t value = 0;

public:
	constexpr BitField() = default;
	constexpr BitField(int64_t p_value) :
			value(p_value) {}
	constexpr BitField(T p_value) :
			value(static_cast<int64_t>(p_value)) {}

	BitField &set_flag(BitField p_flag) {
		value |= p_flag.value;
		return *this;
	}
	constexpr bool has_flag(T p_flag) const { return (value & static_cast<int64_t>(p_flag)) != 0; }
	constexpr bool is_empty() const { return value == 0; }
	void clear_flag(BitField p_flag) { value &= ~p_flag.value; }
	void clear() { value = 0; }
	constexpr operator int64_t() const { return value; }
};

namespace internal {

// The qualified C++ name of an enum that scripts know; VARIANT_ENUM_CAST states it.
template <typename T>
struct EnumName {
	static constexpr const char *value = nullptr;
};

} // namespace internal

} // namespace godot

// Behind the class, outside of all namespaces: lets methods take and return the enum.
#define VARIANT_ENUM_CAST(m_enum) \
	namespace godot::internal { \
	template <> \
	struct EnumName<m_enum> { \
		static constexpr const char *value = #m_enum; \
	}; \
	}

#define VARIANT_BITFIELD_CAST(m_enum) VARIANT_ENUM_CAST(m_enum)
