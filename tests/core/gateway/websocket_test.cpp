#include "core/gateway/gateway.h"

#include "fake_host.h"
#include "raw_client.h"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace agent_runtime;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

constexpr unsigned GOING_AWAY = 1001;
constexpr unsigned PROTOCOL_ERROR = 1002;
constexpr unsigned BAD_PAYLOAD = 1007;
constexpr unsigned TOO_SLOW = 1008;
constexpr unsigned TOO_BIG = 1009;
constexpr unsigned TRY_LATER = 1013;

// The beginning of a message of 90,000 bytes.
std::string begun_message() {
	constexpr char HEAD[] = "\x81\xff\0\0\0\0\0\x01\x5f\x90\0\0\0\0";
	return std::string(HEAD, sizeof(HEAD) - 1) + "{";
}

int status_of_large_body(std::uint16_t port) {
	RawClient client(port);
	client.send("POST /requests HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret\r\n"
				"Content-Type: application/json\r\nContent-Length: 90000\r\n\r\n" +
			std::string(90'000, ' '));
	return read_answer(client).status;
}

} // namespace

TEST_SUITE("Gateway: WebSocket") {
	TEST_CASE("a request goes to the runtime, and its answer comes back under its name") {
		const GatewayUnderTest under_test;
		WebSocketPeer socket(under_test.port(), under_test.ws());
		REQUIRE(socket.answer().status == 101);
		CHECK(socket.next().at("type") == "hello");
		socket.ask({ { "type", "health_request" }, { "request_id", "mine" } });
		const json named = socket.next_of("request_completed");
		CHECK(named.at("request_id") == "mine");
		CHECK(named.at("result").at("type") == "health_request");
		socket.ask({ { "type", "health_request" } });
		CHECK(socket.next_of("request_completed").at("request_id") == "request_2");
		// Some clients send everything as binary.
		socket.send(json{ { "type", "agents_request" } }.dump(), WebSocketPeer::BINARY);
		CHECK(socket.next_of("request_completed").at("ok") == true);
	}

	TEST_CASE("events reach every client, live and from its cursor on") {
		GatewayUnderTest under_test;
		under_test.say("first");
		under_test.say("second", 2);
		WebSocketPeer live(under_test.port(), under_test.ws());
		WebSocketPeer resumed(under_test.port(), under_test.ws("&since=ab12-1"));
		WebSocketPeer of_one(under_test.port(), under_test.ws("&since=0&entity=agent_001"));
		CHECK(live.next_of("hello").at("cursor") == 2);
		CHECK(resumed.next_of("agent_speech").at("id") == 2);
		CHECK(of_one.next_of("agent_speech").at("id") == 1);
		under_test.say("third");
		for (WebSocketPeer *socket : { &live, &resumed, &of_one }) {
			const json message = socket->next_of("agent_speech");
			CHECK(message.at("id") == 3);
			CHECK(message.at("content") == "third");
			CHECK(message.at("recipients") == json{ "player_0" });
		}
	}

	TEST_CASE("what cannot be read is answered by an error, and the next message is heard") {
		const GatewayUnderTest under_test;
		WebSocketPeer socket(under_test.port(), under_test.ws());
		const std::string cases[] = { "", "nonsense", "{\"type\":", "{\"a\":1,\"a\":2}", "[1,]",
			std::string(10'000, '['), std::string(3, '\0'), "{\"x\":1e999}" };
		for (const std::string &text : cases) {
			CAPTURE(text.substr(0, 20));
			REQUIRE(socket.send(text));
			const json error = socket.next_of("request_completed");
			CHECK(error.at("ok") == false);
			CHECK(error.at("error").at("code") == "invalid_argument");
			CHECK(error.at("request_id").get<std::string>().starts_with("request_"));
		}
		REQUIRE(socket.send("{\"type\":\"\xff\"}", WebSocketPeer::BINARY));
		CHECK(socket.next_of("request_completed").at("ok") == false);
		socket.ask({ { "type", "health_request" } });
		CHECK(socket.next_of("request_completed").at("ok") == true);
	}

	TEST_CASE("what breaks the protocol closes the connection with the code for it") {
		const GatewayUnderTest under_test;
		WebSocketPeer bad_text(under_test.port(), under_test.ws());
		bad_text.send("{\"type\":\"\xff\"}");
		CHECK(bad_text.close_code() == BAD_PAYLOAD);
		WebSocketPeer garbage(under_test.port(), under_test.ws());
		garbage.client().send(std::string(20, '\xff'));
		CHECK(garbage.close_code() == PROTOCOL_ERROR);
		WebSocketPeer big(under_test.port(), under_test.ws());
		big.send(std::string(1'048'577, ' '));
		CHECK(big.close_code() == TOO_BIG);
		WebSocketPeer fits(under_test.port(), under_test.ws());
		const json request{ { "type", "health_request" }, { "x", std::string(1'000'000, 'x') } };
		fits.ask(request);
		CHECK(fits.next_of("request_completed").at("ok") == true);
	}

	TEST_CASE("a message that is on its way counts with all that waits, until it is answered") {
		GatewayLimits limits;
		limits.all_queue_bytes = 100'000;
		const GatewayUnderTest under_test(limits);
		WebSocketPeer first(under_test.port(), under_test.ws());
		first.next_of("hello");
		CHECK(status_of_large_body(under_test.port()) == 400); // it was read
		first.client().send(begun_message());
		CHECK(comes_true([&] { return status_of_large_body(under_test.port()) == 503; }));
		WebSocketPeer second(under_test.port(), under_test.ws());
		second.next_of("hello");
		second.ask({ { "type", "health_request" } }); // a little one is taken
		CHECK(second.next_of("request_completed").at("ok") == true);
		second.client().send(begun_message());
		CHECK(second.close_code() == TRY_LATER);
		const std::string rest = R"("type":"health_request"})";
		first.client().send(rest + std::string(90'000 - 1 - rest.size(), ' '));
		CHECK(first.next_of("request_completed").at("ok") == true);
		CHECK(comes_true([&] { return status_of_large_body(under_test.port()) == 400; }));
	}

	TEST_CASE("a message that does not come to its end ends its client, and no other") {
		GatewayLimits limits;
		limits.body_time = 50ms;
		const GatewayUnderTest under_test(limits);
		WebSocketPeer idle(under_test.port(), under_test.ws());
		idle.ask({ { "type", "health_request" } });
		CHECK(idle.next_of("request_completed").at("ok") == true);
		WebSocketPeer breaks_off(under_test.port(), under_test.ws());
		breaks_off.client().send(begun_message());
		CHECK(breaks_off.close_code() == TOO_SLOW);
		CHECK(breaks_off.client().is_ended());
		WebSocketPeer in_pieces(under_test.port(), under_test.ws());
		in_pieces.client().send("\x01\x80mask"); // a frame of a message, and never the next one
		CHECK(in_pieces.close_code() == TOO_SLOW);
		idle.ask({ { "type", "health_request" } });
		CHECK(idle.next_of("request_completed").at("ok") == true);
	}

	TEST_CASE("answers that come late reach who asked, and nobody when it has gone") {
		GatewayUnderTest under_test;
		under_test.host.hold_answers();
		WebSocketPeer stays(under_test.port(), under_test.ws());
		{
			WebSocketPeer goes(under_test.port(), under_test.ws());
			goes.ask({ { "type", "health_request" } });
			stays.ask({ { "type", "health_request" }, { "request_id", "late" } });
			REQUIRE(comes_true([&] { return under_test.host.waiting_requests() >= 2; }));
		}
		std::thread([&] { under_test.host.answer_all(); }).join();
		CHECK(stays.next_of("request_completed").at("request_id") == "late");
	}

	TEST_CASE("a client with many open requests is not read on until some are answered") {
		GatewayLimits limits;
		limits.open_requests = 4;
		limits.quick_time = 1h; // all of them are in work
		GatewayUnderTest under_test(limits);
		under_test.host.hold_answers();
		WebSocketPeer socket(under_test.port(), under_test.ws());
		constexpr int COUNT = 20;
		for (int i = 0; i < COUNT; i++) {
			socket.ask({ { "type", "health_request" } });
		}
		int answered = 0;
		while (answered < COUNT) {
			REQUIRE(comes_true([&] { return under_test.host.waiting_requests() > 0; }));
			REQUIRE(under_test.host.waiting_requests() <= limits.open_requests);
			for (std::size_t left = under_test.host.answer_all(); left > 0; left--) {
				const json reply = socket.next_of("request_completed");
				REQUIRE(reply.is_object());
				answered++;
			}
		}
	}

	TEST_CASE("requests that wait for something hold up nobody's next one") {
		GatewayLimits limits;
		limits.quick_time = 10ms;
		GatewayUnderTest under_test(limits);
		under_test.host.hold_answers("walk_request");
		WebSocketPeer socket(under_test.port(), under_test.ws());
		const std::size_t walks = limits.open_requests * 2;
		for (std::size_t i = 0; i < walks; i++) {
			socket.ask({ { "type", "walk_request" } });
		}
		socket.ask({ { "type", "world_pause_request" }, { "request_id", "go on" } });
		CHECK(socket.next_of("request_completed").at("request_id") == "go on");
		CHECK(under_test.host.answer_all() == walks);
	}

	TEST_CASE("more than may wait are refused at once, and taken again when one is answered") {
		GatewayLimits limits;
		limits.open_requests = 2;
		limits.waiting_requests = 3;
		limits.quick_time = 0ms;
		GatewayUnderTest under_test(limits);
		under_test.host.hold_answers("walk_request");
		WebSocketPeer socket(under_test.port(), under_test.ws());
		for (std::size_t i = 0; i < limits.waiting_requests; i++) {
			socket.ask({ { "type", "walk_request" } });
		}
		socket.ask({ { "type", "health_request" }, { "request_id", "one too many" } });
		const json refused = socket.next_of("request_completed");
		CHECK(refused.at("request_id") == "one too many");
		CHECK(refused.at("error").at("code") == "exhausted");
		CHECK(refused.at("error").at("message") ==
				"3 requests of this client wait to be answered; send this one again when one of "
				"them is");
		CHECK(under_test.host.answer_all() == limits.waiting_requests);
		for (std::size_t i = 0; i < limits.waiting_requests; i++) {
			CHECK(socket.next_of("request_completed").at("ok") == true);
		}
		socket.ask({ { "type", "health_request" } });
		CHECK(socket.next_of("request_completed").at("ok") == true);
	}

	TEST_CASE("what a client does not read counts: nothing more is asked for it") {
		GatewayLimits limits;
		limits.queue_bytes = 50'000;
		limits.socket_bytes = 100'000;
		GatewayUnderTest under_test(limits);
		WebSocketPeer mute(under_test.port(), under_test.ws(), "", 100'000);
		constexpr std::size_t COUNT = 8;
		const json request{ { "type", "health_request" }, { "x", std::string(800'000, 'x') } };
		std::thread asks([&] { // the last ones wait in the sockets
			for (std::size_t i = 0; i < COUNT; i++) {
				mute.ask(request);
			}
		});
		REQUIRE(comes_true([&] { return under_test.host.requests() > 0; }));
		for (int i = 0; i < 100; i++) {
			REQUIRE(get(under_test.port(), "/health").status == 200);
		}
		CHECK(under_test.host.requests() <= 2);
		for (std::size_t i = 0; i < COUNT; i++) {
			REQUIRE(mute.next_of("request_completed").at("ok") == true);
		}
		asks.join();
		CHECK(under_test.host.requests() == COUNT);
	}

	TEST_CASE("long answers are made one after the other") {
		GatewayUnderTest under_test;
		under_test.host.hold_answers();
		WebSocketPeer socket(under_test.port(), under_test.ws());
		constexpr std::size_t COUNT = 5;
		for (std::size_t i = 0; i < COUNT; i++) {
			socket.ask({ { "type", "agents_request" } });
		}
		for (std::size_t i = 0; i < COUNT; i++) {
			REQUIRE(comes_true([&] { return under_test.host.waiting_requests() > 0; }));
			REQUIRE(get(under_test.port(), "/health").status == 200);
			CHECK(under_test.host.answer_all() == 1);
			CHECK(socket.next_of("request_completed").at("ok") == true);
		}
	}

	TEST_CASE("after a long answer the others have the thread for as long, whoever asks next") {
		using Time = std::chrono::steady_clock::time_point;
		std::mutex mutex; // guards what is made
		std::vector<std::pair<Time, Time>> made;
		GatewayUnderTest under_test;
		under_test.host.work_on_each([&] {
			const Time began = std::chrono::steady_clock::now();
			while (std::chrono::steady_clock::now() < began + 10ms) {
			}
			const std::lock_guard lock(mutex);
			made.emplace_back(began, std::chrono::steady_clock::now());
		});
		constexpr std::size_t CLIENTS = 4;
		std::vector<std::unique_ptr<WebSocketPeer>> clients;
		for (std::size_t i = 0; i < CLIENTS; i++) {
			clients.push_back(std::make_unique<WebSocketPeer>(under_test.port(), under_test.ws()));
		}
		for (const std::unique_ptr<WebSocketPeer> &client : clients) {
			client->ask({ { "type", "agents_request" } });
			client->ask({ { "type", "agents_request" } });
		}
		for (const std::unique_ptr<WebSocketPeer> &client : clients) {
			CHECK(client->next_of("request_completed").at("ok") == true);
			CHECK(client->next_of("request_completed").at("ok") == true);
		}
		const std::lock_guard lock(mutex);
		REQUIRE(made.size() == 2 * CLIENTS);
		for (std::size_t i = 1; i < made.size(); i++) {
			const auto &[began, ended] = made[i - 1];
			CHECK(made[i].first - ended >= ended - began);
		}
	}

	TEST_CASE("a name that is none is not sent back") {
		const GatewayUnderTest under_test;
		WebSocketPeer socket(under_test.port(), under_test.ws());
		const json names[] = { "", std::string(129, 'x'), std::string("a\0b", 3), "two\nlines", 7,
			json::object() };
		int asked = 0;
		for (const json &name : names) {
			socket.ask({ { "type", "health_request" }, { "request_id", name } });
			const json reply = socket.next_of("request_completed");
			CHECK(reply.at("request_id") == "request_" + std::to_string(++asked));
		}
	}

	TEST_CASE("a slow client gets a gap and then all it missed") {
		GatewayLimits limits;
		limits.queue_bytes = 50'000;
		limits.socket_bytes = 10'000;
		GatewayUnderTest under_test(limits);
		WebSocketPeer socket(under_test.port(), under_test.ws(), "", 10'000);
		socket.next_of("hello");
		SseReader quick(under_test.port(), under_test.events());
		quick.next_of("hello");
		constexpr int COUNT = 500;
		for (int i = 0; i < COUNT; i++) {
			under_test.say(std::string(5'000, 'x'));
		}
		while (quick.next_of("agent_speech").data.at("id") != COUNT) {
		}
		int gaps = 0;
		for (int got = 0; got < COUNT;) {
			const json message = socket.next();
			REQUIRE(message.is_object());
			gaps += message.at("type") == "gap" ? 1 : 0;
			if (message.at("type") == "agent_speech") {
				REQUIRE(message.at("id") == ++got);
			}
		}
		CHECK(gaps >= 1);
	}

	TEST_CASE("a client is asked whether it is there, and let go when it does not answer") {
		GatewayLimits limits;
		limits.idle_time = 200ms;
		const GatewayUnderTest under_test(limits);
		WebSocketPeer silent(under_test.port(), under_test.ws());
		bool pinged = false;
		while (const std::optional<WebSocketFrame> frame = silent.next_frame()) {
			pinged = pinged || frame->opcode == WebSocketPeer::PING;
		}
		CHECK(pinged);
		CHECK(silent.client().is_ended());
	}

	TEST_CASE("a client that asks whether anybody is there is answered") {
		const GatewayUnderTest under_test;
		WebSocketPeer asks(under_test.port(), under_test.ws());
		asks.send("are you there", WebSocketPeer::PING);
		std::optional<WebSocketFrame> frame = asks.next_frame();
		while (frame && frame->opcode != WebSocketPeer::PONG) {
			frame = asks.next_frame();
		}
		REQUIRE(frame);
		CHECK(frame->payload == "are you there");
	}

	TEST_CASE("stop says goodbye to all who are connected, and is soon over") {
		GatewayUnderTest under_test;
		under_test.host.hold_answers();
		SseReader stream(under_test.port(), under_test.events());
		WebSocketPeer socket(under_test.port(), under_test.ws());
		stream.next_of("hello");
		socket.next_of("hello");
		RawClient half(under_test.port());
		half.send("GET /hea");
		socket.ask({ { "type", "health_request" } });
		REQUIRE(comes_true([&] { return under_test.host.waiting_requests() >= 1; }));
		std::thread stopper([&] { under_test.gateway->stop(); });
		CHECK(socket.close_code() == GOING_AWAY);
		CHECK(stream.client().is_ended());
		CHECK(half.is_ended());
		stopper.join();
		CHECK(!RawClient(under_test.port()).is_connected());
		// An answer that comes now has no client, and does no harm.
		under_test.host.answer_all();
		under_test.say("to an empty house");
		under_test.gateway->stop();
	}

	TEST_CASE("stop waits for no client that takes nothing or does not say goodbye") {
		GatewayLimits limits;
		limits.queue_bytes = 50'000;
		limits.socket_bytes = 10'000;
		GatewayUnderTest under_test(limits);
		SseReader stuck(under_test.port(), under_test.events(), "", 10'000);
		WebSocketPeer rude(under_test.port(), under_test.ws(), "", 10'000);
		SseReader quick(under_test.port(), under_test.events());
		stuck.next_of("hello");
		rude.next_of("hello");
		for (int i = 0; i < 500; i++) {
			under_test.say(std::string(5'000, 'x'));
		}
		while (quick.next_of("agent_speech").data.at("id") != 500) {
		}
		const auto start = std::chrono::steady_clock::now();
		under_test.gateway->stop();
		CHECK(std::chrono::steady_clock::now() - start < 10 * limits.closing_time);
	}

	TEST_CASE("events may be published before the start, at the end and from several threads") {
		GatewayUnderTest under_test;
		SseReader stream(under_test.port(), under_test.events());
		stream.next_of("hello");
		std::vector<std::thread> threads;
		threads.reserve(4);
		for (int i = 0; i < 4; i++) {
			threads.emplace_back([&] {
				for (int j = 0; j < 50; j++) {
					under_test.say_unstored("crowd");
				}
			});
		}
		for (int i = 0; i < 200; i++) {
			CHECK(stream.next_of("agent_speech").data.at("content") == "crowd");
		}
		for (std::thread &thread : threads) {
			thread.join();
		}
		FakeHost host;
		Gateway never_started({}, host, Logger());
		never_started.publish(std::make_shared<std::vector<PublishedEvent>>(
				1, PublishedEvent{ EventId(), WallTime(), speech("too early") }));
	}
}
