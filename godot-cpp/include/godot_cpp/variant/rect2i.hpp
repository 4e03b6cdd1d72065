#pragma once

#include <godot_cpp/variant/rect2.hpp>
#include <godot_cpp/variant/vector2i.hpp>

namespace godot {

struct Rect2i {
	Point2i position;
	Size2i size;

	constexpr Rect2i() {}
	constexpr Rect2i(int32_t p_x, int32_t p_y, int32_t p_width, int32_t p_height) :
			position(p_x, p_y),
			size(p_width, p_height) {}
	constexpr Rect2i(const Point2i &p_position, const Size2i &p_size) :
			position(p_position),
			size(p_size) {}

	const Vector2i &get_position() const { return position; }
	void set_position(const Vector2i &p_position) { position = p_position; }
	const Vector2i &get_size() const { return size; }
	void set_size(const Vector2i &p_size) { size = p_size; }
	Vector2i get_end() const { return position + size; }
	void set_end(const Vector2i &p_end) { size = p_end - position; }
	int32_t get_area() const { return size.width * size.height; }
	Vector2i get_center() const { return position + size / 2; }
	bool has_area() const { return size.x > 0 && size.y > 0; }
	constexpr bool operator==(const Rect2i &p_rect) const {
		return position == p_rect.position && size == p_rect.size;
	}
	constexpr bool operator!=(const Rect2i &p_rect) const { return !(*this == p_rect); }

	// The right and the lower edge lie outside.
	bool has_point(const Point2i &p_point) const {
		const Vector2i end = get_end();
		return p_point.x >= position.x && p_point.y >= position.y && p_point.x < end.x &&
				p_point.y < end.y;
	}

	bool intersects(const Rect2i &p_rect) const {
		const Vector2i end = get_end();
		const Vector2i other = p_rect.get_end();
		return position.x < other.x && position.y < other.y && end.x > p_rect.position.x &&
				end.y > p_rect.position.y;
	}

	bool encloses(const Rect2i &p_rect) const {
		const Vector2i end = get_end();
		const Vector2i other = p_rect.get_end();
		return p_rect.position.x >= position.x && p_rect.position.y >= position.y &&
				other.x <= end.x && other.y <= end.y;
	}

	Rect2i intersection(const Rect2i &p_rect) const {
		if (!intersects(p_rect)) {
			return Rect2i();
		}
		const Vector2i start = position.max(p_rect.position);
		return Rect2i(start, get_end().min(p_rect.get_end()) - start);
	}

	Rect2i merge(const Rect2i &p_rect) const {
		const Vector2i start = position.min(p_rect.position);
		return Rect2i(start, get_end().max(p_rect.get_end()) - start);
	}

	Rect2i expand(const Vector2i &p_to) const {
		const Vector2i start = position.min(p_to);
		return Rect2i(start, get_end().max(p_to) - start);
	}

	Rect2i grow(int32_t p_amount) const {
		return grow_individual(p_amount, p_amount, p_amount, p_amount);
	}

	Rect2i grow_individual(int32_t p_left, int32_t p_top, int32_t p_right, int32_t p_bottom) const {
		return Rect2i(position - Vector2i(p_left, p_top),
				size + Vector2i(p_left + p_right, p_top + p_bottom));
	}

	Rect2i abs() const { return Rect2i(position + size.min(Vector2i()), size.abs()); }

	operator String() const;
	operator Rect2() const { return Rect2(position, size); }
};

inline Rect2::operator Rect2i() const {
	return Rect2i(position, size);
}

} // namespace godot
