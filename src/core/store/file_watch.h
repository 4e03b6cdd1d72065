#pragma once

#include "core/base/open_file.h"
#include "core/base/status.h"
#include "core/store/database.h"

#include <array>
#include <string>

namespace agent_runtime {

// Whether the files of an open database still have their names and their content. What is written
// into a file that was deleted, moved away or emptied is lost, and SQLite does not report it. Owned
// by the Writer, and made while the database is open. Thread rule: worker only (the writer's).
class FileWatch {
public:
	FileWatch() = default; // watches no file, so look() always returns ok
	explicit FileWatch(const std::string &path);

	// `not_found`, or `corrupt` for a file that was cut short, which is permanent. The message says
	// what has happened and how to save the world.
	Status look(Database &database);

private:
	struct Part {
		std::string path;
		FileIdentity file;
	};

	Status look_for_names() const;
	Status look_for_content(Database &database) const;

	std::array<Part, 3> parts_; // the database, its -wal and -shm
	Status cut_; // once not ok, it stays so: later writes may hide the hole
};

} // namespace agent_runtime
