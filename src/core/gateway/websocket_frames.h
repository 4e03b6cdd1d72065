#pragma once

// The frames of a WebSocket, as a server reads and writes them (RFC 6455).

#include "core/gateway/out_queue.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class FrameKind : std::uint8_t {
	more = 0, // of the message before it
	text = 1,
	binary = 2,
	close = 8,
	ping = 9,
	pong = 10,
};

// Why a WebSocket is closed.
enum class CloseCode : std::uint16_t {
	none = 0, // none was given
	normal = 1000,
	going_away = 1001,
	broken_protocol = 1002,
	no_utf8 = 1007,
	too_slow = 1008, // the code for rules without one of their own
	too_big = 1009,
	try_later = 1013,
};

// A whole frame that is not masked.
std::string websocket_frame(FrameKind kind, std::string_view payload);
// The sentence says why, in at most 123 bytes.
std::string close_frame(CloseCode code, std::string_view sentence = {});

// Reads what a client sends, from bytes as they come. After a fault it reads nothing more.
// Thread rule: any thread, one at a time.
class WebSocketReader {
public:
	enum class Found : std::uint8_t { nothing, message, ping, pong, close, fault };

	// `longest` message, in bytes.
	explicit WebSocketReader(std::size_t longest) :
			longest_(longest) {}

	// Takes bytes from the front of `text` until it has found something, or they are all taken.
	Found read(std::string_view &text);

	// How long the message is that was found last or is on its way, as far as it was announced.
	std::size_t message_bytes() const {
		return message_.size() + (is_in_frame() ? static_cast<std::size_t>(left_) : 0);
	}
	// Whether a message has begun and not ended.
	bool is_in_message() const { return in_message_ || is_in_frame(); }
	// Frees what was found last. Called by the next read otherwise.
	void drop_message();
	// Reads nothing more, and holds nothing.
	void stop();

	// What was found last: a message, or what came with a ping or pong. Valid until the next read.
	const std::string &payload() const { return is_control() ? control_ : message_; }
	// Of a close, the client's; of a fault, what to close with.
	CloseCode code() const { return code_; }

private:
	static constexpr std::size_t SHORTEST_HEAD = 2;
	static constexpr std::size_t LONGEST_HEAD = 14;

	bool is_control() const { return kind_ >= FrameKind::close; }
	bool is_in_frame() const { return has_head_ && !is_control(); } // of a message
	std::size_t head_bytes() const;
	bool read_head(std::string_view &text);
	bool check_head();
	Found read_payload(std::string_view &text);
	Found end_of_frame();
	Found end_of_close();
	Found fault(CloseCode code);

	const std::size_t longest_;
	std::array<unsigned char, LONGEST_HEAD> head_ = {};
	std::size_t head_size_ = 0;
	bool has_head_ = false;
	FrameKind kind_ = FrameKind::more;
	bool is_last_ = false; // of its message
	std::array<unsigned char, 4> mask_ = {};
	std::uint64_t left_ = 0; // of the payload
	std::uint64_t done_ = 0;
	bool in_message_ = false;
	bool is_text_ = false;
	std::string message_;
	std::string control_;
	CloseCode code_ = CloseCode::none;
	bool failed_ = false;
};

} // namespace agent_runtime
