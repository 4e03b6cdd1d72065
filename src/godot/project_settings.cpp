#include "godot/project_settings.h"

#include "core/auto_mode/talk_settings.h"
#include "core/runtime/runtime_config.h"
#include "godot/convert.h"
#include "godot/job_project_settings.h"
#include "godot/mind_settings.h"
#include "godot/setting.h"

#include <godot_cpp/classes/project_settings.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

using namespace godot;

namespace agent_runtime {

namespace {

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

Setting walk_speed() {
	return { setting::WALK_SPEED, AgentSettings().walk_speed, PROPERTY_HINT_RANGE,
		"0.1,20,0.1,or_greater,suffix:tiles/s", 0.1, 100.0 };
}

Setting auto_mode_duration_setting() {
	return { setting::AUTO_MODE_DURATION,
		std::chrono::duration_cast<std::chrono::milliseconds>(DEFAULT_TALK_DURATION).count(),
		PROPERTY_HINT_RANGE, "1000,3600000,1000,or_greater,suffix:ms", 1.0,
		double(std::chrono::duration_cast<std::chrono::milliseconds>(LONGEST_TALK).count()) };
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

Setting most_lag_setting() {
	return { setting::MOST_LAG, RuntimeConfig().most_lag, PROPERTY_HINT_RANGE,
		"0.01,60,0.01,or_greater,suffix:s", RuntimeConfig::LEAST_LAG, RuntimeConfig::LARGEST_LAG };
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
	Setting megabytes = limit(setting::MAX_MEGABYTES, RetentionPlan::AS_IT_WAS_MADE,
			"-1,10000,1,or_greater,suffix:MB");
	megabytes.lowest = RetentionPlan::AS_IT_WAS_MADE;
	return megabytes;
}

Setting record_inputs_setting() {
	return { setting::RECORD_INPUTS, false };
}

} // namespace

void register_project_settings() {
	check_setup_on_start().add_to_project();
	frame_budget_usec().add_to_project();
	log_level_setting().add_to_project();
	log_file_setting().add_to_project();
	hearing_radius().add_to_project();
	walk_speed().add_to_project();
	think_interval().add_to_project();
	auto_mode_duration_setting().add_to_project();
	characters_per_second().add_to_project();
	overhearing_thinkers().add_to_project();
	most_lag_setting().add_to_project();
	max_events().add_to_project();
	max_days().add_to_project();
	max_megabytes().add_to_project();
	record_inputs_setting().add_to_project();
	register_mind_settings();
	register_job_settings();
}

Micros frame_budget() {
	return Micros(static_cast<int64_t>(frame_budget_usec().number()));
}

LogLevel log_level() {
	const Setting own = log_level_setting();
	const Variant value = own.value();
	for (const LogLevel level : LEVELS) {
		if (value == Variant(to_godot(log_level_name(level)))) {
			return level;
		}
	}
	own.refuse();
	return LogLevel::warning;
}

std::string log_file() {
	const String path = log_file_setting().text();
	return path.is_empty() ? std::string()
						   : to_utf8(ProjectSettings::get_singleton()->globalize_path(path));
}

RetentionPolicy retention() {
	const auto limit_of = [](const Setting &p_setting) {
		const int64_t value = static_cast<int64_t>(p_setting.number());
		return value > 0 ? std::optional(value) : std::nullopt;
	};
	RetentionPolicy policy;
	policy.max_events = limit_of(max_events());
	policy.max_age.reset();
	if (const double megabytes = max_megabytes().number(); megabytes >= 0.0) {
		const int64_t bytes = static_cast<int64_t>(megabytes) * BYTES_IN_MEGABYTE;
		policy.max_bytes = bytes > 0 ? std::optional(bytes) : std::nullopt;
	}
	if (const std::optional<int64_t> days = limit_of(max_days())) {
		policy.max_age = *days * std::chrono::hours(24);
	}
	return policy;
}

Micros auto_mode_duration() {
	return std::chrono::milliseconds(static_cast<int64_t>(auto_mode_duration_setting().number()));
}

double most_lag() {
	return most_lag_setting().number();
}

bool record_inputs() {
	return record_inputs_setting().flag();
}

AgentSettings agent_settings() {
	AgentSettings settings;
	settings.hearing_radius = static_cast<float>(hearing_radius().number());
	settings.walk_speed = walk_speed().number();
	settings.think_interval = Micros(static_cast<int64_t>(think_interval().number() * 1e6));
	settings.characters_per_second = characters_per_second().number();
	settings.overhearing_thinkers = static_cast<int>(overhearing_thinkers().number());
	return settings;
}

} // namespace agent_runtime
