#pragma once

#include "core/base/ids.h"
#include "core/base/status.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// What ends a job that asks for too much. 0: no limit, where nothing else is said.
struct JobLimits {
	static constexpr std::uint64_t LEAST_LINE_BYTES = 64;
	static constexpr std::uint64_t MOST_LINE_BYTES = 16'777'216;

	std::uint64_t seconds = 0; // from its start, while the machine is awake
	std::uint64_t output_bytes = 268'435'456; // of its output file
	std::uint64_t line_bytes = 1'048'576; // a longer line is cut into several records
	std::uint64_t free_bytes = 104'857'600; // of the disk; below, its output waits
	std::uint64_t disk_seconds = 600; // how long it waits for the disk
	std::uint64_t memory_bytes = 4'294'967'296; // of all its processes together

	bool operator==(const JobLimits &other) const = default;
};

// What a host is to run, as job.json says it. No secret stands in it: keys come to the program
// from the environment of the game, through the host. Thread rule: immutable.
struct JobOrder {
	static constexpr std::uint64_t FORMAT = 1;
	static constexpr std::size_t MOST_BYTES = 4'194'304;

	JobId id;
	std::string epoch; // of the event log of the database to which the job belongs
	std::uint64_t attempt = 1;
	std::string program; // a path, or a name to be found on PATH
	std::vector<std::string> arguments;
	std::string folder; // in which the program runs
	// Changes; what has no value is taken out.
	std::map<std::string, std::optional<std::string>> environment;
	std::uint64_t first_input = 1; // lines of the inbox before this one belong to earlier attempts
	JobLimits limits;
	std::uint64_t grace_seconds = 5; // between being asked to end and being killed
	std::string about; // whatever whoever gives the order wants to find in it; hosts do not read it

	// "EPOCH:job_012:1".
	std::string marker() const;

	Result<std::string> to_text() const;
	// `invalid_argument` says what is wrong with it, `unsupported` that a newer version wrote it.
	static Result<JobOrder> parse(std::string_view text);

	bool operator==(const JobOrder &other) const = default;
};

} // namespace agent_runtime
