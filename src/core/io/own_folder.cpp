#include "core/io/own_folder.h"

#include "core/base/files.h"
#include "core/base/open_file.h"
#include "core/base/process.h"
#include "core/io/own_file.h"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr mode_t OF_OWNER = S_IRUSR | S_IWUSR;
constexpr mode_t OF_OTHERS = S_IRWXG | S_IRWXO;
constexpr int FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

std::error_code error_of_system() {
	return { errno, std::generic_category() };
}

Status failed_at(const std::string &path, const std::error_code &error) {
	const std::string start = path + " cannot be used: " + error.message();
	if (error == std::errc::no_such_file_or_directory) {
		return { StatusCode::not_found, path + " is not there" };
	}
	if (error == std::errc::file_exists) {
		return { StatusCode::already_exists, path + " is there already" };
	}
	if (is_exhausted(error)) {
		return { StatusCode::exhausted, start + "; free space there, or close files" };
	}
	return { StatusCode::permission_denied, start + "; give its user the right to it" };
}

Status not_ours(const std::string &path) {
	return { StatusCode::permission_denied,
		path + " is a link, somebody else's, or open to others; move it away" };
}

bool is_of_user_alone(const struct stat &facts) {
	return facts.st_uid == geteuid() && (facts.st_mode & OF_OTHERS) == 0;
}

bool is_name(const std::string &name) {
	return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
			name.find('\0') == std::string::npos;
}

Status check_name(const std::string &name) {
	return is_name(name)
			? Status()
			: Status(StatusCode::invalid_argument, "\"" + name + "\" is no name of a file");
}

int flags_for(OwnFile::Use use) {
	constexpr int ALWAYS = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
	switch (use) {
		case OwnFile::Use::read:
			return ALWAYS | O_RDONLY;
		case OwnFile::Use::append:
			return ALWAYS | O_RDWR | O_APPEND | O_CREAT;
		case OwnFile::Use::make:
			return ALWAYS | O_RDWR | O_APPEND | O_CREAT | O_EXCL;
	}
	return ALWAYS | O_RDONLY;
}

} // namespace

std::uint64_t OwnFile::size() const {
	struct stat facts = {};
	return fstat(file_.get(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
}

Result<std::size_t> OwnFile::read_at(std::uint64_t place, std::span<char> room) const {
	std::size_t done = 0;
	while (done < room.size()) {
		const ssize_t size = pread(file_.get(), room.data() + done, room.size() - done,
				static_cast<off_t>(place + done));
		if (size < 0 && errno != EINTR) {
			return Status(StatusCode::unavailable,
					"a file cannot be read: " + error_of_system().message());
		}
		if (size == 0) {
			break;
		}
		done += size > 0 ? static_cast<std::size_t>(size) : 0;
	}
	return done;
}

OwnFile::Appended OwnFile::append(std::string_view text) {
	Appended outcome;
	while (outcome.bytes < text.size()) {
		const std::string_view rest = text.substr(outcome.bytes);
		const ssize_t size = write(file_.get(), rest.data(), rest.size());
		if (size < 0 && errno != EINTR) {
			outcome.error = error_of_system();
			return outcome;
		}
		outcome.bytes += size > 0 ? static_cast<std::size_t>(size) : 0;
	}
	return outcome;
}

Status OwnFile::cut(std::uint64_t size) {
	return ftruncate(file_.get(), static_cast<off_t>(size)) == 0
			? Status()
			: Status(StatusCode::unavailable,
					  "a file cannot be cut: " + error_of_system().message());
}

void OwnFile::reserve(std::uint64_t bytes) {
#ifdef FALLOC_FL_KEEP_SIZE
	fallocate(file_.get(), FALLOC_FL_KEEP_SIZE, static_cast<off_t>(size()),
			static_cast<off_t>(bytes));
#endif
}

bool OwnFile::try_lock() {
	return flock(file_.get(), LOCK_EX | LOCK_NB) == 0;
}

Result<OwnFolder> OwnFolder::checked(int folder, std::string path) {
	if (folder < 0) {
		return failed_at(path, error_of_system());
	}
	UniqueFd held(folder);
	struct stat facts = {};
	if (fstat(held.get(), &facts) != 0 || !is_of_user_alone(facts)) {
		return not_ours(path);
	}
	return OwnFolder(std::move(held), std::move(path));
}

Result<OwnFolder> OwnFolder::open(const std::string &path) {
	return checked(::open(path.c_str(), FOLDER_FLAGS), path);
}

Result<OwnFolder> OwnFolder::make(const std::string &path) {
	const Status made = make_own_folder(path);
	return made.ok() ? open(path) : Result<OwnFolder>(made);
}

Result<OwnFolder> OwnFolder::folder(const std::string &name) const {
	const Status named = check_name(name);
	if (!named.ok()) {
		return named;
	}
	return checked(openat(folder_.get(), name.c_str(), FOLDER_FLAGS), path_ + "/" + name);
}

Result<OwnFolder> OwnFolder::make_folder(const std::string &name) const {
	if (is_name(name) && mkdirat(folder_.get(), name.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
		return failed_at(path_ + "/" + name, error_of_system());
	}
	return folder(name);
}

Result<OwnFile> OwnFolder::file(const std::string &name, OwnFile::Use use) const {
	const Status named = check_name(name);
	if (!named.ok()) {
		return named;
	}
	UniqueFd file(openat(folder_.get(), name.c_str(), flags_for(use), OF_OWNER));
	if (!file.is_open()) {
		return failed_at(path_ + "/" + name, error_of_system());
	}
	struct stat facts = {};
	if (fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode) || !is_of_user_alone(facts)) {
		return not_ours(path_ + "/" + name);
	}
	return OwnFile(std::move(file));
}

Result<std::string> OwnFolder::read(const std::string &name, std::size_t most) const {
	const Result<OwnFile> opened = file(name, OwnFile::Use::read);
	if (!opened.ok()) {
		return opened.status();
	}
	std::string text(most + 1, '\0');
	const Result<std::size_t> size = opened.value().read_at(0, text);
	if (!size.ok()) {
		return size.status();
	}
	if (size.value() > most) {
		return Status(StatusCode::exhausted,
				path_ + "/" + name + " is longer than " + std::to_string(most) + " bytes");
	}
	text.resize(size.value());
	return text;
}

Status OwnFolder::write(const std::string &name, std::string_view text) const {
	if (Status named = check_name(name); !named.ok()) {
		return named;
	}
	const std::string aside = name + ".new." + std::to_string(process_id());
	unlinkat(folder_.get(), aside.c_str(), 0);
	Result<OwnFile> opened = file(aside, OwnFile::Use::make);
	if (!opened.ok()) {
		return opened.status();
	}
	std::error_code error = opened.value().append(text).error;
	if (!error && renameat(folder_.get(), aside.c_str(), folder_.get(), name.c_str()) != 0) {
		error = error_of_system();
	}
	if (error) {
		unlinkat(folder_.get(), aside.c_str(), 0);
		return failed_at(path_ + "/" + name, error);
	}
	return {};
}

Status OwnFolder::remove(const std::string &name) const {
	if (Status named = check_name(name); !named.ok()) {
		return named;
	}
	const bool is_gone = unlinkat(folder_.get(), name.c_str(), 0) == 0 || errno == ENOENT;
	return is_gone ? Status() : failed_at(path_ + "/" + name, error_of_system());
}

Status OwnFolder::remove_folder(const std::string &name) const {
	if (Status named = check_name(name); !named.ok()) {
		return named;
	}
	const bool is_gone =
			unlinkat(folder_.get(), name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT;
	return is_gone ? Status() : failed_at(path_ + "/" + name, error_of_system());
}

std::vector<std::string> OwnFolder::names() const {
	// The folder that is open, even when another one has its path by now.
	return names_in_folder("/proc/self/fd/" + std::to_string(folder_.get()));
}

std::optional<std::uint64_t> OwnFolder::free_bytes() const {
	struct statvfs facts = {};
	if (fstatvfs(folder_.get(), &facts) != 0) {
		return std::nullopt;
	}
	return static_cast<std::uint64_t>(facts.f_bavail) * facts.f_frsize;
}

} // namespace agent_runtime
