#pragma once

// A queue for searches whose keys are whole numbers that grow slowly: a key that is taken out is
// never smaller than the one before, and a key that is put in is less than SPAN larger. There is a
// stack for each key. The stacks form a circle, and bits show which of them are not empty. Among
// equal keys, the last one put in comes out first. For path_search.h only.
// Thread rule: any thread, one at a time.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace agent_runtime {

class BucketQueue {
public:
	static constexpr std::uint32_t SPAN = 4096;

	void clear() {
		while (words_ != 0) {
			const std::size_t word = static_cast<std::size_t>(std::countr_zero(words_));
			for (std::uint64_t &bits = filled_[word]; bits != 0; bits &= bits - 1) {
				newest_[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))] = NONE;
			}
			words_ &= words_ - 1;
		}
		entries_.resize(1);
		free_ = NONE;
	}

	// Call after clear(). No key will be smaller.
	void begin_at(std::uint32_t key) { bucket_ = key % SPAN; }

	void push(std::uint32_t key, std::uint32_t value) {
		const std::uint32_t bucket = key % SPAN;
		std::uint32_t entry = free_;
		if (entry != NONE) {
			free_ = entries_[entry].next;
			entries_[entry] = { value, newest_[bucket] };
		} else {
			entry = static_cast<std::uint32_t>(entries_.size());
			entries_.push_back({ value, newest_[bucket] });
		}
		newest_[bucket] = entry;
		filled_[bucket / 64] |= std::uint64_t(1) << (bucket % 64);
		words_ |= std::uint64_t(1) << (bucket / 64);
	}

	// Returns a value to the stack that it was taken from last.
	void put_back(std::uint32_t value) { push(bucket_, value); }

	// Takes out a value with the smallest key; false when the queue is empty.
	bool pop(std::uint32_t &value) {
		if (newest_[bucket_] == NONE && !find_bucket()) {
			return false;
		}
		const std::uint32_t entry = newest_[bucket_];
		Entry &popped = entries_[entry];
		value = popped.value;
		newest_[bucket_] = popped.next;
		if (popped.next == NONE) {
			mark_empty(bucket_);
		}
		popped.next = free_;
		free_ = entry;
		return true;
	}

private:
	static constexpr std::uint32_t NONE = 0; // the entry with this number is never used
	static_assert(SPAN == 64 * 64, "a bit of one word stands for each word of bits");

	struct Entry {
		std::uint32_t value = 0;
		std::uint32_t next = NONE;
	};

	void mark_empty(std::uint32_t bucket) {
		std::uint64_t &bits = filled_[bucket / 64];
		bits &= ~(std::uint64_t(1) << (bucket % 64));
		if (bits == 0) {
			words_ &= ~(std::uint64_t(1) << (bucket / 64));
		}
	}

	// Moves on to the next stack that is not empty, around the circle.
	bool find_bucket() {
		if (words_ == 0) {
			return false;
		}
		const std::uint32_t word = bucket_ / 64;
		const std::uint64_t later = filled_[word] & ~std::uint64_t(0) << (bucket_ % 64);
		if (later != 0) {
			bucket_ = word * 64 + static_cast<std::uint32_t>(std::countr_zero(later));
			return true;
		}
		// The words after this one come first; the beginning of this one comes last.
		const std::uint64_t turned = std::rotr(words_, static_cast<int>(word + 1));
		const std::uint32_t next =
				(word + 1 + static_cast<std::uint32_t>(std::countr_zero(turned))) % 64;
		bucket_ = next * 64 + static_cast<std::uint32_t>(std::countr_zero(filled_[next]));
		return true;
	}

	std::uint32_t bucket_ = 0; // the current stack
	std::uint32_t free_ = NONE; // a list of entries that can be reused
	std::uint64_t words_ = 0; // a bit for each word of `filled_` that is not 0
	std::array<std::uint64_t, SPAN / 64> filled_{};
	std::array<std::uint32_t, SPAN> newest_{};
	std::vector<Entry> entries_{ Entry{} };
};

} // namespace agent_runtime
