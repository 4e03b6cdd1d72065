#include "core/base/agent_index.h"

#include <utility>

namespace agent_runtime {

void AgentIndex::set(AgentId agent, std::uint32_t value) {
	Page *page = const_cast<Page *>(find_page(page_of(agent)));
	if (page == nullptr) {
		page = &make_page(page_of(agent));
	}
	std::uint32_t &held = page->values[agent.number() % PAGE];
	if (held == NONE) {
		page->used++;
		size_++;
	}
	held = value;
}

void AgentIndex::erase(AgentId agent) {
	Page *const page = const_cast<Page *>(find_page(page_of(agent)));
	if (page == nullptr || page->values[agent.number() % PAGE] == NONE) {
		return;
	}
	page->values[agent.number() % PAGE] = NONE;
	page->used--;
	size_--;
	if (page->used == 0) {
		remove_page(page_of(agent));
	}
}

void AgentIndex::clear() {
	buckets_.clear();
	bits_ = 0;
	pages_ = 0;
	size_ = 0;
}

AgentIndex::Page &AgentIndex::make_page(std::uint32_t number) {
	if ((pages_ + 1) * 2 > buckets_.size()) {
		grow();
	}
	pages_++;
	std::unique_ptr<Page> page = std::make_unique<Page>();
	Page &made = *page;
	place({ std::move(page), number });
	return made;
}

void AgentIndex::place(Bucket bucket) {
	std::size_t at = home_of(bucket.number);
	while (buckets_[at].page != nullptr) {
		at = next(at);
	}
	buckets_[at] = std::move(bucket);
}

void AgentIndex::grow() {
	bits_ = buckets_.empty() ? FEWEST_BITS : bits_ + 1;
	std::vector<Bucket> before = std::exchange(buckets_, {});
	buckets_.resize(std::size_t{ 1 } << bits_);
	for (Bucket &bucket : before) {
		if (bucket.page != nullptr) {
			place(std::move(bucket));
		}
	}
}

// Whoever had to go on from where the page was, because it was there, is placed anew.
void AgentIndex::remove_page(std::uint32_t number) {
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

} // namespace agent_runtime
