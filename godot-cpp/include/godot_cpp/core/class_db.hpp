#pragma once

#include <godot_cpp/core/class_glue.hpp>
#include <godot_cpp/core/method_bind.hpp>
#include <godot_cpp/godot.hpp>

#include <initializer_list>
#include <utility>
#include <vector>

// Registration of classes with the engine: the calls made from `_bind_methods` and from the
// extension's initializer. Main thread only.

namespace godot {

struct MethodDefinition {
	StringName name;
	std::vector<StringName> args;

	MethodDefinition() = default;
	MethodDefinition(const char *p_name) :
			name(p_name) {}
	MethodDefinition(const StringName &p_name) :
			name(p_name) {}
};

template <typename... Args>
MethodDefinition D_METHOD(const StringName &p_name, const Args &...p_args) {
	MethodDefinition definition(p_name);
	definition.args = { StringName(p_args)... };
	return definition;
}

#define DEFVAL(m_value) (m_value)

class ClassDB {
	enum class Kind { ordinary, abstract_class, internal_class, runtime };

	static void register_class_info(const StringName &p_name, const StringName &p_parent,
			GDExtensionClassCreationInfo5 &r_info, void (*p_initialize)());
	static MethodBind *register_method(const StringName &p_class, MethodBind *p_bind,
			const MethodDefinition &p_definition, std::vector<Variant> p_defaults);

	template <class T>
	static void register_as(Kind p_kind, bool p_virtual) {
		static_assert(T::self_type::_is_extension_class, "GDCLASS is missing");
		GDExtensionClassCreationInfo5 info = internal::ClassGlue<T>::creation_info();
		info.is_virtual = p_virtual;
		info.is_abstract = p_kind == Kind::abstract_class;
		info.is_exposed = p_kind != Kind::internal_class;
		info.is_runtime = p_kind == Kind::runtime;
		if constexpr (!std::is_abstract_v<T>) {
			info.create_instance_func = p_kind == Kind::abstract_class
					? nullptr
					: &internal::ClassGlue<T>::create_instance;
		}
		register_class_info(T::get_class_static(), T::get_parent_class_static(), info,
				&internal::ClassGlue<T>::initialize);
	}

public:
	template <class T>
	static void register_class(bool p_virtual = false) {
		register_as<T>(Kind::ordinary, p_virtual);
	}
	template <class T>
	static void register_abstract_class() {
		register_as<T>(Kind::abstract_class, false);
	}
	template <class T>
	static void register_internal_class() {
		register_as<T>(Kind::internal_class, false);
	}
	template <class T>
	static void register_runtime_class() {
		register_as<T>(Kind::runtime, false);
	}

	template <class M, typename... Defaults>
	static MethodBind *bind_method(
			const MethodDefinition &p_definition, M p_method, Defaults... p_defaults) {
		typedef typename internal::Signature<M>::Class Class;
		return register_method(Class::get_class_static(), create_method_bind(p_method),
				p_definition, { Variant(p_defaults)... });
	}
	template <class M, typename... Defaults>
	static MethodBind *bind_static_method(const StringName &p_class,
			const MethodDefinition &p_definition, M p_function, Defaults... p_defaults) {
		return register_method(p_class, create_static_method_bind(p_function), p_definition,
				{ Variant(p_defaults)... });
	}
	template <class C, class R>
	static MethodBind *bind_vararg_method(uint32_t p_flags, const StringName &p_name,
			R (C::*p_method)(const Variant **, GDExtensionInt, GDExtensionCallError &),
			const MethodInfo &p_info = MethodInfo(),
			const std::vector<Variant> &p_defaults = std::vector<Variant>(),
			bool p_return_nil_is_variant = true) {
		MethodDefinition definition(p_name);
		for (const PropertyInfo &argument : p_info.arguments) {
			definition.args.push_back(argument.name);
		}
		MethodBind *bind =
				new internal::VarargBind<C, R>(p_method, p_info, p_return_nil_is_variant);
		bind->flags |= p_flags;
		return register_method(C::get_class_static(), bind, definition, p_defaults);
	}

	static void add_property_group(
			const StringName &p_class, const String &p_name, const String &p_prefix);
	static void add_property_subgroup(
			const StringName &p_class, const String &p_name, const String &p_prefix);
	static void add_property(const StringName &p_class, const PropertyInfo &p_info,
			const StringName &p_setter, const StringName &p_getter, int p_index = -1);
	static void add_signal(const StringName &p_class, const MethodInfo &p_signal);
	static void bind_integer_constant(const StringName &p_class, const StringName &p_enum,
			const StringName &p_name, GDExtensionInt p_value, bool p_is_bitfield = false);
	// A method that scripts may provide; GDVIRTUAL_BIND calls this.
	static void add_virtual_method(const StringName &p_class, const MethodInfo &p_method,
			const std::vector<StringName> &p_argument_names = std::vector<StringName>());

	// Implements a virtual method of the engine's; takes the ownership of p_bind.
	static void bind_virtual_method(
			const StringName &p_class, const char *p_name, MethodBind *p_bind, uint32_t p_hash);

	static MethodBind *get_method(const StringName &p_class, const StringName &p_method);
	static void initialize(GDExtensionInitializationLevel p_level);
	static void deinitialize(GDExtensionInitializationLevel p_level);
};

namespace internal {

template <class M>
void bind_virtual_method(
		const StringName &p_class, const char *p_name, M p_method, uint32_t p_hash) {
	ClassDB::bind_virtual_method(p_class, p_name, create_method_bind(p_method), p_hash);
}

// The name of an enum constant's type, from the constant itself.
template <typename T>
StringName enum_of(T) {
	String name = enum_class_name(EnumName<T>::value);
	return name.contains(".") ? name.get_slice(".", 1) : name;
}

template <typename T>
StringName enum_of(BitField<T>) {
	return enum_of(T());
}

} // namespace internal

} // namespace godot

#define GDREGISTER_CLASS(m_class) ::godot::ClassDB::register_class<m_class>();
#define GDREGISTER_VIRTUAL_CLASS(m_class) ::godot::ClassDB::register_class<m_class>(true);
#define GDREGISTER_ABSTRACT_CLASS(m_class) ::godot::ClassDB::register_abstract_class<m_class>();
#define GDREGISTER_INTERNAL_CLASS(m_class) ::godot::ClassDB::register_internal_class<m_class>();
#define GDREGISTER_RUNTIME_CLASS(m_class) ::godot::ClassDB::register_runtime_class<m_class>();

#define ADD_GROUP(m_name, m_prefix) \
	::godot::ClassDB::add_property_group(get_class_static(), m_name, m_prefix)
#define ADD_SUBGROUP(m_name, m_prefix) \
	::godot::ClassDB::add_property_subgroup(get_class_static(), m_name, m_prefix)
#define ADD_PROPERTY(m_property, m_setter, m_getter) \
	::godot::ClassDB::add_property(get_class_static(), m_property, m_setter, m_getter)
#define ADD_PROPERTYI(m_property, m_setter, m_getter, m_index) \
	::godot::ClassDB::add_property(get_class_static(), m_property, m_setter, m_getter, m_index)
#define ADD_SIGNAL(m_signal) ::godot::ClassDB::add_signal(get_class_static(), m_signal)

#define BIND_CONSTANT(m_constant) \
	::godot::ClassDB::bind_integer_constant(get_class_static(), "", #m_constant, m_constant);
#define BIND_ENUM_CONSTANT(m_constant) \
	::godot::ClassDB::bind_integer_constant( \
			get_class_static(), ::godot::internal::enum_of(m_constant), #m_constant, m_constant);
#define BIND_BITFIELD_FLAG(m_constant) \
	::godot::ClassDB::bind_integer_constant(get_class_static(), \
			::godot::internal::enum_of(m_constant), #m_constant, m_constant, true);
