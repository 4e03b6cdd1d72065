#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <boost/asio/buffer.hpp>

namespace agent_runtime {

// A text that many clients are sent. Thread rule: immutable.
using SharedText = std::shared_ptr<const std::string>;

inline SharedText share(std::string text) {
	return std::make_shared<const std::string>(std::move(text));
}

// The bytes that wait for one client, as texts that others may be sent as well: none is copied.
// Owned by the client. Thread rule: worker only (io).
class OutQueue {
public:
	static constexpr std::size_t MOST_PARTS = 64; // in one write: what the system takes

	void push(SharedText text) {
		bytes_ += text->size();
		texts_.push_back(std::move(text));
	}
	// Ahead of everything but a text that is partly sent.
	void push_next(SharedText text) {
		bytes_ += text->size();
		texts_.insert(texts_.begin() + (sent_ > 0 ? 1 : 0), std::move(text));
	}

	bool is_empty() const { return texts_.empty(); }
	std::size_t bytes() const { return bytes_; }

	// The first bytes; valid until the queue is changed.
	std::span<const boost::asio::const_buffer> front() {
		std::size_t count = 0;
		for (; count < texts_.size() && count < MOST_PARTS; count++) {
			const std::size_t skipped = count == 0 ? sent_ : 0;
			parts_[count] = boost::asio::const_buffer(
					texts_[count]->data() + skipped, texts_[count]->size() - skipped);
		}
		return { parts_.data(), count };
	}

	// So many bytes were sent.
	void drop(std::size_t size) {
		bytes_ -= size;
		sent_ += size;
		while (!texts_.empty() && sent_ >= texts_.front()->size()) {
			sent_ -= texts_.front()->size();
			texts_.pop_front();
		}
	}

	// Everything that is not partly sent.
	void drop_rest() {
		while (texts_.size() > (sent_ > 0 ? 1U : 0U)) {
			bytes_ -= texts_.back()->size();
			texts_.pop_back();
		}
	}

private:
	std::deque<SharedText> texts_;
	std::size_t sent_ = 0; // of the first
	std::size_t bytes_ = 0;
	std::array<boost::asio::const_buffer, MOST_PARTS> parts_;
};

} // namespace agent_runtime
