#pragma once

#include "core/base/status.h"
#include "core/store/database.h"

#include <functional>
#include <string>

namespace agent_runtime {

struct BackupOptions {
	int pages_a_step = 256;
	// Asked between the steps; false ends the backup as `cancelled`. Empty: goes on.
	std::function<bool(int pages_left, int pages)> keep_going;
};

// Copies the database as it is at this moment to another file, while others go on writing. The file
// is complete or not there: it is written as PATH.part and moved. Nothing that is there is replaced
// or removed: `already_exists` when a file of the name, or one that SQLite would take for a part of
// it, stands there.
// The copy has an epoch of its own, because its log goes on in another way: nobody mistakes it for
// the original. `source` is a connection outside a transaction, best the Reader's.
// Thread rule: as `source`.
Status back_up(Database &source, const std::string &path, const BackupOptions &options = {});

} // namespace agent_runtime
