#pragma once

// A game that works with jobs, what kills it and what belongs to it, and what must hold afterwards.

#include "job_world.h"

#include <filesystem>
#include <string>

namespace agent_runtime::test {

// What a game does with two jobs, from their start to their purge. One talks, asks something and
// writes down for itself what it has read and written; the other costs money and works until it is
// killed.
void live_with_jobs(JobWorld &jobs, const std::string &folder);

// The processes of a project whose jobs live now.
enum class Victim { host, program };
// Kills them, and waits until the hosts have gone.
void kill_all(const std::filesystem::path &folder, Victim victim);

struct Damage {
	bool host_was_killed = false;
};
// The next game: looks whether everything is in order, goes on with what still runs, and looks
// again.
void check_after(const std::filesystem::path &folder, const Damage &damage);

} // namespace agent_runtime::test
