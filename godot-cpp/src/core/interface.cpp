#include <godot_cpp/core/interface.hpp>

#include <cstdio>

namespace godot::internal {

GDExtensionInterfaceGetProcAddress gdextension_interface_get_proc_address = nullptr;
GDExtensionClassLibraryPtr library = nullptr;
void *token = nullptr;

#define GODOT_CPP_DEFINE(m_name, m_type) \
	GDExtensionInterface##m_type gdextension_interface_##m_name = nullptr;
GODOT_CPP_INTERFACE(GODOT_CPP_DEFINE)
#undef GODOT_CPP_DEFINE

namespace {

// Asking an engine for a name that it does not know prints an error of its own, so the version is
// read first, through the one function that every engine with GDExtension has.
bool engine_is_new_enough() {
	const GDExtensionInterfaceGetGodotVersion get_version =
			reinterpret_cast<GDExtensionInterfaceGetGodotVersion>(
					gdextension_interface_get_proc_address("get_godot_version"));
	GDExtensionGodotVersion version = {};
	if (get_version != nullptr) {
		get_version(&version);
	}
	if (version.major == 4 && version.minor >= 6) {
		return true;
	}
	std::fprintf(stderr, "ERROR: This extension needs Godot 4.6 or a later 4.x, this is %u.%u.\n",
			version.major, version.minor);
	return false;
}

} // namespace

bool load_interface(GDExtensionInterfaceGetProcAddress p_get_proc_address,
		GDExtensionClassLibraryPtr p_library) {
	gdextension_interface_get_proc_address = p_get_proc_address;
	library = p_library;
	token = p_library;
	if (!engine_is_new_enough()) {
		return false;
	}
	const char *missing = nullptr;
#define GODOT_CPP_LOAD(m_name, m_type) \
	gdextension_interface_##m_name = \
			reinterpret_cast<GDExtensionInterface##m_type>(p_get_proc_address(#m_name)); \
	if (gdextension_interface_##m_name == nullptr) { \
		missing = #m_name; \
	}
	GODOT_CPP_INTERFACE(GODOT_CPP_LOAD)
#undef GODOT_CPP_LOAD
	if (missing != nullptr) {
		std::fprintf(stderr, "ERROR: This engine offers no interface function `%s`.\n", missing);
	}
	return missing == nullptr;
}

} // namespace godot::internal
