#include "core/io/descendants.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include <sys/syscall.h>

namespace agent_runtime {

namespace {

// A program that starts more than this has to be stopped by other means.
constexpr std::size_t MOST_DESCENDANTS = 512;

void add_children(pid_t pid, std::vector<pid_t> &found) {
	std::error_code error;
	const std::filesystem::path tasks = "/proc/" + std::to_string(pid) + "/task";
	std::filesystem::directory_iterator task(tasks, error);
	while (!error && task != std::filesystem::directory_iterator()) {
		std::ifstream children(task->path() / "children");
		for (pid_t child = 0; found.size() < MOST_DESCENDANTS && children >> child;) {
			found.push_back(child);
		}
		task.increment(error);
	}
}

} // namespace

Descendants Descendants::who_left_group_of(pid_t pid) {
	std::vector<pid_t> family = { pid };
	Descendants left;
	for (std::size_t i = 0; i < family.size(); i++) {
		add_children(family[i], family);
		if (i > 0 && getpgid(family[i]) != pid) {
			UniqueFd held(static_cast<int>(syscall(SYS_pidfd_open, family[i], 0)));
			if (held.is_open()) {
				left.found_.push_back(std::move(held));
			}
		}
	}
	return left;
}

void Descendants::signal(int number) const {
	for (const UniqueFd &each : found_) {
		syscall(SYS_pidfd_send_signal, each.get(), number, nullptr, 0);
	}
}

} // namespace agent_runtime
