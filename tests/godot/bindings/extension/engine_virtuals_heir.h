#pragma once

#include "engine_virtuals.h"

// Inherits the engine's virtuals from a class of ours and replaces one of them. Main thread only.
class EngineVirtualsHeir : public EngineVirtuals {
	GDCLASS(EngineVirtualsHeir, EngineVirtuals)

protected:
	static void _bind_methods() {}

public:
	godot::PackedStringArray _get_configuration_warnings() const override {
		godot::PackedStringArray warnings = EngineVirtuals::_get_configuration_warnings();
		warnings.push_back("It is an heir.");
		return warnings;
	}
};
