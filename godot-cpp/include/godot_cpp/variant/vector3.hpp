#pragma once

#include <godot_cpp/core/math.hpp>

namespace godot {

class String;
struct Vector3i;

struct Vector3 {
	enum Axis {
		AXIS_X,
		AXIS_Y,
		AXIS_Z,
	};

	union {
		struct {
			real_t x;
			real_t y;
			real_t z;
		};
		real_t coord[3] = { 0 };
	};

	constexpr Vector3() :
			coord{ 0, 0, 0 } {}
	constexpr Vector3(real_t p_x, real_t p_y, real_t p_z) :
			coord{ p_x, p_y, p_z } {}

	real_t &operator[](int p_axis) { return coord[p_axis]; }
	const real_t &operator[](int p_axis) const { return coord[p_axis]; }

	constexpr Vector3 operator+(const Vector3 &p_v) const {
		return Vector3(x + p_v.x, y + p_v.y, z + p_v.z);
	}
	constexpr Vector3 operator-(const Vector3 &p_v) const {
		return Vector3(x - p_v.x, y - p_v.y, z - p_v.z);
	}
	constexpr Vector3 operator*(const Vector3 &p_v) const {
		return Vector3(x * p_v.x, y * p_v.y, z * p_v.z);
	}
	constexpr Vector3 operator/(const Vector3 &p_v) const {
		return Vector3(x / p_v.x, y / p_v.y, z / p_v.z);
	}
	constexpr Vector3 operator*(real_t p_scalar) const {
		return Vector3(x * p_scalar, y * p_scalar, z * p_scalar);
	}
	constexpr Vector3 operator/(real_t p_scalar) const {
		return Vector3(x / p_scalar, y / p_scalar, z / p_scalar);
	}
	constexpr Vector3 operator-() const { return Vector3(-x, -y, -z); }
	Vector3 &operator+=(const Vector3 &p_v) { return *this = *this + p_v; }
	Vector3 &operator-=(const Vector3 &p_v) { return *this = *this - p_v; }
	Vector3 &operator*=(const Vector3 &p_v) { return *this = *this * p_v; }
	Vector3 &operator/=(const Vector3 &p_v) { return *this = *this / p_v; }
	Vector3 &operator*=(real_t p_scalar) { return *this = *this * p_scalar; }
	Vector3 &operator/=(real_t p_scalar) { return *this = *this / p_scalar; }

	constexpr bool operator==(const Vector3 &p_v) const {
		return x == p_v.x && y == p_v.y && z == p_v.z;
	}
	constexpr bool operator!=(const Vector3 &p_v) const { return !(*this == p_v); }
	constexpr bool operator<(const Vector3 &p_v) const {
		return x != p_v.x ? x < p_v.x : (y != p_v.y ? y < p_v.y : z < p_v.z);
	}
	constexpr bool operator>(const Vector3 &p_v) const { return p_v < *this; }
	constexpr bool operator<=(const Vector3 &p_v) const {
		return x != p_v.x ? x < p_v.x : (y != p_v.y ? y < p_v.y : z <= p_v.z);
	}
	constexpr bool operator>=(const Vector3 &p_v) const { return p_v <= *this; }

	real_t length() const { return Math::sqrt(length_squared()); }
	real_t length_squared() const { return dot(*this); }
	real_t distance_to(const Vector3 &p_to) const { return (p_to - *this).length(); }
	real_t distance_squared_to(const Vector3 &p_to) const {
		return (p_to - *this).length_squared();
	}
	Vector3 direction_to(const Vector3 &p_to) const { return (p_to - *this).normalized(); }
	real_t dot(const Vector3 &p_v) const { return x * p_v.x + y * p_v.y + z * p_v.z; }
	Vector3 cross(const Vector3 &p_v) const {
		return Vector3(y * p_v.z - z * p_v.y, z * p_v.x - x * p_v.z, x * p_v.y - y * p_v.x);
	}
	real_t angle_to(const Vector3 &p_v) const { return Math::atan2(cross(p_v).length(), dot(p_v)); }
	Vector3 inverse() const { return Vector3(1 / x, 1 / y, 1 / z); }
	Vector3 abs() const { return Vector3(Math::abs(x), Math::abs(y), Math::abs(z)); }
	Vector3 sign() const { return Vector3(SIGN(x), SIGN(y), SIGN(z)); }
	Vector3 floor() const { return Vector3(Math::floor(x), Math::floor(y), Math::floor(z)); }
	Vector3 ceil() const { return Vector3(Math::ceil(x), Math::ceil(y), Math::ceil(z)); }
	Vector3 round() const { return Vector3(Math::round(x), Math::round(y), Math::round(z)); }
	Vector3 min(const Vector3 &p_v) const {
		return Vector3(MIN(x, p_v.x), MIN(y, p_v.y), MIN(z, p_v.z));
	}
	Vector3 max(const Vector3 &p_v) const {
		return Vector3(MAX(x, p_v.x), MAX(y, p_v.y), MAX(z, p_v.z));
	}
	Vector3 clamp(const Vector3 &p_min, const Vector3 &p_max) const {
		return Vector3(
				CLAMP(x, p_min.x, p_max.x), CLAMP(y, p_min.y, p_max.y), CLAMP(z, p_min.z, p_max.z));
	}
	Vector3 lerp(const Vector3 &p_to, real_t p_weight) const {
		return *this + (p_to - *this) * p_weight;
	}
	bool is_normalized() const {
		return Math::is_equal_approx(length_squared(), real_t(1), real_t(UNIT_EPSILON));
	}
	bool is_equal_approx(const Vector3 &p_v) const {
		return Math::is_equal_approx(x, p_v.x) && Math::is_equal_approx(y, p_v.y) &&
				Math::is_equal_approx(z, p_v.z);
	}
	bool is_zero_approx() const {
		return Math::is_zero_approx(x) && Math::is_zero_approx(y) && Math::is_zero_approx(z);
	}
	bool is_finite() const {
		return Math::is_finite(x) && Math::is_finite(y) && Math::is_finite(z);
	}

	Vector3 normalized() const {
		const real_t size = length();
		return size == 0 ? Vector3() : *this / size;
	}

	void normalize() { *this = normalized(); }

	Vector3 limit_length(real_t p_length = 1) const {
		const real_t size = length();
		return size > p_length ? *this * (p_length / size) : *this;
	}

	Vector3 move_toward(const Vector3 &p_to, real_t p_delta) const {
		const Vector3 way = p_to - *this;
		const real_t size = way.length();
		return size <= p_delta || size < real_t(CMP_EPSILON) ? p_to : *this + way / size * p_delta;
	}

	operator String() const;
	operator Vector3i() const;
};

constexpr Vector3 operator*(real_t p_scalar, const Vector3 &p_v) {
	return p_v * p_scalar;
}

} // namespace godot
