#pragma once

// Every project setting of the addon. A value that equals its default is not saved in the project,
// so the defaults are registered in the running game too. Main thread only.

namespace agent_runtime {

namespace setting {

// Whether the editor plugin prints what is wrong with the installation when the editor starts.
inline constexpr char CHECK_SETUP_ON_START[] = "agent_runtime/editor/check_setup_on_start";

} // namespace setting

void register_project_settings();

} // namespace agent_runtime
