#include "core/runtime/database_path.h"

#include <filesystem>
#include <system_error>

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
		std::error_code error;
		const std::filesystem::path path = std::filesystem::absolute(places.environment, error);
		return error ? places.environment : path.lexically_normal().string();
	}
	if (!places.crucible_folder.empty()) {
		return places.crucible_folder + FILE_NAME;
	}
	return places.user_folder + FILE_NAME;
}

} // namespace agent_runtime
