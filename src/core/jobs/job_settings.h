#pragma once

#include "core/base/time.h"
#include "core/jobs/job_plan.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace agent_runtime {

// When jobs that have ended go; the first limit that applies counts. 0: no limit.
// Thread rule: immutable.
struct JobRetentionSettings {
	Micros max_age = std::chrono::hours(24 * 30);
	std::size_t max_jobs = 500;
	std::uint64_t max_megabytes = 2'000; // of all their files together
};

// What the user has set for jobs. Thread rule: immutable.
struct JobSettings {
	bool enabled = true;
	// The project setting that would enable them, for whoever is refused.
	std::string enabling_setting = "agent_runtime/jobs/enabled";
	// What programs outside this process may have started: claude and codex, and the first words of
	// commands, exactly as they are given. A command is never one of these two.
	std::vector<std::string> programs = { "claude", "codex" };
	// Where these may work, besides the project.
	std::vector<std::string> folders;
	std::string folder; // for a job that names none; empty: the project
	std::size_t most_running = 3;
	// For a job that says nothing else, and the most that programs outside this process may ask
	// for.
	JobBounds bounds = { .dollars = 1.0 };
	// What a program is started by, such as { "bwrap", … }; empty: by its host itself.
	std::vector<std::string> launcher;
	JobRetentionSettings retention;
};

} // namespace agent_runtime
