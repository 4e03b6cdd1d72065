#include "core/gateway/http_socket.h"

#include "core/gateway/http_status.h"

#include <algorithm>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/write.hpp>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Progress = RequestParser::Progress;

constexpr std::string_view CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

bool is_blocked(error_code error) {
	return error == asio::error::would_block || error == asio::error::try_again;
}

} // namespace

HttpSocket::HttpSocket(const std::shared_ptr<GatewayCore> &core, GatewaySocket socket) :
		core_(core),
		entry_(core, *this),
		socket_(std::move(socket)),
		patience_(socket_.get_executor()),
		share_(core->waiting) {
	place_.emplace(core_->strangers, Clock::now(), [this] { turn_away(); });
}

void HttpSocket::begin() {
	core_->kept.insert(shared_from_this());
	error_code ignored;
	socket_.non_blocking(true, ignored);
	wait_for_request();
	go_on();
}

void HttpSocket::close() {
	closing_ = true;
	if (phase_ != Phase::writing) { // else it ends behind the answer
		end();
	}
}

bool HttpSocket::take_seat() {
	if (!seat_.is_taken()) {
		if (core_->seats >= core_->limits.clients) {
			return false;
		}
		seat_ = ClientSeat(core_);
		place_.reset();
	}
	return true;
}

// Reading

void HttpSocket::wait_for_request() {
	phase_ = Phase::head;
	parser_.emplace(core_->limits);
	has_head_ = false;
	has_begun_ = !unread_.empty();
	share_.set(0);
	wait_until(Clock::now() + core_->limits.head_time);
}

void HttpSocket::go_on() {
	while (is_reading() && !unread_.empty() && parse()) {
	}
	if (has_said_all_ && is_reading()) {
		end(); // the rest will never come
	} else {
		read();
	}
}

void HttpSocket::read() {
	const std::size_t space =
			core_->limits.header_bytes - std::min(core_->limits.header_bytes, unread_.size());
	if (reading_ || has_said_all_ || phase_ == Phase::over || space == 0) {
		return;
	}
	reading_ = true;
	socket_.async_read_some(asio::buffer(read_.data(), std::min(space, read_.size())),
			[self = shared_from_this()](error_code error, std::size_t size) {
				self->reading_ = false;
				self->received(error, size);
			});
}

void HttpSocket::received(error_code error, std::size_t size) {
	if (phase_ == Phase::over) {
		return;
	}
	const bool is_end = error == asio::error::eof;
	if (hand_over_ != nullptr && (!error || is_end || error == asio::error::operation_aborted)) {
		pass_on(); // whoever serves it next finds the end again
		return;
	}
	if (is_end && phase_ != Phase::lingering) {
		hear_end();
		return;
	}
	if (error) {
		end();
		return;
	}
	if (phase_ != Phase::lingering) {
		has_begun_ = true;
		unread_.append(read_.data(), size);
	}
	go_on();
}

// Whether it still listens cannot be seen: who has gone and who has only said everything look the
// same. So what it asked for is answered.
void HttpSocket::hear_end() {
	has_said_all_ = true;
	if (is_waiting() && !serves_half_closed()) {
		end();
		return;
	}
	if (is_waiting()) {
		wait(due_);
	}
	go_on();
}

// An answer ahead of the answer, which every client has to take. From one that has gone a reset
// comes back, and then nobody waits any more.
void HttpSocket::ask_whether_it_is_there() {
	wait_until(due_);
	if (head().is_old()) {
		return;
	}
	error_code error;
	socket_.write_some(asio::buffer(CONTINUE), error);
	if (error && !is_blocked(error)) {
		end();
		return;
	}
	socket_.async_wait(GatewaySocket::wait_error, [self = shared_from_this()](error_code) {
		if (self->is_waiting()) {
			self->end();
		}
	});
}

// False when more must be read first.
bool HttpSocket::parse() {
	std::string_view text = unread_;
	const Progress progress = parser_->read(text);
	unread_.erase(0, unread_.size() - text.size());
	switch (progress) {
		case Progress::needs_more:
			return false;
		case Progress::head:
			if (place_) {
				place_->renew(Clock::now());
			}
			has_head_ = true;
			// A body that is not read would be taken for a request.
			keep_alive_ = head().keep_alive && !head().has_body && head().encodings == 0;
			head_read();
			return true;
		case Progress::whole:
			keep_alive_ = head().keep_alive;
			body_read(parser_->take_body());
			return true;
		case Progress::failed:
			keep_alive_ = false;
			send(response_of(refusal_of_unreadable(parser_->error())));
			return true;
	}
	return false;
}

bool HttpSocket::read_body() {
	const std::size_t bytes = head().has_body ? parser_->body_bytes() : 0;
	if (!core_->waiting.has_space_for(bytes)) {
		return false;
	}
	if (!head().has_body) {
		body_read({});
		return true;
	}
	phase_ = Phase::body;
	share_.set(bytes);
	wait_until(Clock::now() + core_->limits.body_time);
	if (!head().expect.empty() && !head().is_old()) {
		error_code ignored; // who does not hear it sends the body after a while
		socket_.write_some(asio::buffer(CONTINUE), ignored);
	}
	return true;
}

void HttpSocket::wait(Clock::time_point deadline) {
	phase_ = Phase::waiting;
	due_ = deadline;
	wait_until(has_said_all_ ? std::min(due_, Clock::now() + core_->limits.silent_time) : due_);
}

// Writing

void HttpSocket::send(const GatewayResponse &response) {
	keep_alive_ = keep_alive_ && !closing_ && !(has_said_all_ && unread_.empty());
	has_answered_ = true;
	ResponseTerms terms{ .keep_alive = keep_alive_, .idle = core_->limits.head_time };
	if (has_head_) {
		terms.origin = head().origin;
		terms.head_only = head().method == HttpMethod::head;
	}
	std::string text;
	append_response(text, response, terms);
	write(std::move(text));
}

void HttpSocket::send_whole(std::string text) {
	keep_alive_ = false;
	write(std::move(text));
}

// Most answers are taken at once.
void HttpSocket::write(std::string text) {
	phase_ = Phase::writing;
	out_ = std::move(text);
	error_code error;
	const std::size_t size = socket_.write_some(asio::buffer(out_), error);
	if ((!error && size == out_.size()) || (error && !is_blocked(error))) {
		written(error);
		return;
	}
	share_.set(out_.size());
	wait_until(Clock::now() + core_->limits.stall_time);
	asio::async_write(socket_, asio::buffer(out_) + size,
			[self = shared_from_this()](error_code failed, std::size_t) {
				if (self->phase_ == Phase::writing) {
					self->written(failed);
					self->go_on();
				}
			});
}

void HttpSocket::written(error_code error) {
	out_.clear();
	if (error) {
		end();
	} else if (keep_alive_ && !closing_) {
		wait_for_request();
	} else {
		linger();
	}
}

// Closing at once, while bytes of the client are unread, could destroy the answer on its way.
void HttpSocket::linger() {
	phase_ = Phase::lingering;
	unread_.clear();
	if (has_said_all_) {
		end();
		return;
	}
	error_code ignored;
	socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
	wait_until(Clock::now() + LINGER);
}

// Passing on

void HttpSocket::hand_over(std::function<void(AdmittedSocket admitted)> serve) {
	hand_over_ = std::move(serve);
	if (reading_) {
		phase_ = Phase::waiting;
		error_code ignored;
		socket_.cancel(ignored);
	} else {
		pass_on();
	}
}

void HttpSocket::pass_on() {
	const std::shared_ptr<HttpSocket> self = shared_from_this();
	const std::function<void(AdmittedSocket)> serve = std::exchange(hand_over_, nullptr);
	phase_ = Phase::over;
	patience_.cancel();
	core_->kept.erase(self);
	serve({ std::move(socket_), std::move(seat_), head() });
}

// Ending

// A stranger makes room for another. One that expects an answer is told.
void HttpSocket::turn_away() {
	place_.reset();
	if (phase_ == Phase::head && (has_begun_ || !has_answered_)) {
		std::string text;
		append_response(text,
				response_of(Refusal{ http_status::UNAVAILABLE, StatusCode::exhausted,
						"too many connections wait here without a request; try again", "" }),
				{});
		error_code ignored;
		socket_.write_some(asio::buffer(text), ignored);
		socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
	}
	end();
}

void HttpSocket::end() {
	if (phase_ == Phase::over) {
		return;
	}
	phase_ = Phase::over;
	gone();
	patience_.cancel();
	seat_.leave();
	place_.reset();
	share_.set(0);
	error_code ignored;
	socket_.close(ignored);
	core_->kept.erase(shared_from_this());
}

// One deadline at a time. The timer is set anew only when it would come too late, since as a rule
// the deadline moves on with each request.
void HttpSocket::wait_until(Clock::time_point deadline) {
	deadline_ = deadline;
	if (armed_ && *armed_ <= deadline) {
		return;
	}
	armed_ = deadline;
	patience_.expires_at(deadline);
	patience_.async_wait(
			[waiting = std::weak_ptr<HttpSocket>(shared_from_this())](error_code cancelled) {
				const std::shared_ptr<HttpSocket> self = waiting.lock();
				if (!cancelled && self != nullptr) {
					self->armed_.reset();
					self->deadline_reached();
				}
			});
}

void HttpSocket::deadline_reached() {
	if (phase_ == Phase::over) {
		return;
	}
	if (Clock::now() < deadline_) {
		wait_until(deadline_);
	} else if (is_waiting()) {
		Clock::now() < due_ ? ask_whether_it_is_there() : time_is_up();
	} else {
		end();
	}
}

} // namespace agent_runtime
