#include "core/store/simulation_lock.h"

#include "core/base/files.h"
#include "core/base/process.h"

#include <system_error>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_BYTES_READ = 200;

// Links to the same file lead to the same lock.
std::string lock_path(const std::string &database_path) {
	return real_path(database_path) + ".sim";
}

std::string holder_of(const OpenFile &file) {
	const std::string text = file.read_at(0, MOST_BYTES_READ);
	return text.substr(0, text.find_first_of(" \n"));
}

Status write_holder(OpenFile &file) {
	const ProcessIdentity own = ProcessIdentity::own();
	std::error_code error = file.clear();
	if (!error) {
		error = file.write_at(0, std::to_string(own.pid) + " " + std::to_string(own.start) + "\n");
	}
	if (!error) {
		return {};
	}
	const bool is_full = is_exhausted(error);
	return Status(is_full ? StatusCode::exhausted : StatusCode::permission_denied,
			"could not write down who simulates: " + error.message() + "; " +
					(is_full ? "make room on the disk" : "choose a place that can be written"));
}

} // namespace

SimulationLock::SimulationLock(OpenFile file, std::string database_path) :
		file_(std::move(file)),
		database_path_(std::move(database_path)) {}

SimulationLock &SimulationLock::operator=(SimulationLock &&other) noexcept {
	if (this != &other) {
		give_back();
		file_ = std::move(other.file_);
		database_path_ = std::move(other.database_path_);
	}
	return *this;
}

SimulationLock::~SimulationLock() {
	give_back();
}

Result<SimulationLock> SimulationLock::take(const std::string &database_path) {
	const std::string path = lock_path(database_path);
	OpenFile file;
	if (const std::error_code error = file.open(path, OpenFile::Readers::everybody)) {
		return Status(StatusCode::permission_denied,
				"could not open \"" + path + "\": " + opening_problem(error));
	}
	if (!file.try_lock()) {
		const std::string holder = holder_of(file);
		return Status(StatusCode::already_exists,
				"\"" + database_path + "\" is simulated already by " +
						(holder == std::to_string(process_id())
										? "another runtime of this process; stop"
										: "process " + (holder.empty() ? "(starting)" : holder) +
												"; close") +
						" that one, or choose another database");
	}
	SimulationLock lock(std::move(file), database_path);
	if (Status written = write_holder(lock.file_); !written.ok()) {
		return written;
	}
	return lock;
}

Status SimulationLock::keep() {
	if (file_.identity().same_file(FileIdentity::of(lock_path(database_path_)))) {
		return {};
	}
	Result<SimulationLock> anew = take(database_path_);
	if (anew.ok()) {
		*this = std::move(anew).value();
		return {};
	}
	return Status(anew.status().code(),
			"the file that keeps other programs away was deleted or replaced: " +
					anew.status().message());
}

// The file is not removed: another process may have it open and be about to lock it.
void SimulationLock::give_back() {
	if (file_.is_open()) {
		file_.clear(); // where that fails: what it says is only read while it is locked
		file_.close();
	}
}

} // namespace agent_runtime
