#pragma once

// The tables of all rooms, for tests of the store that look at them or at worlds in them.

#include "core/runtime/game_schema.h"
#include "core/store/migrations.h"
#include "core/store/open_database.h"
#include "core/store/slots.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

inline Result<OpenedDatabase> open_whole(
		const std::string &path, const Clock &clock, OpenOptions options = {}) {
	options.schema = game_schema();
	return open_database(path, clock, options);
}

inline Result<Database> connect_whole(const std::string &path, Access access = Access::create) {
	return Database::connect(path, { .access = access, .schema = game_schema() });
}

inline Result<Database> open_slot(const std::string &path, std::function<bool()> keep_going = {}) {
	return open_slot(path, game_schema(), std::move(keep_going));
}

inline std::vector<SlotCover> list_slots(const std::string &database_path) {
	return list_slots(database_path, game_schema());
}

} // namespace agent_runtime
