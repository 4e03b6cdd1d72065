#include "godot/agent_config.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

template <typename T>
void AgentConfig::change(T &r_member, const T &p_value) {
	if (r_member != p_value) {
		r_member = p_value;
		emit_changed();
	}
}

void AgentConfig::set_key(const String &p_key) {
	change(key, p_key);
}

String AgentConfig::get_key() const {
	return key;
}

void AgentConfig::set_agent_name(const String &p_name) {
	change(agent_name, p_name);
}

String AgentConfig::get_agent_name() const {
	return agent_name;
}

void AgentConfig::set_role(const String &p_role) {
	change(role, p_role);
}

String AgentConfig::get_role() const {
	return role;
}

void AgentConfig::set_persona(const String &p_persona) {
	change(persona, p_persona);
}

String AgentConfig::get_persona() const {
	return persona;
}

void AgentConfig::set_backend(const String &p_backend) {
	change(backend, p_backend);
}

String AgentConfig::get_backend() const {
	return backend;
}

void AgentConfig::set_mind(const Ref<AgentMind> &p_mind) {
	change(mind, p_mind);
}

Ref<AgentMind> AgentConfig::get_mind() const {
	return mind;
}

void AgentConfig::set_model(const String &p_model) {
	change(model, p_model);
}

String AgentConfig::get_model() const {
	return model;
}

void AgentConfig::set_initial_position(const Vector2 &p_position) {
	change(initial_position, p_position);
}

Vector2 AgentConfig::get_initial_position() const {
	return initial_position;
}

void AgentConfig::set_moved_by_game(bool p_moved) {
	change(moved_by_game, p_moved);
}

bool AgentConfig::is_moved_by_game() const {
	return moved_by_game;
}

void AgentConfig::set_seat(const String &p_seat) {
	change(seat, p_seat);
}

String AgentConfig::get_seat() const {
	return seat;
}

void AgentConfig::set_walk_speed(double p_speed) {
	change(walk_speed, p_speed);
}

double AgentConfig::get_walk_speed() const {
	return walk_speed;
}

void AgentConfig::set_routine(const String &p_routine) {
	change(routine, p_routine);
}

String AgentConfig::get_routine() const {
	return routine;
}

void AgentConfig::set_hearing_radius(double p_radius) {
	change(hearing_radius, p_radius);
}

double AgentConfig::get_hearing_radius() const {
	return hearing_radius;
}

void AgentConfig::set_think_interval(double p_seconds) {
	change(think_interval, p_seconds);
}

double AgentConfig::get_think_interval() const {
	return think_interval;
}

void AgentConfig::set_random_seed(int64_t p_seed) {
	change(random_seed, p_seed);
}

int64_t AgentConfig::get_random_seed() const {
	return random_seed;
}

void AgentConfig::set_thought_budget(int64_t p_count) {
	change(thought_budget, p_count);
}

int64_t AgentConfig::get_thought_budget() const {
	return thought_budget;
}

void AgentConfig::set_thoughts_per_minute(int64_t p_count) {
	change(thoughts_per_minute, p_count);
}

int64_t AgentConfig::get_thoughts_per_minute() const {
	return thoughts_per_minute;
}

void AgentConfig::set_token_budget(int64_t p_count) {
	change(token_budget, p_count);
}

int64_t AgentConfig::get_token_budget() const {
	return token_budget;
}

void AgentConfig::set_dollar_budget(double p_dollars) {
	change(dollar_budget, p_dollars);
}

double AgentConfig::get_dollar_budget() const {
	return dollar_budget;
}

void AgentConfig::set_mind_options(const Dictionary &p_options) {
	change(mind_options, p_options);
}

Dictionary AgentConfig::get_mind_options() const {
	return mind_options;
}

void AgentConfig::set_groups(const PackedStringArray &p_groups) {
	change(groups, p_groups);
}

PackedStringArray AgentConfig::get_groups() const {
	return groups;
}

void AgentConfig::set_topics(const PackedStringArray &p_topics) {
	change(topics, p_topics);
}

PackedStringArray AgentConfig::get_topics() const {
	return topics;
}

void AgentConfig::set_heard_types(const PackedStringArray &p_types) {
	change(heard_types, p_types);
}

PackedStringArray AgentConfig::get_heard_types() const {
	return heard_types;
}

void AgentConfig::set_heard_senders(const PackedStringArray &p_senders) {
	change(heard_senders, p_senders);
}

PackedStringArray AgentConfig::get_heard_senders() const {
	return heard_senders;
}

void AgentConfig::set_hears_addressed_only(bool p_only) {
	change(hears_addressed_only, p_only);
}

bool AgentConfig::is_hearing_addressed_only() const {
	return hears_addressed_only;
}

void AgentConfig::set_metadata(const Dictionary &p_metadata) {
	change(metadata, p_metadata);
}

Dictionary AgentConfig::get_metadata() const {
	return metadata;
}

// What is left empty is left to the defaults.
Dictionary AgentConfig::filter() const {
	Dictionary filter;
	if (!heard_types.is_empty()) {
		filter["types"] = heard_types;
	}
	if (!heard_senders.is_empty()) {
		filter["senders"] = heard_senders;
	}
	if (hears_addressed_only) {
		filter["addressed_only"] = true;
	}
	return filter;
}

Dictionary AgentConfig::budget() const {
	Dictionary budget;
	if (thought_budget != 0) {
		budget["thoughts"] = thought_budget;
	}
	if (thoughts_per_minute != 0) {
		budget["thoughts_per_minute"] = thoughts_per_minute;
	}
	if (token_budget != 0) {
		budget["tokens"] = token_budget;
	}
	if (dollar_budget != 0.0) {
		budget["dollars"] = dollar_budget;
	}
	return budget;
}

Dictionary AgentConfig::to_dictionary() const {
	Dictionary config;
	const auto add = [&](const char *p_name, const Variant &p_value, bool p_is_set) {
		if (p_is_set) {
			config[p_name] = p_value;
		}
	};
	add("key", key, !key.is_empty());
	add("name", agent_name, true);
	add("role", role, !role.is_empty());
	add("persona", persona, !persona.is_empty());
	add("cli_backend", mind.is_valid() ? String("game") : backend,
			mind.is_valid() || !backend.is_empty());
	add("model", model, !model.is_empty());
	// Who has a seat sits on it, unless it is put somewhere else.
	add("initial_position", initial_position, seat.is_empty() || initial_position != Vector2());
	add("seat", seat, !seat.is_empty());
	add("walk_speed", walk_speed, walk_speed != 0.0);
	add("routine", routine, !routine.is_empty() && routine != String("still"));
	add("position_owner", "game", moved_by_game);
	// Written so that NaN is passed on, and refused.
	add("hearing_radius", hearing_radius, hearing_radius != -1.0);
	add("think_interval", think_interval, think_interval != -1.0);
	add("seed", random_seed, random_seed != 0);
	add("budget", budget(), !budget().is_empty());
	add("mind_options", mind_options, !mind_options.is_empty());
	add("groups", groups, !groups.is_empty());
	add("topics", topics, !topics.is_empty());
	add("filter", filter(), !filter().is_empty());
	add("metadata", metadata, !metadata.is_empty());
	return config;
}

void AgentConfig::bind_thoughts_and_bus() {
	ClassDB::bind_method(D_METHOD("set_thought_budget", "count"), &AgentConfig::set_thought_budget);
	ClassDB::bind_method(D_METHOD("get_thought_budget"), &AgentConfig::get_thought_budget);
	ClassDB::bind_method(
			D_METHOD("set_thoughts_per_minute", "count"), &AgentConfig::set_thoughts_per_minute);
	ClassDB::bind_method(
			D_METHOD("get_thoughts_per_minute"), &AgentConfig::get_thoughts_per_minute);
	ClassDB::bind_method(D_METHOD("set_token_budget", "count"), &AgentConfig::set_token_budget);
	ClassDB::bind_method(D_METHOD("get_token_budget"), &AgentConfig::get_token_budget);
	ClassDB::bind_method(D_METHOD("set_dollar_budget", "dollars"), &AgentConfig::set_dollar_budget);
	ClassDB::bind_method(D_METHOD("get_dollar_budget"), &AgentConfig::get_dollar_budget);
	ClassDB::bind_method(D_METHOD("set_mind_options", "options"), &AgentConfig::set_mind_options);
	ClassDB::bind_method(D_METHOD("get_mind_options"), &AgentConfig::get_mind_options);
	ClassDB::bind_method(D_METHOD("set_groups", "groups"), &AgentConfig::set_groups);
	ClassDB::bind_method(D_METHOD("get_groups"), &AgentConfig::get_groups);
	ClassDB::bind_method(D_METHOD("set_topics", "topics"), &AgentConfig::set_topics);
	ClassDB::bind_method(D_METHOD("get_topics"), &AgentConfig::get_topics);
	ClassDB::bind_method(D_METHOD("set_heard_types", "types"), &AgentConfig::set_heard_types);
	ClassDB::bind_method(D_METHOD("get_heard_types"), &AgentConfig::get_heard_types);
	ClassDB::bind_method(D_METHOD("set_heard_senders", "senders"), &AgentConfig::set_heard_senders);
	ClassDB::bind_method(D_METHOD("get_heard_senders"), &AgentConfig::get_heard_senders);
	ClassDB::bind_method(
			D_METHOD("set_hears_addressed_only", "only"), &AgentConfig::set_hears_addressed_only);
	ClassDB::bind_method(
			D_METHOD("is_hearing_addressed_only"), &AgentConfig::is_hearing_addressed_only);
	ClassDB::bind_method(D_METHOD("set_metadata", "metadata"), &AgentConfig::set_metadata);
	ClassDB::bind_method(D_METHOD("get_metadata"), &AgentConfig::get_metadata);
}

void AgentConfig::bind_properties() {
	ADD_GROUP("Identity", "");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "key"), "set_key", "get_key");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "agent_name"), "set_agent_name", "get_agent_name");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "role"), "set_role", "get_role");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "persona", PROPERTY_HINT_MULTILINE_TEXT),
			"set_persona", "get_persona");
	ADD_GROUP("Mind", "");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "backend", PROPERTY_HINT_ENUM,
						 ",offline,scripted,anthropic,openai,claude,codex,game"),
			"set_backend", "get_backend");
	ADD_PROPERTY(PropertyInfo(Variant::OBJECT, "mind", PROPERTY_HINT_RESOURCE_TYPE, "AgentMind"),
			"set_mind", "get_mind");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "model"), "set_model", "get_model");
	ADD_PROPERTY(PropertyInfo(Variant::FLOAT, "think_interval", PROPERTY_HINT_RANGE,
						 "-1,600,0.1,or_greater,suffix:s"),
			"set_think_interval", "get_think_interval");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "random_seed"), "set_random_seed", "get_random_seed");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "thought_budget", PROPERTY_HINT_RANGE,
						 "0,100000,1,or_greater"),
			"set_thought_budget", "get_thought_budget");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "thoughts_per_minute", PROPERTY_HINT_RANGE,
						 "0,600,1,or_greater"),
			"set_thoughts_per_minute", "get_thoughts_per_minute");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "token_budget", PROPERTY_HINT_RANGE,
						 "0,10000000,1,or_greater"),
			"set_token_budget", "get_token_budget");
	ADD_PROPERTY(PropertyInfo(Variant::FLOAT, "dollar_budget", PROPERTY_HINT_RANGE,
						 "0,100,0.01,or_greater,suffix:$"),
			"set_dollar_budget", "get_dollar_budget");
	ADD_PROPERTY(PropertyInfo(Variant::DICTIONARY, "mind_options"), "set_mind_options",
			"get_mind_options");
	bind_world();
	ADD_GROUP("Messages", "");
	ADD_PROPERTY(PropertyInfo(Variant::PACKED_STRING_ARRAY, "groups"), "set_groups", "get_groups");
	ADD_PROPERTY(PropertyInfo(Variant::PACKED_STRING_ARRAY, "topics"), "set_topics", "get_topics");
	ADD_PROPERTY(PropertyInfo(Variant::PACKED_STRING_ARRAY, "heard_types"), "set_heard_types",
			"get_heard_types");
	ADD_PROPERTY(PropertyInfo(Variant::PACKED_STRING_ARRAY, "heard_senders"), "set_heard_senders",
			"get_heard_senders");
	ADD_PROPERTY(PropertyInfo(Variant::BOOL, "hears_addressed_only"), "set_hears_addressed_only",
			"is_hearing_addressed_only");
	ADD_GROUP("Game", "");
	ADD_PROPERTY(PropertyInfo(Variant::DICTIONARY, "metadata"), "set_metadata", "get_metadata");
}

void AgentConfig::_bind_methods() {
	ClassDB::bind_method(D_METHOD("set_key", "key"), &AgentConfig::set_key);
	ClassDB::bind_method(D_METHOD("get_key"), &AgentConfig::get_key);
	ClassDB::bind_method(D_METHOD("set_agent_name", "name"), &AgentConfig::set_agent_name);
	ClassDB::bind_method(D_METHOD("get_agent_name"), &AgentConfig::get_agent_name);
	ClassDB::bind_method(D_METHOD("set_role", "role"), &AgentConfig::set_role);
	ClassDB::bind_method(D_METHOD("get_role"), &AgentConfig::get_role);
	ClassDB::bind_method(D_METHOD("set_persona", "persona"), &AgentConfig::set_persona);
	ClassDB::bind_method(D_METHOD("get_persona"), &AgentConfig::get_persona);
	ClassDB::bind_method(D_METHOD("set_backend", "backend"), &AgentConfig::set_backend);
	ClassDB::bind_method(D_METHOD("get_backend"), &AgentConfig::get_backend);
	ClassDB::bind_method(D_METHOD("set_mind", "mind"), &AgentConfig::set_mind);
	ClassDB::bind_method(D_METHOD("get_mind"), &AgentConfig::get_mind);
	ClassDB::bind_method(D_METHOD("set_model", "model"), &AgentConfig::set_model);
	ClassDB::bind_method(D_METHOD("get_model"), &AgentConfig::get_model);
	ClassDB::bind_method(
			D_METHOD("set_initial_position", "position"), &AgentConfig::set_initial_position);
	ClassDB::bind_method(D_METHOD("get_initial_position"), &AgentConfig::get_initial_position);
	ClassDB::bind_method(D_METHOD("set_moved_by_game", "moved"), &AgentConfig::set_moved_by_game);
	ClassDB::bind_method(D_METHOD("is_moved_by_game"), &AgentConfig::is_moved_by_game);
	ClassDB::bind_method(
			D_METHOD("set_hearing_radius", "radius"), &AgentConfig::set_hearing_radius);
	ClassDB::bind_method(D_METHOD("get_hearing_radius"), &AgentConfig::get_hearing_radius);
	ClassDB::bind_method(
			D_METHOD("set_think_interval", "seconds"), &AgentConfig::set_think_interval);
	ClassDB::bind_method(D_METHOD("get_think_interval"), &AgentConfig::get_think_interval);
	ClassDB::bind_method(D_METHOD("set_random_seed", "seed"), &AgentConfig::set_random_seed);
	ClassDB::bind_method(D_METHOD("get_random_seed"), &AgentConfig::get_random_seed);
	ClassDB::bind_method(D_METHOD("to_dictionary"), &AgentConfig::to_dictionary);
	bind_thoughts_and_bus();
	bind_properties();
}

void AgentConfig::bind_world() {
	ClassDB::bind_method(D_METHOD("set_seat", "seat"), &AgentConfig::set_seat);
	ClassDB::bind_method(D_METHOD("get_seat"), &AgentConfig::get_seat);
	ClassDB::bind_method(D_METHOD("set_walk_speed", "speed"), &AgentConfig::set_walk_speed);
	ClassDB::bind_method(D_METHOD("get_walk_speed"), &AgentConfig::get_walk_speed);
	ClassDB::bind_method(D_METHOD("set_routine", "routine"), &AgentConfig::set_routine);
	ClassDB::bind_method(D_METHOD("get_routine"), &AgentConfig::get_routine);

	ADD_GROUP("World", "");
	ADD_PROPERTY(
			PropertyInfo(Variant::VECTOR2, "initial_position", PROPERTY_HINT_NONE, "suffix:tiles"),
			"set_initial_position", "get_initial_position");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "seat"), "set_seat", "get_seat");
	ADD_PROPERTY(PropertyInfo(Variant::STRING, "routine", PROPERTY_HINT_ENUM, "still,wander"),
			"set_routine", "get_routine");
	ADD_PROPERTY(PropertyInfo(Variant::FLOAT, "walk_speed", PROPERTY_HINT_RANGE,
						 "0,20,0.1,or_greater,suffix:tiles/s"),
			"set_walk_speed", "get_walk_speed");
	ADD_PROPERTY(
			PropertyInfo(Variant::BOOL, "moved_by_game"), "set_moved_by_game", "is_moved_by_game");
	ADD_PROPERTY(PropertyInfo(Variant::FLOAT, "hearing_radius", PROPERTY_HINT_RANGE,
						 "-1,100,0.1,or_greater,suffix:tiles"),
			"set_hearing_radius", "get_hearing_radius");
}
