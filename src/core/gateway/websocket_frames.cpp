#include "core/gateway/websocket_frames.h"

#include "core/base/utf8.h"

#include <algorithm>

namespace agent_runtime {

namespace {

constexpr unsigned LAST = 0x80;
constexpr unsigned RESERVED = 0x70;
constexpr unsigned KIND = 0x0F;
constexpr unsigned MASKED = 0x80;
constexpr unsigned SHORT_LENGTH = 0x7F;
constexpr unsigned TWO_BYTES = 126;
constexpr unsigned EIGHT_BYTES = 127;
constexpr std::size_t MASK_BYTES = 4;
constexpr std::uint64_t LONGEST_IN_TWO_BYTES = 0xFFFF;
constexpr std::uint64_t LONGEST_CONTROL = 125;
constexpr std::size_t CODE_BYTES = 2;
// Most messages are small, so a large one must not keep its memory.
constexpr std::size_t MOST_KEPT = 16'384;

bool is_kind(unsigned number) {
	return number <= static_cast<unsigned>(FrameKind::binary) ||
			(number >= static_cast<unsigned>(FrameKind::close) &&
					number <= static_cast<unsigned>(FrameKind::pong));
}

// Codes that may be sent: those of the protocol, and those of libraries and programs.
bool may_be_sent(unsigned code) {
	const bool is_of_protocol = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014);
	return is_of_protocol || (code >= 3000 && code <= 4999);
}

} // namespace

std::string websocket_frame(FrameKind kind, std::string_view payload) {
	std::string frame(1, static_cast<char>(LAST | static_cast<unsigned>(kind)));
	const std::uint64_t size = payload.size();
	std::size_t bytes = 0;
	if (size <= LONGEST_CONTROL) {
		frame += static_cast<char>(size);
	} else {
		bytes = size <= LONGEST_IN_TWO_BYTES ? sizeof(std::uint16_t) : sizeof(std::uint64_t);
		frame += static_cast<char>(bytes == sizeof(std::uint16_t) ? TWO_BYTES : EIGHT_BYTES);
	}
	frame.reserve(frame.size() + bytes + payload.size());
	for (std::size_t left = bytes; left > 0; left--) {
		frame += static_cast<char>((size >> ((left - 1) * 8)) & 0xFFU);
	}
	frame += payload;
	return frame;
}

std::string close_frame(CloseCode code, std::string_view sentence) {
	if (code == CloseCode::none) {
		return websocket_frame(FrameKind::close, {});
	}
	const unsigned number = static_cast<unsigned>(code);
	const char bytes[] = { static_cast<char>(number >> 8U), static_cast<char>(number & 0xFFU) };
	return websocket_frame(FrameKind::close, std::string(bytes, CODE_BYTES).append(sentence));
}

WebSocketReader::Found WebSocketReader::read(std::string_view &text) {
	if (!is_in_message()) {
		drop_message();
	}
	while (!failed_) {
		if (!has_head_) {
			if (!read_head(text)) {
				return Found::nothing;
			}
			if (!check_head()) {
				return fault(CloseCode::broken_protocol);
			}
			if (!is_control() && message_.size() + left_ > longest_) {
				return fault(CloseCode::too_big);
			}
		}
		const Found found = read_payload(text);
		if (found != Found::nothing || has_head_) {
			return found;
		}
	}
	text.remove_prefix(text.size());
	return Found::nothing;
}

void WebSocketReader::drop_message() {
	message_.clear();
	if (message_.capacity() > MOST_KEPT) {
		message_.shrink_to_fit();
	}
}

void WebSocketReader::stop() {
	failed_ = true;
	in_message_ = false;
	has_head_ = false;
	drop_message();
}

std::size_t WebSocketReader::head_bytes() const {
	if (head_size_ < SHORTEST_HEAD) {
		return SHORTEST_HEAD;
	}
	const unsigned length = head_[1] & SHORT_LENGTH;
	const std::size_t more = length == TWO_BYTES ? sizeof(std::uint16_t)
			: length == EIGHT_BYTES				 ? sizeof(std::uint64_t)
												 : 0;
	return SHORTEST_HEAD + more + ((head_[1] & MASKED) != 0 ? MASK_BYTES : 0);
}

bool WebSocketReader::read_head(std::string_view &text) {
	while (head_size_ < head_bytes()) {
		if (text.empty()) {
			return false;
		}
		head_[head_size_++] = static_cast<unsigned char>(text.front());
		text.remove_prefix(1);
	}
	has_head_ = true;
	return true;
}

bool WebSocketReader::check_head() {
	const unsigned number = head_[0] & KIND;
	if (!is_kind(number) || (head_[0] & RESERVED) != 0 || (head_[1] & MASKED) == 0) {
		return false;
	}
	kind_ = static_cast<FrameKind>(number);
	is_last_ = (head_[0] & LAST) != 0;
	const std::size_t end_of_length = head_size_ - MASK_BYTES;
	left_ = head_[1] & SHORT_LENGTH;
	if (end_of_length > SHORTEST_HEAD) {
		left_ = 0;
		for (std::size_t i = SHORTEST_HEAD; i < end_of_length; i++) {
			left_ = left_ << 8U | head_[i];
		}
		const bool is_long = end_of_length == SHORTEST_HEAD + sizeof(std::uint64_t);
		if (left_ <= (is_long ? LONGEST_IN_TWO_BYTES : LONGEST_CONTROL) || left_ >> 63U != 0) {
			return false; // a shorter form would do, or no length is as long
		}
	}
	std::copy_n(
			head_.begin() + static_cast<std::ptrdiff_t>(end_of_length), MASK_BYTES, mask_.begin());
	done_ = 0;
	if (is_control()) {
		control_.clear();
		return is_last_ && left_ <= LONGEST_CONTROL;
	}
	// A message begins with its kind, and goes on without one.
	return (kind_ == FrameKind::more) == in_message_;
}

WebSocketReader::Found WebSocketReader::read_payload(std::string_view &text) {
	std::string &into = is_control() ? control_ : message_;
	const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, text.size()));
	const std::size_t begin = into.size();
	into.append(text.substr(0, size));
	text.remove_prefix(size);
	for (std::size_t i = 0; i < size; i++) {
		into[begin + i] = static_cast<char>(
				static_cast<unsigned char>(into[begin + i]) ^ mask_[(done_ + i) % MASK_BYTES]);
	}
	left_ -= size;
	done_ += size;
	return left_ == 0 ? end_of_frame() : Found::nothing;
}

WebSocketReader::Found WebSocketReader::end_of_frame() {
	has_head_ = false;
	head_size_ = 0;
	switch (kind_) {
		case FrameKind::ping:
			return Found::ping;
		case FrameKind::pong:
			return Found::pong;
		case FrameKind::close:
			return end_of_close();
		case FrameKind::text:
		case FrameKind::binary:
			is_text_ = kind_ == FrameKind::text;
			break;
		case FrameKind::more:
			break;
	}
	in_message_ = !is_last_;
	if (in_message_) {
		return Found::nothing;
	}
	return is_text_ && !is_valid_utf8(message_) ? fault(CloseCode::no_utf8) : Found::message;
}

WebSocketReader::Found WebSocketReader::end_of_close() {
	failed_ = true; // nothing follows
	if (control_.empty()) {
		code_ = CloseCode::none;
		return Found::close;
	}
	if (control_.size() < CODE_BYTES) {
		return fault(CloseCode::broken_protocol);
	}
	const unsigned number = static_cast<unsigned>(static_cast<unsigned char>(control_[0])) << 8U |
			static_cast<unsigned char>(control_[1]);
	if (!may_be_sent(number)) {
		return fault(CloseCode::broken_protocol);
	}
	if (!is_valid_utf8(std::string_view(control_).substr(CODE_BYTES))) {
		return fault(CloseCode::no_utf8);
	}
	code_ = static_cast<CloseCode>(number);
	return Found::close;
}

WebSocketReader::Found WebSocketReader::fault(CloseCode code) {
	stop();
	code_ = code;
	return Found::fault;
}

} // namespace agent_runtime
