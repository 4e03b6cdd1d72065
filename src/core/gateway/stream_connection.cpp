#include "core/gateway/stream_connection.h"

#include <chrono>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

} // namespace

StreamConnection::StreamConnection(
		const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted) :
		core_(core),
		entry_(core, *this),
		seat_(std::move(admitted.seat)),
		socket_(std::move(admitted.socket)),
		head_(std::move(admitted.head)),
		patience_(socket_.get_executor()),
		share_(core->waiting) {}

void StreamConnection::push(SharedText text) {
	queue_.push(std::move(text));
	share_.set(queue_.bytes());
}

void StreamConnection::push_next(SharedText text) {
	queue_.push_next(std::move(text));
	share_.set(queue_.bytes());
}

void StreamConnection::drop_rest() {
	queue_.drop_rest();
	share_.set(queue_.bytes());
}

bool StreamConnection::has_taken() {
	return std::exchange(taken_, false);
}

void StreamConnection::flush() {
	while (!blocked_ && !failed_ && !ended_ && !queue_.is_empty()) {
		error_code error;
		const std::size_t size = socket_.write_some(queue_.front(), error);
		if (error == asio::error::would_block || error == asio::error::try_again) {
			wait_for_client();
		} else if (error) {
			end_later();
		} else {
			taken_ = true;
			queue_.drop(size);
			share_.set(queue_.bytes());
			taken();
		}
	}
	if (finishing_ && queue_.is_empty()) {
		end_later();
	}
}

void StreamConnection::wait_for_client() {
	blocked_ = true;
	patience_.expires_after(core_->limits.stall_time);
	patience_.async_wait([waiting = weak_from_this()](error_code cancelled) {
		const std::shared_ptr<StreamConnection> self = waiting.lock();
		if (!cancelled && self != nullptr && self->blocked_) {
			self->end();
		}
	});
	socket_.async_wait(GatewaySocket::wait_write, [self = shared_from_this()](error_code error) {
		self->blocked_ = false;
		self->patience_.cancel();
		if (error) {
			self->end();
		} else {
			self->flush();
		}
	});
}

// Whoever flushes may be one of many that the caller goes through.
void StreamConnection::end_later() {
	if (!std::exchange(failed_, true)) {
		asio::post(socket_.get_executor(), [self = shared_from_this()] {
			self->finishing_ && self->queue_.is_empty() ? self->linger() : self->end();
		});
	}
}

void StreamConnection::read() {
	if (reading_ || ended_) {
		return;
	}
	reading_ = true;
	socket_.async_read_some(
			asio::buffer(read_), [self = shared_from_this()](error_code error, std::size_t size) {
				self->received(error, size);
			});
}

void StreamConnection::received(error_code error, std::size_t size) {
	reading_ = false;
	if (error == asio::error::eof && !lingering_ && !ended_ && serves_half_closed()) {
		return;
	}
	if (error || ended_) {
		end();
	} else if (lingering_) {
		read();
	} else {
		heard({ read_.data(), size });
	}
}

void StreamConnection::finish() {
	finishing_ = true;
	flush();
}

void StreamConnection::linger() {
	if (ended_ || std::exchange(lingering_, true)) {
		return;
	}
	// Closing at once, while bytes of the client are unread, could destroy the answer on its way.
	error_code ignored;
	socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
	patience_.expires_after(LINGER);
	patience_.async_wait([waiting = weak_from_this()](error_code cancelled) {
		const std::shared_ptr<StreamConnection> self = waiting.lock();
		if (!cancelled && self != nullptr) {
			self->end();
		}
	});
	read();
}

void StreamConnection::end() {
	if (std::exchange(ended_, true)) {
		return;
	}
	const std::shared_ptr<StreamConnection> self = shared_from_this();
	ended();
	seat_.leave();
	share_.set(0);
	patience_.cancel();
	error_code ignored;
	socket_.shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
	socket_.close(ignored);
	core_->kept.erase(self);
}

} // namespace agent_runtime
