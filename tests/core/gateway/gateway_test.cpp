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
using nlohmann::json;

namespace {

const std::string BEARER = "Authorization: Bearer secret\r\n";

std::string error_field(const HttpAnswer &answer) {
	return answer.json().at("error").value("field", "");
}

} // namespace

TEST_SUITE("Gateway: HTTP") {
	TEST_CASE("health is told to anybody on this machine, and nothing but that") {
		const GatewayUnderTest under_test;
		const HttpAnswer answer = get(under_test.port(), "/health");
		CHECK(answer.status == 200);
		CHECK(answer.json().at("ok") == true);
		CHECK(answer.json().contains("version"));
		CHECK(answer.json().size() == 2);
	}

	TEST_CASE("everything else needs the token, also what does not exist") {
		const GatewayUnderTest under_test;
		const std::uint16_t port = under_test.port();
		for (const char *target : { "/events", "/ws", "/", "/events?token=wrong" }) {
			CAPTURE(target);
			const HttpAnswer answer = get(port, target);
			CHECK(answer.status == 401);
			CHECK(answer.head.find("WWW-Authenticate: Bearer") != std::string::npos);
			CHECK(error_field(answer) == "token");
		}
		CHECK(get(port, "/events", "Authorization: Bearer wrong\r\n").status == 401);
		CHECK(get(port, "/nothing", BEARER).status == 404);
		const HttpAnswer no_socket = get(port, "/ws", BEARER);
		CHECK(no_socket.status == 426);
		CHECK(no_socket.head.find("\r\nUpgrade: websocket\r\n") != std::string::npos);
		CHECK(no_socket.head.find("\r\nConnection: Upgrade, keep-alive\r\n") != std::string::npos);
		CHECK(no_socket.head.find("\r\nSec-WebSocket-Version: 13\r\n") != std::string::npos);
		CHECK(SseReader(port, "/events", BEARER).answer().status == 200);
	}

	TEST_CASE("a page of a stranger is refused, whatever it brings") {
		const GatewayUnderTest under_test;
		const std::uint16_t port = under_test.port();
		const HttpAnswer page = get(port, under_test.events(), "Origin: http://evil.example\r\n");
		CHECK(page.status == 403);
		CHECK(error_field(page) == "Origin");
		CHECK(page.head.find("Access-Control") == std::string::npos);
		const HttpAnswer rebound = get(port, "/health", "Host: evil.example\r\n");
		CHECK(rebound.status == 403);
		CHECK(error_field(rebound) == "Host");
		const WebSocketPeer socket(port, under_test.ws(), "Origin: https://evil.example\r\n");
		CHECK(socket.answer().status == 403);
	}

	TEST_CASE("a page that this machine serves may read the answers") {
		const GatewayUnderTest under_test;
		const std::string origin = "Origin: http://localhost:5173\r\n";
		const std::string allowed = "Access-Control-Allow-Origin: http://localhost:5173";
		const HttpAnswer answer = get(under_test.port(), "/health", origin);
		CHECK(answer.head.find(allowed) != std::string::npos);
		const SseReader stream(under_test.port(), under_test.events(), origin);
		CHECK(stream.answer().head.find(allowed) != std::string::npos);
		RawClient preflight(under_test.port());
		preflight.send("OPTIONS /events HTTP/1.1\r\nHost: localhost\r\n" + origin + "\r\n");
		const HttpAnswer permission = read_answer(preflight);
		CHECK(permission.status == 204);
		CHECK(permission.head.find("Last-Event-ID") != std::string::npos);
	}

	TEST_CASE("the schema of all messages is there for who shows the token") {
		const GatewayUnderTest under_test;
		const std::uint16_t port = under_test.port();
		CHECK(get(port, "/schema.json").status == 401);
		const std::string token = std::string("?token=") + GatewayUnderTest::TOKEN;
		const HttpAnswer answer = get(port, "/schema.json" + token);
		REQUIRE(answer.status == 200);
		const nlohmann::json schema = nlohmann::json::parse(answer.body);
		CHECK(schema == under_test.host.vocabulary().json_schema());
		CHECK(schema["$defs"].contains("agent_spawn_request"));
		CHECK(schema["$defs"].contains("agent_spawn_request.result"));
		CHECK(schema["$defs"].contains("agent_speech"));
		RawClient poster(port);
		poster.send("POST /schema.json" + token + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
		CHECK(read_answer(poster).status == 405);
	}

	TEST_CASE("a connection serves several requests, one after another") {
		const GatewayUnderTest under_test;
		RawClient client(under_test.port());
		for (int i = 0; i < 3; i++) {
			REQUIRE(client.send(get_request("/health")));
			CHECK(read_answer(client).status == 200);
		}
	}

	TEST_CASE("what is no request is answered as such, and the connection ends") {
		const GatewayUnderTest under_test;
		std::string small_headers;
		for (std::size_t i = 0; i < GatewayLimits().header_fields; i++) {
			small_headers += "a:\r\n"; // one too many, together with the Host header
		}
		std::string large_headers;
		for (int i = 0; i < 20; i++) {
			large_headers += "a:" + std::string(1'000, 'x') + "\r\n";
		}
		const std::pair<std::string, int> cases[] = {
			{ "hello\r\n\r\n", 400 },
			{ std::string("\0\xff\x16\x03\x01", 5) + "\r\n\r\n", 400 },
			{ "GET /health HTTP/9.9\r\n\r\n", 400 },
			{ "GET /health HTTP/1.1\r\nno colon\r\n\r\n", 400 },
			{ "GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400 },
			{ "GET /health HTTP/1.1\r\n\r\n", 403 },
			{ "GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(20'000, 'x') +
							"\r\n\r\n",
					431 },
			{ "GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\n\r\n", 431 },
			{ "GET /health HTTP/1.1\r\nHost: localhost\r\n" + small_headers + "\r\n", 431 },
			{ "GET /health HTTP/1.1\r\nHost: localhost\r\n" + large_headers + "\r\n", 431 },
			{ "POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048577\r\n\r\n", 413 },
			{ "POST /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
			  "Content-Length: 2\r\n\r\n{}",
					405 },
		};
		for (const auto &[bytes, status] : cases) {
			const std::string &sent = bytes; // clang captures no structured binding
			CAPTURE(sent.substr(0, 60));
			RawClient client(under_test.port());
			client.send(bytes);
			const HttpAnswer answer = read_answer(client);
			CHECK(answer.status == status);
			CHECK(answer.json().at("ok") == false);
			if (status != 403) {
				CHECK(client.is_ended());
			}
		}
		CHECK(get(under_test.port(), "/health").status == 200);
	}

	TEST_CASE("clients that go away in the middle of anything leave the others alone") {
		const GatewayUnderTest under_test;
		const std::uint16_t port = under_test.port();
		const std::string request = get_request(under_test.events("&since=0"));
		for (std::size_t length = 0; length < request.size(); length += 7) {
			RawClient client(port);
			client.send(request.substr(0, length));
		}
		{
			SseReader stream(port, under_test.events());
			WebSocketPeer socket(port, under_test.ws());
			WebSocketPeer half(port, under_test.ws());
			half.client().send("\x81\xfe"); // the head of a frame whose rest never comes
		}
		CHECK(get(port, "/health").status == 200);
	}

	TEST_CASE("a port that is taken is named, and the runtime can take another") {
		const GatewayUnderTest first;
		FakeHost host;
		GatewayOptions options;
		options.port = first.port();
		options.token = "secret";
		Gateway second(options, host, Logger());
		const Status status = second.start({});
		CHECK(status.code() == StatusCode::already_exists);
		CHECK(status.message().find("gateway_port: " + std::to_string(first.port())) == 0);
	}
}

TEST_SUITE("Gateway: SSE") {
	TEST_CASE("a stream begins with hello, and brings what happens under its id") {
		GatewayUnderTest under_test;
		SseReader stream(under_test.port(), under_test.events());
		CHECK(stream.answer().status == 200);
		CHECK(stream.answer().head.find("text/event-stream") != std::string::npos);
		const SseEvent hello = stream.next_of("hello");
		CHECK(hello.id == "ab12-0");
		CHECK(hello.data.at("epoch") == "ab12");
		under_test.say("one\ntwo");
		const SseEvent said = stream.next_of("agent_speech");
		CHECK(said.id == "ab12-1");
		CHECK(said.data.at("content") == "one\ntwo");
		CHECK(said.data.at("agent_id") == "agent_001");
	}

	TEST_CASE("a client that comes back with Last-Event-ID gets exactly what it missed") {
		GatewayUnderTest under_test;
		for (int i = 0; i < 3; i++) {
			under_test.say("before");
		}
		std::vector<std::string> got;
		std::string last = "ab12-0";
		for (int round = 0; round < 5; round++) {
			SseReader stream(
					under_test.port(), under_test.events(), "Last-Event-ID: " + last + "\r\n");
			const std::string newest =
					"ab12-" + under_test.say("round " + std::to_string(round)).to_string();
			under_test.say("perhaps not taken before the client goes");
			while (last != newest) {
				const SseEvent event = stream.next_of("agent_speech");
				REQUIRE(!event.id.empty());
				last = event.id;
				got.push_back(last);
			}
		}
		std::vector<std::string> wanted;
		for (const EventId id : under_test.host.ids()) {
			wanted.push_back("ab12-" + id.to_string());
		}
		wanted.pop_back(); // it was said after the last one that was waited for
		CHECK(got == wanted);
	}

	TEST_CASE("since takes an id or a time, entity takes one agent") {
		GatewayUnderTest under_test;
		for (std::uint32_t i = 0; i < 6; i++) {
			under_test.say("hello", i % 2 + 1);
		}
		const auto first = [&](const std::string &parameters) {
			SseReader stream(under_test.port(), under_test.events(parameters));
			return stream.next_of("agent_speech").id;
		};
		CHECK(first("&since=4") == "ab12-5");
		CHECK(first("&since=ab12-4") == "ab12-5");
		CHECK(first("&since=0&entity=agent_002") == "ab12-2");
		const std::string third = to_iso8601(stored(EventId(3), speech("")).ts);
		CHECK(first("&since=" + third) == "ab12-3");
	}

	TEST_CASE("parameters that are wrong are refused by their name") {
		const GatewayUnderTest under_test;
		for (const char *wrong : { "since", "entity", "sinec" }) {
			const HttpAnswer answer = get(
					under_test.port(), under_test.events("&" + std::string(wrong) + "=%FF%00x"));
			CHECK(answer.status == 400);
			CHECK(error_field(answer) == wrong);
		}
	}

	TEST_CASE("a cursor of another log is answered by a gap and the whole of this one") {
		GatewayUnderTest under_test;
		under_test.say("hello");
		SseReader stream(under_test.port(), under_test.events(), "Last-Event-ID: ffff-1000\r\n");
		const SseEvent gap = stream.next_of("gap");
		CHECK(gap.data.at("reason") == "other_log");
		CHECK(gap.id == "ab12-0");
		CHECK(stream.next_of("agent_speech").id == "ab12-1");
	}

	TEST_CASE("a cursor beyond the newest event is refused with a sentence") {
		GatewayUnderTest under_test;
		under_test.say("hello");
		const std::uint16_t port = under_test.port();
		for (const char *beyond :
				{ "2", "ab12-2", "ab12-9223372036854775807", "9223372036854775807" }) {
			CAPTURE(beyond);
			const HttpAnswer answer = get(port, under_test.events("&since=" + std::string(beyond)));
			CHECK(answer.status == 400);
			CHECK(error_field(answer) == "since");
			CHECK(answer.json().at("error").at("message") ==
					"since: is beyond the newest event, 1; give that one or an older one, or leave "
					"it out to get what happens from now on");
			const std::string header = "Last-Event-ID: " + std::string(beyond) + "\r\n";
			const HttpAnswer resumed = get(port, under_test.events(), header);
			CHECK(resumed.status == 400);
			CHECK(error_field(resumed) == "Last-Event-ID");
			const WebSocketPeer socket(port, under_test.ws("&since=" + std::string(beyond)));
			CHECK(socket.answer().status == 400);
		}
		for (const char *known : { "1", "ab12-1" }) {
			SseReader stream(port, under_test.events("&since=" + std::string(known)));
			CHECK(stream.next_of("hello").id == "ab12-1");
			under_test.say("more");
			CHECK(stream.next_of("agent_speech").id == "ab12-2");
		}
	}

	TEST_CASE("a cursor that the log has and the gateway not yet is taken") {
		GatewayUnderTest under_test;
		under_test.host.store(speech("written by others"));
		SseReader stream(under_test.port(), under_test.events("&since=1"));
		CHECK(stream.next_of("hello").id == "ab12-1");
		under_test.say("and on");
		CHECK(stream.next_of("agent_speech").id == "ab12-2");
	}

	TEST_CASE("a cursor that cannot be looked up is refused for now") {
		GatewayUnderTest under_test;
		under_test.host.fail_reads(1);
		CHECK(get(under_test.port(), under_test.events("&since=7")).status == 503);
		CHECK(get(under_test.port(), under_test.events("&since=7")).status == 400);
	}

	TEST_CASE("a cursor is looked up for a while, and then refused for now") {
		GatewayLimits limits;
		limits.clients = 1;
		limits.log_time = 20ms;
		GatewayUnderTest under_test(limits);
		const std::uint16_t port = under_test.port();
		under_test.host.hold_reads();
		RawClient silent(port);
		silent.send(get_request(under_test.events("&since=7")));
		const HttpAnswer answer = read_answer(silent);
		CHECK(answer.status == 503);
		CHECK(answer.json().at("error").at("message") ==
				"the event log cannot be read (it does not answer); try again");
		CHECK(silent.is_ended());
		silent.close();
		// Its place is free, and what comes too late goes to nobody.
		CHECK(comes_true(
				[&] { return SseReader(port, under_test.events()).answer().status == 200; }));
		CHECK(under_test.host.answer_reads() == 1);
	}

	TEST_CASE("who hangs up while a cursor is looked up leaves its place") {
		GatewayLimits limits;
		limits.clients = 1;
		limits.log_time = 1h;
		GatewayUnderTest under_test(limits);
		const std::uint16_t port = under_test.port();
		under_test.host.hold_reads();
		RawClient waits(port);
		waits.send(get_request(under_test.events("&since=7")) + "and more that means nothing");
		CHECK(comes_true([&] { return get(port, under_test.events()).status == 503; }));
		waits.close();
		CHECK(comes_true(
				[&] { return SseReader(port, under_test.events()).answer().status == 200; }));
	}

	TEST_CASE("who talks while its cursor is looked up is served all the same") {
		GatewayUnderTest under_test;
		const std::uint16_t port = under_test.port();
		under_test.host.store(speech("written by others"));
		under_test.host.hold_reads();
		RawClient talks(port);
		SUBCASE("over a stream of events") {
			talks.send(get_request(under_test.events("&since=1")) + "GET /heal");
			talks.send(std::string(5'000, 'x'));
			CHECK(comes_true([&] { return under_test.host.answer_reads() == 1; }));
			CHECK(read_answer(talks).status == 200);
		}
		SUBCASE("over a WebSocket") {
			talks.send("GET " + under_test.ws("&since=1") +
					" HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
					"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
					"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
			CHECK(comes_true([&] { return under_test.host.answer_reads() == 1; }));
			CHECK(talks.read_until("\r\n\r\n").starts_with("HTTP/1.1 101 "));
		}
	}

	TEST_CASE("a gateway ends while a cursor is looked up") {
		GatewayLimits limits;
		limits.log_time = 1h;
		limits.closing_time = 1h;
		GatewayUnderTest under_test(limits);
		under_test.host.hold_reads();
		RawClient waits(under_test.port());
		waits.send(get_request(under_test.events("&since=7")));
		CHECK(get(under_test.port(), "/health").status == 200);
		CHECK(under_test.gateway->stop().ok());
		CHECK(waits.is_ended());
		under_test.host.answer_reads();
	}

	TEST_CASE("a log that cannot be read at first is read a little later") {
		GatewayLimits limits;
		limits.retry = 10ms;
		GatewayUnderTest under_test(limits);
		under_test.say("hello");
		under_test.host.fail_reads(3);
		SseReader stream(under_test.port(), under_test.events("&since=0"));
		CHECK(stream.next_of("agent_speech").id == "ab12-1");
	}

	TEST_CASE("a quiet stream has heartbeats") {
		GatewayLimits limits;
		limits.heartbeat = 10ms;
		GatewayUnderTest under_test(limits);
		SseReader stream(under_test.port(), under_test.events());
		stream.next_of("hello");
		const std::optional<SseEvent> first = stream.next();
		const std::optional<SseEvent> second = stream.next();
		REQUIRE((first && second));
		CHECK(first->comment == "heartbeat");
		CHECK(second->comment == "heartbeat");
		under_test.say("still here");
		CHECK(stream.next_of("agent_speech").data.at("content") == "still here");
	}

	TEST_CASE("what no log holds comes without an id and says so") {
		GatewayUnderTest under_test({}, false);
		SseReader stream(under_test.port(), under_test.events());
		CHECK(stream.next_of("hello").id.empty());
		under_test.say_unstored("lost with the process");
		const SseEvent event = stream.next_of("agent_speech");
		CHECK(event.id.empty());
		CHECK(event.data.at("stored") == false);
	}

	TEST_CASE("a slow client is told of a gap, and in the end has every event once and in order") {
		GatewayLimits limits;
		limits.queue_bytes = 50'000;
		limits.socket_bytes = 10'000;
		GatewayUnderTest under_test(limits);
		SseReader slow(under_test.port(), under_test.events(), "", 10'000);
		slow.next_of("hello");
		SseReader quick(under_test.port(), under_test.events());
		quick.next_of("hello");
		const std::string content(5'000, 'x');
		constexpr std::int64_t COUNT = 1'000;
		for (std::int64_t i = 1; i <= COUNT; i++) {
			under_test.say(content);
			// The quick client gets each event at once, whatever its slow neighbour does.
			REQUIRE(quick.next_of("agent_speech").id == "ab12-" + std::to_string(i));
		}
		int gaps = 0;
		std::int64_t got = 0;
		while (got < COUNT) {
			const std::optional<SseEvent> event = slow.next();
			REQUIRE(event);
			if (event->type == "gap") {
				CHECK(event->data.at("reason") == "slow");
				CHECK(event->data.at("cursor") == got);
				gaps++;
			} else if (event->type == "agent_speech") {
				REQUIRE(event->data.at("id") == ++got);
			}
		}
		CHECK(gaps >= 1);
		under_test.say("and live again");
		CHECK(slow.next_of("agent_speech").data.at("content") == "and live again");
	}

	TEST_CASE("a client that takes nothing at all is let go in the end") {
		GatewayLimits limits;
		limits.queue_bytes = 50'000;
		limits.socket_bytes = 10'000;
		limits.stall_time = 50ms;
		limits.clients = 1;
		GatewayUnderTest under_test(limits);
		SseReader stuck(under_test.port(), under_test.events(), "", 10'000);
		stuck.next_of("hello");
		for (int i = 0; i < 500; i++) {
			under_test.say(std::string(5'000, 'x'));
		}
		// A new client is refused until the stuck one has lost its seat.
		CHECK(comes_true([&] {
			return SseReader(under_test.port(), under_test.events()).answer().status == 200;
		}));
		CHECK(stuck.client().is_ended());
	}

	TEST_CASE("one client too many is turned away, and let in when another has left") {
		GatewayLimits limits;
		limits.clients = 64;
		GatewayUnderTest under_test(limits);
		std::vector<std::unique_ptr<SseReader>> streams;
		std::vector<std::unique_ptr<WebSocketPeer>> sockets;
		for (std::size_t i = 0; i < limits.clients / 2; i++) {
			streams.push_back(std::make_unique<SseReader>(under_test.port(), under_test.events()));
			REQUIRE(streams.back()->answer().status == 200);
			sockets.push_back(std::make_unique<WebSocketPeer>(under_test.port(), under_test.ws()));
			REQUIRE(sockets.back()->answer().status == 101);
		}
		CHECK(SseReader(under_test.port(), under_test.events()).answer().status == 503);
		CHECK(WebSocketPeer(under_test.port(), under_test.ws()).answer().status == 503);
		CHECK(get(under_test.port(), "/health").status == 200);
		under_test.say("hello, all of you");
		for (std::size_t i = 0; i < limits.clients / 2; i++) {
			CHECK(streams[i]->next_of("agent_speech").id == "ab12-1");
			CHECK(sockets[i]->next_of("agent_speech").at("id") == 1);
		}
		streams.pop_back();
		CHECK(comes_true([&] {
			return SseReader(under_test.port(), under_test.events()).answer().status == 200;
		}));
	}
}
