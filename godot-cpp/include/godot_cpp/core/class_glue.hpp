#pragma once

#include <godot_cpp/classes/wrapped.hpp>
#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/core/memory.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <exception>
#include <type_traits>

namespace godot::internal {

void *find_virtual(void *p_class, GDExtensionConstStringNamePtr p_name, uint32_t p_hash);
void call_virtual(GDExtensionClassInstancePtr p_instance, GDExtensionConstStringNamePtr p_name,
		void *p_virtual, const GDExtensionConstTypePtr *p_args, GDExtensionTypePtr r_result);
const GDExtensionPropertyInfo *export_property_list(
		const List<PropertyInfo> &p_list, uint32_t *r_count);
void free_property_list(GDExtensionClassInstancePtr p_instance,
		const GDExtensionPropertyInfo *p_list, uint32_t p_count);
void report_exception(const char *p_where, const char *p_what);

// No exception may pass through the engine: it is printed and the call counts as not answered.
template <typename F>
void guarded(const char *p_where, const F &p_function) {
#ifdef __cpp_exceptions
	try {
		p_function();
	} catch (const std::exception &caught) {
		report_exception(p_where, caught.what());
	} catch (...) {
		report_exception(p_where, "an exception of unknown type");
	}
#else
	(void)p_where;
	p_function();
#endif
}

// What the engine calls on an instance of a class T made with GDCLASS. The engine knows a class of
// ours and its parent of ours as one extension, so each entry walks up to the first engine class;
// a class takes part where it declares the member itself, which its member pointer's type tells.
template <class T>
struct ClassGlue {
	typedef typename T::parent_type Parent;
	typedef ClassGlue<Parent> ParentGlue;
	static constexpr bool has_parent = Parent::_is_extension_class;

	static T *self(GDExtensionClassInstancePtr p_instance) {
		return static_cast<T *>(static_cast<Wrapped *>(p_instance));
	}

	static void initialize() {
		if (&T::_bind_methods != &Parent::_bind_methods) {
			T::_bind_methods();
		}
		T::template register_virtuals<T, Parent>();
	}

	static GDExtensionClassCreationInfo5 creation_info() {
		GDExtensionClassCreationInfo5 info = {};
		info.set_func = &set;
		info.get_func = &get;
		info.get_property_list_func = &get_property_list;
		info.free_property_list_func = &free_property_list;
		info.property_can_revert_func = &property_can_revert;
		info.property_get_revert_func = &property_get_revert;
		info.validate_property_func = &validate_property;
		info.notification_func = &notification;
		info.to_string_func = &to_string;
		info.free_instance_func = &free_instance;
		info.get_virtual_call_data_func = &find_virtual;
		info.call_virtual_with_data_func = &call_virtual;
		return info;
	}

	static GDExtensionObjectPtr create_instance(void *, GDExtensionBool p_notify) {
		GodotObject *owner = nullptr;
		guarded("constructor", [&]() {
			T *instance = new T;
			owner = instance->_owner;
			instance->_attach();
			if (p_notify) {
				instance->_notify_postinitialize();
			}
		});
		return owner;
	}

	static void free_instance(void *, GDExtensionClassInstancePtr p_instance) {
		guarded("destructor", [&]() { delete self(p_instance); });
	}

	static void notify(T *p_self, int p_what, bool p_reversed) {
		if constexpr (has_parent) {
			if (!p_reversed) {
				ParentGlue::notify(p_self, p_what, p_reversed);
			}
		}
		if constexpr (!std::is_same_v<decltype(&T::_notification),
							  decltype(&Parent::_notification)>) {
			p_self->T::_notification(p_what);
		}
		if constexpr (has_parent) {
			if (p_reversed) {
				ParentGlue::notify(p_self, p_what, p_reversed);
			}
		}
	}

	static void notification(
			GDExtensionClassInstancePtr p_instance, int32_t p_what, GDExtensionBool p_reversed) {
		guarded("_notification", [&]() { notify(self(p_instance), p_what, p_reversed); });
	}

	static bool try_set(T *p_self, const StringName &p_name, const Variant &p_value) {
		if constexpr (has_parent) {
			if (ParentGlue::try_set(p_self, p_name, p_value)) {
				return true;
			}
		}
		if constexpr (!std::is_same_v<decltype(&T::_set), decltype(&Parent::_set)>) {
			return p_self->T::_set(p_name, p_value);
		}
		return false;
	}

	static GDExtensionBool set(GDExtensionClassInstancePtr p_instance,
			GDExtensionConstStringNamePtr p_name, GDExtensionConstVariantPtr p_value) {
		bool found = false;
		guarded("_set", [&]() {
			found = try_set(self(p_instance), *static_cast<const StringName *>(p_name),
					*static_cast<const Variant *>(p_value));
		});
		return found;
	}

	static bool try_get(const T *p_self, const StringName &p_name, Variant &r_value) {
		if constexpr (has_parent) {
			if (ParentGlue::try_get(p_self, p_name, r_value)) {
				return true;
			}
		}
		if constexpr (!std::is_same_v<decltype(&T::_get), decltype(&Parent::_get)>) {
			return p_self->T::_get(p_name, r_value);
		}
		return false;
	}

	static GDExtensionBool get(GDExtensionClassInstancePtr p_instance,
			GDExtensionConstStringNamePtr p_name, GDExtensionVariantPtr r_value) {
		bool found = false;
		guarded("_get", [&]() {
			found = try_get(self(p_instance), *static_cast<const StringName *>(p_name),
					*static_cast<Variant *>(r_value));
		});
		return found;
	}

	// Here alone the engine itself asks each class of ours in turn, to head each one's properties
	// with its name.
	static void list_properties(const T *p_self, List<PropertyInfo> *r_list) {
		if constexpr (!std::is_same_v<decltype(&T::_get_property_list),
							  decltype(&Parent::_get_property_list)>) {
			p_self->T::_get_property_list(r_list);
		}
	}

	static const GDExtensionPropertyInfo *get_property_list(
			GDExtensionClassInstancePtr p_instance, uint32_t *r_count) {
		const GDExtensionPropertyInfo *exported = nullptr;
		*r_count = 0;
		guarded("_get_property_list", [&]() {
			List<PropertyInfo> list;
			list_properties(self(p_instance), &list);
			exported = export_property_list(list, r_count);
		});
		return exported;
	}

	static bool try_can_revert(const T *p_self, const StringName &p_name) {
		if constexpr (has_parent) {
			if (ParentGlue::try_can_revert(p_self, p_name)) {
				return true;
			}
		}
		if constexpr (!std::is_same_v<decltype(&T::_property_can_revert),
							  decltype(&Parent::_property_can_revert)>) {
			return p_self->T::_property_can_revert(p_name);
		}
		return false;
	}

	static GDExtensionBool property_can_revert(
			GDExtensionClassInstancePtr p_instance, GDExtensionConstStringNamePtr p_name) {
		bool can = false;
		guarded("_property_can_revert", [&]() {
			can = try_can_revert(self(p_instance), *static_cast<const StringName *>(p_name));
		});
		return can;
	}

	static bool try_get_revert(const T *p_self, const StringName &p_name, Variant &r_value) {
		if constexpr (has_parent) {
			if (ParentGlue::try_get_revert(p_self, p_name, r_value)) {
				return true;
			}
		}
		if constexpr (!std::is_same_v<decltype(&T::_property_get_revert),
							  decltype(&Parent::_property_get_revert)>) {
			return p_self->T::_property_get_revert(p_name, r_value);
		}
		return false;
	}

	static GDExtensionBool property_get_revert(GDExtensionClassInstancePtr p_instance,
			GDExtensionConstStringNamePtr p_name, GDExtensionVariantPtr r_value) {
		bool found = false;
		guarded("_property_get_revert", [&]() {
			found = try_get_revert(self(p_instance), *static_cast<const StringName *>(p_name),
					*static_cast<Variant *>(r_value));
		});
		return found;
	}

	static bool validate(const T *p_self, PropertyInfo &r_info) {
		bool any = false;
		if constexpr (has_parent) {
			any = ParentGlue::validate(p_self, r_info);
		}
		if constexpr (!std::is_same_v<decltype(&T::_validate_property),
							  decltype(&Parent::_validate_property)>) {
			p_self->T::_validate_property(r_info);
			any = true;
		}
		return any;
	}

	static GDExtensionBool validate_property(
			GDExtensionClassInstancePtr p_instance, GDExtensionPropertyInfo *r_info) {
		bool any = false;
		guarded("_validate_property", [&]() {
			PropertyInfo info(r_info);
			any = validate(self(p_instance), info);
			info._update(r_info);
		});
		return any;
	}

	static bool stringify(const T *p_self, String &r_text) {
		if constexpr (!std::is_same_v<decltype(&T::_to_string), decltype(&Parent::_to_string)>) {
			r_text = p_self->T::_to_string();
			return true;
		} else if constexpr (has_parent) {
			return ParentGlue::stringify(p_self, r_text);
		}
		return false;
	}

	static void to_string(GDExtensionClassInstancePtr p_instance, GDExtensionBool *r_valid,
			GDExtensionStringPtr r_text) {
		*r_valid = false;
		guarded("_to_string",
				[&]() { *r_valid = stringify(self(p_instance), *static_cast<String *>(r_text)); });
	}
};

} // namespace godot::internal
