#pragma once

#include <godot_cpp/godot.hpp>

// What the engine calls when it loads and unloads the library. Main thread only.
void initialize_agent_runtime(godot::ModuleInitializationLevel p_level);
void terminate_agent_runtime(godot::ModuleInitializationLevel p_level);
