#include "godot/agent_config.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>
#include <godot_cpp/variant/vector2.hpp>

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

using namespace godot;

namespace agent_config {

// Everything about a property; its accessors, its storage and its place in agent_config follow from
// it.
template <typename T>
struct Property {
	const char *name = nullptr;
	// Its place in agent_config, such as "budget.tokens" within an object. Null: to_dictionary()
	// expresses it in another way.
	const char *field = nullptr;
	PropertyHint hint = PROPERTY_HINT_NONE;
	const char *hint_string = "";
	const char *group = nullptr; // begins a group
	const char *getter = nullptr; // null: "get_" and the name
	T (*initial)() = [] { return T(); }; // which leaves it to the project
};

// In the order of the inspector.
constexpr auto ROWS = std::tuple{
	Property<String>{ .name = "key", .field = "key", .group = "Identity" },
	Property<String>{ .name = "agent_name",
			.field = "name",
			.initial = [] { return String("Agent"); } },
	Property<String>{ .name = "role", .field = "role" },
	Property<String>{ .name = "persona", .field = "persona", .hint = PROPERTY_HINT_MULTILINE_TEXT },
	Property<String>{ .name = "portrait",
			.field = "portrait",
			.hint = PROPERTY_HINT_FILE_PATH,
			.hint_string = "*.png,*.svg,*.webp,*.jpg,*.tres" },

	Property<String>{ .name = "backend",
			.field = "cli_backend",
			.hint = PROPERTY_HINT_ENUM,
			.hint_string = ",offline,scripted,anthropic,openai,claude,codex,game",
			.group = "Mind" },
	Property<Ref<AgentMind>>{ .name = "mind",
			.hint = PROPERTY_HINT_RESOURCE_TYPE,
			.hint_string = "AgentMind" },
	Property<String>{ .name = "model", .field = "model" },
	Property<double>{ .name = "think_interval",
			.field = "think_interval",
			.hint = PROPERTY_HINT_RANGE,
			.hint_string = "-1,600,0.1,or_greater,suffix:s",
			.initial = [] { return -1.0; } },
	Property<int64_t>{ .name = "random_seed", .field = "seed" },
	Property<int64_t>{ .name = "thought_budget",
			.field = "budget.thoughts",
			.hint = PROPERTY_HINT_RANGE,
			.hint_string = "0,100000,1,or_greater" },
	Property<int64_t>{ .name = "thoughts_per_minute",
			.field = "budget.thoughts_per_minute",
			.hint = PROPERTY_HINT_RANGE,
			.hint_string = "0,600,1,or_greater" },
	Property<int64_t>{ .name = "token_budget",
			.field = "budget.tokens",
			.hint = PROPERTY_HINT_RANGE,
			.hint_string = "0,10000000,1,or_greater" },
	Property<double>{ .name = "dollar_budget",
			.field = "budget.dollars",
			.hint = PROPERTY_HINT_RANGE,
			.hint_string = "0,100,0.01,or_greater,suffix:$" },
	Property<Dictionary>{ .name = "mind_options", .field = "mind_options" },

	Property<Vector2>{ .name = "initial_position",
			.field = "initial_position",
			.hint_string = "suffix:tiles",
			.group = "World" },
	Property<String>{ .name = "seat", .field = "seat" },
	Property<String>{ .name = "routine",
			.field = "routine",
			.hint = PROPERTY_HINT_ENUM,
			.hint_string = "still,wander",
			.initial = [] { return String("still"); } },
	Property<double>{ .name = "walk_speed",
			.field = "walk_speed",
			.hint = PROPERTY_HINT_RANGE,
			.hint_string = "0,20,0.1,or_greater,suffix:tiles/s" },
	Property<bool>{ .name = "moved_by_game", .getter = "is_moved_by_game" },
	Property<double>{ .name = "hearing_radius",
			.field = "hearing_radius",
			.hint = PROPERTY_HINT_RANGE,
			.hint_string = "-1,100,0.1,or_greater,suffix:tiles",
			.initial = [] { return -1.0; } },

	Property<PackedStringArray>{ .name = "groups", .field = "groups", .group = "Messages" },
	Property<PackedStringArray>{ .name = "topics", .field = "topics" },
	Property<PackedStringArray>{ .name = "heard_types", .field = "filter.types" },
	Property<PackedStringArray>{ .name = "heard_senders", .field = "filter.senders" },
	Property<bool>{ .name = "hears_addressed_only",
			.field = "filter.addressed_only",
			.getter = "is_hearing_addressed_only" },

	Property<Dictionary>{ .name = "metadata", .field = "metadata", .group = "Game" },
};

template <typename... T>
std::tuple<T...> values_of(const std::tuple<Property<T>...> &);
using Held = decltype(values_of(ROWS));

template <std::size_t AT>
struct Row {
	static constexpr std::size_t INDEX = AT;
	static constexpr const auto &PROPERTY = std::get<AT>(ROWS);
	using Value = std::tuple_element_t<AT, Held>;
};

// Calls visit.template operator()<Row>() for each row.
template <typename Visit>
void for_each_row(const Visit &p_visit) {
	[&]<std::size_t... INDICES>(std::index_sequence<INDICES...>) {
		(p_visit.template operator()<Row<INDICES>>(), ...);
	}
	(std::make_index_sequence<std::tuple_size_v<Held>>());
}

// The row with this name.
consteval std::size_t index_of(std::string_view p_name) {
	std::size_t index = 0;
	std::size_t found = std::tuple_size_v<Held>;
	std::apply(
			[&](const auto &...property) {
				((found = p_name == property.name ? index : found, index++), ...);
			},
			ROWS);
	return found;
}
using AgentName = Row<index_of("agent_name")>;
using Mind = Row<index_of("mind")>;
using Seat = Row<index_of("seat")>;
using MovedByGame = Row<index_of("moved_by_game")>;

// Passes on what was set as it is, even NaN, which is then refused. An empty text sets nothing.
template <typename T>
bool is_said(const Property<T> &p_property, const T &p_value) {
	if constexpr (std::is_same_v<T, String>) {
		return !p_value.is_empty() && p_value != p_property.initial();
	} else {
		return p_value != p_property.initial();
	}
}

} // namespace agent_config

struct AgentConfig::Values {
	agent_config::Held held;
};

AgentConfig::AgentConfig() :
		values(std::make_unique<Values>()) {
	agent_config::for_each_row([this]<typename Row>() {
		std::get<Row::INDEX>(values->held) = Row::PROPERTY.initial();
	});
}

AgentConfig::~AgentConfig() = default;

template <typename Row>
typename Row::Value AgentConfig::get_value() const {
	return std::get<Row::INDEX>(values->held);
}

template <typename Row>
void AgentConfig::set_value(const typename Row::Value &p_value) {
	typename Row::Value &held = std::get<Row::INDEX>(values->held);
	if (held != p_value) {
		held = p_value;
		emit_changed();
	}
}

template <typename Row>
void AgentConfig::add_to(Dictionary &r_config) const {
	const typename Row::Value value = get_value<Row>();
	if (Row::PROPERTY.field == nullptr || !agent_config::is_said(Row::PROPERTY, value)) {
		return;
	}
	const PackedStringArray path = String(Row::PROPERTY.field).split(".");
	if (path.size() == 1) {
		r_config[path[0]] = value;
		return;
	}
	Dictionary object = r_config.get(path[0], Dictionary());
	object[path[1]] = value;
	r_config[path[0]] = object;
}

Ref<AgentMind> AgentConfig::get_mind() const {
	return get_value<agent_config::Mind>();
}

Dictionary AgentConfig::to_dictionary() const {
	Dictionary config;
	agent_config::for_each_row([&]<typename Row>() { add_to<Row>(config); });
	config["name"] = get_value<agent_config::AgentName>(); // even an empty one, which is refused
	if (get_value<agent_config::Mind>().is_valid()) {
		config["cli_backend"] = "game";
	}
	if (get_value<agent_config::MovedByGame>()) {
		config["position_owner"] = "game";
	}
	// Who has a seat sits on it, unless it is put somewhere else.
	if (get_value<agent_config::Seat>().is_empty() && !config.has("initial_position")) {
		config["initial_position"] = Vector2();
	}
	return config;
}

template <typename Row>
void AgentConfig::bind_row() {
	const auto &property = Row::PROPERTY;
	const String name(property.name);
	const String setter = "set_" + name;
	const String getter = property.getter != nullptr ? String(property.getter) : "get_" + name;
	if (property.group != nullptr) {
		ADD_GROUP(property.group, "");
	}
	ClassDB::bind_method(D_METHOD(StringName(setter), "value"), &AgentConfig::set_value<Row>);
	ClassDB::bind_method(D_METHOD(StringName(getter)), &AgentConfig::get_value<Row>);
	const Variant::Type type =
			static_cast<Variant::Type>(GetTypeInfo<typename Row::Value>::VARIANT_TYPE);
	ADD_PROPERTY(
			PropertyInfo(type, property.name, property.hint, property.hint_string), setter, getter);
}

void AgentConfig::_bind_methods() {
	ClassDB::bind_method(D_METHOD("to_dictionary"), &AgentConfig::to_dictionary);
	agent_config::for_each_row([]<typename Row>() { bind_row<Row>(); });
}
