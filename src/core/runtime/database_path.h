#pragma once

// Where the database lies. One rule for the game, the editor and the `cru` program, so that they
// meet in the same file without being told.

#include <string>

namespace agent_runtime {

// What may name the place, in the order in which it is asked; empty where it says nothing.
struct DatabasePlaces {
	std::string configured; // the node's property
	std::string environment; // the variable AGENT_RUNTIME_DB
	std::string crucible_folder; // the project's .crucible folder, where it has one
	std::string user_folder; // the game's own data folder, which every game has
};

std::string choose_database_path(const DatabasePlaces &places);

} // namespace agent_runtime
