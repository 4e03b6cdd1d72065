#pragma once

// The types that cross between C++ and the engine, as X(name, C++ type), for everything that has to
// be said once for each of them.

#include <godot_cpp/classes/node.hpp>
#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/classes/resource.hpp>
#include <godot_cpp/variant/typed_array.hpp>
#include <godot_cpp/variant/typed_dictionary.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <cstdint>

typedef godot::TypedDictionary<godot::String, int64_t> StringToIntDictionary;

#define CARRIED_TYPES(X) \
	X(bool, bool) \
	X(int8, int8_t) \
	X(int16, int16_t) \
	X(int32, int32_t) \
	X(int64, int64_t) \
	X(uint8, uint8_t) \
	X(uint16, uint16_t) \
	X(uint32, uint32_t) \
	X(uint64, uint64_t) \
	X(float, float) \
	X(double, double) \
	X(string, godot::String) \
	X(string_name, godot::StringName) \
	X(node_path, godot::NodePath) \
	X(vector2, godot::Vector2) \
	X(vector2i, godot::Vector2i) \
	X(vector3, godot::Vector3) \
	X(vector3i, godot::Vector3i) \
	X(rect2, godot::Rect2) \
	X(rect2i, godot::Rect2i) \
	X(color, godot::Color) \
	X(rid, godot::RID) \
	X(object, godot::Object *) \
	X(node, godot::Node *) \
	X(reference, godot::Ref<godot::RefCounted>) \
	X(resource, godot::Ref<godot::Resource>) \
	X(callable, godot::Callable) \
	X(signal, godot::Signal) \
	X(dictionary, godot::Dictionary) \
	X(typed_dictionary, StringToIntDictionary) \
	X(array, godot::Array) \
	X(int_array, godot::TypedArray<int64_t>) \
	X(node_array, godot::TypedArray<godot::Node>) \
	X(packed_byte, godot::PackedByteArray) \
	X(packed_int32, godot::PackedInt32Array) \
	X(packed_int64, godot::PackedInt64Array) \
	X(packed_float32, godot::PackedFloat32Array) \
	X(packed_float64, godot::PackedFloat64Array) \
	X(packed_string, godot::PackedStringArray) \
	X(packed_vector2, godot::PackedVector2Array) \
	X(packed_vector3, godot::PackedVector3Array) \
	X(packed_color, godot::PackedColorArray) \
	X(variant, godot::Variant)
