#pragma once

#include "core/base/status.h"

#include <string>
#include <string_view>

namespace agent_runtime {

// A text that is handed to a program as a file, since everybody on the machine can read a program's
// arguments. Only this user may read the file, and it is removed with its owner.
// Thread rule: any thread, one at a time.
class PrivateFile {
public:
	// Makes it in the user's runtime folder, which lies in memory, or else in the folder for
	// temporary files.
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
