#include "godot/held_objects.h"

#include <godot_cpp/variant/callable.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/typed_array.hpp>

using namespace godot;

namespace agent_runtime {

void disconnect_all(Object &p_object, const StringName &p_signal) {
	const Array connections = p_object.get_signal_connection_list(p_signal);
	for (int64_t i = 0; i < connections.size(); i++) {
		const Dictionary connection = connections[i];
		const Callable target = connection["callable"];
		// Freeing one lambda may have disconnected the next.
		if (p_object.is_connected(p_signal, target)) {
			p_object.disconnect(p_signal, target);
		}
	}
}

} // namespace agent_runtime
