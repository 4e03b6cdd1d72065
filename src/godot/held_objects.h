#pragma once

#include <godot_cpp/classes/object.hpp>
#include <godot_cpp/variant/string_name.hpp>

namespace agent_runtime {

// The signal of whatever ends and can be awaited: nothing more comes of the object.
inline constexpr char RELEASED[] = "released";

// Disconnects everything from a signal of an object that will never emit it again. A lambda that
// uses the object to which it is connected is a reference cycle, and this breaks it. Main thread
// only.
void disconnect_all(godot::Object &p_object, const godot::StringName &p_signal);

} // namespace agent_runtime
