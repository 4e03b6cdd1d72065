#pragma once

#include "core/base/open_file.h"
#include "core/base/status.h"

#include <memory>
#include <string>

namespace agent_runtime {

// One simulating process for each database: an advisory lock on the file NAME.sim beside it, which
// the kernel frees when the process ends, however it ends. A second runtime in the same process is
// refused as well. The file names its holder and stays behind, empty, when the lock is given back.
//
//	Result<SimulationLock> lock = SimulationLock::take("office.db"); // held until it is destroyed
//
// Owned by the runtime. Thread rule: any thread, one at a time.
class SimulationLock {
public:
	// `already_exists` names the process that holds it; `permission_denied` when the file cannot be
	// made.
	static Result<SimulationLock> take(const std::string &database_path);

	// Makes the file anew when it was deleted meanwhile, so that others still meet the lock.
	// `already_exists` when somebody else has it by now.
	Status keep();

	~SimulationLock();
	SimulationLock(SimulationLock &&other) noexcept = default;
	SimulationLock &operator=(SimulationLock &&other) noexcept;

private:
	SimulationLock(OpenFile file, std::string database_path);
	void give_back();

	OpenFile file_; // not open when moved from
	std::string database_path_;
};

} // namespace agent_runtime
