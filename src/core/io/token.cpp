#include "core/io/token.h"

#include "core/base/files.h"
#include "core/base/hexadecimal.h"
#include "core/base/system_chance.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr mode_t OWNER_ONLY = S_IRUSR | S_IWUSR;
constexpr mode_t PERMISSIONS = 0777;

bool is_token(std::string_view text) {
	return text.size() == TOKEN_BYTES * 2 &&
			std::all_of(text.begin(), text.end(),
					[](unsigned char byte) { return std::isxdigit(byte) != 0; });
}

std::optional<std::string> read_token(const std::string &path) {
	const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	if (file < 0) {
		return std::nullopt;
	}
	struct stat facts = {};
	const bool ours = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
			facts.st_uid == geteuid() && (facts.st_mode & PERMISSIONS) == OWNER_ONLY;
	std::array<char, TOKEN_BYTES * 2> text = {};
	const ssize_t size = ours ? read(file, text.data(), text.size()) : 0;
	close(file);
	const std::string_view found(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
	return is_token(found) ? std::optional<std::string>(found) : std::nullopt;
}

Status cannot_write(const std::string &path) {
	const int problem = errno;
	const bool full = problem == ENOSPC || problem == EDQUOT;
	return Status(full ? StatusCode::exhausted : StatusCode::permission_denied,
			"the token file " + path + " cannot be written (" + std::strerror(problem) +
					"); make its folder writable, or name another file");
}

// Written aside and renamed, so that nobody ever reads half of it, and it never has a wider mode.
Status write_token(const std::string &path, const std::string &token) {
	make_folders(parent_folder(path));
	const std::string aside = path + ".new." + std::to_string(getpid());
	unlink(aside.c_str());
	const int file = open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, OWNER_ONLY);
	if (file < 0) {
		return cannot_write(path);
	}
	const std::string line = token + "\n";
	const bool written = fchmod(file, OWNER_ONLY) == 0 &&
			write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
	const Status problem = written ? Status() : cannot_write(path);
	close(file);
	if (!written || rename(aside.c_str(), path.c_str()) != 0) {
		Status status = written ? cannot_write(path) : problem;
		unlink(aside.c_str());
		return status;
	}
	return Status();
}

} // namespace

Result<std::string> make_token() {
	std::array<std::uint64_t, TOKEN_BYTES / sizeof(std::uint64_t)> drawn = {};
	if (const std::error_code error = draw_from_system(drawn)) {
		return Status(
				StatusCode::unavailable, "the system gives no random numbers: " + error.message());
	}
	std::string token;
	for (const std::uint64_t number : drawn) {
		append_hexadecimal(token, number, HEXADECIMAL_DIGITS);
	}
	return token;
}

Result<std::string> keep_token(const std::string &path) {
	if (std::optional<std::string> kept = read_token(path)) {
		return *std::move(kept);
	}
	Result<std::string> token = make_token();
	if (!token.ok()) {
		return token;
	}
	if (const Status status = write_token(path, token.value()); !status.ok()) {
		return status;
	}
	return token;
}

bool same_token(std::string_view one, std::string_view other) {
	unsigned difference = one.size() == other.size() ? 0U : 1U;
	for (std::size_t i = 0; i < std::min(one.size(), other.size()); i++) {
		difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
	}
	return difference == 0;
}

} // namespace agent_runtime
