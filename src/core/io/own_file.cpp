#include "core/io/own_file.h"

#include "core/base/files.h"
#include "core/base/open_file.h"
#include "core/base/process.h"
#include "core/io/unique_fd.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr mode_t OWNER_ALONE = S_IRUSR | S_IWUSR;
constexpr mode_t FOLDER_OF_OWNER = S_IRWXU;
constexpr mode_t RIGHTS = 0777;

Status cannot_write(const std::string &path, const std::error_code &error) {
	return Status(is_exhausted(error) ? StatusCode::exhausted : StatusCode::permission_denied,
			path + " cannot be written (" + error.message() +
					"); free space there, and its folder writable");
}

Status cannot_write(const std::string &path) {
	return cannot_write(path, std::error_code(errno, std::generic_category()));
}

} // namespace

Status make_own_folder(const std::string &path) {
	make_folders(parent_folder(path));
	const std::error_code made = make_private_folder(path);
	if (made && made != std::errc::file_exists) {
		return cannot_write(path, made);
	}
	const UniqueFd folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
	struct stat facts = {};
	if (!folder.is_open() || fstat(folder.get(), &facts) != 0 || facts.st_uid != geteuid()) {
		return Status(StatusCode::permission_denied,
				path +
						" is no folder of this user alone, but a link, a file or somebody else's; "
						"move it away");
	}
	const bool is_closed = (facts.st_mode & RIGHTS) == FOLDER_OF_OWNER;
	return is_closed || fchmod(folder.get(), FOLDER_OF_OWNER) == 0 ? Status() : cannot_write(path);
}

std::optional<std::string> read_own_file(const std::string &path, std::size_t most) {
	const UniqueFd file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
	struct stat facts = {};
	if (!file.is_open() || fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode) ||
			facts.st_uid != geteuid() || (facts.st_mode & RIGHTS) != OWNER_ALONE) {
		return std::nullopt;
	}
	std::string text(most + 1, '\0');
	const ssize_t size = read(file.get(), text.data(), text.size());
	if (size < 0 || static_cast<std::size_t>(size) > most) {
		return std::nullopt;
	}
	text.resize(static_cast<std::size_t>(size));
	return text;
}

Status write_own_file(const std::string &path, std::string_view text) {
	make_folders(parent_folder(path));
	const std::string aside = path + ".new." + std::to_string(process_id());
	unlink(aside.c_str());
	UniqueFd file(open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, OWNER_ALONE));
	if (!file.is_open()) {
		return cannot_write(path);
	}
	Status status;
	const ssize_t size = write(file.get(), text.data(), text.size());
	if (size != static_cast<ssize_t>(text.size())) {
		status = size < 0 ? cannot_write(path)
						  : cannot_write(path, std::make_error_code(std::errc::no_space_on_device));
	} else if (fchmod(file.get(), OWNER_ALONE) != 0 || rename(aside.c_str(), path.c_str()) != 0) {
		status = cannot_write(path);
	}
	if (!status.ok()) {
		unlink(aside.c_str());
	}
	return status;
}

} // namespace agent_runtime
