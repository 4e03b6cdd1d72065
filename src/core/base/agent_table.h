#pragma once

#include "core/base/ids.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace agent_runtime {

// One T for each of some agents, found by the agent's id in a few nanoseconds. Its memory depends
// on how many agents have a T, and never on how high their ids are. Ids come from files, and grow
// for as long as a database lives.
//
// It is a hash table of pages with room for 16 consecutive ids each, since the ids in use mostly
// are consecutive. A reference stays valid until its entry is erased.
// Thread rule: any thread, one at a time; const members several at once.
template <typename T>
class AgentTable {
public:
	T *find(AgentId agent) {
		Page *const page = find_page(page_of(agent));
		return page != nullptr && page->holds(agent) ? &page->value(agent) : nullptr;
	}
	const T *find(AgentId agent) const { return const_cast<AgentTable *>(this)->find(agent); }

	// The agent's entry; if it has none, a new one is made with T's default.
	T &entry(AgentId agent) {
		Page *page = find_page(page_of(agent));
		if (page == nullptr) {
			page = &make_page(page_of(agent));
		}
		size_ += page->holds(agent) ? 0 : 1;
		page->used |= bit_of(agent);
		return page->value(agent);
	}

	void erase(AgentId agent) {
		Page *const page = find_page(page_of(agent));
		if (page == nullptr || !page->holds(agent)) {
			return;
		}
		page->value(agent) = T();
		page->used &= ~bit_of(agent);
		size_--;
		if (page->used == 0) {
			remove_page(page_of(agent));
		}
	}

	void clear() { *this = AgentTable(); }

	std::size_t size() const { return size_; }

	// All agents with an entry, in the order of their numbers.
	std::vector<AgentId> agents() const {
		std::vector<AgentId> agents;
		agents.reserve(size());
		for (const Bucket &bucket : buckets_) {
			for (std::uint32_t left = bucket.page != nullptr ? bucket.page->used : 0; left != 0;
					left &= left - 1) {
				const auto within = static_cast<std::uint32_t>(std::countr_zero(left));
				agents.emplace_back(bucket.number * PAGE + within);
			}
		}
		std::sort(agents.begin(), agents.end());
		return agents;
	}

private:
	static constexpr std::uint32_t PAGE = 16;
	static constexpr unsigned FEWEST_BITS = 4; // for the number of buckets

	struct Page {
		bool holds(AgentId agent) const { return (used & bit_of(agent)) != 0; }
		T &value(AgentId agent) { return values[agent.number() % PAGE]; }

		std::array<T, PAGE> values{};
		std::uint32_t used = 0; // one bit for each entry
	};
	struct Bucket {
		std::unique_ptr<Page> page; // null: the bucket is free
		std::uint32_t number = 0;
	};

	static std::uint32_t page_of(AgentId agent) { return agent.number() / PAGE; }
	static std::uint32_t bit_of(AgentId agent) { return 1U << agent.number() % PAGE; }
	std::size_t home_of(std::uint32_t number) const {
		return static_cast<std::size_t>((number * 0x9E37'79B9'7F4A'7C15ULL) >> (64 - bits_));
	}
	std::size_t next(std::size_t bucket) const { return (bucket + 1) & (buckets_.size() - 1); }

	Page *find_page(std::uint32_t number) {
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

	Page &make_page(std::uint32_t number) {
		if ((pages_ + 1) * 2 > buckets_.size()) {
			grow();
		}
		pages_++;
		std::unique_ptr<Page> page = std::make_unique<Page>();
		Page &made = *page;
		place({ std::move(page), number });
		return made;
	}

	void place(Bucket bucket) {
		std::size_t at = home_of(bucket.number);
		while (buckets_[at].page != nullptr) {
			at = next(at);
		}
		buckets_[at] = std::move(bucket);
	}

	void grow() {
		bits_ = buckets_.empty() ? FEWEST_BITS : bits_ + 1;
		std::vector<Bucket> before = std::exchange(buckets_, {});
		buckets_.resize(std::size_t{ 1 } << bits_);
		for (Bucket &bucket : before) {
			if (bucket.page != nullptr) {
				place(std::move(bucket));
			}
		}
	}

	// Pages that were put further on because this one was in their place are placed anew.
	void remove_page(std::uint32_t number) {
		std::size_t at = home_of(number);
		while (buckets_[at].number != number || buckets_[at].page == nullptr) {
			at = next(at);
		}
		buckets_[at].page.reset();
		pages_--;
		for (at = next(at); buckets_[at].page != nullptr; at = next(at)) {
			place(std::exchange(buckets_[at], Bucket()));
		}
	}

	// their number is a power of two, and at least half of them are free
	std::vector<Bucket> buckets_;
	unsigned bits_ = 0;
	std::size_t pages_ = 0;
	std::size_t size_ = 0;
};

} // namespace agent_runtime
