#pragma once

#include "../patience.h"
#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agent_runtime {

// A named pipe. It reaches its end when no process holds it any more.
class NamedPipe {
public:
	NamedPipe() {
		REQUIRE(mkfifo(path_.c_str(), 0600) == 0);
		fd_ = open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
		REQUIRE(fd_ >= 0);
	}
	~NamedPipe() { close(fd_); }
	NamedPipe(const NamedPipe &) = delete;
	NamedPipe &operator=(const NamedPipe &) = delete;

	const std::string &path() const { return path_; }
	// How many bytes were written to it since the last call.
	std::size_t take() const {
		std::array<char, 4'096> bytes = {};
		const ssize_t size = read(fd_, bytes.data(), bytes.size());
		return size > 0 ? static_cast<std::size_t>(size) : 0;
	}
	// Waits for its end; false when it does not come.
	bool ends() const {
		const std::chrono::steady_clock::time_point latest =
				std::chrono::steady_clock::now() + LONGEST_PATIENCE;
		while (std::chrono::steady_clock::now() < latest) {
			pollfd waited = { fd_, POLLIN, 0 };
			poll(&waited, 1, LOOK_AGAIN);
			if (take() == 0 && (waited.revents & POLLHUP) != 0) {
				return true;
			}
		}
		return false;
	}

private:
	static constexpr int LOOK_AGAIN = 1'000; // in milliseconds

	ScratchFolder folder_;
	std::string path_ = folder_.path("pipe");
	int fd_ = -1;
};

} // namespace agent_runtime
