#pragma once

#include <cstddef>

namespace agent_runtime {

// What waits for all clients together. While it is too much, each may have only a little.
// Owned by the core. Thread rule: worker only (io).
class WaitingBytes {
public:
	WaitingBytes(std::size_t most, std::size_t most_each) :
			most_(most),
			most_each_(most_each) {}

	// One client's part of it, or one request's. Outlived by the whole.
	class Share {
	public:
		explicit Share(WaitingBytes &whole) :
				whole_(whole) {}
		~Share() { set(0); }
		Share(const Share &) = delete;
		Share &operator=(const Share &) = delete;

		void set(std::size_t bytes) {
			whole_.bytes_ += bytes;
			whole_.bytes_ -= bytes_;
			bytes_ = bytes;
		}
		// Whether there is space for so many in all.
		bool may_be(std::size_t bytes) const {
			return bytes <= bytes_ || whole_.has_space_for(bytes - bytes_);
		}

	private:
		WaitingBytes &whole_;
		std::size_t bytes_ = 0;
	};

	// How much may wait for one client before it counts as slow.
	std::size_t most_each() const { return is_full() ? most_each_ / SMALL_PART : most_each_; }
	bool is_full() const { return bytes_ >= most_; }
	bool has_space_for(std::size_t bytes) const { return bytes_ + bytes <= most_; }

private:
	static constexpr std::size_t SMALL_PART = 16;

	const std::size_t most_;
	const std::size_t most_each_;
	std::size_t bytes_ = 0;
};

} // namespace agent_runtime
