#pragma once

#include <godot_cpp/classes/object.hpp>
#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/core/memory.hpp>
#include <godot_cpp/core/object.hpp>
#include <godot_cpp/core/ptrcall.hpp>
#include <godot_cpp/variant/variant.hpp>

namespace godot {

// Owns one reference of a RefCounted object. As thread safe as the object itself.
template <typename T>
class Ref {
	T *reference = nullptr;

	template <typename>
	friend class Ref;
	template <typename>
	friend struct internal::TakeResult;

	void assign(T *p_object) {
		if (p_object == reference) {
			return;
		}
		unref();
		// The first owner of a new object takes over the reference it is born with.
		if (p_object != nullptr && p_object->init_ref()) {
			reference = p_object;
		}
	}

public:
	Ref() = default;
	Ref(T *p_object) { assign(p_object); }
	Ref(const Ref &p_other) { assign(p_other.reference); }
	Ref(Ref &&p_other) noexcept :
			reference(p_other.reference) {
		p_other.reference = nullptr;
	}
	template <typename From>
	Ref(const Ref<From> &p_other) {
		assign(Object::cast_to<T>(p_other.ptr()));
	}
	Ref(const Variant &p_variant) { assign(Object::cast_to<T>(p_variant.get_validated_object())); }
	~Ref() { unref(); }

	Ref &operator=(const Ref &p_other) {
		assign(p_other.reference);
		return *this;
	}
	Ref &operator=(Ref &&p_other) noexcept {
		T *mine = reference;
		reference = p_other.reference;
		p_other.reference = mine;
		return *this;
	}
	template <typename From>
	Ref &operator=(const Ref<From> &p_other) {
		assign(Object::cast_to<T>(p_other.ptr()));
		return *this;
	}
	Ref &operator=(const Variant &p_variant) {
		assign(Object::cast_to<T>(p_variant.get_validated_object()));
		return *this;
	}

	bool operator==(const T *p_other) const { return reference == p_other; }
	bool operator!=(const T *p_other) const { return reference != p_other; }
	bool operator==(const Ref &p_other) const { return reference == p_other.reference; }
	bool operator!=(const Ref &p_other) const { return reference != p_other.reference; }
	bool operator<(const Ref &p_other) const { return reference < p_other.reference; }

	T *operator*() const { return reference; }
	T *operator->() const { return reference; }
	T *ptr() const { return reference; }
	operator Variant() const { return Variant(reference); }

	bool is_valid() const { return reference != nullptr; }
	bool is_null() const { return reference == nullptr; }

	void unref() {
		T *object = reference;
		reference = nullptr;
		if (object != nullptr && object->unreference()) {
			memdelete(object);
		}
	}
	template <typename... Args>
	void instantiate(Args... p_args) {
		assign(memnew(T(p_args...)));
	}
};

// As an argument a reference arrives as the engine's own, still owned by the caller.
template <typename T>
struct PtrToArg<Ref<T>> {
	typedef GodotObject *EncodeT;
	static constexpr bool by_address = false;
	static Ref<T> convert(const void *p_ptr) {
		if (p_ptr == nullptr) {
			return Ref<T>();
		}
		return Ref<T>(Object::cast_to<T>(internal::get_object_instance_binding(
				internal::gdextension_interface_ref_get_object(p_ptr))));
	}
	static void encode(const Ref<T> &p_value, void *p_ptr) {
		internal::gdextension_interface_ref_set_object(
				p_ptr, p_value.is_valid() ? p_value->_owner : nullptr);
	}
};

namespace internal {

template <typename T>
struct Argument<Ref<T>, false> {
	GodotObject *value;
	explicit Argument(const Ref<T> &p_value) :
			value(p_value.is_valid() ? p_value->_owner : nullptr) {}
	const void *ptr() const { return &value; }
};

template <typename T>
struct TakeResult<Ref<T>> {
	static Ref<T> take(const void *p_result) {
		GodotObject *object = *static_cast<GodotObject *const *>(p_result);
		Ref<T> result;
		result.reference = Object::cast_to<T>(get_object_instance_binding(object));
		return result;
	}
};

} // namespace internal

} // namespace godot
