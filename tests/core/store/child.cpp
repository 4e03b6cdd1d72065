#include "child.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

std::vector<char *> pointers_to(std::vector<std::string> &texts) {
	std::vector<char *> pointers;
	pointers.reserve(texts.size() + 1);
	for (std::string &text : texts) {
		pointers.push_back(text.data());
	}
	pointers.push_back(nullptr);
	return pointers;
}

} // namespace

Child::Child(const std::string &test_case,
		const std::vector<std::pair<std::string, std::string>> &variables) {
	std::array<int, 2> ends = {};
	REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
	posix_spawn_file_actions_t actions;
	REQUIRE(posix_spawn_file_actions_init(&actions) == 0);
	REQUIRE(posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0);
	std::vector<std::string> arguments = { "core_tests", "--no-intro", "--no-skip",
		"--test-case=" + test_case };
	std::vector<std::string> environment;
	for (char **entry = environ; *entry != nullptr; ++entry) {
		environment.emplace_back(*entry);
	}
	for (const auto &[name, value] : variables) {
		std::string entry = name;
		entry += "=";
		entry += value;
		environment.push_back(std::move(entry));
	}
	const int code = posix_spawn(&pid_, "/proc/self/exe", &actions, nullptr,
			pointers_to(arguments).data(), pointers_to(environment).data());
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	output_ = ends[0];
	REQUIRE(code == 0);
}

Child::~Child() {
	kill_hard();
	wait();
	close(output_);
}

std::string Child::read_some() {
	std::array<char, 4096> bytes = {};
	ssize_t size = -1;
	do {
		size = read(output_, bytes.data(), bytes.size());
	} while (size < 0 && errno == EINTR);
	return { bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0 };
}

void Child::kill_hard() {
	if (pid_ > 0) {
		kill(pid_, SIGKILL);
	}
}

int Child::wait() {
	if (pid_ > 0) {
		while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
		}
		pid_ = -1;
	}
	return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
}

} // namespace agent_runtime
