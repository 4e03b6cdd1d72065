#include "core/store/meta.h"

namespace agent_runtime {

Result<std::string> read_meta(Database &database, std::string_view key) {
	return database.text("SELECT value FROM meta WHERE key = ?1", "", key);
}

Status write_meta(Database &database, std::string_view key, std::string_view value) {
	return database.run("INSERT INTO meta VALUES(?1, ?2) ON CONFLICT(key) DO UPDATE SET value = ?2",
			key, value);
}

} // namespace agent_runtime
