#pragma once

// The content of an open database's files, byte by byte. It is read through the handles that SQLite
// has open, because a process that opens a file of a database a second time and closes it loses all
// of its locks on that file.
// Thread rule: as the Database.

#include "core/store/database.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace agent_runtime {

enum class RawFile : std::uint8_t { database, wal };

struct RawBytes {
	std::uint64_t size = 0; // of the file
	std::string beginning; // shorter than asked for if the file is
};

// The first bytes of a file; nothing when the connection does not have it open, or it cannot be
// read.
std::optional<RawBytes> read_beginning(Database &database, RawFile file, std::size_t most);

// What all processes that use a database in WAL mode know about its WAL (in SQLite's "wal-index"
// format).
struct WalIndex {
	std::uint64_t page_bytes = 0;
	std::uint64_t pages = 0; // of the database, including those that are only in the WAL
	std::uint64_t frames = 0; // valid frames in the WAL
	std::uint64_t copied = 0; // how many of these are in the file
	std::array<std::uint32_t, 2> salts{}; // as they stand in the WAL

	bool operator==(const WalIndex &other) const = default;
};

// Nothing when there is none, or while somebody writes it.
std::optional<WalIndex> read_wal_index(Database &database);

} // namespace agent_runtime
