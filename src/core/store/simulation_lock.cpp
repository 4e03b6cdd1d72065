#include "core/store/simulation_lock.h"

#include "core/base/files.h"
#include "core/base/process.h"

#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_BYTES_READ = 200;
constexpr std::string_view MIGRATING = " migrating";
constexpr std::chrono::milliseconds PAUSE{ 2 };

// Links to the same file lead to the same lock.
std::string lock_path(const std::string &database_path) {
	return real_path(database_path) + ".sim";
}

// Whether there is the process that the file names. What a process was starting when it was killed
// holds its lock for a moment longer.
bool is_seen(const std::string &text) {
	std::istringstream words(text);
	std::int64_t pid = 0;
	std::uint64_t start = 0;
	return words >> pid >> start && ProcessIdentity::of(pid).start == start;
}

Status held_by_another(const OpenFile &file, const std::string &database_path) {
	const std::string all = file.read_at(0, MOST_BYTES_READ);
	const std::string text = all.substr(0, all.find('\n'));
	const std::string holder = text.substr(0, text.find_first_of(" \n"));
	if (holder.empty() || text.find(MIGRATING) != std::string::npos) {
		return Status(StatusCode::unavailable,
				"\"" + database_path + "\" is being " +
						(holder.empty() ? "opened by another program"
										: "brought up to date by process " + holder) +
						"; try again in a moment");
	}
	if (!is_seen(text)) {
		return Status(StatusCode::unavailable,
				"\"" + database_path + "\" was simulated by process " + holder +
						", which has just ended, or runs in another container; try again in a "
						"moment, or close that one");
	}
	const bool is_own = holder == std::to_string(process_id());
	return Status(StatusCode::already_exists,
			"\"" + database_path + "\" is simulated already by " +
					(is_own ? "another runtime of this process; stop"
							: "process " + holder + "; close") +
					" that one, or choose another database");
}

Status write_holder(OpenFile &file, SimulationLock::Purpose purpose) {
	const ProcessIdentity own = ProcessIdentity::own();
	std::string text = std::to_string(own.pid) + " " + std::to_string(own.start);
	text += purpose == SimulationLock::Purpose::migrate ? MIGRATING : "";
	// Over what stood there, without clearing it first: an empty file says that the last program
	// ended well, and the disk may be full. Only the first line counts.
	const std::error_code error = file.write_at(0, text + "\n");
	if (!error) {
		return {};
	}
	const bool is_full = is_exhausted(error);
	return Status(is_full ? StatusCode::exhausted : StatusCode::permission_denied,
			"could not write down who simulates: " + error.message() + "; " +
					(is_full ? "free space on the disk" : "choose a place that can be written"));
}

} // namespace

SimulationLock::SimulationLock(OpenFile file, std::string database_path, bool follows_clean_end) :
		file_(std::move(file)),
		database_path_(std::move(database_path)),
		follows_clean_end_(follows_clean_end) {}

SimulationLock &SimulationLock::operator=(SimulationLock &&other) noexcept {
	if (this != &other) {
		give_back();
		file_ = std::move(other.file_);
		database_path_ = std::move(other.database_path_);
		follows_clean_end_ = other.follows_clean_end_;
		ends_badly_ = other.ends_badly_;
	}
	return *this;
}

SimulationLock::~SimulationLock() {
	give_back();
}

Result<SimulationLock> SimulationLock::take(const std::string &database_path, Purpose purpose) {
	const std::string path = lock_path(database_path);
	const bool was_there = FileIdentity::of(path).exists;
	OpenFile file;
	if (const std::error_code error = file.open(path, OpenFile::Readers::everybody)) {
		return Status(StatusCode::permission_denied,
				"could not open \"" + path + "\": " + opening_problem(error));
	}
	if (!file.try_lock()) {
		return held_by_another(file, database_path);
	}
	const bool follows_clean_end = was_there && file.identity().bytes == 0;
	SimulationLock lock(std::move(file), database_path, follows_clean_end);
	lock.ends_badly_ = !follows_clean_end;
	if (Status written = write_holder(lock.file_, purpose); !written.ok()) {
		return written;
	}
	// A program that only migrates has not examined what the one before has left.
	lock.ends_badly_ = purpose == Purpose::migrate && !follows_clean_end;
	return lock;
}

Result<SimulationLock> SimulationLock::wait_for(
		const std::string &database_path, const Clock &clock, std::chrono::milliseconds limit) {
	const RealTime until = clock.now() + limit;
	while (true) {
		Result<SimulationLock> lock = take(database_path);
		if (lock.status().code() != StatusCode::unavailable || clock.now() >= until) {
			return lock;
		}
		std::this_thread::sleep_for(PAUSE);
	}
}

Status SimulationLock::keep() {
	if (file_.identity().same_file(FileIdentity::of(lock_path(database_path_)))) {
		return {};
	}
	Result<SimulationLock> anew = take(database_path_);
	if (anew.ok()) {
		anew.value().ends_badly_ = ends_badly_;
		*this = std::move(anew).value();
		return {};
	}
	return Status(anew.status().code(),
			"the file that keeps other programs away was deleted or replaced: " +
					anew.status().message());
}

// Does not remove the file, since another process may have it open and be about to lock it.
void SimulationLock::give_back() {
	if (!file_.is_open()) {
		return;
	}
	if (!ends_badly_) {
		file_.clear(); // when this fails, the database is examined more closely than necessary
	}
	file_.close();
}

} // namespace agent_runtime
