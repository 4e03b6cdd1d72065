#pragma once

#include <godot_cpp/core/math.hpp>

namespace godot {

class String;

struct Color {
	union {
		struct {
			float r;
			float g;
			float b;
			float a;
		};
		float components[4] = { 0, 0, 0, 1.0 };
	};

	constexpr Color() :
			components{ 0, 0, 0, 1 } {}
	constexpr Color(float p_r, float p_g, float p_b, float p_a) :
			components{ p_r, p_g, p_b, p_a } {}
	constexpr Color(float p_r, float p_g, float p_b) :
			components{ p_r, p_g, p_b, 1 } {}
	constexpr Color(const Color &p_c, float p_a) :
			components{ p_c.r, p_c.g, p_c.b, p_a } {}
	// A name known to the engine, such as "red", or a code such as "#ff0000".
	Color(const String &p_code);
	Color(const String &p_code, float p_a);

	float &operator[](int p_index) { return components[p_index]; }
	const float &operator[](int p_index) const { return components[p_index]; }

	constexpr Color operator+(const Color &p_c) const {
		return Color(r + p_c.r, g + p_c.g, b + p_c.b, a + p_c.a);
	}
	constexpr Color operator-(const Color &p_c) const {
		return Color(r - p_c.r, g - p_c.g, b - p_c.b, a - p_c.a);
	}
	constexpr Color operator*(const Color &p_c) const {
		return Color(r * p_c.r, g * p_c.g, b * p_c.b, a * p_c.a);
	}
	constexpr Color operator/(const Color &p_c) const {
		return Color(r / p_c.r, g / p_c.g, b / p_c.b, a / p_c.a);
	}
	constexpr Color operator*(float p_scalar) const {
		return Color(r * p_scalar, g * p_scalar, b * p_scalar, a * p_scalar);
	}
	constexpr Color operator/(float p_scalar) const {
		return Color(r / p_scalar, g / p_scalar, b / p_scalar, a / p_scalar);
	}
	constexpr Color operator-() const { return Color(1 - r, 1 - g, 1 - b, 1 - a); }
	void operator+=(const Color &p_c) { *this = *this + p_c; }
	void operator-=(const Color &p_c) { *this = *this - p_c; }
	void operator*=(const Color &p_c) { *this = *this * p_c; }
	void operator/=(const Color &p_c) { *this = *this / p_c; }
	void operator*=(float p_scalar) { *this = *this * p_scalar; }
	void operator/=(float p_scalar) { *this = *this / p_scalar; }
	constexpr bool operator==(const Color &p_c) const {
		return r == p_c.r && g == p_c.g && b == p_c.b && a == p_c.a;
	}
	constexpr bool operator!=(const Color &p_c) const { return !(*this == p_c); }

	bool is_equal_approx(const Color &p_c) const {
		return Math::is_equal_approx(r, p_c.r) && Math::is_equal_approx(g, p_c.g) &&
				Math::is_equal_approx(b, p_c.b) && Math::is_equal_approx(a, p_c.a);
	}
	Color lerp(const Color &p_to, float p_weight) const {
		return *this + (p_to - *this) * p_weight;
	}
	Color lightened(float p_amount) const {
		return Color(r + (1 - r) * p_amount, g + (1 - g) * p_amount, b + (1 - b) * p_amount, a);
	}
	Color darkened(float p_amount) const {
		return Color(r * (1 - p_amount), g * (1 - p_amount), b * (1 - p_amount), a);
	}
	Color inverted() const { return Color(1 - r, 1 - g, 1 - b, a); }
	Color clamp(
			const Color &p_min = Color(0, 0, 0, 0), const Color &p_max = Color(1, 1, 1, 1)) const {
		return Color(CLAMP(r, p_min.r, p_max.r), CLAMP(g, p_min.g, p_max.g),
				CLAMP(b, p_min.b, p_max.b), CLAMP(a, p_min.a, p_max.a));
	}
	float get_luminance() const { return 0.2126f * r + 0.7152f * g + 0.0722f * b; }
	int32_t get_r8() const { return to_8bit(r); }
	int32_t get_g8() const { return to_8bit(g); }
	int32_t get_b8() const { return to_8bit(b); }
	int32_t get_a8() const { return to_8bit(a); }

	uint32_t to_rgba32() const {
		return uint32_t(get_r8()) << 24 | uint32_t(get_g8()) << 16 | uint32_t(get_b8()) << 8 |
				uint32_t(get_a8());
	}

	uint32_t to_argb32() const {
		return uint32_t(get_a8()) << 24 | uint32_t(get_r8()) << 16 | uint32_t(get_g8()) << 8 |
				uint32_t(get_b8());
	}

	static Color hex(uint32_t p_rgba) {
		return Color(float(p_rgba >> 24) / 255, float(p_rgba >> 16 & 255) / 255,
				float(p_rgba >> 8 & 255) / 255, float(p_rgba & 255) / 255);
	}

	static Color html(const String &p_rgba);
	static bool html_is_valid(const String &p_color);
	String to_html(bool p_alpha = true) const;
	operator String() const;

private:
	static int32_t to_8bit(float p_value) {
		return static_cast<int32_t>(CLAMP(Math::round(p_value * 255.0f), 0.0f, 255.0f));
	}
};

constexpr Color operator*(float p_scalar, const Color &p_c) {
	return p_c * p_scalar;
}

} // namespace godot
