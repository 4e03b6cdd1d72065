#include "core/store/simulation_lock.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_BYTES_READ = 200;

// When this process began, in the kernel's ticks: with the pid it names a process for good. Field
// 22 of /proc/self/stat, counted behind the command's closing parenthesis, which is the end of
// field 2.
std::string start_time() {
	std::ifstream file("/proc/self/stat");
	const std::string text{ std::istreambuf_iterator<char>(file), {} };
	std::size_t at = text.rfind(')');
	for (int field = 2; field < 22 && at != std::string::npos; ++field) {
		at = text.find(' ', at + 1);
	}
	if (at == std::string::npos) {
		return "0";
	}
	return text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

// Links to the same file lead to the same lock.
std::string lock_path(const std::string &database_path) {
	std::error_code error;
	const std::filesystem::path real = std::filesystem::weakly_canonical(database_path, error);
	return (error ? database_path : real.string()) + ".sim";
}

std::string holder_of(int file) {
	std::array<char, MOST_BYTES_READ> text = {};
	const ssize_t size = pread(file, text.data(), text.size(), 0);
	const std::string_view all(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
	return std::string(all.substr(0, all.find_first_of(" \n")));
}

Status write_holder(int file) {
	const std::string text = std::to_string(getpid()) + " " + start_time() + "\n";
	if (ftruncate(file, 0) != 0 ||
			pwrite(file, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
		return Status(StatusCode::exhausted,
				std::string("could not write down who simulates: ") + std::strerror(errno) +
						"; make room on the disk");
	}
	return {};
}

} // namespace

SimulationLock::SimulationLock(int file) :
		file_(file) {}

SimulationLock::SimulationLock(SimulationLock &&other) noexcept :
		file_(std::exchange(other.file_, -1)) {}

SimulationLock &SimulationLock::operator=(SimulationLock &&other) noexcept {
	if (this != &other) {
		give_back();
		file_ = std::exchange(other.file_, -1);
	}
	return *this;
}

SimulationLock::~SimulationLock() {
	give_back();
}

Result<SimulationLock> SimulationLock::take(const std::string &database_path) {
	const std::string path = lock_path(database_path);
	// Closed on exec: a child program must not keep the lock when this process is gone.
	const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (file < 0) {
		return Status(StatusCode::permission_denied,
				"could not open \"" + path + "\": " + std::strerror(errno) +
						"; choose a place for the database that can be written");
	}
	if (flock(file, LOCK_EX | LOCK_NB) != 0) {
		const std::string holder = holder_of(file);
		close(file);
		return Status(StatusCode::already_exists,
				"\"" + database_path + "\" is simulated already by " +
						(holder == std::to_string(getpid())
										? "another runtime of this process; stop"
										: "process " + (holder.empty() ? "(starting)" : holder) +
												"; close") +
						" that one, or choose another database");
	}
	SimulationLock lock(file);
	const Status written = write_holder(file);
	if (!written.ok()) {
		return written;
	}
	return lock;
}

// The file is not removed: another process may have it open and be about to lock it.
void SimulationLock::give_back() {
	const int file = std::exchange(file_, -1);
	if (file < 0) {
		return;
	}
	const int ignored = ftruncate(file, 0); // what it says is only read while it is locked
	(void)ignored;
	close(file);
}

} // namespace agent_runtime
