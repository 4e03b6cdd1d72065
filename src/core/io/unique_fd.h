#pragma once

#include <utility>

#include <unistd.h>

namespace agent_runtime {

// Owns an open file, and closes it. Thread rule: any thread, one at a time.
class UniqueFd {
public:
	UniqueFd() = default;
	explicit UniqueFd(int fd) :
			fd_(fd) {}
	UniqueFd(UniqueFd &&other) noexcept :
			fd_(other.release()) {}
	UniqueFd &operator=(UniqueFd &&other) noexcept {
		reset(other.release());
		return *this;
	}
	~UniqueFd() { reset(); }

	bool is_open() const { return fd_ >= 0; }
	int get() const { return fd_; }
	int release() { return std::exchange(fd_, -1); }
	void reset(int fd = -1) {
		if (fd_ >= 0) {
			close(fd_);
		}
		fd_ = fd;
	}

private:
	int fd_ = -1;
};

} // namespace agent_runtime
