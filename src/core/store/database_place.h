#pragma once

// Where the database lies. The game and every program beside it share one rule, so that they find
// the same file without being told:
//
//	1. what the node or the command line says
//	2. the environment variable AGENT_RUNTIME_DB
//	3. .crucible/agent_runtime.db in the project (base/project.h), if it has such a folder
//	4. the game's user:// folder

#include "core/base/status.h"

#include <string>

namespace agent_runtime {

// What may name the place, in order of precedence; empty where it names none.
struct DatabasePlaces {
	std::string configured = {};
	std::string environment = {};
	std::string project = {}; // the folder where the search for the project begins
	std::string user_folder = {};
};

struct DatabasePlace {
	std::string path;
	// Where versions up to 0.1, which looked only in the project's own folder and never above it,
	// would have had it; empty if that is the same place.
	std::string former;
};

// `invalid_argument` when the environment names an address instead of a file, `not_found` when
// nothing names a place.
Result<DatabasePlace> find_database_place(const DatabasePlaces &places);

// Call before a database is made in a `.crucible` folder. Makes a `.gitignore` there, unless there
// is one. It names what running programs make, and never what somebody has written.
void keep_out_of_git(const std::string &database_path);

} // namespace agent_runtime
