#pragma once

#include <godot_cpp/variant/vector2.hpp>

namespace godot {

struct Vector2i {
	enum Axis {
		AXIS_X,
		AXIS_Y,
	};

	union {
		struct {
			union {
				int32_t x;
				int32_t width;
			};
			union {
				int32_t y;
				int32_t height;
			};
		};
		int32_t coord[2] = { 0 };
	};

	constexpr Vector2i() :
			coord{ 0, 0 } {}
	constexpr Vector2i(int32_t p_x, int32_t p_y) :
			coord{ p_x, p_y } {}

	int32_t &operator[](int p_axis) { return coord[p_axis]; }
	const int32_t &operator[](int p_axis) const { return coord[p_axis]; }

	constexpr Vector2i operator+(const Vector2i &p_v) const {
		return Vector2i(x + p_v.x, y + p_v.y);
	}
	constexpr Vector2i operator-(const Vector2i &p_v) const {
		return Vector2i(x - p_v.x, y - p_v.y);
	}
	constexpr Vector2i operator*(const Vector2i &p_v) const {
		return Vector2i(x * p_v.x, y * p_v.y);
	}
	constexpr Vector2i operator/(const Vector2i &p_v) const {
		return Vector2i(x / p_v.x, y / p_v.y);
	}
	constexpr Vector2i operator%(const Vector2i &p_v) const {
		return Vector2i(x % p_v.x, y % p_v.y);
	}
	constexpr Vector2i operator*(int32_t p_scalar) const {
		return Vector2i(x * p_scalar, y * p_scalar);
	}
	constexpr Vector2i operator/(int32_t p_scalar) const {
		return Vector2i(x / p_scalar, y / p_scalar);
	}
	constexpr Vector2i operator%(int32_t p_scalar) const {
		return Vector2i(x % p_scalar, y % p_scalar);
	}
	constexpr Vector2i operator-() const { return Vector2i(-x, -y); }
	void operator+=(const Vector2i &p_v) { *this = *this + p_v; }
	void operator-=(const Vector2i &p_v) { *this = *this - p_v; }
	void operator*=(int32_t p_scalar) { *this = *this * p_scalar; }
	void operator/=(int32_t p_scalar) { *this = *this / p_scalar; }

	constexpr bool operator==(const Vector2i &p_v) const { return x == p_v.x && y == p_v.y; }
	constexpr bool operator!=(const Vector2i &p_v) const { return !(*this == p_v); }
	constexpr bool operator<(const Vector2i &p_v) const {
		return x == p_v.x ? y < p_v.y : x < p_v.x;
	}
	constexpr bool operator>(const Vector2i &p_v) const { return p_v < *this; }
	constexpr bool operator<=(const Vector2i &p_v) const {
		return x == p_v.x ? y <= p_v.y : x < p_v.x;
	}
	constexpr bool operator>=(const Vector2i &p_v) const { return p_v <= *this; }

	int64_t length_squared() const { return int64_t(x) * x + int64_t(y) * y; }
	double length() const { return Math::sqrt(double(length_squared())); }
	int64_t distance_squared_to(const Vector2i &p_to) const {
		return (p_to - *this).length_squared();
	}
	double distance_to(const Vector2i &p_to) const { return (p_to - *this).length(); }
	real_t aspect() const { return width / real_t(height); }
	Vector2i abs() const { return Vector2i(ABS(x), ABS(y)); }
	Vector2i sign() const { return Vector2i(SIGN(x), SIGN(y)); }
	Vector2i min(const Vector2i &p_v) const { return Vector2i(MIN(x, p_v.x), MIN(y, p_v.y)); }
	Vector2i max(const Vector2i &p_v) const { return Vector2i(MAX(x, p_v.x), MAX(y, p_v.y)); }
	Vector2i clamp(const Vector2i &p_min, const Vector2i &p_max) const {
		return Vector2i(CLAMP(x, p_min.x, p_max.x), CLAMP(y, p_min.y, p_max.y));
	}
	Vector2i::Axis min_axis_index() const { return x < y ? AXIS_X : AXIS_Y; }
	Vector2i::Axis max_axis_index() const { return x < y ? AXIS_Y : AXIS_X; }

	operator String() const;
	constexpr operator Vector2() const { return Vector2(real_t(x), real_t(y)); }
};

constexpr Vector2i operator*(int32_t p_scalar, const Vector2i &p_v) {
	return p_v * p_scalar;
}

inline Vector2::operator Vector2i() const {
	return Vector2i(static_cast<int32_t>(x), static_cast<int32_t>(y));
}

typedef Vector2i Size2i;
typedef Vector2i Point2i;

} // namespace godot
