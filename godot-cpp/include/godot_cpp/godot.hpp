#pragma once

#include <gdextension_interface.h>

// The way in: what the extension's entry symbol sets up.
//
//	GDExtensionBool GDE_EXPORT my_library_init(
//			GDExtensionInterfaceGetProcAddress p_get_proc_address,
//			GDExtensionClassLibraryPtr p_library,
//			GDExtensionInitialization *r_initialization) {
//		GDExtensionBinding::InitObject init(p_get_proc_address, p_library, r_initialization);
//		init.register_initializer(initialize);
//		init.register_terminator(terminate);
//		init.set_minimum_library_initialization_level(MODULE_INITIALIZATION_LEVEL_SCENE);
//		return init.init();
//	}

namespace godot {

enum ModuleInitializationLevel {
	MODULE_INITIALIZATION_LEVEL_CORE = GDEXTENSION_INITIALIZATION_CORE,
	MODULE_INITIALIZATION_LEVEL_SERVERS = GDEXTENSION_INITIALIZATION_SERVERS,
	MODULE_INITIALIZATION_LEVEL_SCENE = GDEXTENSION_INITIALIZATION_SCENE,
	MODULE_INITIALIZATION_LEVEL_EDITOR = GDEXTENSION_INITIALIZATION_EDITOR,
	MODULE_INITIALIZATION_LEVEL_MAX
};

class GDExtensionBinding {
public:
	typedef void (*Callback)(ModuleInitializationLevel p_level);

	class InitObject {
		GDExtensionInterfaceGetProcAddress get_proc_address;
		GDExtensionClassLibraryPtr library;
		GDExtensionInitialization *initialization;

	public:
		InitObject(GDExtensionInterfaceGetProcAddress p_get_proc_address,
				GDExtensionClassLibraryPtr p_library, GDExtensionInitialization *r_initialization);
		void register_initializer(Callback p_initializer) const;
		void register_terminator(Callback p_terminator) const;
		void set_minimum_library_initialization_level(ModuleInitializationLevel p_level) const;
		GDExtensionBool init() const;
	};
};

namespace internal {

// Help pages of the extension's classes, given to the editor when it starts. Made by the build.
class DocDataRegistration {
public:
	DocDataRegistration(const char *p_xml, int p_size);
};

} // namespace internal

} // namespace godot
