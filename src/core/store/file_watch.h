#pragma once

#include "core/base/open_file.h"
#include "core/base/status.h"

#include <array>
#include <string>

namespace agent_runtime {

// Whether the files of an open database still have their names. What is written into one that was
// deleted or moved away is found by nobody, and SQLite does not say so.
// Owned by the Writer, and made while the database is open. Thread rule: worker only (the
// writer's).
class FileWatch {
public:
	FileWatch() = default; // watches no file: look() is always ok
	explicit FileWatch(const std::string &path);

	// `not_found` says what has happened, and how to keep the world.
	Status look() const;

private:
	struct Part {
		std::string path;
		FileIdentity file;
	};

	std::array<Part, 3> parts_; // the database, its -wal and -shm
};

} // namespace agent_runtime
