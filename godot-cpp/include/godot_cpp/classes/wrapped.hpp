#pragma once

#include <godot_cpp/core/defs.hpp>
#include <godot_cpp/core/interface.hpp>
#include <godot_cpp/core/property_info.hpp>
#include <godot_cpp/templates/list.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/string_name.hpp>

#include <type_traits>

// The C++ side of an engine object, and the two macros that make a class one.
//
// An object of a class generated from the engine's API (GDEXTENSION_CLASS) is a thin binding that
// the engine keeps and frees with its object. An object of a class of ours (GDCLASS) is the
// instance itself: it is created with its engine object (a plain one of the nearest engine class,
// to which the instance is then attached) and freed by it.

typedef void GodotObject;

namespace godot {

class ClassDB;
class Object;
class Variant;

namespace internal {

template <class T>
struct ClassGlue;

template <class M>
void bind_virtual_method(
		const StringName &p_class, const char *p_name, M p_method, uint32_t p_hash);

} // namespace internal

// Base of all. Main thread only, unless the engine says otherwise of the object's class.
class Wrapped {
	template <class>
	friend struct internal::ClassGlue;

	// Until then the engine object is ours alone, and goes with us if a constructor throws.
	bool attached = false;

public:
	static const StringName &get_class_static();

	GodotObject *_owner = nullptr;

	// Joins a newly made instance with its engine object and lets both know. memnew calls it.
	void _postinitialize() {
		_attach();
		_notify_postinitialize();
	}

protected:
	void _attach();
	void _notify_postinitialize();

	static constexpr bool _is_extension_class = false;

	explicit Wrapped(const char *p_godot_class);
	explicit Wrapped(GodotObject *p_owner) :
			attached(true),
			_owner(p_owner) {}
	Wrapped(const Wrapped &) = delete;
	void operator=(const Wrapped &) = delete;
	virtual ~Wrapped();

	// The name of the class of ours, null for a class of the engine.
	virtual const StringName *_get_extension_class_name() const { return nullptr; }
	virtual const GDExtensionInstanceBindingCallbacks *_get_bindings_callbacks() const = 0;

	// A class of ours hides those that it wants to answer; never called as they stand here.
	void _notification(int) {}
	bool _set(const StringName &, const Variant &) { return false; }
	bool _get(const StringName &, Variant &) const { return false; }
	void _get_property_list(List<PropertyInfo> *) const {}
	bool _property_can_revert(const StringName &) const { return false; }
	bool _property_get_revert(const StringName &, Variant &) const { return false; }
	void _validate_property(PropertyInfo &) const {}
	String _to_string() const { return String(); }
	static void _bind_methods() {}

	template <class T, class B>
	static void register_virtuals() {}
};

namespace internal {

// The binding of an engine object, made on first need as the most derived class known here.
Object *get_object_instance_binding(GodotObject *p_object);

void register_engine_class(
		const StringName &p_name, const GDExtensionInstanceBindingCallbacks *p_callbacks);
void clear_engine_classes();
void free_singleton_bindings();

template <class T>
void *create_engine_binding(void *, void *p_object) {
	return static_cast<Wrapped *>(new T(static_cast<GodotObject *>(p_object)));
}

template <class T>
void free_engine_binding(void *, void *, void *p_binding) {
	delete static_cast<T *>(static_cast<Wrapped *>(p_binding));
}

// An instance of a class of ours is its own binding and goes with its object.
const GDExtensionInstanceBindingCallbacks *instance_callbacks();

inline GDExtensionBool keep_binding(void *, void *, GDExtensionBool) {
	return true;
}

} // namespace internal

} // namespace godot

#define GDEXTENSION_CLASS_ALIAS(m_class, m_alias_for, m_inherits) \
private: \
	template <class> \
	friend struct ::godot::internal::ClassGlue; \
	void operator=(const m_class &) = delete; \
\
public: \
	typedef m_class self_type; \
	typedef m_inherits parent_type; \
	static const ::godot::StringName &get_class_static() { \
		static const ::godot::StringName name(#m_alias_for); \
		return name; \
	} \
	static const ::godot::StringName &get_parent_class_static() { \
		return m_inherits::get_class_static(); \
	} \
	static const GDExtensionInstanceBindingCallbacks *_gde_binding_callbacks() { \
		static constexpr GDExtensionInstanceBindingCallbacks callbacks = { \
			&::godot::internal::create_engine_binding<m_class>, \
			&::godot::internal::free_engine_binding<m_class>, \
			&::godot::internal::keep_binding, \
		}; \
		return &callbacks; \
	} \
	m_class() : \
			m_class(#m_alias_for) {} \
	explicit m_class(GodotObject *p_owner) : \
			m_inherits(p_owner) {} \
	~m_class() override = default; \
\
protected: \
	explicit m_class(const char *p_godot_class) : \
			m_inherits(p_godot_class) {} \
	const GDExtensionInstanceBindingCallbacks *_get_bindings_callbacks() const override { \
		return _gde_binding_callbacks(); \
	} \
\
private:

#define GDEXTENSION_CLASS(m_class, m_inherits) GDEXTENSION_CLASS_ALIAS(m_class, m_class, m_inherits)

#define GDCLASS(m_class, m_inherits) \
private: \
	template <class> \
	friend struct ::godot::internal::ClassGlue; \
	friend class ::godot::ClassDB; \
	void operator=(const m_class &) = delete; \
\
protected: \
	static constexpr bool _is_extension_class = true; \
	const ::godot::StringName *_get_extension_class_name() const override { \
		return &get_class_static(); \
	} \
	const GDExtensionInstanceBindingCallbacks *_get_bindings_callbacks() const override { \
		return ::godot::internal::instance_callbacks(); \
	} \
\
public: \
	typedef m_class self_type; \
	typedef m_inherits parent_type; \
	static const ::godot::StringName &get_class_static() { \
		static const ::godot::StringName name(#m_class); \
		return name; \
	} \
	static const ::godot::StringName &get_parent_class_static() { \
		return m_inherits::get_class_static(); \
	} \
\
private:
