#pragma once

#include "core/runtime/runtime_config.h"

#include <godot_cpp/classes/node.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>

// The node by which a game configures a runtime of agents. Owned by the scene tree; main thread
// only. It holds and checks the configuration; nothing runs in the editor.
class AgentRuntime : public godot::Node {
	GDCLASS(AgentRuntime, godot::Node)

	agent_runtime::RuntimeConfig config;

	// Takes the new configuration if it is sound; otherwise prints what is wrong and keeps the old.
	bool configure(const agent_runtime::RuntimeConfig &p_config);
	godot::String find_rival() const;

protected:
	static void _bind_methods();

public:
	static godot::Dictionary get_library_info();

	void set_database_path(const godot::String &p_path);
	godot::String get_database_path() const;
	void set_random_seed(int64_t p_seed);
	int64_t get_random_seed() const;
	void set_time_scale(double p_scale);
	double get_time_scale() const;
	void set_helper_threads(int64_t p_count);
	int64_t get_helper_threads() const;

	godot::String resolve_database_path() const;

	godot::PackedStringArray _get_configuration_warnings() const override;
};
