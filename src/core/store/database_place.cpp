#include "core/store/database_place.h"

#include "core/base/files.h"
#include "core/base/open_file.h"
#include "core/base/project.h"

#include <cstdio>
#include <optional>

namespace agent_runtime {

namespace {

constexpr char FILE_NAME[] = "/agent_runtime.db";

constexpr char GITIGNORE[] = "# What is made by running. Agents and teams that somebody has "
							 "defined are not named here:\n"
							 "# they belong into the repository.\n"
							 "*.db\n*.db-*\n*.db.*\n/sessions/\n";

std::string crucible_of_project(const std::string &folder) {
	const std::optional<Project> project = Project::of(folder);
	return project ? project->shared_crucible() : std::string();
}

std::string former_place(const DatabasePlaces &places) {
	const std::string crucible = places.project + "/.crucible";
	if (!places.project.empty() && is_folder(crucible)) {
		return crucible + FILE_NAME;
	}
	return places.user_folder.empty() ? std::string() : places.user_folder + FILE_NAME;
}

} // namespace

Result<DatabasePlace> find_database_place(const DatabasePlaces &places) {
	if (!places.configured.empty()) {
		return DatabasePlace{ places.configured, "" };
	}
	if (places.environment.find("://") != std::string::npos) {
		return Status(StatusCode::invalid_argument,
				"AGENT_RUNTIME_DB is \"" + places.environment +
						"\", but the database is a file: name its path there; the address of a "
						"server for coordination belongs into AGENT_RUNTIME_COORDINATION");
	}
	if (!places.environment.empty()) {
		// A relative path starts from where the program was started.
		return DatabasePlace{ real_path(places.environment), "" };
	}
	const std::string crucible = crucible_of_project(places.project);
	const std::string &folder = crucible.empty() ? places.user_folder : crucible;
	if (folder.empty()) {
		return Status(StatusCode::not_found,
				"no database is named, and the project has no folder .crucible; make one, or set "
				"AGENT_RUNTIME_DB to the path of a file");
	}
	DatabasePlace place{ folder + FILE_NAME, former_place(places) };
	if (real_path(place.former) == real_path(place.path)) {
		place.former.clear();
	}
	return place;
}

void keep_out_of_git(const std::string &database_path) {
	const std::string folder = parent_folder(database_path);
	const std::string path = folder + "/.gitignore";
	if (!folder.ends_with("/.crucible") || make_private_file(path)) {
		return;
	}
	// If this cannot be written, neither can the database, which reports it.
	if (std::FILE *const file = open_to_append(path); file != nullptr) {
		std::fputs(GITIGNORE, file);
		std::fclose(file);
	}
}

} // namespace agent_runtime
