#pragma once

#include "counted_resource.h"
#include "live_count.h"

#include <godot_cpp/classes/node.hpp>
#include <godot_cpp/variant/packed_int64_array.hpp>

// Makes, keeps, casts and frees objects from C++. Main thread only.
class ObjectWorkshop : public godot::Node {
	GDCLASS(ObjectWorkshop, godot::Node)

	LiveCount live;
	godot::Ref<godot::Resource> kept;

protected:
	static void _bind_methods();

public:
	static int64_t get_live_count();

	godot::Node *add_node(const godot::String &p_name);
	godot::Node *add_sample(const godot::String &p_name);
	godot::String find_by_path(const godot::NodePath &p_path) const;
	int64_t make_and_delete(int64_t p_count);
	godot::Object *make_internal() const;
	godot::Object *make_plain() const;

	godot::PackedInt64Array count_references() const;
	bool ref_equality() const;
	godot::Ref<godot::Resource> make_resource() const;
	godot::Ref<CountedResource> make_counted(const godot::String &p_title) const;
	void keep(const godot::Ref<godot::Resource> &p_resource);
	godot::Ref<godot::Resource> get_kept() const;
	godot::String get_kept_title() const;

	godot::PackedStringArray castable_to(godot::Object *p_object) const;
	bool is_same_binding(godot::Object *p_a, godot::Object *p_b) const;
	godot::Variant wrap_twice(godot::Object *p_object) const;
	godot::Array look_into(const godot::Variant &p_object) const;
	bool free_now(godot::Object *p_object);
};
