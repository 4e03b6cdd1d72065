#pragma once

// A client of the gateway, as cheap as it can be, so that it is not what is measured.

#include "bench.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

inline constexpr const char *TOKEN = "secret";
inline constexpr std::size_t READ_BYTES = 262'144;

class Client {
public:
	explicit Client(std::uint16_t port) :
			file_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
		sockaddr_in address = {};
		address.sin_family = AF_INET;
		address.sin_port = htons(port);
		address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		require(connect(file_, reinterpret_cast<const sockaddr *>(&address), sizeof(address)) == 0,
				"connect");
		const int yes = 1;
		setsockopt(file_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
	}
	~Client() { close(file_); }
	Client(const Client &) = delete;
	Client &operator=(const Client &) = delete;

	int file() const { return file_; }
	void send_all(std::string_view bytes) const {
		require(::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
						static_cast<ssize_t>(bytes.size()),
				"send");
	}
	std::size_t receive(char *into, std::size_t size) const {
		const ssize_t got = recv(file_, into, size, 0);
		require(got > 0, "receive");
		return static_cast<std::size_t>(got);
	}
	// The head of an answer, and not a byte more.
	void skip_head() const {
		std::string head;
		char byte = 0;
		while (!head.ends_with("\r\n\r\n")) {
			receive(&byte, 1);
			head += byte;
		}
		const bool ok = head.starts_with("HTTP/1.1 200 ") || head.starts_with("HTTP/1.1 101 ");
		require(ok, head);
	}
	void skip_short_frame() const {
		std::array<char, 2> head = {};
		receive_all(head.data(), head.size());
		std::array<char, 128> payload = {};
		receive_all(payload.data(), static_cast<unsigned char>(head[1]));
	}

private:
	void receive_all(char *into, std::size_t size) const {
		for (std::size_t got = 0; got < size;) {
			got += receive(into + got, size - got);
		}
	}

	const int file_;
};

// `more`: whole fields of the head.
inline std::string request_for(
		const std::string &target, const std::string &more = "", const std::string &token = TOKEN) {
	return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + token +
			"\r\n" + more + "\r\n";
}

inline const std::string UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
								   "Sec-WebSocket-Version: 13\r\n"
								   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

// Waits for many clients at once. `heard` gets what one of them received, and says whether to go
// on.
inline void hear(const std::vector<std::unique_ptr<Client>> &clients,
		const std::function<bool(std::size_t client, std::string_view bytes)> &heard) {
	const int poll = epoll_create1(EPOLL_CLOEXEC);
	for (std::size_t i = 0; i < clients.size(); i++) {
		epoll_event event = { .events = EPOLLIN, .data = { .u64 = i } };
		epoll_ctl(poll, EPOLL_CTL_ADD, clients[i]->file(), &event);
	}
	std::vector<char> room(READ_BYTES);
	std::array<epoll_event, 64> events = {};
	for (bool goes_on = true; goes_on;) {
		const int count = epoll_wait(poll, events.data(), events.size(), 20'000);
		require(count > 0, "hear anything");
		for (int i = 0; i < count && goes_on; i++) {
			const std::size_t client = events[static_cast<std::size_t>(i)].data.u64;
			const std::size_t size = clients[client]->receive(room.data(), room.size());
			goes_on = heard(client, { room.data(), size });
		}
	}
	close(poll);
}

} // namespace bench
