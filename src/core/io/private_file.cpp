#include "core/io/private_file.h"

#include "core/base/files.h"
#include "core/io/unique_fd.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr const char *RUNTIME_FOLDER = "XDG_RUNTIME_DIR";
constexpr std::string_view NAME = "/agent_runtime_XXXXXX";

// Empty when there is none.
std::string runtime_folder() {
	const char *const folder = std::getenv(RUNTIME_FOLDER);
	return folder != nullptr && *folder == '/' ? std::string(folder) : std::string();
}

Status no_file_at(const std::string &path, int error) {
	return Status(StatusCode::unavailable,
			path + " could not be written: " +
					std::error_code(error, std::generic_category()).message() +
					"; free space there, or set TMPDIR to a folder of your own");
}

bool write_all(const UniqueFd &file, std::string_view text) {
	while (!text.empty()) {
		const ssize_t size = write(file.get(), text.data(), text.size());
		if (size < 0 && errno != EINTR) {
			return false;
		}
		text.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
	}
	return true;
}

} // namespace

Result<PrivateFile> PrivateFile::make(std::string_view text) {
	std::string path;
	UniqueFd file;
	for (const std::string &folder : std::array{ runtime_folder(), temporary_folder() }) {
		if (folder.empty() || file.is_open()) {
			continue;
		}
		path = folder + std::string(NAME);
		file.reset(mkostemp(path.data(), O_CLOEXEC)); // creates it with mode 0600
	}
	if (!file.is_open()) {
		return no_file_at(path, errno);
	}
	PrivateFile made(std::move(path));
	if (!write_all(file, text)) {
		return no_file_at(made.path_, errno);
	}
	return made;
}

PrivateFile::PrivateFile(PrivateFile &&other) noexcept :
		path_(std::exchange(other.path_, {})) {}

PrivateFile &PrivateFile::operator=(PrivateFile &&other) noexcept {
	std::swap(path_, other.path_);
	return *this;
}

PrivateFile::~PrivateFile() {
	if (!path_.empty()) {
		unlink(path_.c_str());
	}
}

} // namespace agent_runtime
