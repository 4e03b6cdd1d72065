#pragma once

#include "core/base/clock.h"
#include "core/base/open_file.h"
#include "core/base/status.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace agent_runtime {

// Lets only one process simulate each database: an advisory lock on the file NAME.sim beside it,
// which the kernel releases when the process ends, however it ends. A second runtime in the same
// process is refused as well. The file names its holder; when the lock is released it stays behind,
// empty. A program that makes or migrates the tables of a file that nobody simulates holds the lock
// meanwhile.
//
//	Result<SimulationLock> lock = SimulationLock::take("office.db"); // held until it is destroyed
//
// Owned by the runtime, or by open_shared(). Thread rule: any thread, one at a time.
class SimulationLock {
public:
	enum class Purpose : std::uint8_t { simulate, migrate };
	// The longest that a migration takes; whoever wants the lock waits that long for one, and for
	// what a process that has ended has left.
	static constexpr std::chrono::milliseconds MIGRATION_LIMIT{ 500 };

	// `already_exists` names the process that simulates; `unavailable` when a program that migrates
	// holds it, or what a process that has ended was starting, which will not take long;
	// `permission_denied` when the file cannot be made.
	static Result<SimulationLock> take(
			const std::string &database_path, Purpose purpose = Purpose::simulate);
	// The same, but waits while it is `unavailable`.
	static Result<SimulationLock> wait_for(const std::string &database_path, const Clock &clock,
			std::chrono::milliseconds limit = MIGRATION_LIMIT);

	// Whether the process before released the lock. If not, or if there is no trace of one, the
	// state of the database is unknown.
	bool follows_clean_end() const { return follows_clean_end_; }
	// Tells the next process that this one did not end well, for instance because it found damage.
	void end_badly() { ends_badly_ = true; }

	// Makes the file anew when it was deleted, so that others still find the lock. `already_exists`
	// when somebody else holds it by now.
	Status keep();

	~SimulationLock();
	SimulationLock(SimulationLock &&other) noexcept = default;
	SimulationLock &operator=(SimulationLock &&other) noexcept;

private:
	SimulationLock(OpenFile file, std::string database_path, bool follows_clean_end);
	void give_back();

	OpenFile file_; // not open after a move
	std::string database_path_;
	bool follows_clean_end_;
	bool ends_badly_ = false;
};

} // namespace agent_runtime
