#pragma once

#include "core/base/status.h"

#include <string>
#include <string_view>

namespace agent_runtime {

// A text that a program is handed as a file, since its arguments can be read by everybody on the
// machine: only this user may read the file, and it goes with its owner.
// Thread rule: any thread, one at a time.
class PrivateFile {
public:
	// In the user's runtime folder, which lives in memory, else in the folder for temporary files.
	static Result<PrivateFile> make(std::string_view text);

	PrivateFile(PrivateFile &&other) noexcept;
	PrivateFile &operator=(PrivateFile &&other) noexcept;
	~PrivateFile();

	const std::string &path() const { return path_; }

private:
	explicit PrivateFile(std::string path) :
			path_(std::move(path)) {}

	std::string path_; // empty: there is none
};

} // namespace agent_runtime
