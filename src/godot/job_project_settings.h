#pragma once

// The settings of jobs, from the project settings under agent_runtime/jobs. Starting a program is
// running code as the user, so an exported game has no jobs unless the project says so. Main thread
// only.

#include "core/jobs/job_settings.h"

namespace agent_runtime {

namespace setting {

// Whether there are jobs at all.
inline constexpr char JOBS_ENABLED[] = "agent_runtime/jobs/enabled";
// Whether there are any in an exported game, on the machine of a player.
inline constexpr char JOBS_IN_EXPORTED_GAMES[] = "agent_runtime/jobs/in_exported_games";
// What programs outside the game may have started.
inline constexpr char JOB_PROGRAMS[] = "agent_runtime/jobs/programs";
// Where these may work, besides the project.
inline constexpr char JOB_FOLDERS[] = "agent_runtime/jobs/folders";
// Where a job works that names no folder; empty: in the project.
inline constexpr char JOB_FOLDER[] = "agent_runtime/jobs/folder";
inline constexpr char MOST_RUNNING_JOBS[] = "agent_runtime/jobs/most_running";
// How far a job may go that says nothing else. 0: no limit.
inline constexpr char JOB_OUTPUT_MEGABYTES[] = "agent_runtime/jobs/output_megabytes";
inline constexpr char JOB_MEMORY_MEGABYTES[] = "agent_runtime/jobs/memory_megabytes";
inline constexpr char JOB_SECONDS[] = "agent_runtime/jobs/seconds";
inline constexpr char JOB_DOLLARS[] = "agent_runtime/jobs/dollars";
// How long jobs that have ended are kept. 0: no limit.
inline constexpr char KEEP_JOB_DAYS[] = "agent_runtime/jobs/keep_days";
inline constexpr char KEEP_JOB_COUNT[] = "agent_runtime/jobs/keep_count";
inline constexpr char KEEP_JOB_MEGABYTES[] = "agent_runtime/jobs/keep_megabytes";
// The words that are put before those of each program, such as a sandbox.
inline constexpr char JOB_LAUNCHER[] = "agent_runtime/jobs/launcher";

} // namespace setting

void register_job_settings();

// Prints what is wrong, and uses its default.
JobSettings job_settings();

} // namespace agent_runtime
