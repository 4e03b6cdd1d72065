#pragma once

#include "godot/agent_mind.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/resource.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>
#include <godot_cpp/variant/vector2.hpp>

// Who an agent is, as a file of the game or in the inspector. It only holds values: spawn_agent
// checks them. Main thread only.
class AgentConfig : public godot::Resource {
	GDCLASS(AgentConfig, godot::Resource)

	godot::String key;
	godot::String agent_name = "Agent";
	godot::String role;
	godot::String persona;
	godot::String backend;
	godot::Ref<AgentMind> mind;
	godot::String model;
	godot::Vector2 initial_position;
	double hearing_radius = -1.0;
	double think_interval = -1.0;
	bool moved_by_game = false;
	godot::String seat;
	double walk_speed = 0.0;
	godot::String routine = "still";
	int64_t random_seed = 0;
	int64_t thought_budget = 0;
	int64_t thoughts_per_minute = 0;
	int64_t token_budget = 0;
	double dollar_budget = 0.0;
	godot::Dictionary mind_options;
	godot::PackedStringArray groups;
	godot::PackedStringArray topics;
	godot::PackedStringArray heard_types;
	godot::PackedStringArray heard_senders;
	bool hears_addressed_only = false;
	godot::Dictionary metadata;

	godot::Dictionary filter() const;
	godot::Dictionary budget() const;

	template <typename T>
	void change(T &r_member, const T &p_value);

protected:
	static void _bind_methods();
	static void bind_thoughts_and_bus();
	static void bind_properties();
	static void bind_world();

public:
	void set_key(const godot::String &p_key);
	godot::String get_key() const;
	void set_agent_name(const godot::String &p_name);
	godot::String get_agent_name() const;
	void set_role(const godot::String &p_role);
	godot::String get_role() const;
	void set_persona(const godot::String &p_persona);
	godot::String get_persona() const;
	void set_backend(const godot::String &p_backend);
	godot::String get_backend() const;
	void set_mind(const godot::Ref<AgentMind> &p_mind);
	godot::Ref<AgentMind> get_mind() const;
	void set_model(const godot::String &p_model);
	godot::String get_model() const;
	void set_initial_position(const godot::Vector2 &p_position);
	godot::Vector2 get_initial_position() const;
	void set_moved_by_game(bool p_moved);
	bool is_moved_by_game() const;
	void set_seat(const godot::String &p_seat);
	godot::String get_seat() const;
	void set_walk_speed(double p_speed);
	double get_walk_speed() const;
	void set_routine(const godot::String &p_routine);
	godot::String get_routine() const;
	void set_hearing_radius(double p_radius);
	double get_hearing_radius() const;
	void set_think_interval(double p_seconds);
	double get_think_interval() const;
	void set_random_seed(int64_t p_seed);
	int64_t get_random_seed() const;

	void set_thought_budget(int64_t p_count);
	int64_t get_thought_budget() const;
	void set_thoughts_per_minute(int64_t p_count);
	int64_t get_thoughts_per_minute() const;
	void set_token_budget(int64_t p_count);
	int64_t get_token_budget() const;
	void set_dollar_budget(double p_dollars);
	double get_dollar_budget() const;
	void set_mind_options(const godot::Dictionary &p_options);
	godot::Dictionary get_mind_options() const;
	void set_groups(const godot::PackedStringArray &p_groups);
	godot::PackedStringArray get_groups() const;
	void set_topics(const godot::PackedStringArray &p_topics);
	godot::PackedStringArray get_topics() const;
	void set_heard_types(const godot::PackedStringArray &p_types);
	godot::PackedStringArray get_heard_types() const;
	void set_heard_senders(const godot::PackedStringArray &p_senders);
	godot::PackedStringArray get_heard_senders() const;
	void set_hears_addressed_only(bool p_only);
	bool is_hearing_addressed_only() const;
	void set_metadata(const godot::Dictionary &p_metadata);
	godot::Dictionary get_metadata() const;

	// As agent_config of agent_spawn_request, without what is left to the project.
	godot::Dictionary to_dictionary() const;
};
