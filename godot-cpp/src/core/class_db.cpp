#include <godot_cpp/core/class_db.hpp>

#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/core/interned.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <memory>

namespace godot {

namespace {

struct VirtualMethod {
	uint32_t hash = 0;
	std::unique_ptr<MethodBind> bind;
};

struct ClassInfo {
	StringName name;
	ClassInfo *parent = nullptr; // null when the parent is a class of the engine
	GDExtensionInitializationLevel level = GDEXTENSION_INITIALIZATION_CORE;
	internal::NameMap<std::unique_ptr<MethodBind>> methods;
	internal::NameMap<VirtualMethod> virtuals;
};

// Classes of this extension in the order in which they were registered, parents first.
struct Registry {
	internal::NameMap<std::unique_ptr<ClassInfo>> classes;
	std::vector<ClassInfo *> order;
	GDExtensionInitializationLevel level = GDEXTENSION_INITIALIZATION_CORE;

	ClassInfo *find(const StringName &p_name) {
		const auto found = classes.find(p_name);
		return found == classes.end() ? nullptr : found->second.get();
	}
};

Registry &registry() {
	static Registry instance;
	return instance;
}

void call_bound(void *p_bind, GDExtensionClassInstancePtr p_instance,
		const GDExtensionConstVariantPtr *p_args, GDExtensionInt p_argument_count,
		GDExtensionVariantPtr r_return, GDExtensionCallError *r_error) {
	const MethodBind *bind = static_cast<const MethodBind *>(p_bind);
	internal::guarded("a bound method", [&]() {
		r_error->error = GDEXTENSION_CALL_OK;
		bind->call(p_instance, reinterpret_cast<const Variant *const *>(p_args), p_argument_count,
				*static_cast<Variant *>(r_return), *r_error);
	});
}

void ptrcall_bound(void *p_bind, GDExtensionClassInstancePtr p_instance,
		const GDExtensionConstTypePtr *p_args, GDExtensionTypePtr r_return) {
	internal::guarded("a bound method", [&]() {
		static_cast<const MethodBind *>(p_bind)->ptrcall(p_instance, p_args, r_return);
	});
}

std::vector<GDExtensionPropertyInfo> exported(const std::vector<PropertyInfo> &p_infos) {
	std::vector<GDExtensionPropertyInfo> result;
	result.reserve(p_infos.size());
	for (const PropertyInfo &info : p_infos) {
		result.push_back(info._to_gdextension());
	}
	return result;
}

void register_method_with_engine(const StringName &p_class, MethodBind *p_bind) {
	std::vector<GDExtensionPropertyInfo> types = exported(p_bind->types);
	std::vector<GDExtensionVariantPtr> defaults;
	for (const Variant &value : p_bind->default_arguments) {
		defaults.push_back(value._native_ptr());
	}
	GDExtensionClassMethodInfo info = {};
	info.name = p_bind->name._native_ptr();
	info.method_userdata = p_bind;
	info.call_func = &call_bound;
	info.ptrcall_func = &ptrcall_bound;
	info.method_flags = p_bind->flags;
	info.has_return_value = p_bind->has_return;
	info.return_value_info = types.data();
	info.return_value_metadata = p_bind->metadata[0];
	info.argument_count = static_cast<uint32_t>(p_bind->get_argument_count());
	info.arguments_info = types.data() + 1;
	info.arguments_metadata = p_bind->metadata.data() + 1;
	info.default_argument_count = static_cast<uint32_t>(defaults.size());
	info.default_arguments = defaults.data();
	internal::gdextension_interface_classdb_register_extension_class_method(
			internal::library, p_class._native_ptr(), &info);
}

} // namespace

void ClassDB::register_class_info(const StringName &p_name, const StringName &p_parent,
		GDExtensionClassCreationInfo5 &r_info, void (*p_initialize)()) {
	Registry &classes = registry();
	ERR_FAIL_COND_MSG(
			classes.find(p_name) != nullptr, String("Class ") + p_name + " is registered twice.");
	std::unique_ptr<ClassInfo> info = std::make_unique<ClassInfo>();
	info->name = p_name;
	info->parent = classes.find(p_parent);
	info->level = classes.level;
	r_info.class_userdata = info.get();
	internal::gdextension_interface_classdb_register_extension_class5(
			internal::library, p_name._native_ptr(), p_parent._native_ptr(), &r_info);
	classes.order.push_back(info.get());
	classes.classes[p_name] = std::move(info);
	p_initialize();
}

MethodBind *ClassDB::register_method(const StringName &p_class, MethodBind *p_bind,
		const MethodDefinition &p_definition, std::vector<Variant> p_defaults) {
	std::unique_ptr<MethodBind> bind(p_bind);
	const String label = String(p_class) + "." + p_definition.name;
	ClassInfo *info = registry().find(p_class);
	ERR_FAIL_NULL_V_MSG(info, nullptr, label + ": the class is not registered.");
	ERR_FAIL_COND_V_MSG(
			info->methods.count(p_definition.name) != 0, nullptr, label + " is bound twice.");
	const size_t count = static_cast<size_t>(bind->get_argument_count());
	ERR_FAIL_COND_V_MSG(p_definition.args.size() > count, nullptr,
			label + ": D_METHOD names more arguments than the method has.");
	ERR_FAIL_COND_V_MSG(p_defaults.size() > count, nullptr,
			label + ": there are more default values than arguments.");
	bind->name = p_definition.name;
	bind->default_arguments = std::move(p_defaults);
	for (size_t i = 0; i < count; i++) {
		bind->types[i + 1].name = i < p_definition.args.size()
				? p_definition.args[i]
				: StringName(String("arg") + String::num_int64(static_cast<int64_t>(i)));
	}
	register_method_with_engine(p_class, p_bind);
	info->methods[p_definition.name] = std::move(bind);
	return p_bind;
}

void ClassDB::add_property_group(
		const StringName &p_class, const String &p_name, const String &p_prefix) {
	internal::gdextension_interface_classdb_register_extension_class_property_group(
			internal::library, p_class._native_ptr(), p_name._native_ptr(), p_prefix._native_ptr());
}

void ClassDB::add_property_subgroup(
		const StringName &p_class, const String &p_name, const String &p_prefix) {
	internal::gdextension_interface_classdb_register_extension_class_property_subgroup(
			internal::library, p_class._native_ptr(), p_name._native_ptr(), p_prefix._native_ptr());
}

void ClassDB::add_property(const StringName &p_class, const PropertyInfo &p_info,
		const StringName &p_setter, const StringName &p_getter, int p_index) {
	const String label = String(p_class) + "." + p_info.name;
	const bool setter_known = p_setter == StringName() || get_method(p_class, p_setter) != nullptr;
	ERR_FAIL_COND_MSG(!setter_known, label + ": bind the setter " + p_setter + " first.");
	ERR_FAIL_COND_MSG(get_method(p_class, p_getter) == nullptr,
			label + ": bind the getter " + p_getter + " first.");
	const GDExtensionPropertyInfo info = p_info._to_gdextension();
	if (p_index < 0) {
		internal::gdextension_interface_classdb_register_extension_class_property(internal::library,
				p_class._native_ptr(), &info, p_setter._native_ptr(), p_getter._native_ptr());
	} else {
		internal::gdextension_interface_classdb_register_extension_class_property_indexed(
				internal::library, p_class._native_ptr(), &info, p_setter._native_ptr(),
				p_getter._native_ptr(), p_index);
	}
}

void ClassDB::add_signal(const StringName &p_class, const MethodInfo &p_signal) {
	const std::vector<GDExtensionPropertyInfo> arguments = exported(p_signal.arguments);
	internal::gdextension_interface_classdb_register_extension_class_signal(internal::library,
			p_class._native_ptr(), p_signal.name._native_ptr(), arguments.data(),
			static_cast<GDExtensionInt>(arguments.size()));
}

void ClassDB::bind_integer_constant(const StringName &p_class, const StringName &p_enum,
		const StringName &p_name, GDExtensionInt p_value, bool p_is_bitfield) {
	internal::gdextension_interface_classdb_register_extension_class_integer_constant(
			internal::library, p_class._native_ptr(), p_enum._native_ptr(), p_name._native_ptr(),
			p_value, p_is_bitfield);
}

void ClassDB::add_virtual_method(const StringName &p_class, const MethodInfo &p_method,
		const std::vector<StringName> &p_argument_names) {
	std::vector<PropertyInfo> named = p_method.arguments;
	for (size_t i = 0; i < named.size() && i < p_argument_names.size(); i++) {
		named[i].name = p_argument_names[i];
	}
	std::vector<GDExtensionPropertyInfo> arguments = exported(named);
	std::vector<GDExtensionClassMethodArgumentMetadata> metadata = p_method.arguments_metadata;
	metadata.resize(arguments.size(), GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE);
	GDExtensionClassVirtualMethodInfo info = {};
	info.name = p_method.name._native_ptr();
	info.method_flags = p_method.flags;
	info.return_value = p_method.return_val._to_gdextension();
	info.return_value_metadata = p_method.return_val_metadata;
	info.argument_count = static_cast<uint32_t>(arguments.size());
	info.arguments = arguments.data();
	info.arguments_metadata = metadata.data();
	internal::gdextension_interface_classdb_register_extension_class_virtual_method(
			internal::library, p_class._native_ptr(), &info);
}

void ClassDB::bind_virtual_method(
		const StringName &p_class, const char *p_name, MethodBind *p_bind, uint32_t p_hash) {
	std::unique_ptr<MethodBind> bind(p_bind);
	ClassInfo *info = registry().find(p_class);
	ERR_FAIL_NULL_MSG(info, String(p_class) + ": the class is not registered.");
	VirtualMethod &method = info->virtuals[StringName(p_name)];
	method.hash = p_hash;
	method.bind = std::move(bind);
}

MethodBind *ClassDB::get_method(const StringName &p_class, const StringName &p_method) {
	for (ClassInfo *info = registry().find(p_class); info != nullptr; info = info->parent) {
		const auto found = info->methods.find(p_method);
		if (found != info->methods.end()) {
			return found->second.get();
		}
	}
	return nullptr;
}

void ClassDB::initialize(GDExtensionInitializationLevel p_level) {
	registry().level = p_level;
}

void ClassDB::deinitialize(GDExtensionInitializationLevel p_level) {
	Registry &classes = registry();
	// Children before their parents.
	while (!classes.order.empty() && classes.order.back()->level == p_level) {
		const StringName name = classes.order.back()->name;
		internal::gdextension_interface_classdb_unregister_extension_class(
				internal::library, name._native_ptr());
		classes.order.pop_back();
		classes.classes.erase(name);
	}
}

namespace internal {

void *find_virtual(void *p_class, GDExtensionConstStringNamePtr p_name, uint32_t p_hash) {
	const StringName &name = *static_cast<const StringName *>(p_name);
	for (ClassInfo *info = static_cast<ClassInfo *>(p_class); info != nullptr;
			info = info->parent) {
		const auto found = info->virtuals.find(name);
		if (found != info->virtuals.end()) {
			return found->second.hash == p_hash ? found->second.bind.get() : nullptr;
		}
	}
	return nullptr;
}

void call_virtual(GDExtensionClassInstancePtr p_instance, GDExtensionConstStringNamePtr,
		void *p_virtual, const GDExtensionConstTypePtr *p_args, GDExtensionTypePtr r_result) {
	ptrcall_bound(p_virtual, p_instance, p_args, r_result);
}

const GDExtensionPropertyInfo *export_property_list(
		const List<PropertyInfo> &p_list, uint32_t *r_count) {
	*r_count = static_cast<uint32_t>(p_list.size());
	if (p_list.is_empty()) {
		return nullptr;
	}
	// The engine gives back only the array; each entry's names stand on the heap until then.
	GDExtensionPropertyInfo *result = new GDExtensionPropertyInfo[*r_count];
	GDExtensionPropertyInfo *next = result;
	for (const PropertyInfo &info : p_list) {
		*next++ = {
			static_cast<GDExtensionVariantType>(info.type),
			new StringName(info.name),
			new StringName(info.class_name),
			info.hint,
			new String(info.hint_string),
			info.usage,
		};
	}
	return result;
}

void free_property_list(
		GDExtensionClassInstancePtr, const GDExtensionPropertyInfo *p_list, uint32_t p_count) {
	for (uint32_t i = 0; i < p_count; i++) {
		delete static_cast<StringName *>(p_list[i].name);
		delete static_cast<StringName *>(p_list[i].class_name);
		delete static_cast<String *>(p_list[i].hint_string);
	}
	delete[] p_list;
}

void report_exception(const char *p_where, const char *p_what) {
	ERR_PRINT(String("An exception reached the engine from ") + p_where + ": " + p_what);
}

} // namespace internal

} // namespace godot
