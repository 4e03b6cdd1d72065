#pragma once

// The engine's mathematics for C++: namespace Math, in float and in double.

#include <godot_cpp/core/defs.hpp>

#include <cmath>

#define CMP_EPSILON 0.00001
#define CMP_EPSILON2 (CMP_EPSILON * CMP_EPSILON)
#define UNIT_EPSILON 0.001

namespace godot::Math {

constexpr double SQRT2 = 1.4142135623730950488016887242;
constexpr double PI = 3.1415926535897932384626433833;
constexpr double TAU = 6.2831853071795864769252867666;
constexpr double E = 2.7182818284590452353602874714;

inline double sin(double p_x) {
	return std::sin(p_x);
}
inline float sin(float p_x) {
	return std::sin(p_x);
}
inline double cos(double p_x) {
	return std::cos(p_x);
}
inline float cos(float p_x) {
	return std::cos(p_x);
}
inline double tan(double p_x) {
	return std::tan(p_x);
}
inline float tan(float p_x) {
	return std::tan(p_x);
}
inline double asin(double p_x) {
	return p_x < -1 ? -PI / 2 : (p_x > 1 ? PI / 2 : std::asin(p_x));
}
inline float asin(float p_x) {
	return static_cast<float>(asin(static_cast<double>(p_x)));
}
inline double acos(double p_x) {
	return p_x < -1 ? PI : (p_x > 1 ? 0 : std::acos(p_x));
}
inline float acos(float p_x) {
	return static_cast<float>(acos(static_cast<double>(p_x)));
}
inline double atan(double p_x) {
	return std::atan(p_x);
}
inline float atan(float p_x) {
	return std::atan(p_x);
}
inline double atan2(double p_y, double p_x) {
	return std::atan2(p_y, p_x);
}
inline float atan2(float p_y, float p_x) {
	return std::atan2(p_y, p_x);
}
inline double sqrt(double p_x) {
	return std::sqrt(p_x);
}
inline float sqrt(float p_x) {
	return std::sqrt(p_x);
}
inline double fmod(double p_x, double p_y) {
	return std::fmod(p_x, p_y);
}
inline float fmod(float p_x, float p_y) {
	return std::fmod(p_x, p_y);
}
inline double floor(double p_x) {
	return std::floor(p_x);
}
inline float floor(float p_x) {
	return std::floor(p_x);
}
inline double ceil(double p_x) {
	return std::ceil(p_x);
}
inline float ceil(float p_x) {
	return std::ceil(p_x);
}
inline double round(double p_x) {
	return std::round(p_x);
}
inline float round(float p_x) {
	return std::round(p_x);
}
inline double pow(double p_x, double p_y) {
	return std::pow(p_x, p_y);
}
inline float pow(float p_x, float p_y) {
	return std::pow(p_x, p_y);
}
inline double log(double p_x) {
	return std::log(p_x);
}
inline float log(float p_x) {
	return std::log(p_x);
}
inline double exp(double p_x) {
	return std::exp(p_x);
}
inline float exp(float p_x) {
	return std::exp(p_x);
}
inline double abs(double p_x) {
	return std::abs(p_x);
}
inline float abs(float p_x) {
	return std::abs(p_x);
}
inline int abs(int p_x) {
	return p_x < 0 ? -p_x : p_x;
}
inline int64_t abs(int64_t p_x) {
	return p_x < 0 ? -p_x : p_x;
}
inline bool is_nan(double p_x) {
	return std::isnan(p_x);
}
inline bool is_nan(float p_x) {
	return std::isnan(p_x);
}
inline bool is_inf(double p_x) {
	return std::isinf(p_x);
}
inline bool is_inf(float p_x) {
	return std::isinf(p_x);
}
inline bool is_finite(double p_x) {
	return std::isfinite(p_x);
}
inline bool is_finite(float p_x) {
	return std::isfinite(p_x);
}
inline double deg_to_rad(double p_x) {
	return p_x * PI / 180;
}
inline float deg_to_rad(float p_x) {
	return p_x * static_cast<float>(PI / 180);
}
inline double rad_to_deg(double p_x) {
	return p_x * 180 / PI;
}
inline float rad_to_deg(float p_x) {
	return p_x * static_cast<float>(180 / PI);
}
inline double lerp(double p_from, double p_to, double p_weight) {
	return p_from + (p_to - p_from) * p_weight;
}
inline float lerp(float p_from, float p_to, float p_weight) {
	return p_from + (p_to - p_from) * p_weight;
}
inline double inverse_lerp(double p_from, double p_to, double p_value) {
	return (p_value - p_from) / (p_to - p_from);
}
inline float inverse_lerp(float p_from, float p_to, float p_value) {
	return (p_value - p_from) / (p_to - p_from);
}

inline double remap(
		double p_value, double p_istart, double p_istop, double p_ostart, double p_ostop) {
	return lerp(p_ostart, p_ostop, inverse_lerp(p_istart, p_istop, p_value));
}

inline float remap(float p_value, float p_istart, float p_istop, float p_ostart, float p_ostop) {
	return lerp(p_ostart, p_ostop, inverse_lerp(p_istart, p_istop, p_value));
}

inline double fposmod(double p_x, double p_y) {
	double value = std::fmod(p_x, p_y);
	if ((value < 0 && p_y > 0) || (value > 0 && p_y < 0)) {
		value += p_y;
	}
	return value + 0.0; // turns -0.0 into 0.0
}

inline float fposmod(float p_x, float p_y) {
	float value = std::fmod(p_x, p_y);
	if ((value < 0 && p_y > 0) || (value > 0 && p_y < 0)) {
		value += p_y;
	}
	return value + 0.0f; // turns -0.0 into 0.0
}

inline int64_t posmod(int64_t p_x, int64_t p_y) {
	const int64_t value = p_x % p_y;
	return (value < 0 && p_y > 0) || (value > 0 && p_y < 0) ? value + p_y : value;
}

inline bool is_equal_approx(double p_left, double p_right, double p_tolerance) {
	return p_left == p_right || std::abs(p_left - p_right) < p_tolerance;
}

inline bool is_equal_approx(float p_left, float p_right, float p_tolerance) {
	return p_left == p_right || std::abs(p_left - p_right) < p_tolerance;
}

// The tolerance grows with the numbers, and is never below the smallest one.
inline bool is_equal_approx(double p_left, double p_right) {
	const double tolerance = CMP_EPSILON * std::abs(p_left);
	return is_equal_approx(p_left, p_right, tolerance < CMP_EPSILON ? CMP_EPSILON : tolerance);
}

inline bool is_equal_approx(float p_left, float p_right) {
	const float smallest = static_cast<float>(CMP_EPSILON);
	const float tolerance = smallest * std::abs(p_left);
	return is_equal_approx(p_left, p_right, tolerance < smallest ? smallest : tolerance);
}

inline bool is_zero_approx(double p_value) {
	return std::abs(p_value) < CMP_EPSILON;
}

inline bool is_zero_approx(float p_value) {
	return std::abs(p_value) < static_cast<float>(CMP_EPSILON);
}

inline double move_toward(double p_from, double p_to, double p_delta) {
	return std::abs(p_to - p_from) <= p_delta ? p_to : p_from + SIGN(p_to - p_from) * p_delta;
}

inline float move_toward(float p_from, float p_to, float p_delta) {
	return std::abs(p_to - p_from) <= p_delta ? p_to : p_from + SIGN(p_to - p_from) * p_delta;
}

inline double snapped(double p_value, double p_step) {
	return p_step == 0 ? p_value : std::floor(p_value / p_step + 0.5) * p_step;
}

inline double smoothstep(double p_from, double p_to, double p_weight) {
	if (is_equal_approx(p_from, p_to)) {
		return p_from <= p_to ? (p_weight <= p_from ? 0.0 : 1.0) : (p_weight <= p_to ? 1.0 : 0.0);
	}
	const double position = CLAMP((p_weight - p_from) / (p_to - p_from), 0.0, 1.0);
	return position * position * (3.0 - 2.0 * position);
}

inline double angle_difference(double p_from, double p_to) {
	const double difference = std::fmod(p_to - p_from, TAU);
	return std::fmod(2.0 * difference, TAU) - difference;
}

inline double lerp_angle(double p_from, double p_to, double p_weight) {
	return p_from + angle_difference(p_from, p_to) * p_weight;
}

} // namespace godot::Math
