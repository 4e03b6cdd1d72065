#pragma once

#include "live_count.h"

#include <godot_cpp/classes/node.hpp>

// Implements what the engine calls on every node. Main thread only.
class EngineVirtuals : public godot::Node {
	GDCLASS(EngineVirtuals, godot::Node)

	LiveCount live;
	godot::PackedStringArray calls;
	double last_delta = -1.0;

protected:
	static void _bind_methods();

public:
	void _enter_tree() override;
	void _ready() override;
	void _process(double p_delta) override;
	void _exit_tree() override;
	godot::PackedStringArray _get_configuration_warnings() const override;

	godot::PackedStringArray get_calls() const;
	double get_last_delta() const;
};
