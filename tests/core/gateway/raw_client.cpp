#include "raw_client.h"

#include "tests/core/patience.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr int LONGEST_SILENCE = std::chrono::milliseconds(LONGEST_PATIENCE).count();
constexpr std::size_t READ_BYTES = 65'536;

// The key of a WebSocket handshake; any 16 bytes will do.
constexpr std::string_view UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
									 "Sec-WebSocket-Version: 13\r\n"
									 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

std::string field_of(std::string_view line, std::string_view name) {
	if (!line.starts_with(name)) {
		return "";
	}
	line.remove_prefix(name.size());
	return std::string(line.starts_with(' ') ? line.substr(1) : line);
}

} // namespace

RawClient::RawClient(std::uint16_t port, int receive_buffer) :
		file_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
	if (receive_buffer > 0) {
		setsockopt(file_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
	}
	sockaddr_in address = {};
	address.sin_family = AF_INET;
	address.sin_port = htons(port);
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (connect(file_, reinterpret_cast<const sockaddr *>(&address), sizeof(address)) != 0) {
		close();
	}
}

RawClient::~RawClient() {
	close();
}

void RawClient::close() {
	if (file_ >= 0) {
		::close(file_);
		file_ = -1;
	}
}

bool RawClient::send(std::string_view bytes) const {
	while (!bytes.empty()) {
		pollfd waiting{ file_, POLLOUT, 0 };
		if (poll(&waiting, 1, LONGEST_SILENCE) != 1) {
			return false;
		}
		const ssize_t sent = ::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
		if (sent <= 0) {
			return false;
		}
		bytes.remove_prefix(static_cast<std::size_t>(sent));
	}
	return true;
}

bool RawClient::receive() {
	std::array<char, READ_BYTES> bytes = {};
	pollfd waiting{ file_, POLLIN, 0 };
	if (file_ < 0 || poll(&waiting, 1, LONGEST_SILENCE) != 1) {
		return false;
	}
	const ssize_t size = recv(file_, bytes.data(), bytes.size(), 0);
	if (size <= 0) {
		return false;
	}
	buffer_.append(bytes.data(), static_cast<std::size_t>(size));
	return true;
}

std::string RawClient::read_until(std::string_view marker) {
	std::size_t end = buffer_.find(marker);
	while (end == std::string::npos) {
		const std::size_t seen = buffer_.size();
		if (!receive()) {
			return std::exchange(buffer_, "");
		}
		end = buffer_.find(marker, seen < marker.size() ? 0 : seen - marker.size());
	}
	std::string text = buffer_.substr(0, end + marker.size());
	buffer_.erase(0, end + marker.size());
	return text;
}

std::string RawClient::read_exactly(std::size_t count) {
	while (buffer_.size() < count && receive()) {
	}
	std::string text = buffer_.substr(0, count);
	buffer_.erase(0, count);
	return text;
}

std::string RawClient::read_to_end() {
	while (receive()) {
	}
	return std::exchange(buffer_, "");
}

bool RawClient::is_ended() {
	buffer_.clear();
	while (receive()) {
		buffer_.clear();
	}
	pollfd waiting{ file_, POLLIN, 0 };
	return poll(&waiting, 1, 0) == 1;
}

void RawClient::end_sending() const {
	shutdown(file_, SHUT_WR);
}

std::string get_request(const std::string &target, const std::string &more) {
	const bool has_host = more.find("Host:") != std::string::npos;
	return "GET " + target + " HTTP/1.1\r\n" + (has_host ? "" : "Host: 127.0.0.1\r\n") + more +
			"\r\n";
}

HttpAnswer read_answer(RawClient &client) {
	HttpAnswer answer;
	answer.head = client.read_until("\r\n\r\n");
	if (answer.head.starts_with("HTTP/1.")) {
		answer.status = std::atoi(answer.head.c_str() + std::string_view("HTTP/1.1 ").size());
	}
	const std::string_view name = "Content-Length: ";
	const std::size_t length = answer.head.find(name);
	if (length != std::string::npos) {
		answer.body = client.read_exactly(
				static_cast<std::size_t>(std::atoi(answer.head.c_str() + length + name.size())));
	}
	return answer;
}

HttpAnswer get(std::uint16_t port, const std::string &target, const std::string &more) {
	RawClient client(port);
	client.send(get_request(target, more));
	return read_answer(client);
}

SseReader::SseReader(std::uint16_t port, const std::string &target, const std::string &more,
		int receive_buffer) :
		client_(port, receive_buffer) {
	client_.send(get_request(target, more));
	answer_ = read_answer(client_);
}

std::optional<SseEvent> SseReader::next() {
	const std::string block = client_.read_until("\n\n");
	if (!block.ends_with("\n\n")) {
		return std::nullopt;
	}
	SseEvent event;
	for (std::size_t at = 0; at < block.size();) {
		const std::size_t end = block.find('\n', at);
		const std::string line = block.substr(at, end - at);
		at = end + 1;
		if (line.starts_with("id:")) {
			event.id = field_of(line, "id:");
		} else if (line.starts_with("event:")) {
			event.type = field_of(line, "event:");
		} else if (line.starts_with("data:")) {
			event.data = nlohmann::json::parse(field_of(line, "data:"), nullptr, false);
		} else if (line.starts_with(":")) {
			event.comment = field_of(line, ":");
		}
	}
	return event;
}

SseEvent SseReader::next_of(const std::string &type) {
	while (std::optional<SseEvent> event = next()) {
		if (event->type == type) {
			return *std::move(event);
		}
	}
	return SseEvent();
}

WebSocketPeer::WebSocketPeer(std::uint16_t port, const std::string &target, const std::string &more,
		int receive_buffer) :
		client_(port, receive_buffer) {
	client_.send(get_request(target, std::string(UPGRADE) + more));
	answer_ = read_answer(client_);
}

bool WebSocketPeer::send(std::string_view payload, unsigned opcode) {
	constexpr unsigned FINAL = 0x80;
	constexpr unsigned MASKED = 0x80;
	std::string frame(1, static_cast<char>(FINAL | opcode));
	const std::size_t size = payload.size();
	if (size < 126) {
		frame += static_cast<char>(MASKED | size);
	} else {
		const int bytes = size <= 0xFFFF ? 2 : 8;
		frame += static_cast<char>(MASKED | (bytes == 2 ? 126U : 127U));
		for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
			frame += static_cast<char>((size >> static_cast<unsigned>(shift)) & 0xFFU);
		}
	}
	frame.append(4, '\0'); // a mask that changes nothing
	frame += payload;
	return client_.send(frame);
}

std::optional<WebSocketFrame> WebSocketPeer::next_frame() {
	const std::string head = client_.read_exactly(2);
	if (head.size() < 2) {
		return std::nullopt;
	}
	std::size_t size = static_cast<unsigned char>(head[1]) & 0x7FU;
	if (size >= 126) {
		const std::string more = client_.read_exactly(size == 126 ? 2 : 8);
		size = 0;
		for (const char byte : more) {
			size = size << 8U | static_cast<unsigned char>(byte);
		}
	}
	return WebSocketFrame{ static_cast<unsigned char>(head[0]) & 0x0FU,
		client_.read_exactly(size) };
}

nlohmann::json WebSocketPeer::next() {
	while (const std::optional<WebSocketFrame> frame = next_frame()) {
		if (frame->opcode == TEXT) {
			return nlohmann::json::parse(frame->payload, nullptr, false);
		}
		if (frame->opcode == CLOSE) {
			break;
		}
	}
	return nullptr;
}

nlohmann::json WebSocketPeer::next_of(const std::string &type) {
	while (true) {
		nlohmann::json message = next();
		if (!message.is_object() || message.value("type", "") == type) {
			return message;
		}
	}
}

unsigned WebSocketPeer::close_code() {
	while (const std::optional<WebSocketFrame> frame = next_frame()) {
		if (frame->opcode == CLOSE && frame->payload.size() >= 2) {
			return static_cast<unsigned>(static_cast<unsigned char>(frame->payload[0])) << 8U |
					static_cast<unsigned char>(frame->payload[1]);
		}
	}
	return 0;
}

} // namespace agent_runtime
