#include "godot/project_settings.h"

#include "godot/convert.h"

#include <godot_cpp/classes/project_settings.hpp>
#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

using namespace godot;

namespace agent_runtime {

namespace {

// One setting: its default, and what the project's dialogue lets a user choose.
struct Setting {
	const char *name;
	Variant initial;
	PropertyHint hint = PROPERTY_HINT_NONE;
	const char *hint_string = "";
	double lowest = 0.0; // of a number
	double highest = 0.0;
};

constexpr int64_t BYTES_IN_MEGABYTE = 1'000'000;

constexpr std::array LEVELS = { LogLevel::debug, LogLevel::info, LogLevel::warning, LogLevel::error,
	LogLevel::silent };

Setting check_setup_on_start() {
	return { setting::CHECK_SETUP_ON_START, true };
}

Setting frame_budget_usec() {
	return { setting::FRAME_BUDGET_USEC, 1000, PROPERTY_HINT_RANGE, "0,16000,100,or_greater", 0.0,
		1e6 };
}

Setting log_level_setting() {
	return { setting::LOG_LEVEL, "warning", PROPERTY_HINT_ENUM, "debug,info,warning,error,silent" };
}

Setting log_file_setting() {
	return { setting::LOG_FILE, "" };
}

Setting hearing_radius() {
	return { setting::HEARING_RADIUS, double(AgentSettings().hearing_radius), PROPERTY_HINT_RANGE,
		"0,100,0.1,or_greater,suffix:tiles", 0.0, 1e6 };
}

Setting think_interval() {
	return { setting::THINK_INTERVAL, double(AgentSettings().think_interval.count()) / 1e6,
		PROPERTY_HINT_RANGE, "0,600,0.1,or_greater,suffix:s", 0.0, 86400.0 };
}

Setting characters_per_second() {
	return { setting::CHARACTERS_PER_SECOND, AgentSettings().characters_per_second,
		PROPERTY_HINT_RANGE, "0,200,1,or_greater", 0.0, 1e6 };
}

Setting overhearing_thinkers() {
	return { setting::OVERHEARING_THINKERS, AgentSettings().overhearing_thinkers,
		PROPERTY_HINT_RANGE, "0,8,1,or_greater", 0.0, 1000.0 };
}

Setting limit(const char *p_name, int64_t p_initial, const char *p_hint_string) {
	return { p_name, p_initial, PROPERTY_HINT_RANGE, p_hint_string, 0.0, 1e12 };
}

Setting max_events() {
	return limit(setting::MAX_EVENTS, *RetentionPolicy().max_events, "0,10000000,1000,or_greater");
}

Setting max_days() {
	return limit(setting::MAX_DAYS, *RetentionPolicy().max_age / std::chrono::hours(24),
			"0,365,1,or_greater,suffix:d");
}

Setting max_megabytes() {
	return limit(setting::MAX_MEGABYTES, *RetentionPolicy().max_bytes / BYTES_IN_MEGABYTE,
			"0,10000,1,or_greater,suffix:MB");
}

Setting record_inputs_setting() {
	return { setting::RECORD_INPUTS, false };
}

void register_setting(const Setting &p_setting) {
	ProjectSettings *settings = ProjectSettings::get_singleton();
	if (!settings->has_setting(p_setting.name)) {
		settings->set_setting(p_setting.name, p_setting.initial);
	}
	Dictionary info;
	info["name"] = p_setting.name;
	info["type"] = p_setting.initial.get_type();
	info["hint"] = p_setting.hint;
	info["hint_string"] = p_setting.hint_string;
	settings->add_property_info(info);
	settings->set_initial_value(p_setting.name, p_setting.initial);
	settings->set_as_basic(p_setting.name, true);
}

void refuse(const Setting &p_setting) {
	const String choices = p_setting.hint_string;
	const bool is_text = p_setting.initial.get_type() == Variant::STRING;
	const String remedy = !choices.is_empty() ? "choose one of " + choices
			: is_text						  ? String("give a text")
											  : String("give true or false");
	ERR_PRINT("AgentRuntime: the project setting " + String(p_setting.name) + " is \"" +
			p_setting.initial.stringify() + "\" for now: its value cannot be used; " + remedy);
}

double number(const Setting &p_setting) {
	const Variant value =
			ProjectSettings::get_singleton()->get_setting_with_override(p_setting.name);
	const bool is_number = value.get_type() == Variant::INT || value.get_type() == Variant::FLOAT;
	const double wanted = is_number ? static_cast<double>(value) : 0.0;
	// Written so that NaN fails too.
	if (!is_number || !(wanted >= p_setting.lowest && wanted <= p_setting.highest)) {
		refuse(p_setting);
		return p_setting.initial;
	}
	return wanted;
}

} // namespace

void register_project_settings() {
	register_setting(check_setup_on_start());
	register_setting(frame_budget_usec());
	register_setting(log_level_setting());
	register_setting(log_file_setting());
	register_setting(hearing_radius());
	register_setting(think_interval());
	register_setting(characters_per_second());
	register_setting(overhearing_thinkers());
	register_setting(max_events());
	register_setting(max_days());
	register_setting(max_megabytes());
	register_setting(record_inputs_setting());
}

Micros frame_budget() {
	return Micros(static_cast<int64_t>(number(frame_budget_usec())));
}

LogLevel log_level() {
	const Setting own = log_level_setting();
	const Variant value = ProjectSettings::get_singleton()->get_setting_with_override(own.name);
	for (const LogLevel level : LEVELS) {
		if (value == Variant(to_godot(log_level_name(level)))) {
			return level;
		}
	}
	refuse(own);
	return LogLevel::warning;
}

std::string log_file() {
	ProjectSettings *settings = ProjectSettings::get_singleton();
	const Setting own = log_file_setting();
	const Variant value = settings->get_setting_with_override(own.name);
	if (value.get_type() != Variant::STRING) {
		refuse(own);
		return {};
	}
	const String path = value;
	return path.is_empty() ? std::string() : to_utf8(settings->globalize_path(path));
}

RetentionPolicy retention() {
	const auto limit_of = [](const Setting &p_setting) {
		const int64_t value = static_cast<int64_t>(number(p_setting));
		return value > 0 ? std::optional(value) : std::nullopt;
	};
	RetentionPolicy policy;
	policy.max_events = limit_of(max_events());
	policy.max_bytes = limit_of(max_megabytes());
	policy.max_age.reset();
	if (policy.max_bytes) {
		*policy.max_bytes *= BYTES_IN_MEGABYTE;
	}
	if (const std::optional<int64_t> days = limit_of(max_days())) {
		policy.max_age = *days * std::chrono::hours(24);
	}
	return policy;
}

bool record_inputs() {
	const Setting own = record_inputs_setting();
	const Variant value = ProjectSettings::get_singleton()->get_setting_with_override(own.name);
	if (value.get_type() != Variant::BOOL) {
		refuse(own);
		return false;
	}
	return value;
}

AgentSettings agent_settings() {
	AgentSettings settings;
	settings.hearing_radius = static_cast<float>(number(hearing_radius()));
	settings.think_interval = Micros(static_cast<int64_t>(number(think_interval()) * 1e6));
	settings.characters_per_second = number(characters_per_second());
	settings.overhearing_thinkers = static_cast<int>(number(overhearing_thinkers()));
	return settings;
}

} // namespace agent_runtime
