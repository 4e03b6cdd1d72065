#pragma once

#include <godot_cpp/variant/vector2.hpp>

namespace godot {

class String;
struct Rect2i;

struct Rect2 {
	Point2 position;
	Size2 size;

	constexpr Rect2() {}
	constexpr Rect2(real_t p_x, real_t p_y, real_t p_width, real_t p_height) :
			position(p_x, p_y),
			size(p_width, p_height) {}
	constexpr Rect2(const Point2 &p_position, const Size2 &p_size) :
			position(p_position),
			size(p_size) {}

	const Vector2 &get_position() const { return position; }
	void set_position(const Vector2 &p_position) { position = p_position; }
	const Vector2 &get_size() const { return size; }
	void set_size(const Vector2 &p_size) { size = p_size; }
	Vector2 get_end() const { return position + size; }
	void set_end(const Vector2 &p_end) { size = p_end - position; }
	real_t get_area() const { return size.width * size.height; }
	Vector2 get_center() const { return position + size * real_t(0.5); }
	bool has_area() const { return size.x > 0 && size.y > 0; }
	bool is_finite() const { return position.is_finite() && size.is_finite(); }
	bool is_equal_approx(const Rect2 &p_rect) const {
		return position.is_equal_approx(p_rect.position) && size.is_equal_approx(p_rect.size);
	}
	constexpr bool operator==(const Rect2 &p_rect) const {
		return position == p_rect.position && size == p_rect.size;
	}
	constexpr bool operator!=(const Rect2 &p_rect) const { return !(*this == p_rect); }

	// The right and the lower edge lie outside.
	bool has_point(const Point2 &p_point) const {
		const Vector2 end = get_end();
		return p_point.x >= position.x && p_point.y >= position.y && p_point.x < end.x &&
				p_point.y < end.y;
	}

	bool intersects(const Rect2 &p_rect, bool p_include_borders = false) const {
		const Vector2 end = get_end();
		const Vector2 other = p_rect.get_end();
		if (p_include_borders) {
			return position.x <= other.x && position.y <= other.y && end.x >= p_rect.position.x &&
					end.y >= p_rect.position.y;
		}
		return position.x < other.x && position.y < other.y && end.x > p_rect.position.x &&
				end.y > p_rect.position.y;
	}

	bool encloses(const Rect2 &p_rect) const {
		const Vector2 end = get_end();
		const Vector2 other = p_rect.get_end();
		return p_rect.position.x >= position.x && p_rect.position.y >= position.y &&
				other.x <= end.x && other.y <= end.y;
	}

	Rect2 intersection(const Rect2 &p_rect) const {
		if (!intersects(p_rect)) {
			return Rect2();
		}
		const Vector2 start = position.max(p_rect.position);
		return Rect2(start, get_end().min(p_rect.get_end()) - start);
	}

	Rect2 merge(const Rect2 &p_rect) const {
		const Vector2 start = position.min(p_rect.position);
		return Rect2(start, get_end().max(p_rect.get_end()) - start);
	}

	Rect2 expand(const Vector2 &p_to) const {
		const Vector2 start = position.min(p_to);
		return Rect2(start, get_end().max(p_to) - start);
	}

	Rect2 grow(real_t p_amount) const {
		return grow_individual(p_amount, p_amount, p_amount, p_amount);
	}

	Rect2 grow_individual(real_t p_left, real_t p_top, real_t p_right, real_t p_bottom) const {
		return Rect2(position - Vector2(p_left, p_top),
				size + Vector2(p_left + p_right, p_top + p_bottom));
	}

	Rect2 abs() const { return Rect2(position + size.min(Vector2()), size.abs()); }

	operator String() const;
	operator Rect2i() const;
};

} // namespace godot
