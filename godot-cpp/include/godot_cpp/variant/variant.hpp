#pragma once

#include <godot_cpp/core/defs.hpp>
#include <godot_cpp/core/interface.hpp>
#include <godot_cpp/core/object_id.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace godot {

class Array;
class Callable;
struct Color;
class Dictionary;
class NodePath;
class Object;
class PackedByteArray;
class PackedColorArray;
class PackedFloat32Array;
class PackedFloat64Array;
class PackedInt32Array;
class PackedInt64Array;
class PackedStringArray;
class PackedVector2Array;
class PackedVector3Array;
struct Rect2;
struct Rect2i;
class RID;
class Signal;
class String;
class StringName;
struct Vector2;
struct Vector2i;
struct Vector3;
struct Vector3i;

// Every C++ type that a Variant holds as it is, with its name in Variant::Type.
#define GODOT_CPP_VARIANT_CLASSES(X) \
	X(String, STRING) \
	X(Vector2, VECTOR2) \
	X(Vector2i, VECTOR2I) \
	X(Rect2, RECT2) \
	X(Rect2i, RECT2I) \
	X(Vector3, VECTOR3) \
	X(Vector3i, VECTOR3I) \
	X(Color, COLOR) \
	X(StringName, STRING_NAME) \
	X(NodePath, NODE_PATH) \
	X(RID, RID) \
	X(Callable, CALLABLE) \
	X(Signal, SIGNAL) \
	X(Dictionary, DICTIONARY) \
	X(Array, ARRAY) \
	X(PackedByteArray, PACKED_BYTE_ARRAY) \
	X(PackedInt32Array, PACKED_INT32_ARRAY) \
	X(PackedInt64Array, PACKED_INT64_ARRAY) \
	X(PackedFloat32Array, PACKED_FLOAT32_ARRAY) \
	X(PackedFloat64Array, PACKED_FLOAT64_ARRAY) \
	X(PackedStringArray, PACKED_STRING_ARRAY) \
	X(PackedVector2Array, PACKED_VECTOR2_ARRAY) \
	X(PackedVector3Array, PACKED_VECTOR3_ARRAY) \
	X(PackedColorArray, PACKED_COLOR_ARRAY)

// A value of any type of the engine. Owns one reference of what it holds. Any thread may use its
// own.
class Variant {
public:
	enum Type {
		NIL,
		BOOL,
		INT,
		FLOAT,
		STRING,
		VECTOR2,
		VECTOR2I,
		RECT2,
		RECT2I,
		VECTOR3,
		VECTOR3I,
		TRANSFORM2D,
		VECTOR4,
		VECTOR4I,
		PLANE,
		QUATERNION,
		AABB,
		BASIS,
		TRANSFORM3D,
		PROJECTION,
		COLOR,
		STRING_NAME,
		NODE_PATH,
		RID,
		OBJECT,
		CALLABLE,
		SIGNAL,
		DICTIONARY,
		ARRAY,
		PACKED_BYTE_ARRAY,
		PACKED_INT32_ARRAY,
		PACKED_INT64_ARRAY,
		PACKED_FLOAT32_ARRAY,
		PACKED_FLOAT64_ARRAY,
		PACKED_STRING_ARRAY,
		PACKED_VECTOR2_ARRAY,
		PACKED_VECTOR3_ARRAY,
		PACKED_COLOR_ARRAY,
		PACKED_VECTOR4_ARRAY,
		VARIANT_MAX
	};

	enum Operator {
		OP_EQUAL,
		OP_NOT_EQUAL,
		OP_LESS,
		OP_LESS_EQUAL,
		OP_GREATER,
		OP_GREATER_EQUAL,
		OP_ADD,
		OP_SUBTRACT,
		OP_MULTIPLY,
		OP_DIVIDE,
		OP_NEGATE,
		OP_POSITIVE,
		OP_MODULE,
		OP_POWER,
		OP_SHIFT_LEFT,
		OP_SHIFT_RIGHT,
		OP_BIT_AND,
		OP_BIT_OR,
		OP_BIT_XOR,
		OP_BIT_NEGATE,
		OP_AND,
		OP_OR,
		OP_XOR,
		OP_NOT,
		OP_IN,
		OP_MAX
	};

	Variant() { internal::gdextension_interface_variant_new_nil(_native_ptr()); }
	Variant(std::nullptr_t) :
			Variant() {}
	Variant(const Variant &p_other) {
		internal::gdextension_interface_variant_new_copy(_native_ptr(), p_other._native_ptr());
	}
	Variant(Variant &&p_other) noexcept :
			Variant() {
		swap(p_other);
	}
	explicit Variant(GDExtensionConstVariantPtr p_native) {
		internal::gdextension_interface_variant_new_copy(_native_ptr(), p_native);
	}
	~Variant() { internal::gdextension_interface_variant_destroy(_native_ptr()); }

	Variant(bool p_value);
	Variant(int64_t p_value);
	Variant(int32_t p_value) :
			Variant(static_cast<int64_t>(p_value)) {}
	Variant(int16_t p_value) :
			Variant(static_cast<int64_t>(p_value)) {}
	Variant(int8_t p_value) :
			Variant(static_cast<int64_t>(p_value)) {}
	Variant(uint64_t p_value) :
			Variant(static_cast<int64_t>(p_value)) {}
	Variant(uint32_t p_value) :
			Variant(static_cast<int64_t>(p_value)) {}
	Variant(uint16_t p_value) :
			Variant(static_cast<int64_t>(p_value)) {}
	Variant(uint8_t p_value) :
			Variant(static_cast<int64_t>(p_value)) {}
	Variant(double p_value);
	Variant(float p_value) :
			Variant(static_cast<double>(p_value)) {}
	Variant(const char *p_text);
	Variant(const char32_t *p_text);
	Variant(const Object *p_object);
	Variant(const ObjectID &p_id);

#define GODOT_CPP_DECLARE(m_class, m_type) Variant(const ::godot::m_class &p_value);
	GODOT_CPP_VARIANT_CLASSES(GODOT_CPP_DECLARE)
#undef GODOT_CPP_DECLARE

	operator bool() const;
	operator int64_t() const;
	operator int32_t() const {
		return static_cast<int32_t>(operator int64_t());
	}
	operator int16_t() const {
		return static_cast<int16_t>(operator int64_t());
	}
	operator int8_t() const {
		return static_cast<int8_t>(operator int64_t());
	}
	operator uint64_t() const {
		return static_cast<uint64_t>(operator int64_t());
	}
	operator uint32_t() const {
		return static_cast<uint32_t>(operator int64_t());
	}
	operator uint16_t() const {
		return static_cast<uint16_t>(operator int64_t());
	}
	operator uint8_t() const {
		return static_cast<uint8_t>(operator int64_t());
	}
	operator double() const;
	operator float() const {
		return static_cast<float>(operator double());
	}
	operator Object *() const;
	operator ObjectID() const;

#define GODOT_CPP_DECLARE(m_class, m_type) operator ::godot::m_class() const;
	GODOT_CPP_VARIANT_CLASSES(GODOT_CPP_DECLARE)
#undef GODOT_CPP_DECLARE

	// The object held, or null when there is none or it has been freed.
	Object *get_validated_object() const;

	Variant &operator=(const Variant &p_other);
	Variant &operator=(Variant &&p_other) noexcept {
		swap(p_other);
		return *this;
	}
	bool operator==(const Variant &p_other) const;
	bool operator!=(const Variant &p_other) const;
	bool operator<(const Variant &p_other) const;

	void callp(const StringName &p_method, const Variant **p_args, int p_argument_count,
			Variant &r_ret, GDExtensionCallError &r_error);
	static void callp_static(Variant::Type p_type, const StringName &p_method,
			const Variant **p_args, int p_argument_count, Variant &r_ret,
			GDExtensionCallError &r_error);
	template <typename... Args>
	Variant call(const StringName &p_method, Args... p_args) {
		const Variant values[sizeof...(Args) + 1] = { Variant(p_args)..., Variant() };
		const Variant *pointers[sizeof...(Args) + 1] = {};
		for (size_t i = 0; i < sizeof...(Args); i++) {
			pointers[i] = &values[i];
		}
		Variant result;
		GDExtensionCallError error;
		callp(p_method, pointers, static_cast<int>(sizeof...(Args)), result, error);
		return result;
	}

	static void evaluate(const Operator &p_op, const Variant &p_a, const Variant &p_b,
			Variant &r_ret, bool &r_valid);

	void set(const Variant &p_key, const Variant &p_value, bool *r_valid = nullptr);
	void set_named(const StringName &p_name, const Variant &p_value, bool &r_valid);
	void set_indexed(int64_t p_index, const Variant &p_value, bool &r_valid, bool &r_oob);
	void set_keyed(const Variant &p_key, const Variant &p_value, bool &r_valid);
	Variant get(const Variant &p_key, bool *r_valid = nullptr) const;
	Variant get_named(const StringName &p_name, bool &r_valid) const;
	Variant get_indexed(int64_t p_index, bool &r_valid, bool &r_oob) const;
	Variant get_keyed(const Variant &p_key, bool &r_valid) const;
	bool in(const Variant &p_index, bool *r_valid = nullptr) const;

	bool iter_init(Variant &r_iter, bool &r_valid) const;
	bool iter_next(Variant &r_iter, bool &r_valid) const;
	Variant iter_get(const Variant &p_iter, bool &r_valid) const;

	Variant::Type get_type() const {
		return static_cast<Type>(internal::gdextension_interface_variant_get_type(_native_ptr()));
	}
	bool has_method(const StringName &p_method) const;
	bool has_key(const Variant &p_key, bool *r_valid = nullptr) const;
	static bool has_member(Variant::Type p_type, const StringName &p_member);
	uint32_t hash() const;
	uint32_t recursive_hash(int p_recursion_count) const;
	bool hash_compare(const Variant &p_other) const;
	bool booleanize() const;
	String stringify() const;
	Variant duplicate(bool p_deep = false) const;

	static String get_type_name(Variant::Type p_type);
	static bool can_convert(Variant::Type p_from, Variant::Type p_to);
	static bool can_convert_strict(Variant::Type p_from, Variant::Type p_to);
	void clear();

	void *_native_ptr() const {
		return const_cast<uint8_t *>(opaque);
	}

private:
	static constexpr size_t SIZE = 24;
	alignas(8) uint8_t opaque[SIZE];

	// The engine itself moves Variants bytewise when its arrays grow, so this may too.
	void swap(Variant &p_other) noexcept {
		uint8_t kept[SIZE];
		memcpy(kept, opaque, SIZE);
		memcpy(opaque, p_other.opaque, SIZE);
		memcpy(p_other.opaque, kept, SIZE);
	}
};

namespace internal {

// The engine's conversions between a Variant and the plain value, by Variant::Type.
extern GDExtensionVariantFromTypeConstructorFunc variant_from_type[Variant::VARIANT_MAX];
extern GDExtensionTypeFromVariantConstructorFunc variant_to_type[Variant::VARIANT_MAX];

void load_variant_conversions();

} // namespace internal

} // namespace godot

#include <godot_cpp/variant/builtin_types.hpp>
