#include <godot_cpp/classes/wrapped.hpp>

#include <godot_cpp/classes/class_db_singleton.hpp>
#include <godot_cpp/classes/object.hpp>
#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/core/interned.hpp>
#include <godot_cpp/core/object.hpp>
#include <godot_cpp/core/ptrcall.hpp>

#include <mutex>
#include <set>

namespace godot {

const StringName &Wrapped::get_class_static() {
	static const StringName name("Wrapped");
	return name;
}

Wrapped::Wrapped(const char *p_godot_class) {
	const StringName name(p_godot_class);
	_owner = internal::gdextension_interface_classdb_construct_object2(name._native_ptr());
}

Wrapped::~Wrapped() {
	if (!attached && _owner != nullptr) {
		internal::gdextension_interface_object_destroy(_owner);
	}
}

void Wrapped::_attach() {
	attached = true;
	if (const StringName *name = _get_extension_class_name()) {
		internal::gdextension_interface_object_set_instance(_owner, name->_native_ptr(), this);
	}
	internal::gdextension_interface_object_set_instance_binding(
			_owner, internal::token, this, _get_bindings_callbacks());
}

void Wrapped::_notify_postinitialize() {
	static_cast<Object *>(this)->notification(Object::NOTIFICATION_POSTINITIALIZE);
}

Object *ObjectDB::get_instance(uint64_t p_id) {
	if (p_id == 0) {
		return nullptr;
	}
	return internal::get_object_instance_binding(
			internal::gdextension_interface_object_get_instance_from_id(p_id));
}

namespace internal {

namespace {

typedef NameMap<const GDExtensionInstanceBindingCallbacks *> EngineClasses;

// Filled when the library is loaded, cleared when it is unloaded, constant in between.
EngineClasses &engine_classes() {
	static EngineClasses classes;
	return classes;
}

// Singletons outlive a library that is unloaded while the editor is open, and would call what it
// has bound to them when they end.
struct BoundSingletons {
	std::mutex mutex; // guards objects
	std::set<GodotObject *> objects;
};

BoundSingletons &bound_singletons() {
	static BoundSingletons bound;
	return bound;
}

// A class that was not generated here is bound as its nearest ancestor that was.
const GDExtensionInstanceBindingCallbacks *callbacks_for(const GodotObject *p_object) {
	StringName name;
	name.~StringName();
	gdextension_interface_object_get_class_name(p_object, library, &name);
	while (!name.is_empty()) {
		const EngineClasses::const_iterator found = engine_classes().find(name);
		if (found != engine_classes().end()) {
			return found->second;
		}
		name = ClassDBSingleton::get_singleton()->get_parent_class(name);
	}
	return Object::_gde_binding_callbacks();
}

} // namespace

void register_engine_class(
		const StringName &p_name, const GDExtensionInstanceBindingCallbacks *p_callbacks) {
	engine_classes()[p_name] = p_callbacks;
}

const GDExtensionInstanceBindingCallbacks *instance_callbacks() {
	static constexpr GDExtensionInstanceBindingCallbacks callbacks = {
		[](void *, void *) -> void * { return nullptr; },
		[](void *, void *, void *) {},
		&keep_binding,
	};
	return &callbacks;
}

void clear_engine_classes() {
	engine_classes().clear();
}

Object *get_object_instance_binding(GodotObject *p_object) {
	if (p_object == nullptr) {
		return nullptr;
	}
	void *binding = gdextension_interface_object_get_instance_binding(p_object, token, nullptr);
	if (binding == nullptr) {
		binding = gdextension_interface_object_get_instance_binding(
				p_object, token, callbacks_for(p_object));
	}
	return static_cast<Object *>(static_cast<Wrapped *>(binding));
}

Variant call_method_vararg(GDExtensionMethodBindPtr p_method, GodotObject *p_self,
		const Variant **p_args, GDExtensionInt p_argument_count) {
	Variant result;
	if (p_method == nullptr) {
		return result;
	}
	GDExtensionCallError error = {};
	gdextension_interface_object_method_bind_call(p_method, p_self,
			reinterpret_cast<const GDExtensionConstVariantPtr *>(p_args), p_argument_count,
			result._native_ptr(), &error);
	return result;
}

GDExtensionMethodBindPtr get_method_bind(
		const char *p_class, const char *p_method, GDExtensionInt p_hash) {
	const StringName class_name(p_class);
	const StringName method_name(p_method);
	const GDExtensionMethodBindPtr method = gdextension_interface_classdb_get_method_bind(
			class_name._native_ptr(), method_name._native_ptr(), p_hash);
	if (method == nullptr) {
		ERR_PRINT(String("This engine has no method ") + p_class + "." + p_method +
				" of the form that the extension was built for; calls of it do nothing.");
	}
	return method;
}

GodotObject *get_singleton(const char *p_name) {
	const StringName name(p_name);
	GodotObject *const found = gdextension_interface_global_get_singleton(name._native_ptr());
	const std::lock_guard<std::mutex> lock(bound_singletons().mutex);
	bound_singletons().objects.insert(found);
	return found;
}

void free_singleton_bindings() {
	const std::lock_guard<std::mutex> lock(bound_singletons().mutex);
	for (GodotObject *singleton : bound_singletons().objects) {
		if (singleton != nullptr) {
			gdextension_interface_object_free_instance_binding(singleton, token);
		}
	}
	bound_singletons().objects.clear();
}

} // namespace internal

} // namespace godot
