#include "core/models/books_watch.h"

#include <chrono>
#include <utility>

namespace agent_runtime {

namespace {

constexpr Micros LOOK_AFTER = std::chrono::milliseconds(250);

} // namespace

BooksWatch::BooksWatch(Ledger &ledger, const Clock &clock, std::function<void()> looked) :
		ledger_(ledger),
		clock_(clock),
		looked_(std::make_shared<const std::function<void()>>(std::move(looked))) {}

void BooksWatch::look_later() {
	if (!due_) {
		due_ = clock_.now() + LOOK_AFTER;
	}
}

void BooksWatch::advance() {
	if (!due_ || *due_ > clock_.now()) {
		return;
	}
	due_.reset();
	ledger_.look(ledger_.held_elsewhere(), [weak = std::weak_ptr(looked_)] {
		if (const std::shared_ptr<const std::function<void()>> looked = weak.lock()) {
			(*looked)();
		}
	});
}

} // namespace agent_runtime
