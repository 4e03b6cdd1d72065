#pragma once

// Clients for the tests, on bare sockets. They can send what no library would, and all of their
// waits are bounded.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// A connection to a port of this machine. Thread rule: any thread, one at a time.
class RawClient {
public:
	// A small receive buffer makes a slow client appear slow at once.
	explicit RawClient(std::uint16_t port, int receive_buffer = 0);
	~RawClient();
	RawClient(const RawClient &) = delete;
	RawClient &operator=(const RawClient &) = delete;

	bool is_connected() const { return file_ >= 0; }
	// False when the other side has gone.
	bool send(std::string_view bytes) const;
	// Returns everything up to and including the marker, or what came before the other side ended
	// or fell silent.
	std::string read_until(std::string_view marker);
	std::string read_exactly(std::size_t count);
	std::string read_to_end();
	// Whether the other side closes the connection. Anything that it sends before is dropped.
	bool is_ended();
	// Says that nothing more will be sent, and goes on listening.
	void end_sending() const;
	void close();

private:
	bool receive();

	int file_ = -1;
	std::string buffer_;
};

struct HttpAnswer {
	int status = 0;
	std::string head;
	std::string body;

	nlohmann::json json() const { return nlohmann::json::parse(body, nullptr, false); }
};

// "GET /path HTTP/1.1" with the headers that every honest client sends, followed by `more`.
std::string get_request(const std::string &target, const std::string &more = "");
HttpAnswer read_answer(RawClient &client);
// One request on a connection of its own.
HttpAnswer get(std::uint16_t port, const std::string &target, const std::string &more = "");

// An SSE stream.
struct SseEvent {
	std::string id;
	std::string type;
	nlohmann::json data;
	std::string comment;
};

class SseReader {
public:
	SseReader(std::uint16_t port, const std::string &target, const std::string &more = "",
			int receive_buffer = 0);

	const HttpAnswer &answer() const { return answer_; }
	// The next block of the stream; nothing when it has ended or is silent.
	std::optional<SseEvent> next();
	// The next event of this type; skips all others.
	SseEvent next_of(const std::string &type);
	RawClient &client() { return client_; }

private:
	RawClient client_;
	HttpAnswer answer_;
};

struct WebSocketFrame {
	unsigned opcode = 0;
	std::string payload;
};

class WebSocketPeer {
public:
	static constexpr unsigned TEXT = 1;
	static constexpr unsigned BINARY = 2;
	static constexpr unsigned CLOSE = 8;
	static constexpr unsigned PING = 9;
	static constexpr unsigned PONG = 10;

	WebSocketPeer(std::uint16_t port, const std::string &target, const std::string &more = "",
			int receive_buffer = 0);

	const HttpAnswer &answer() const { return answer_; }
	bool send(std::string_view payload, unsigned opcode = TEXT);
	bool ask(const nlohmann::json &message) { return send(message.dump(), TEXT); }
	// Nothing when the connection has ended or is silent. Pings are not answered.
	std::optional<WebSocketFrame> next_frame();
	// The next message; null when there is none.
	nlohmann::json next();
	// The next message of this type; skips all others.
	nlohmann::json next_of(const std::string &type);
	// The code with which the other side closes; 0 when it does not.
	unsigned close_code();
	RawClient &client() { return client_; }

private:
	RawClient client_;
	HttpAnswer answer_;
};

} // namespace agent_runtime
