#pragma once

#include "godot/agent_mind.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/resource.hpp>
#include <godot_cpp/variant/dictionary.hpp>

#include <memory>

// Who an agent is, as a file of the game or in the inspector. It only holds values; spawn_agent
// checks them. Its properties are the rows of a table in agent_config.cpp. Main thread only.
class AgentConfig : public godot::Resource {
	GDCLASS(AgentConfig, godot::Resource)

	struct Values;
	std::unique_ptr<Values> values;

	template <typename Row>
	typename Row::Value get_value() const;
	template <typename Row>
	void set_value(const typename Row::Value &p_value);
	template <typename Row>
	static void bind_row();
	template <typename Row>
	void add_to(godot::Dictionary &r_config) const;

protected:
	static void _bind_methods();

public:
	AgentConfig();
	~AgentConfig() override;

	godot::Ref<AgentMind> get_mind() const;
	// As agent_config of agent_spawn_request, without what is left to the project.
	godot::Dictionary to_dictionary() const;
};
