#pragma once

// What this library consists of. The version numbers come from the code that is linked, not from
// the headers that it was compiled against, so that a mismatch shows.

#include <string>
#include <string_view>

namespace agent_runtime {

// The library's own version, "1.2.3". Valid for the life of the program.
std::string_view library_version();

struct BuildInfo {
	std::string library;
	std::string sqlite; // as the linked library reports it
	// from the sources that it was built from, since the library itself does not report it
	std::string yaml_cpp;
	std::string json;
	std::string compiler; // "GCC 12.2.0"
	bool sqlite_has_fts5 = false;
	bool sqlite_one_connection_per_thread = false; // SQLITE_THREADSAFE=2
};

BuildInfo build_info();

} // namespace agent_runtime
