#pragma once

namespace agent_runtime {

// Keeps the engine's editor from a crash of its own (godotengine/godot#111048, in 4.5 to 4.7). When
// it finds an extension while it runs, it makes its help anew, on a thread. If it quits before that
// is done, as after a first `--headless --import` or `--export-release`, the help's last step works
// on what was freed already. Without a display nobody reads help, so there it is not made this one
// time; the editor's next start makes all of it.
// To be called when the extension enters an editor. Main thread only.
void leave_out_help_without_display();

} // namespace agent_runtime
