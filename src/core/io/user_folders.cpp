#include "core/io/user_folders.h"

#include "core/base/files.h"
#include "core/base/process.h"

#include <cstdlib>

namespace agent_runtime {

namespace {

constexpr char OWN_NAME[] = "/agent_runtime";

// A relative path would mean another place for each program, so it is ignored.
std::string folder_in_variable(const char *name) {
	const char *const value = std::getenv(name);
	const std::string folder = value != nullptr ? value : "";
	return is_absolute_path(folder) ? folder : std::string();
}

} // namespace

std::string user_state_folder() {
	if (const std::string state = folder_in_variable("XDG_STATE_HOME"); !state.empty()) {
		return state + OWN_NAME;
	}
	const std::string home = folder_in_variable("HOME");
	return home.empty() ? home : home + "/.local/state" + OWN_NAME;
}

std::string user_runtime_folder() {
	const std::string runtime = folder_in_variable("XDG_RUNTIME_DIR");
	return runtime.empty() ? temporary_folder() + OWN_NAME + "-" + std::to_string(user_id())
						   : runtime + OWN_NAME;
}

} // namespace agent_runtime
