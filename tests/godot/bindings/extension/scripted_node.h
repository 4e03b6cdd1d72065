#pragma once

#include "live_count.h"

#include <godot_cpp/classes/node.hpp>
#include <godot_cpp/classes/resource.hpp>
#include <godot_cpp/core/gdvirtual.gen.inc>

// Asks the script that extends it. Main thread only.
class ScriptedNode : public godot::Node {
	GDCLASS(ScriptedNode, godot::Node)

	LiveCount live;

protected:
	static void _bind_methods();

	GDVIRTUAL0(_be_told)
	GDVIRTUAL1(_hear, godot::String)
	GDVIRTUAL1R(bool, _agree, int64_t)
	GDVIRTUAL2RC(godot::String, _name_pair, godot::Node *, godot::StringName)
	GDVIRTUAL3R(godot::Ref<godot::Resource>, _pack, int64_t, double, godot::Array)

public:
	bool tell();
	bool say(const godot::String &p_text);
	godot::Array ask(int64_t p_number);
	godot::Array name_pair(godot::Node *p_node, const godot::StringName &p_name) const;
	godot::Ref<godot::Resource> pack(int64_t p_count, double p_ratio, const godot::Array &p_list);
	bool has_opinion() const;
};
