#pragma once

// Every project setting of the addon except those of minds and jobs, which are in mind_settings.h
// and job_project_settings.h. A value that equals its default is not saved in the project, so the
// defaults are registered in the running game, too. A value of the wrong type counts as the
// default, with one error. Main thread only.

#include "core/agents/settings.h"
#include "core/base/log.h"
#include "core/base/time.h"
#include "core/runtime/retention_policy.h"

#include <string>

namespace agent_runtime {

namespace setting {

// Whether the editor plugin prints what is wrong with the installation when the editor starts.
inline constexpr char CHECK_SETUP_ON_START[] = "agent_runtime/editor/check_setup_on_start";
// How long the signals of one frame may take, which one handler at most can exceed.
inline constexpr char FRAME_BUDGET_USEC[] = "agent_runtime/events/frame_budget_usec";
// The lowest level that the runtime prints.
inline constexpr char LOG_LEVEL[] = "agent_runtime/log/level";
// A file that gets the same lines, such as user://agents.log; empty: none.
inline constexpr char LOG_FILE[] = "agent_runtime/log/file";
// How agents behave unless their own configuration says otherwise.
inline constexpr char HEARING_RADIUS[] = "agent_runtime/agents/hearing_radius";
inline constexpr char WALK_SPEED[] = "agent_runtime/agents/walk_speed";
// The longest that a conversation of auto mode may last.
inline constexpr char AUTO_MODE_DURATION[] = "agent_runtime/auto_mode/duration_msec";
inline constexpr char THINK_INTERVAL[] = "agent_runtime/agents/think_interval";
inline constexpr char CHARACTERS_PER_SECOND[] = "agent_runtime/agents/characters_per_second";
inline constexpr char OVERHEARING_THINKERS[] = "agent_runtime/agents/overhearing_thinkers";
// How far the world's clock may run ahead of a world that cannot keep up before it waits.
inline constexpr char MOST_LAG[] = "agent_runtime/time/most_lag";

// When old events leave the log: beyond this number, age in days, or file size; 0: no limit. What
// agents have heard and said stays.
inline constexpr char MAX_EVENTS[] = "agent_runtime/storage/max_events";
inline constexpr char MAX_DAYS[] = "agent_runtime/storage/max_days";
inline constexpr char MAX_MEGABYTES[] = "agent_runtime/storage/max_megabytes";
// Whether to store what the course of the world depends on, so that
// AgentRuntime.replay_recording can repeat it.
inline constexpr char RECORD_INPUTS[] = "agent_runtime/debug/record_inputs";

} // namespace setting

void register_project_settings();

Micros frame_budget();
LogLevel log_level();
std::string log_file(); // an absolute path, or empty
AgentSettings agent_settings();
double most_lag();
Micros auto_mode_duration();
RetentionPolicy retention();
bool record_inputs();

} // namespace agent_runtime
