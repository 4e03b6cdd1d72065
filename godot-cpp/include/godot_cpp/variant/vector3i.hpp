#pragma once

#include <godot_cpp/variant/vector3.hpp>

namespace godot {

struct Vector3i {
	enum Axis {
		AXIS_X,
		AXIS_Y,
		AXIS_Z,
	};

	union {
		struct {
			int32_t x;
			int32_t y;
			int32_t z;
		};
		int32_t coord[3] = { 0 };
	};

	constexpr Vector3i() :
			coord{ 0, 0, 0 } {}
	constexpr Vector3i(int32_t p_x, int32_t p_y, int32_t p_z) :
			coord{ p_x, p_y, p_z } {}

	int32_t &operator[](int p_axis) { return coord[p_axis]; }
	const int32_t &operator[](int p_axis) const { return coord[p_axis]; }

	constexpr Vector3i operator+(const Vector3i &p_v) const {
		return Vector3i(x + p_v.x, y + p_v.y, z + p_v.z);
	}
	constexpr Vector3i operator-(const Vector3i &p_v) const {
		return Vector3i(x - p_v.x, y - p_v.y, z - p_v.z);
	}
	constexpr Vector3i operator*(const Vector3i &p_v) const {
		return Vector3i(x * p_v.x, y * p_v.y, z * p_v.z);
	}
	constexpr Vector3i operator/(const Vector3i &p_v) const {
		return Vector3i(x / p_v.x, y / p_v.y, z / p_v.z);
	}
	constexpr Vector3i operator%(const Vector3i &p_v) const {
		return Vector3i(x % p_v.x, y % p_v.y, z % p_v.z);
	}
	constexpr Vector3i operator*(int32_t p_scalar) const {
		return Vector3i(x * p_scalar, y * p_scalar, z * p_scalar);
	}
	constexpr Vector3i operator/(int32_t p_scalar) const {
		return Vector3i(x / p_scalar, y / p_scalar, z / p_scalar);
	}
	constexpr Vector3i operator%(int32_t p_scalar) const {
		return Vector3i(x % p_scalar, y % p_scalar, z % p_scalar);
	}
	constexpr Vector3i operator-() const { return Vector3i(-x, -y, -z); }
	Vector3i &operator+=(const Vector3i &p_v) { return *this = *this + p_v; }
	Vector3i &operator-=(const Vector3i &p_v) { return *this = *this - p_v; }
	Vector3i &operator*=(int32_t p_scalar) { return *this = *this * p_scalar; }
	Vector3i &operator/=(int32_t p_scalar) { return *this = *this / p_scalar; }

	constexpr bool operator==(const Vector3i &p_v) const {
		return x == p_v.x && y == p_v.y && z == p_v.z;
	}
	constexpr bool operator!=(const Vector3i &p_v) const { return !(*this == p_v); }
	constexpr bool operator<(const Vector3i &p_v) const {
		return x != p_v.x ? x < p_v.x : (y != p_v.y ? y < p_v.y : z < p_v.z);
	}
	constexpr bool operator>(const Vector3i &p_v) const { return p_v < *this; }
	constexpr bool operator<=(const Vector3i &p_v) const { return !(p_v < *this); }
	constexpr bool operator>=(const Vector3i &p_v) const { return !(*this < p_v); }

	int64_t length_squared() const { return int64_t(x) * x + int64_t(y) * y + int64_t(z) * z; }
	double length() const { return Math::sqrt(double(length_squared())); }
	int64_t distance_squared_to(const Vector3i &p_to) const {
		return (p_to - *this).length_squared();
	}
	double distance_to(const Vector3i &p_to) const { return (p_to - *this).length(); }
	Vector3i abs() const { return Vector3i(ABS(x), ABS(y), ABS(z)); }
	Vector3i sign() const { return Vector3i(SIGN(x), SIGN(y), SIGN(z)); }
	Vector3i min(const Vector3i &p_v) const {
		return Vector3i(MIN(x, p_v.x), MIN(y, p_v.y), MIN(z, p_v.z));
	}
	Vector3i max(const Vector3i &p_v) const {
		return Vector3i(MAX(x, p_v.x), MAX(y, p_v.y), MAX(z, p_v.z));
	}
	Vector3i clamp(const Vector3i &p_min, const Vector3i &p_max) const {
		return Vector3i(
				CLAMP(x, p_min.x, p_max.x), CLAMP(y, p_min.y, p_max.y), CLAMP(z, p_min.z, p_max.z));
	}

	operator String() const;
	constexpr operator Vector3() const { return Vector3(real_t(x), real_t(y), real_t(z)); }
};

constexpr Vector3i operator*(int32_t p_scalar, const Vector3i &p_v) {
	return p_v * p_scalar;
}

inline Vector3::operator Vector3i() const {
	return Vector3i(static_cast<int32_t>(x), static_cast<int32_t>(y), static_cast<int32_t>(z));
}

} // namespace godot
