#include "core/io/token_place.h"

#include "core/base/files.h"
#include "core/base/hexadecimal.h"
#include "core/io/own_file.h"
#include "core/io/token.h"
#include "core/io/user_folders.h"
#include "core/store/content_sum.h"

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_NOTE_BYTES = 8192;

} // namespace

TokenPlace TokenPlace::of(const std::string &database_path) {
	TokenPlace place;
	place.former = database_path + ".token";
	if (const std::string folder = user_state_folder(); !folder.empty()) {
		ContentSum sum;
		sum.add_bytes(real_path(database_path));
		place.file = folder + "/";
		append_hexadecimal(place.file, sum.value(), HEXADECIMAL_DIGITS);
		place.file += ".token";
	}
	return place;
}

Result<std::string> load_or_make_token_in(const TokenPlace &place) {
	if (place.file.empty()) {
		return Status(StatusCode::failed_precondition,
				"there is no place for the gateway's token: neither XDG_STATE_HOME nor HOME names "
				"a folder; set one of them");
	}
	if (Status folder = make_own_folder(parent_folder(place.file)); !folder.ok()) {
		return folder;
	}
	return load_or_make_token(place.file);
}

Status leave_token_note(const TokenPlace &place) {
	if (place.former.empty() || !is_folder(parent_folder(absolute_path(place.former)))) {
		return {};
	}
	const std::string note =
			"The gateway's token lies outside the project now:\n" + place.file + "\n";
	if (read_own_file(place.former, MOST_NOTE_BYTES) == note) {
		return {};
	}
	return write_own_file(place.former, note);
}

} // namespace agent_runtime
