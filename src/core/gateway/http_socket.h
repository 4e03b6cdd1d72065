#pragma once

#include "core/gateway/gateway_core.h"
#include "core/gateway/http_response.h"
#include "core/gateway/request_parser.h"

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace agent_runtime {

// One connection of a client that speaks HTTP: requests come out of it one after the other, each is
// answered before the next one is read, or the socket is passed on. Knows nothing of what is asked.
// Owned by the core until it ends. Thread rule: worker only (io).
class HttpSocket : public ClientConnection, public std::enable_shared_from_this<HttpSocket> {
public:
	using Clock = std::chrono::steady_clock;

	HttpSocket(const std::shared_ptr<GatewayCore> &core, GatewaySocket socket);

	void begin();
	void close() override;

protected:
	// A head was read. Answer it, read its body, wait for an answer, or pass the socket on.
	virtual void head_read() = 0;
	virtual void body_read(std::string body) = 0;
	// What was to happen by a time (see wait()) has not happened.
	virtual void time_is_up() = 0;
	// Called once: nobody waits for anything any more.
	virtual void gone() = 0;
	// Whether a client that has ended its side of the connection still gets what it waits for.
	virtual bool serves_half_closed() const = 0;

	// The last request, until the next one is read.
	const RequestHead &head() const { return parser_->head(); }
	// Whoever has shown the token is no stranger any more, until the connection ends. False when
	// there is no place.
	bool take_seat();

	// False when there is no space for it.
	bool read_body();
	// The answer comes later: by another call, or by time_is_up(). Call go_on() behind it.
	void wait(Clock::time_point deadline);
	bool is_waiting() const { return phase_ == Phase::waiting && hand_over_ == nullptr; }
	void go_on();

	// No request is read behind this answer.
	void end_behind_this() { keep_alive_ = false; }
	void send(const GatewayResponse &response);
	// An answer that has its own head, and no end but that of the connection.
	void send_whole(std::string text);
	// Once nothing is read here any more.
	void hand_over(std::function<void(AdmittedSocket admitted)> serve);

	GatewayCore &core() const { return *core_; }
	const std::shared_ptr<GatewayCore> &shared_core() const { return core_; }

private:
	enum class Phase : std::uint8_t {
		head, // reads a head
		body, // reads the body behind it
		waiting, // for an answer
		writing,
		lingering, // all is written; the client is to take it and go
		over,
	};
	static constexpr std::size_t READ_BYTES = 4'096;

	void wait_for_request();
	bool is_reading() const { return phase_ == Phase::head || phase_ == Phase::body; }
	void read();
	void received(boost::system::error_code error, std::size_t size);
	void hear_end();
	void ask_whether_it_is_there();
	bool parse();
	void write(std::string text);
	void written(boost::system::error_code error);
	void linger();
	void turn_away();
	void end();
	void pass_on();
	void wait_until(Clock::time_point deadline);
	void deadline_reached();

	const std::shared_ptr<GatewayCore> core_;
	const CoreEntry entry_;
	GatewaySocket socket_;
	GatewayTimer patience_;
	std::optional<StrangerShare::Place> place_; // held until it has shown the token
	ClientSeat seat_; // held after that
	WaitingBytes::Share share_; // for a body, or an answer that is not taken at once
	std::array<char, READ_BYTES> read_ = {};
	std::string unread_; // not parsed yet
	std::optional<RequestParser> parser_;
	std::string out_;
	std::function<void(AdmittedSocket admitted)> hand_over_; // once the last read has ended
	Phase phase_ = Phase::head;
	Clock::time_point due_; // when the answer must be there
	Clock::time_point deadline_;
	std::optional<Clock::time_point> armed_; // when the timer fires
	bool reading_ = false;
	bool has_head_ = false; // of the last request
	bool has_begun_ = false; // a request has begun to come
	bool has_answered_ = false;
	bool keep_alive_ = false;
	bool has_said_all_ = false; // its side has ended; it may still listen
	bool closing_ = false;
};

} // namespace agent_runtime
