#pragma once

// Every project setting of the addon but those of minds, which mind_settings.h has. A value that
// equals its default is not saved in the project, so the defaults are registered in the running
// game too. A value of the wrong kind counts as the default, with one error. Main thread only.

#include "core/agents/settings.h"
#include "core/base/log.h"
#include "core/base/time.h"
#include "core/store/retention.h"

#include <string>

namespace agent_runtime {

namespace setting {

// Whether the editor plugin prints what is wrong with the installation when the editor starts.
inline constexpr char CHECK_SETUP_ON_START[] = "agent_runtime/editor/check_setup_on_start";
// How long the signals of one frame may take, overrun by at most one handler.
inline constexpr char FRAME_BUDGET_USEC[] = "agent_runtime/events/frame_budget_usec";
// What the runtime prints: nothing below this level.
inline constexpr char LOG_LEVEL[] = "agent_runtime/log/level";
// The same lines, appended to this file too, such as user://agents.log; empty: to none.
inline constexpr char LOG_FILE[] = "agent_runtime/log/file";
// How agents behave where their own configuration does not say.
inline constexpr char HEARING_RADIUS[] = "agent_runtime/agents/hearing_radius";
inline constexpr char WALK_SPEED[] = "agent_runtime/agents/walk_speed";
// How long a conversation of auto mode lasts at the most.
inline constexpr char AUTO_MODE_DURATION[] = "agent_runtime/auto_mode/duration_msec";
inline constexpr char THINK_INTERVAL[] = "agent_runtime/agents/think_interval";
inline constexpr char CHARACTERS_PER_SECOND[] = "agent_runtime/agents/characters_per_second";
inline constexpr char OVERHEARING_THINKERS[] = "agent_runtime/agents/overhearing_thinkers";
// How far the world's clock may run ahead of a world that cannot keep up; then it waits.
inline constexpr char MOST_LAG[] = "agent_runtime/time/most_lag";

// When old events leave the log: so many, so many days, so large a file; 0: not for that. What
// agents have heard and said stays.
inline constexpr char MAX_EVENTS[] = "agent_runtime/storage/max_events";
inline constexpr char MAX_DAYS[] = "agent_runtime/storage/max_days";
inline constexpr char MAX_MEGABYTES[] = "agent_runtime/storage/max_megabytes";
// Whether what a run depends on is kept, so that AgentRuntime.replay_recording can run it again.
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
