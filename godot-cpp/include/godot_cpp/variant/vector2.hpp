#pragma once

#include <godot_cpp/core/math.hpp>

namespace godot {

class String;
struct Vector2i;

struct Vector2 {
	enum Axis {
		AXIS_X,
		AXIS_Y,
	};

	union {
		struct {
			union {
				real_t x;
				real_t width;
			};
			union {
				real_t y;
				real_t height;
			};
		};
		real_t coord[2] = { 0 };
	};

	constexpr Vector2() :
			coord{ 0, 0 } {}
	constexpr Vector2(real_t p_x, real_t p_y) :
			coord{ p_x, p_y } {}

	real_t &operator[](int p_axis) { return coord[p_axis]; }
	const real_t &operator[](int p_axis) const { return coord[p_axis]; }

	constexpr Vector2 operator+(const Vector2 &p_v) const { return Vector2(x + p_v.x, y + p_v.y); }
	constexpr Vector2 operator-(const Vector2 &p_v) const { return Vector2(x - p_v.x, y - p_v.y); }
	constexpr Vector2 operator*(const Vector2 &p_v) const { return Vector2(x * p_v.x, y * p_v.y); }
	constexpr Vector2 operator/(const Vector2 &p_v) const { return Vector2(x / p_v.x, y / p_v.y); }
	constexpr Vector2 operator*(real_t p_scalar) const {
		return Vector2(x * p_scalar, y * p_scalar);
	}
	constexpr Vector2 operator/(real_t p_scalar) const {
		return Vector2(x / p_scalar, y / p_scalar);
	}
	constexpr Vector2 operator-() const { return Vector2(-x, -y); }
	void operator+=(const Vector2 &p_v) { *this = *this + p_v; }
	void operator-=(const Vector2 &p_v) { *this = *this - p_v; }
	void operator*=(const Vector2 &p_v) { *this = *this * p_v; }
	void operator/=(const Vector2 &p_v) { *this = *this / p_v; }
	void operator*=(real_t p_scalar) { *this = *this * p_scalar; }
	void operator/=(real_t p_scalar) { *this = *this / p_scalar; }

	constexpr bool operator==(const Vector2 &p_v) const { return x == p_v.x && y == p_v.y; }
	constexpr bool operator!=(const Vector2 &p_v) const { return !(*this == p_v); }
	constexpr bool operator<(const Vector2 &p_v) const {
		return x == p_v.x ? y < p_v.y : x < p_v.x;
	}
	constexpr bool operator>(const Vector2 &p_v) const { return p_v < *this; }
	constexpr bool operator<=(const Vector2 &p_v) const {
		return x == p_v.x ? y <= p_v.y : x < p_v.x;
	}
	constexpr bool operator>=(const Vector2 &p_v) const { return p_v <= *this; }

	real_t length() const { return Math::sqrt(length_squared()); }
	real_t length_squared() const { return x * x + y * y; }
	real_t distance_to(const Vector2 &p_to) const { return (p_to - *this).length(); }
	real_t distance_squared_to(const Vector2 &p_to) const {
		return (p_to - *this).length_squared();
	}
	Vector2 direction_to(const Vector2 &p_to) const { return (p_to - *this).normalized(); }
	real_t dot(const Vector2 &p_v) const { return x * p_v.x + y * p_v.y; }
	real_t cross(const Vector2 &p_v) const { return x * p_v.y - y * p_v.x; }
	real_t angle() const { return Math::atan2(y, x); }
	real_t angle_to(const Vector2 &p_v) const { return Math::atan2(cross(p_v), dot(p_v)); }
	real_t angle_to_point(const Vector2 &p_v) const { return (p_v - *this).angle(); }
	real_t aspect() const { return width / height; }
	Vector2 orthogonal() const { return Vector2(y, -x); }
	Vector2 abs() const { return Vector2(Math::abs(x), Math::abs(y)); }
	Vector2 sign() const { return Vector2(SIGN(x), SIGN(y)); }
	Vector2 floor() const { return Vector2(Math::floor(x), Math::floor(y)); }
	Vector2 ceil() const { return Vector2(Math::ceil(x), Math::ceil(y)); }
	Vector2 round() const { return Vector2(Math::round(x), Math::round(y)); }
	Vector2 min(const Vector2 &p_v) const { return Vector2(MIN(x, p_v.x), MIN(y, p_v.y)); }
	Vector2 max(const Vector2 &p_v) const { return Vector2(MAX(x, p_v.x), MAX(y, p_v.y)); }
	Vector2 clamp(const Vector2 &p_min, const Vector2 &p_max) const {
		return Vector2(CLAMP(x, p_min.x, p_max.x), CLAMP(y, p_min.y, p_max.y));
	}
	Vector2 lerp(const Vector2 &p_to, real_t p_weight) const {
		return *this + (p_to - *this) * p_weight;
	}
	Vector2::Axis min_axis_index() const { return x < y ? AXIS_X : AXIS_Y; }
	Vector2::Axis max_axis_index() const { return x < y ? AXIS_Y : AXIS_X; }
	bool is_normalized() const {
		return Math::is_equal_approx(length_squared(), real_t(1), real_t(UNIT_EPSILON));
	}
	bool is_equal_approx(const Vector2 &p_v) const {
		return Math::is_equal_approx(x, p_v.x) && Math::is_equal_approx(y, p_v.y);
	}
	bool is_zero_approx() const { return Math::is_zero_approx(x) && Math::is_zero_approx(y); }
	bool is_finite() const { return Math::is_finite(x) && Math::is_finite(y); }

	Vector2 normalized() const {
		const real_t size = length();
		return size == 0 ? Vector2() : *this / size;
	}

	void normalize() { *this = normalized(); }

	Vector2 limit_length(real_t p_length = 1) const {
		const real_t size = length();
		return size > p_length ? *this * (p_length / size) : *this;
	}

	Vector2 rotated(real_t p_by) const {
		const real_t sine = Math::sin(p_by);
		const real_t cosine = Math::cos(p_by);
		return Vector2(x * cosine - y * sine, x * sine + y * cosine);
	}

	Vector2 move_toward(const Vector2 &p_to, real_t p_delta) const {
		const Vector2 way = p_to - *this;
		const real_t size = way.length();
		return size <= p_delta || size < real_t(CMP_EPSILON) ? p_to : *this + way / size * p_delta;
	}

	operator String() const;
	operator Vector2i() const;
};

constexpr Vector2 operator*(real_t p_scalar, const Vector2 &p_v) {
	return p_v * p_scalar;
}

typedef Vector2 Size2;
typedef Vector2 Point2;

} // namespace godot
