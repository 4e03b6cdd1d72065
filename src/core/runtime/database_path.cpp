#include "core/runtime/database_path.h"

#include "core/base/files.h"

namespace agent_runtime {

namespace {

constexpr char FILE_NAME[] = "/agent_runtime.db";

} // namespace

std::string choose_database_path(const DatabasePlaces &places) {
	if (!places.configured.empty()) {
		return places.configured;
	}
	if (!places.environment.empty()) {
		// A relative one is meant from where the program was started.
		return real_path(places.environment);
	}
	if (!places.crucible_folder.empty()) {
		return places.crucible_folder + FILE_NAME;
	}
	return places.user_folder + FILE_NAME;
}

} // namespace agent_runtime
