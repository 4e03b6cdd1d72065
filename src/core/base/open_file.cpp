#include "core/base/open_file.h"

#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr mode_t OWNER_ALONE = 0600;
constexpr mode_t ALL_MAY_READ = 0644;
constexpr mode_t FOLDER_OF_OWNER = 0700;

std::error_code latest_error() {
	return { errno, std::generic_category() };
}

FileIdentity identity_in(const struct stat &found) {
	constexpr std::uint64_t BLOCK = 512;
	return { found.st_dev, found.st_ino, static_cast<std::uint64_t>(found.st_size),
		static_cast<std::uint64_t>(found.st_blocks) * BLOCK, true };
}

} // namespace

FileIdentity FileIdentity::of(const std::string &path) {
	struct stat found = {};
	return ::stat(path.c_str(), &found) == 0 ? identity_in(found) : FileIdentity();
}

std::error_code make_private_file(const std::string &path) {
	const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, OWNER_ALONE);
	if (made < 0) {
		return latest_error();
	}
	::close(made);
	return {};
}

std::error_code make_private_folder(const std::string &path) {
	return ::mkdir(path.c_str(), FOLDER_OF_OWNER) == 0 ? std::error_code() : latest_error();
}

std::error_code move_to_new_name(const std::string &from, const std::string &to) {
	if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
		return {};
	}
	// Not every file system can do that. Most of those that cannot do support links.
	const bool is_unknown = errno == EINVAL || errno == ENOSYS;
	if (!is_unknown || ::link(from.c_str(), to.c_str()) != 0) {
		return latest_error();
	}
	::unlink(from.c_str());
	return {};
}

bool is_exhausted(const std::error_code &error) {
	const int code = error.value();
	return code == ENOSPC || code == EDQUOT || code == EMFILE || code == ENFILE;
}

std::string opening_problem(const std::error_code &error) {
	const auto in_the_way = [](const char *what) {
		return std::string("it is ") + what + ", and no file; move it away";
	};
	if (error == std::errc::is_a_directory) {
		return in_the_way("a folder");
	}
	if (error == std::errc::not_a_stream || error == std::errc::no_such_device_or_address) {
		return in_the_way("a pipe or a device");
	}
	if (error == std::errc::too_many_symbolic_link_levels) {
		return in_the_way("a link");
	}
	return error.message() + "; choose a place for the database that can be written";
}

OpenFile::OpenFile(OpenFile &&other) noexcept :
		file_(std::exchange(other.file_, -1)) {}

OpenFile &OpenFile::operator=(OpenFile &&other) noexcept {
	if (this != &other) {
		close();
		file_ = std::exchange(other.file_, -1);
	}
	return *this;
}

OpenFile::~OpenFile() {
	close();
}

std::error_code OpenFile::open(const std::string &path, Readers readers) {
	close();
	const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK;
	file_ = readers == Readers::owner ? ::open(path.c_str(), flags | O_NOFOLLOW, OWNER_ALONE)
									  : ::open(path.c_str(), flags, ALL_MAY_READ);
	if (!is_open()) {
		return latest_error();
	}
	struct stat found = {};
	if (::fstat(file_, &found) == 0 && S_ISREG(found.st_mode)) {
		return {};
	}
	close();
	return std::make_error_code(std::errc::not_a_stream);
}

void OpenFile::close() {
	if (is_open()) {
		::close(std::exchange(file_, -1));
	}
}

bool OpenFile::try_lock() {
	return ::flock(file_, LOCK_EX | LOCK_NB) == 0;
}

FileIdentity OpenFile::identity() const {
	struct stat found = {};
	return ::fstat(file_, &found) == 0 ? identity_in(found) : FileIdentity();
}

std::string OpenFile::read_at(std::uint64_t place, std::size_t most) const {
	std::string text(most, '\0');
	const ssize_t size = ::pread(file_, text.data(), text.size(), static_cast<off_t>(place));
	text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
	return text;
}

std::error_code OpenFile::write_at(std::uint64_t place, std::string_view text) {
	const ssize_t size = ::pwrite(file_, text.data(), text.size(), static_cast<off_t>(place));
	if (size < 0) {
		return latest_error();
	}
	return static_cast<std::size_t>(size) == text.size()
			? std::error_code()
			: std::make_error_code(std::errc::no_space_on_device);
}

std::error_code OpenFile::clear() {
	return ::ftruncate(file_, 0) == 0 ? std::error_code() : latest_error();
}

} // namespace agent_runtime
