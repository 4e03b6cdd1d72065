#include "core/store/sqlite_status.h"

#include <string>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

int primary(int code) {
	return code & 0xFF;
}

std::string_view advice(int code) {
	switch (primary(code)) {
		case SQLITE_FULL:
			return "free space on the disk";
		case SQLITE_CORRUPT:
		case SQLITE_NOTADB:
			return "restore the file from a backup, or move it away and start anew";
		case SQLITE_BUSY:
		case SQLITE_LOCKED:
			return "close the program that holds the file locked";
		case SQLITE_CANTOPEN:
		case SQLITE_READONLY:
		case SQLITE_PERM:
		case SQLITE_AUTH:
			return "see that the file and its folder can be written, or choose another place";
		case SQLITE_IOERR:
			return "see whether the disk is connected and in order";
		case SQLITE_NOMEM:
			return "free some memory";
		case SQLITE_CONSTRAINT:
			return "the row contradicts one that is stored";
		case SQLITE_INTERRUPT:
			return "it was cancelled";
		default:
			return "this is a mistake in the program";
	}
}

} // namespace

StatusCode status_code_of_sqlite(int code) {
	switch (primary(code)) {
		case SQLITE_FULL:
		case SQLITE_NOMEM:
		case SQLITE_TOOBIG:
			return StatusCode::exhausted;
		case SQLITE_CORRUPT:
		case SQLITE_NOTADB:
			return StatusCode::corrupt;
		case SQLITE_BUSY:
		case SQLITE_LOCKED:
		case SQLITE_IOERR:
		case SQLITE_PROTOCOL:
			return StatusCode::unavailable;
		case SQLITE_CANTOPEN:
		case SQLITE_READONLY:
		case SQLITE_PERM:
		case SQLITE_AUTH:
			return StatusCode::permission_denied;
		case SQLITE_CONSTRAINT:
			return StatusCode::failed_precondition;
		case SQLITE_MISMATCH:
		case SQLITE_RANGE:
			return StatusCode::invalid_argument;
		case SQLITE_INTERRUPT:
		case SQLITE_ABORT:
			return StatusCode::cancelled;
		default:
			return StatusCode::internal;
	}
}

bool is_storage_failure(int code) {
	switch (primary(code)) {
		case SQLITE_FULL:
		case SQLITE_CORRUPT:
		case SQLITE_NOTADB:
		case SQLITE_BUSY:
		case SQLITE_LOCKED:
		case SQLITE_IOERR:
		case SQLITE_PROTOCOL:
		case SQLITE_CANTOPEN:
		case SQLITE_READONLY:
		case SQLITE_PERM:
		case SQLITE_NOMEM:
			return true;
		default:
			return false;
	}
}

Status sqlite_status(sqlite3 *connection, int code, std::string_view doing) {
	std::string message = "could not " + std::string(doing) + ": ";
	// The connection's message belongs to its last call, and helps only when that is the one that
	// failed.
	const bool fits =
			connection != nullptr && primary(sqlite3_errcode(connection)) == primary(code);
	message += fits ? sqlite3_errmsg(connection) : sqlite3_errstr(code);
	message += "; ";
	message += advice(code);
	return Status(status_code_of_sqlite(code), std::move(message));
}

} // namespace agent_runtime
