#pragma once

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/jobs/job_program.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// How far a job may go. 0: no limit, but for dollars. Thread rule: immutable.
struct JobBounds {
	std::uint64_t seconds = 0; // from its start, while the machine is awake
	std::uint64_t output_megabytes = 256;
	std::uint64_t memory_megabytes = 4'096; // of all its processes together
	double dollars = 0; // reserved before it starts; a command spends none, any other program some

	bool operator==(const JobBounds &other) const = default;
};

// What a job was asked to be, settled: no field depends on a setting any more. It stays the same
// over all attempts. Thread rule: immutable.
struct JobPlan {
	AgentId agent; // for whom it works; nobody where it works for none
	std::string task_name;
	JobProgram program = JobProgram::command;
	std::vector<std::string> command; // of a program `command`: its words
	std::string model;
	std::string permission_mode;
	std::string folder; // in which it was asked to work; absolute
	std::string worktree; // of git, in which it works instead; empty: none
	std::string branch; // of that
	std::string worktree_folder; // the one within it that stands for `folder`; empty: all of it
	bool keeps_talking = false; // its input stays open after its first turn
	// Changes; what has no value is taken out.
	std::map<std::string, std::optional<std::string>> environment;
	JobBounds bounds;

	// Where the program runs.
	const std::string &working_folder() const {
		return worktree.empty() ? folder : worktree_folder.empty() ? worktree : worktree_folder;
	}

	std::string to_text() const; // JSON
	static Result<JobPlan> parse(std::string_view text);

	bool operator==(const JobPlan &other) const = default;
};

} // namespace agent_runtime
