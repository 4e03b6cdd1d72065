#pragma once

// Where the token of a database's port lies: in the user's state folder and not in the project,
// which may be shared, committed, or open to programs that work in it.

#include "core/base/status.h"

#include <string>

namespace agent_runtime {

// Thread rule: immutable.
struct TokenPlace {
	std::string file; // empty: the user has no state folder
	// A file beside the database, where tokens used to lie, that says where to look now. Empty: no
	// such file.
	std::string former;

	// There is one place for each database, whatever links lead to it.
	static TokenPlace of(const std::string &database_path);
};

// Returns the token in its place, and makes its folder for this user alone; see
// load_or_make_token(). `failed_precondition` when there is no place.
Result<std::string> load_or_make_token_in(const TokenPlace &place);

// Replaces whatever lies at the former place, such as an old token. Makes no folder for it.
Status leave_token_note(const TokenPlace &place);

} // namespace agent_runtime
