#pragma once

// Where the token of a database's port lies: in the user's state folder, out of the project, which
// may be shared, committed, or open to programs that work in it.

#include "core/base/status.h"

#include <string>

namespace agent_runtime {

// Thread rule: immutable.
struct TokenPlace {
	std::string file; // empty: the user has no state folder
	// Beside the database, where tokens lay once: it says where to look now. Empty: no such note.
	std::string former;

	// One for each database, whatever links lead to it.
	static TokenPlace of(const std::string &database_path);
};

// The token in its place, whose folder is made for this user alone; see keep_token().
// `failed_precondition` when there is no place.
Result<std::string> keep_token_in(const TokenPlace &place);

// Replaces what lies at the former place, such as an old token. Makes no folder for it.
Status leave_token_note(const TokenPlace &place);

} // namespace agent_runtime
