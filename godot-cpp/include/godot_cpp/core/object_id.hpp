#pragma once

#include <cstdint>

namespace godot {

// The number by which the engine knows an object; safe to keep after the object is gone.
class ObjectID {
	uint64_t id = 0;

public:
	ObjectID() = default;
	explicit ObjectID(uint64_t p_id) :
			id(p_id) {}
	explicit ObjectID(int64_t p_id) :
			id(static_cast<uint64_t>(p_id)) {}

	bool is_ref_counted() const { return (id & (uint64_t(1) << 63)) != 0; }
	bool is_valid() const { return id != 0; }
	bool is_null() const { return id == 0; }
	operator uint64_t() const { return id; }
	operator int64_t() const { return static_cast<int64_t>(id); }

	bool operator==(const ObjectID &p_other) const { return id == p_other.id; }
	bool operator!=(const ObjectID &p_other) const { return id != p_other.id; }
	bool operator<(const ObjectID &p_other) const { return id < p_other.id; }
	void operator=(int64_t p_id) { id = static_cast<uint64_t>(p_id); }
	void operator=(uint64_t p_id) { id = p_id; }
};

} // namespace godot
