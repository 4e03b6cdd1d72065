#pragma once

// Every project setting of the addon. A value that equals its default is not saved in the project,
// so the defaults are registered in the running game too. A value of the wrong kind counts as the
// default, with one error. Main thread only.

#include "core/agents/settings.h"
#include "core/base/log.h"
#include "core/base/time.h"

namespace agent_runtime {

namespace setting {

// Whether the editor plugin prints what is wrong with the installation when the editor starts.
inline constexpr char CHECK_SETUP_ON_START[] = "agent_runtime/editor/check_setup_on_start";
// How long the signals of one frame may take, overrun by at most one handler.
inline constexpr char FRAME_BUDGET_USEC[] = "agent_runtime/events/frame_budget_usec";
// What the runtime prints: nothing below this level.
inline constexpr char LOG_LEVEL[] = "agent_runtime/log/level";
// How agents behave where their own configuration does not say.
inline constexpr char HEARING_RADIUS[] = "agent_runtime/agents/hearing_radius";
inline constexpr char THINK_INTERVAL[] = "agent_runtime/agents/think_interval";
inline constexpr char CHARACTERS_PER_SECOND[] = "agent_runtime/agents/characters_per_second";
inline constexpr char OVERHEARING_THINKERS[] = "agent_runtime/agents/overhearing_thinkers";

} // namespace setting

void register_project_settings();

Micros frame_budget();
LogLevel log_level();
AgentSettings agent_settings();

} // namespace agent_runtime
