#include <godot_cpp/godot.hpp>

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/core/interface.hpp>

namespace godot {

namespace internal {

void init_builtin_bindings();
void register_engine_classes();

namespace {

GDExtensionBinding::Callback initializer = nullptr;
GDExtensionBinding::Callback terminator = nullptr;
GDExtensionInitializationLevel lowest_level = GDEXTENSION_INITIALIZATION_CORE;
const char *doc_xml = nullptr;
int doc_size = 0;

void load_docs() {
	typedef GDExtensionsInterfaceEditorHelpLoadXmlFromUtf8CharsAndLen LoadXml;
	if (doc_xml == nullptr) {
		return;
	}
	const LoadXml load = reinterpret_cast<LoadXml>(
			gdextension_interface_get_proc_address("editor_help_load_xml_from_utf8_chars_and_len"));
	if (load != nullptr) {
		load(doc_xml, doc_size);
	}
}

void initialize_level(void *, GDExtensionInitializationLevel p_level) {
	guarded("the initializer", [&]() {
		if (p_level == GDEXTENSION_INITIALIZATION_CORE) {
			register_engine_classes();
		}
		ClassDB::initialize(p_level);
		if (initializer != nullptr) {
			initializer(static_cast<ModuleInitializationLevel>(p_level));
		}
		if (p_level == GDEXTENSION_INITIALIZATION_EDITOR) {
			load_docs();
		}
	});
}

void deinitialize_level(void *, GDExtensionInitializationLevel p_level) {
	guarded("the terminator", [&]() {
		if (terminator != nullptr) {
			terminator(static_cast<ModuleInitializationLevel>(p_level));
		}
		ClassDB::deinitialize(p_level);
		// The last level that an editor takes back when the extension's files are gone.
		if (p_level == lowest_level) {
			free_singleton_bindings();
		}
		if (p_level == GDEXTENSION_INITIALIZATION_CORE) {
			clear_engine_classes();
		}
	});
}

} // namespace

DocDataRegistration::DocDataRegistration(const char *p_xml, int p_size) {
	doc_xml = p_xml;
	doc_size = p_size;
}

} // namespace internal

GDExtensionBinding::InitObject::InitObject(GDExtensionInterfaceGetProcAddress p_get_proc_address,
		GDExtensionClassLibraryPtr p_library, GDExtensionInitialization *r_initialization) :
		get_proc_address(p_get_proc_address),
		library(p_library),
		initialization(r_initialization) {
	initialization->minimum_initialization_level = GDEXTENSION_INITIALIZATION_CORE;
	initialization->userdata = nullptr;
	initialization->initialize = &internal::initialize_level;
	initialization->deinitialize = &internal::deinitialize_level;
}

void GDExtensionBinding::InitObject::register_initializer(Callback p_initializer) const {
	internal::initializer = p_initializer;
}

void GDExtensionBinding::InitObject::register_terminator(Callback p_terminator) const {
	internal::terminator = p_terminator;
}

void GDExtensionBinding::InitObject::set_minimum_library_initialization_level(
		ModuleInitializationLevel p_level) const {
	internal::lowest_level = static_cast<GDExtensionInitializationLevel>(p_level);
	initialization->minimum_initialization_level = internal::lowest_level;
}

GDExtensionBool GDExtensionBinding::InitObject::init() const {
	if (!internal::load_interface(get_proc_address, library)) {
		return false;
	}
	internal::load_variant_conversions();
	internal::init_builtin_bindings();
	return true;
}

} // namespace godot
