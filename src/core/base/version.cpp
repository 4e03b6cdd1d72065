#include "core/base/version.h"

#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include "agent_runtime_version.h"

namespace agent_runtime {

namespace {

std::string json_version() {
	return std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." +
			std::to_string(NLOHMANN_JSON_VERSION_MINOR) + "." +
			std::to_string(NLOHMANN_JSON_VERSION_PATCH);
}

std::string compiler_version() {
#if defined(__clang__)
	return std::string("Clang ") + __clang_version__;
#elif defined(__GNUC__)
	return std::string("GCC ") + __VERSION__;
#else
	return "unknown";
#endif
}

} // namespace

std::string_view library_version() {
	return AGENT_RUNTIME_VERSION;
}

BuildInfo build_info() {
	return BuildInfo{
		.library = AGENT_RUNTIME_VERSION,
		.sqlite = sqlite3_libversion(),
		.yaml_cpp = YAML_CPP_SOURCE_VERSION,
		.json = json_version(),
		.compiler = compiler_version(),
		.sqlite_has_fts5 = sqlite3_compileoption_used("ENABLE_FTS5") != 0,
		.sqlite_one_connection_per_thread = sqlite3_threadsafe() == 2,
	};
}

} // namespace agent_runtime
