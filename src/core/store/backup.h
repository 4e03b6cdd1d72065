#pragma once

#include "core/base/status.h"
#include "core/store/database.h"

#include <functional>
#include <string>

namespace agent_runtime {

struct BackupOptions {
	int pages_a_step = 256;
	// Called between the steps; false ends the backup as `cancelled`. Empty: always goes on.
	std::function<bool(int pages_left, int pages)> keep_going;
};

// Copies the database as it is at this moment to another file, while others go on writing. The copy
// is either complete or not there: it is written as PATH.part and then moved. Nothing is replaced
// or removed: `already_exists` when a file has the name, or a name that SQLite would treat as part
// of it.
// The copy has an epoch of its own, because its log will go on differently, and nobody must mistake
// it for the original. `source` is a connection outside a transaction, preferably the Reader's.
// Thread rule: as `source`.
Status back_up(Database &source, const std::string &path, const BackupOptions &options = {});

} // namespace agent_runtime
