#pragma once

#include "core/base/ids.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace agent_runtime {

// A number for each of some agents, such as the place at which its owner keeps what belongs to one.
// Found in a few nanoseconds, in memory that depends on how many agents there are, and never on how
// high their ids are: ids come from files, and grow for as long as a database lives.
//
// It is a hash table of pages, each for 64 ids in a row, since ids that are in use mostly are.
// Thread rule: any thread, one at a time; const members several at once.
class AgentIndex {
public:
	static constexpr std::uint32_t NONE = 0xFFFF'FFFF;

	// NONE: it has no number.
	std::uint32_t find(AgentId agent) const {
		const Page *const page = find_page(page_of(agent));
		return page != nullptr ? page->values[agent.number() % PAGE] : NONE;
	}
	// `value` is not NONE.
	void set(AgentId agent, std::uint32_t value);
	void erase(AgentId agent);
	void clear();

	std::size_t size() const { return size_; }

private:
	static constexpr std::uint32_t PAGE = 64;
	static constexpr unsigned FEWEST_BITS = 4; // of the number of buckets

	struct Page {
		Page() { values.fill(NONE); }
		std::array<std::uint32_t, PAGE> values;
		std::uint32_t used = 0;
	};
	struct Bucket {
		std::unique_ptr<Page> page; // null: free
		std::uint32_t number = 0;
	};

	static std::uint32_t page_of(AgentId agent) { return agent.number() / PAGE; }
	std::size_t home_of(std::uint32_t number) const {
		return static_cast<std::size_t>((number * 0x9E37'79B9'7F4A'7C15ULL) >> (64 - bits_));
	}
	std::size_t next(std::size_t bucket) const { return (bucket + 1) & (buckets_.size() - 1); }
	const Page *find_page(std::uint32_t number) const {
		if (pages_ == 0) {
			return nullptr;
		}
		for (std::size_t at = home_of(number);; at = next(at)) {
			const Bucket &bucket = buckets_[at];
			if (bucket.page == nullptr || bucket.number == number) {
				return bucket.page.get();
			}
		}
	}
	Page &make_page(std::uint32_t number);
	void place(Bucket bucket);
	void grow();
	void remove_page(std::uint32_t number);

	std::vector<Bucket> buckets_; // a power of two of them, half of them free at least
	unsigned bits_ = 0;
	std::size_t pages_ = 0;
	std::size_t size_ = 0;
};

} // namespace agent_runtime
