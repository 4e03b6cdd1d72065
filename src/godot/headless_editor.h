#pragma once

namespace agent_runtime {

// Keeps the engine's editor from a crash of its own (godotengine/godot#111048, in 4.5 to 4.7). When
// it finds an extension while it runs, it rebuilds its help on a thread. If it quits before that is
// done, as after a first `--headless --import` or `--export-release`, the last step for the help
// works on freed memory. Without a display nobody reads help, so it is not rebuilt this one time;
// the editor's next start does it.
// Call when the extension enters an editor. Main thread only.
void leave_out_help_without_display();

} // namespace agent_runtime
