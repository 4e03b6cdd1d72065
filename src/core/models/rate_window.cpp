#include "core/models/rate_window.h"

#include <algorithm>
#include <limits>

namespace agent_runtime {

namespace {

constexpr std::int64_t MOST = 1'000'000'000'000; // for one entry
constexpr std::uint64_t NOT_NOTED = std::numeric_limits<std::uint64_t>::max();

} // namespace

void RateWindow::forget_old(RealTime now) {
	while (!entries_.empty() && entries_.front().at + SPAN <= now) {
		sum_ -= entries_.front().amount;
		entries_.pop_front();
		++first_;
	}
}

RealTime RateWindow::when(std::int64_t amount, RealTime now) {
	forget_old(now);
	if (limit_ <= 0) {
		return now;
	}
	std::int64_t too_much = sum_ + std::clamp<std::int64_t>(amount, 0, MOST) - limit_;
	RealTime time = now;
	for (const Entry &entry : entries_) {
		if (too_much <= 0) {
			break;
		}
		too_much -= entry.amount;
		time = entry.at + SPAN;
	}
	return time;
}

std::uint64_t RateWindow::add(std::int64_t amount, RealTime now) {
	forget_old(now);
	if (limit_ <= 0) {
		return NOT_NOTED;
	}
	entries_.push_back({ now, std::clamp<std::int64_t>(amount, 0, MOST) });
	sum_ += entries_.back().amount;
	return first_ + entries_.size() - 1;
}

void RateWindow::correct(std::uint64_t number, std::int64_t amount) {
	if (number < first_ || number - first_ >= entries_.size()) {
		return;
	}
	Entry &entry = entries_[static_cast<std::size_t>(number - first_)];
	sum_ -= entry.amount;
	entry.amount = std::clamp<std::int64_t>(amount, 0, MOST);
	sum_ += entry.amount;
	if (entry.amount == 0 && number - first_ + 1 == entries_.size()) {
		entries_.pop_back();
	}
}

std::int64_t RateWindow::sum(RealTime now) {
	forget_old(now);
	return sum_;
}

} // namespace agent_runtime
