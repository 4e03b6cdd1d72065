#include "godot/headless_editor.h"

#include <godot_cpp/classes/display_server.hpp>
#include <godot_cpp/classes/gd_extension_manager.hpp>
#include <godot_cpp/variant/callable.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/typed_array.hpp>

namespace agent_runtime {

using namespace godot;

void leave_out_help_without_display() {
	// Right after this function, this signal reaches whoever rebuilds the help. Nobody is connected
	// when the extension was known before and starts with the engine, ahead of any display.
	const StringName found("extensions_reloaded");
	GDExtensionManager *const manager = GDExtensionManager::get_singleton();
	const TypedArray<Dictionary> connections = manager->get_signal_connection_list(found);
	if (connections.is_empty() || DisplayServer::get_singleton()->get_name() != "headless") {
		return;
	}
	for (int64_t i = 0; i < connections.size(); i++) {
		const Dictionary connection = connections[i];
		const Callable listener = connection["callable"];
		manager->disconnect(found, listener);
		manager->call_deferred("connect", found, listener, connection["flags"]);
	}
}

} // namespace agent_runtime
