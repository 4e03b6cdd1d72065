#include "core/gateway/gateway.h"

#include "fake_host.h"
#include "raw_client.h"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

const std::string TOKEN_HEADER = "Authorization: Bearer secret\r\n";

} // namespace

TEST_SUITE("Gateway: strangers") {
	TEST_CASE("a body is refused as soon as it is announced, and the connection ends") {
		const GatewayUnderTest under_test;
		const std::pair<std::string, int> cases[] = {
			{ "GET /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
					413 },
			{ "GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n", 413 },
			{ "GET /events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n" + TOKEN_HEADER +
							"\r\n",
					413 },
			{ "OPTIONS / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n", 413 },
			{ "GET /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n",
					400 },
			{ "POST /ws HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
					400 },
			{ "GET /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
			  "Content-Length: 9\r\n\r\n",
					400 },
		};
		for (const auto &[head, status] : cases) {
			const std::string &sent = head; // clang captures no structured binding
			CAPTURE(sent);
			RawClient client(under_test.port());
			client.send(head);
			const HttpAnswer answer = read_answer(client);
			CHECK(answer.status == status);
			CHECK(answer.head.find("Connection: close") != std::string::npos);
			CHECK(client.is_ended());
		}
		RawClient none(under_test.port());
		none.send("GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
		CHECK(read_answer(none).status == 200);
	}

	TEST_CASE("what asks for the head alone is answered without a body, and the next is served") {
		const GatewayUnderTest under_test;
		RawClient client(under_test.port());
		const std::string health = get(under_test.port(), "/health").body;
		client.send("HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
		const std::string head = client.read_until("\r\n\r\n");
		CHECK(head.starts_with("HTTP/1.1 200 "));
		CHECK(head.find("Content-Length: " + std::to_string(health.size())) != std::string::npos);
		client.send("HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
		CHECK(client.read_until("\r\n\r\n").starts_with("HTTP/1.1 401 "));
		client.send("HEAD /requests HTTP/1.1\r\nHost: localhost\r\n" + TOKEN_HEADER + "\r\n");
		CHECK(client.read_until("\r\n\r\n").starts_with("HTTP/1.1 405 "));
		client.send(get_request("/health"));
		CHECK(read_answer(client).body == health);
		client.send("HEAD /events HTTP/1.1\r\nHost: localhost\r\n" + TOKEN_HEADER + "\r\n");
		const std::string stream = client.read_until("\r\n\r\n");
		CHECK(stream.starts_with("HTTP/1.1 200 "));
		CHECK(stream.find("text/event-stream") != std::string::npos);
		CHECK(client.is_ended());
	}

	TEST_CASE("who begins a request and falls silent is let go") {
		GatewayLimits limits;
		limits.head_time = 50ms;
		const GatewayUnderTest under_test(limits);
		RawClient silent(under_test.port());
		silent.send("GET /health HT");
		CHECK(silent.is_ended());
		RawClient mute(under_test.port());
		CHECK(mute.is_ended());
	}

	TEST_CASE("who sends a head byte by byte has as long as everybody for all of it") {
		GatewayLimits limits;
		limits.head_time = 300ms;
		const GatewayUnderTest under_test(limits);
		RawClient drips(under_test.port());
		const auto start = std::chrono::steady_clock::now();
		int sent = 0;
		while (sent < 2'000 &&
				(std::chrono::steady_clock::now() - start < sent * 5ms || drips.send("G"))) {
			sent += std::chrono::steady_clock::now() - start < sent * 5ms ? 0 : 1;
		}
		CHECK(drips.is_ended());
		CHECK(sent < 2'000);
	}

	TEST_CASE("no number of silent connections locks out who has something to say") {
		GatewayUnderTest under_test;
		const std::uint16_t port = under_test.port();
		SseReader watches(port, under_test.events());
		watches.next_of("hello");
		constexpr std::size_t CROWD = 500;
		std::vector<std::unique_ptr<RawClient>> silent;
		for (std::size_t i = 0; i < CROWD; i++) {
			silent.push_back(std::make_unique<RawClient>(port));
			REQUIRE(silent.back()->is_connected());
			silent.back()->send(i % 2 == 0 ? "" : "GET /heal");
		}
		WebSocketPeer comes(port, under_test.ws());
		CHECK(comes.answer().status == 101);
		CHECK(comes.next().at("type") == "hello");
		CHECK(get(port, "/health").status == 200);
		CHECK(SseReader(port, under_test.events()).answer().status == 200);
		under_test.say("hello, you two");
		CHECK(watches.next_of("agent_speech").id == "ab12-1");
		CHECK(comes.next_of("agent_speech").at("id") == 1);
	}

	TEST_CASE("strangers never take the place of a client, nor does a client keep theirs") {
		GatewayLimits limits;
		limits.clients = 3;
		limits.strangers = 2;
		limits.stranger_time = 0ms;
		limits.head_time = 1h;
		const GatewayUnderTest under_test(limits);
		const std::uint16_t port = under_test.port();
		std::vector<std::unique_ptr<SseReader>> clients;
		for (std::size_t i = 0; i < limits.clients; i++) {
			clients.push_back(std::make_unique<SseReader>(port, under_test.events()));
			REQUIRE(clients.back()->answer().status == 200);
		}
		RawClient first(port);
		first.send(get_request("/health"));
		CHECK(read_answer(first).status == 200);
		RawClient second(port);
		second.send(get_request("/health"));
		CHECK(read_answer(second).status == 200);
		CHECK(get(port, "/health").status == 200);
		CHECK(first.is_ended()); // it was silent for the longest time
		second.send(get_request("/health"));
		CHECK(read_answer(second).status == 200);
		for (const std::unique_ptr<SseReader> &client : clients) {
			CHECK(client->next_of("hello").id == "ab12-0");
		}
	}
}
