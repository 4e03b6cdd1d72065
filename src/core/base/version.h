#pragma once

// What this library is made of. The figures come from the code that is linked, not from the headers
// it was compiled against, so a mix-up shows.

#include <string>
#include <string_view>

namespace agent_runtime {

// The library's own version, "1.2.3". Lives as long as the program.
std::string_view library_version();

struct BuildInfo {
	std::string library;
	std::string sqlite; // as the linked library reports it
	std::string yaml_cpp; // of the sources it was built from: the library itself cannot tell
	std::string json;
	std::string compiler; // "GCC 12.2.0"
	bool sqlite_has_fts5 = false;
	bool sqlite_one_connection_per_thread = false; // SQLITE_THREADSAFE=2
};

BuildInfo build_info();

} // namespace agent_runtime
