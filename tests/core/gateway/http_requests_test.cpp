#include "core/gateway/gateway.h"

#include "core/agents/agent_routes.h"
#include "fake_host.h"
#include "raw_client.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace agent_runtime;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

constexpr Route WALKS[] = {
	{ .method = HttpMethod::post,
			.path = "/agents/{agent_id}/walk",
			.request = "walk_request",
			.success = 202 },
};

void with_routes(FakeHost &host) {
	host.paths.add(AGENT_ROUTES);
	host.paths.add(WALKS);
	host.checks_requests = true;
}

const std::string BEARER_LINE = "Authorization: Bearer secret\r\n";

std::string post_head(const std::string &target, const std::string &more) {
	return "POST " + target + " HTTP/1.1\r\nHost: localhost\r\n" + BEARER_LINE + more + "\r\n";
}

std::string post_request(const std::string &target, const std::string &body,
		const std::string &type = "application/json") {
	return post_head(target,
				   "Content-Type: " + type + "\r\nContent-Length: " + std::to_string(body.size()) +
						   "\r\n") +
			body;
}

HttpAnswer post(std::uint16_t port, const std::string &target, const std::string &body,
		const std::string &type = "application/json") {
	RawClient client(port);
	client.send(post_request(target, body, type));
	return read_answer(client);
}

HttpAnswer get_it(std::uint16_t port, const std::string &target, const std::string &more = "") {
	return get(port, target, BEARER_LINE + more);
}

std::string field_at_fault(const HttpAnswer &answer) {
	return answer.json().at("error").value("field", "");
}

} // namespace

TEST_SUITE("Gateway: requests over HTTP") {
	TEST_CASE("any request of the vocabulary is answered by its request_completed") {
		GatewayUnderTest under_test(with_routes);
		const HttpAnswer answer = post(
				under_test.port(), "/requests", R"({"type":"health_request","request_id":"mine"})");
		CHECK(answer.status == 200);
		CHECK(answer.json().at("type") == "request_completed");
		CHECK(answer.json().at("request_id") == "mine");
		CHECK(answer.json().at("result").at("type") == "health_request");
		const HttpAnswer unnamed =
				post(under_test.port(), "/requests", R"({"type":"health_request"})");
		CHECK(unnamed.json().at("request_id") == "request_1");
		const HttpAnswer wrong =
				post(under_test.port(), "/requests", R"({"type":"halth_request"})");
		CHECK(wrong.status == 400);
		CHECK(wrong.json().at("ok") == false);
		CHECK(field_at_fault(wrong) == "type");
	}

	TEST_CASE("a path stands for one request, and is answered by its bare result") {
		GatewayUnderTest under_test(with_routes);
		const std::uint16_t port = under_test.port();
		const HttpAnswer one = get_it(port, "/agents/agent_001");
		CHECK(one.status == 200);
		CHECK(one.json().at("type") == "agent_state_request");
		CHECK(one.json().at("agent_id") == "agent_001");
		const HttpAnswer all = get_it(port, "/agents?paused=true&limit=3");
		CHECK(all.status == 200);
		CHECK(all.json().at("paused") == true);
		CHECK(all.json().at("limit") == 3);
		const HttpAnswer walk =
				post(port, "/agents/agent_001/walk", R"({"target":{"x":1.5,"y":2}})");
		CHECK(walk.status == 202);
		CHECK(walk.json().at("agent_id") == "agent_001");
		CHECK(walk.json().at("target").at("x") == 1.5);
		CHECK(post(port, "/agents/agent_001/walk", "", "none").status == 202);
	}

	TEST_CASE("what is wrong is refused by its name") {
		GatewayUnderTest under_test(with_routes);
		const std::uint16_t port = under_test.port();
		const auto refused = [&](const HttpAnswer &answer, int status, const std::string &field) {
			CHECK(answer.status == status);
			CHECK(field_at_fault(answer) == field);
		};
		refused(get_it(port, "/agents?stat=idle"), 400, "stat");
		refused(get_it(port, "/agents/agent_001?limit=3"), 400, "limit");
		refused(get_it(port, "/agents?limit=-1"), 400, "limit");
		refused(get_it(port, "/agents?limit=9e99"), 400, "limit");
		refused(get_it(port, "/agents?name=%FF"), 400, "name");
		refused(get_it(port, "/agents/a%20b"), 400, "agent_id");
		refused(get_it(port, "/agents/%00"), 400, "agent_id");
		refused(get_it(port, "/agents/..%2F..%2Fetc%2Fpasswd"), 400, "agent_id");
		refused(get_it(port, "/agents/" + std::string(5'000, 'x')), 400, "agent_id");
		refused(get_it(port, "/agents/"), 404, "path");
		refused(get_it(port, "/health?x=1"), 400, "x");
		refused(get_it(port, "/events?limit=5"), 400, "limit");
		refused(post(port, "/requests?x=1", "{}"), 400, "x");
		refused(post(port, "/agents", "{}"), 405, "method");
		refused(post(port, "/agents/agent_001/walk", R"({"agent_id":"agent_002"})"), 400,
				"agent_id");
		refused(post(port, "/agents/agent_001/walk", R"({"type":"x"})"), 400, "type");
		refused(post(port, "/agents/agent_001/walk", R"([])"), 400, "body");
		refused(post(port, "/agents/agent_001/walk", R"({"x":1})"), 400, "x");
		refused(post(port, "/requests", "{}", "text/plain"), 415, "Content-Type");
		refused(post(port, "/requests", R"({"a":1,"a":2})"), 400, "a");
		for (const char *body : { "", "{", "nonsense", "\xff", "{}{}", "null" }) {
			CAPTURE(body);
			CHECK(post(port, "/requests", body).status == 400);
		}
		CHECK(under_test.host.requests() > 0);
		CHECK(get_it(port, "/agents/agent_001").status == 200);
	}

	TEST_CASE("a path says which methods it takes") {
		GatewayUnderTest under_test(with_routes);
		const std::uint16_t port = under_test.port();
		CHECK(post(port, "/agents/agent_001", "{}").head.find("Allow: GET, HEAD, OPTIONS\r\n") !=
				std::string::npos);
		RawClient client(port);
		client.send("OPTIONS /agents/agent_001/walk HTTP/1.1\r\nHost: localhost\r\n"
					"Origin: http://localhost:5173\r\n\r\n");
		const HttpAnswer preflight = read_answer(client);
		CHECK(preflight.status == 204);
		CHECK(preflight.head.find("Access-Control-Allow-Methods: POST, OPTIONS\r\n") !=
				std::string::npos);
		CHECK(preflight.head.find("Content-Type,") != std::string::npos);
		client.send("OPTIONS /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n");
		CHECK(read_answer(client).status == 404);
		client.send("BREW /agents HTTP/1.1\r\nHost: localhost\r\n" + BEARER_LINE + "\r\n");
		CHECK(read_answer(client).status == 405);
		client.send(
				"HEAD /agents/agent_001 HTTP/1.1\r\nHost: localhost\r\n" + BEARER_LINE + "\r\n");
		CHECK(client.read_until("\r\n\r\n").starts_with("HTTP/1.1 200 "));
		client.send(get_request("/health"));
		CHECK(read_answer(client).json().at("ok") == true);
	}

	TEST_CASE("nobody without the token has a request answered, or a body read") {
		GatewayUnderTest under_test(with_routes);
		RawClient client(under_test.port());
		client.send("POST /requests HTTP/1.1\r\nHost: localhost\r\n"
					"Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n");
		CHECK(read_answer(client).status == 401);
		CHECK(client.is_ended());
		CHECK(get(under_test.port(), "/agents").status == 401);
		CHECK(get(under_test.port(), "/agents", "Sec-Fetch-Site: cross-site\r\n" + BEARER_LINE)
						.status == 403);
		CHECK(under_test.host.requests() == 0);
	}

	TEST_CASE("a body may come in pieces, in chunks, or be waited for") {
		GatewayUnderTest under_test(with_routes);
		const std::string body = R"({"type":"health_request","request_id":"mine"})";
		const auto is_answered = [](RawClient &client) {
			const HttpAnswer answer = read_answer(client);
			CHECK(answer.status == 200);
			CHECK(answer.json().at("request_id") == "mine");
		};
		RawClient pieces(under_test.port());
		for (const char byte : post_request("/requests", body)) {
			pieces.send(std::string(1, byte));
		}
		is_answered(pieces);
		// The same connection goes on.
		pieces.send(post_head(
				"/requests", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"));
		pieces.send("5;ext=1\r\n" + body.substr(0, 5) + "\r\n28\r\n" + body.substr(5) +
				"\r\n0\r\nOrigin: http://evil.example\r\n\r\n");
		is_answered(pieces);
		RawClient polite(under_test.port());
		polite.send(post_head("/requests",
				"Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: " +
						std::to_string(body.size()) + "\r\n"));
		CHECK(polite.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
		polite.send(body);
		is_answered(polite);
	}

	TEST_CASE("requests that are sent at once are answered in their order") {
		GatewayUnderTest under_test(with_routes);
		under_test.host.hold_answers("health_request");
		RawClient client(under_test.port());
		client.send(post_request("/requests", R"({"type":"health_request","request_id":"first"})") +
				get_request("/health") + get_request("/agents/agent_007", BEARER_LINE) +
				get_request("/heal"));
		REQUIRE(comes_true([&] { return under_test.host.waiting_requests() == 1; }));
		CHECK(under_test.host.requests() == 1);
		under_test.host.answer_all();
		CHECK(read_answer(client).json().at("request_id") == "first");
		CHECK(read_answer(client).json().contains("version"));
		CHECK(read_answer(client).json().at("agent_id") == "agent_007");
		CHECK(read_answer(client).status == 401);
	}

	TEST_CASE("a body that is too long, breaks off or never comes costs only its sender") {
		GatewayLimits limits;
		limits.message_bytes = 10'000;
		limits.body_time = 50ms;
		GatewayUnderTest under_test(with_routes, limits);
		const std::uint16_t port = under_test.port();
		CHECK(post(port, "/requests", std::string(10'001, ' ')).status == 413);
		RawClient chunks(port);
		chunks.send(post_head(
				"/requests", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"));
		chunks.send("2711\r\n" + std::string(10'001, ' ') + "\r\n0\r\n\r\n");
		CHECK(read_answer(chunks).status == 413);
		CHECK(chunks.is_ended());
		RawClient nonsense(port);
		nonsense.send(post_head(
				"/requests", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"));
		nonsense.send("no size\r\n");
		CHECK(read_answer(nonsense).status == 400);
		CHECK(nonsense.is_ended());
		RawClient silent(port);
		silent.send(post_head(
				"/requests", "Content-Type: application/json\r\nContent-Length: 100\r\n"));
		CHECK(silent.is_ended());
		RawClient endless(port);
		endless.send(post_head(
				"/requests", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"));
		endless.send("1;" + std::string(40'000, 'x'));
		CHECK(endless.is_ended());
		CHECK(under_test.host.requests() == 0);
		CHECK(get_it(port, "/agents/agent_001").status == 200);
	}

	TEST_CASE("a request that takes too long is withdrawn, and answered by that") {
		GatewayLimits limits;
		limits.answer_time = 30ms;
		GatewayUnderTest under_test(with_routes, limits);
		under_test.host.hold_answers();
		const HttpAnswer late = get_it(under_test.port(), "/agents/agent_001");
		CHECK(late.status == 504);
		CHECK(late.json().at("error").at("code") == "deadline_exceeded");
		CHECK(under_test.host.withdrawn() == 1);
		CHECK(under_test.host.waiting_requests() == 0);
	}

	TEST_CASE("whoever has said everything is answered, and then the connection ends") {
		GatewayUnderTest under_test(with_routes);
		under_test.host.hold_answers("agent_state_request");
		RawClient client(under_test.port());
		client.send(get_request("/agents/agent_001", BEARER_LINE) + get_request("/health") +
				"GET /heal");
		client.end_sending();
		REQUIRE(comes_true([&] { return under_test.host.waiting_requests() == 1; }));
		REQUIRE(get(under_test.port(), "/health").status == 200); // the end has come, too
		CHECK(under_test.host.withdrawn() == 0);
		under_test.host.answer_all();
		CHECK(read_answer(client).json().at("agent_id") == "agent_001");
		CHECK(read_answer(client).json().at("ok") == true);
		CHECK(client.is_ended());
		RawClient one(under_test.port());
		one.send(get_request("/health"));
		one.end_sending();
		CHECK(read_answer(one).status == 200);
		CHECK(one.is_ended());
		RawClient half(under_test.port());
		half.send(post_head(
				"/requests", "Content-Type: application/json\r\nContent-Length: 100\r\n"));
		half.end_sending();
		CHECK(half.read_to_end().empty());
	}

	TEST_CASE("whoever has said everything and waits is asked whether it is there, and may be") {
		GatewayLimits limits;
		limits.silent_time = 10ms;
		GatewayUnderTest under_test(with_routes, limits);
		under_test.host.hold_answers();
		RawClient listens(under_test.port());
		listens.send(get_request("/agents/agent_001", BEARER_LINE));
		listens.end_sending();
		CHECK(listens.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
		CHECK(under_test.host.answer_all() == 1);
		const HttpAnswer answer = read_answer(listens);
		CHECK(answer.status == 200);
		CHECK(answer.head.find("Connection: close") != std::string::npos);
		CHECK(under_test.host.withdrawn() == 0);
	}

	TEST_CASE("HTTP/1.0 is answered without chunks, and asked nothing on the way") {
		GatewayLimits limits;
		limits.silent_time = 10ms;
		GatewayUnderTest under_test(with_routes, limits);
		const std::uint16_t port = under_test.port();
		const auto old = [](const std::string &method, const std::string &target,
								 const std::string &more) {
			return method + " " + target + " HTTP/1.0\r\nHost: localhost\r\n" + BEARER_LINE + more +
					"\r\n";
		};
		RawClient closes(port);
		closes.send(old("GET", "/agents/agent_001", ""));
		CHECK(read_answer(closes).status == 200);
		CHECK(closes.is_ended());
		RawClient stays(port);
		stays.send(old("GET", "/agents/agent_001", "Connection: keep-alive\r\n"));
		CHECK(read_answer(stays).status == 200);
		stays.send(old("POST", "/requests",
						   "Content-Type: application/json\r\nExpect: 100-continue\r\n"
						   "Content-Length: 2\r\n") +
				"{}");
		CHECK(read_answer(stays).status == 400); // at once
		RawClient chunks(port);
		chunks.send(old("POST", "/requests",
				"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"));
		CHECK(field_at_fault(read_answer(chunks)) == "Transfer-Encoding");
		RawClient upgrades(port);
		upgrades.send(old("GET", "/ws",
				"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
				"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
		CHECK(read_answer(upgrades).status == 426);
		under_test.host.hold_answers();
		RawClient waits(port);
		waits.send(old("GET", "/agents/agent_002", ""));
		waits.end_sending();
		REQUIRE(comes_true([&] { return under_test.host.waiting_requests() == 1; }));
		for (int i = 0; i < 20; i++) {
			REQUIRE(get(port, "/health").status == 200);
		}
		under_test.host.answer_all();
		CHECK(waits.read_until("\r\n\r\n").starts_with("HTTP/1.1 200 "));
	}

	TEST_CASE("a field that comes twice is a list where it may be one, and is refused elsewhere") {
		GatewayUnderTest under_test(with_routes);
		const std::uint16_t port = under_test.port();
		under_test.say("one");
		CHECK(get_it(port, "/events", "Accept: application/json\r\nAccept: text/html\r\n")
						.json()
						.contains("request_id"));
		const WebSocketPeer socket(port, under_test.ws(), "Connection: keep-alive\r\n");
		CHECK(socket.answer().status == 101);
		const std::pair<std::string, std::string> twice[] = {
			{ "Authorization", "Bearer wrong" },
			{ "Content-Type", "text/plain" },
			{ "Last-Event-ID", "1" },
			{ "last-event-id", "1" },
			{ "Sec-Fetch-Site", "same-origin" },
		};
		for (const auto &[name, value] : twice) {
			const std::string line = name + ": " + value + "\r\n";
			CAPTURE(line);
			const HttpAnswer answer = get_it(port, "/agents/agent_001", line + line);
			CHECK(answer.status == 400);
			CHECK(field_at_fault(answer) == (name[0] == 'l' ? "Last-Event-ID" : name));
		}
		const HttpAnswer origins = get_it(port, "/agents/agent_001",
				"Origin: http://evil.example\r\nOrigin: http://localhost:5173\r\n");
		CHECK(origins.status == 403);
		CHECK(field_at_fault(origins) == "Origin");
	}

	TEST_CASE("a request whose sender goes away is withdrawn") {
		GatewayLimits limits;
		limits.silent_time = 10ms;
		GatewayUnderTest under_test(with_routes, limits);
		under_test.host.hold_answers();
		RawClient goes(under_test.port());
		goes.send(get_request("/agents/agent_001", BEARER_LINE));
		REQUIRE(comes_true([&] { return under_test.host.waiting_requests() == 1; }));
		goes.close();
		CHECK(comes_true([&] { return under_test.host.withdrawn() == 1; }));
		CHECK(under_test.host.waiting_requests() == 0);
		RawClient stays(under_test.port());
		stays.send(get_request("/agents/agent_002", BEARER_LINE));
		REQUIRE(comes_true([&] { return under_test.host.waiting_requests() == 1; }));
		CHECK(under_test.gateway->stop().ok());
		CHECK(stays.is_ended());
		CHECK(under_test.host.withdrawn() == 2);
	}

	TEST_CASE("errors have the status of their code") {
		GatewayUnderTest under_test(with_routes);
		under_test.host.fail_requests("exhausted");
		const HttpAnswer exhausted = get_it(under_test.port(), "/agents/agent_001");
		CHECK(exhausted.status == 429);
		CHECK(exhausted.head.find("Retry-After: ") != std::string::npos);
		under_test.host.fail_requests("not_found");
		CHECK(get_it(under_test.port(), "/agents/agent_001").status == 404);
		CHECK(post(under_test.port(), "/requests", R"({"type":"health_request"})").status == 404);
	}

	TEST_CASE("events can be read as one page, from the cursor of a stream too") {
		GatewayUnderTest under_test(with_routes);
		const std::uint16_t port = under_test.port();
		under_test.say("one");
		const std::string json_only = "Accept: application/json\r\n";
		const auto asked = [&](const std::string &parameters) {
			return get_it(port, "/events" + parameters, json_only).json();
		};
		CHECK(asked("") == json{ { "type", "events_request" }, { "request_id", "request_1" } });
		CHECK(asked("?since=ab12-1&limit=7&types=agent_speech&entity=agent_001") ==
				json{ { "type", "events_request" }, { "request_id", "request_1" }, { "since", 1 },
						{ "limit", 7 }, { "types", { "agent_speech" } },
						{ "entity", "agent_001" } });
		CHECK(asked("?since=2026-01-31T12:00:00Z").at("since") == "2026-01-31T12:00:00Z");
		CHECK(get_it(port, "/events?since=ffff-1", json_only).status == 400);
		CHECK(get_it(port, "/events?since=x", json_only).status == 400);
		CHECK(get_it(port, "/events?sinse=1", json_only).status == 400);
	}

	TEST_CASE("whatever bytes come, they are answered by a status or the end, and others are "
			  "served") {
		GatewayLimits limits;
		limits.head_time = 200ms;
		limits.body_time = 200ms;
		GatewayUnderTest under_test(with_routes, limits);
		const std::uint16_t port = under_test.port();
		const std::string whole[] = {
			post_request("/requests", R"({"type":"health_request"})"),
			post_request("/agents/agent_001/walk", R"({"target":{"x":1,"y":2}})"),
			get_request("/agents?paused=true&limit=3&near=1,2", BEARER_LINE),
			get_request("/events?since=0&types=a,b", BEARER_LINE),
			post_head("/requests",
					"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n") +
					"2\r\n{}\r\n0\r\n\r\n",
		};
		std::mt19937 chance(11);
		constexpr int ROUNDS = 300;
		for (int round = 0; round < ROUNDS; round++) {
			std::string bytes = whole[chance() % std::size(whole)];
			const std::size_t changes = chance() % 4 + 1;
			for (std::size_t i = 0; i < changes; i++) {
				const std::size_t at = chance() % bytes.size();
				switch (chance() % 3) {
					case 0:
						bytes[at] = static_cast<char>(chance() % 256);
						break;
					case 1:
						bytes.insert(at, bytes.substr(chance() % bytes.size(), chance() % 40));
						break;
					default:
						bytes.erase(at, chance() % 20);
						bytes += ' ';
				}
			}
			RawClient client(port);
			client.send(bytes);
			if (round % 10 == 0) {
				REQUIRE(get(port, "/health").status == 200);
			}
		}
		CHECK(get_it(port, "/agents/agent_001").status == 200);
	}

	TEST_CASE("long lists are made one at a time here as well") {
		using Time = std::chrono::steady_clock::time_point;
		std::mutex mutex; // guards what is made
		std::vector<std::pair<Time, Time>> made;
		GatewayUnderTest under_test(with_routes);
		under_test.host.work_on_each([&] {
			const Time began = std::chrono::steady_clock::now();
			while (std::chrono::steady_clock::now() < began + 10ms) {
			}
			const std::lock_guard lock(mutex);
			made.emplace_back(began, std::chrono::steady_clock::now());
		});
		std::vector<std::unique_ptr<RawClient>> clients;
		for (int i = 0; i < 5; i++) {
			clients.push_back(std::make_unique<RawClient>(under_test.port()));
			clients.back()->send(get_request("/agents", BEARER_LINE));
		}
		for (const std::unique_ptr<RawClient> &client : clients) {
			CHECK(read_answer(*client).status == 200);
		}
		const std::lock_guard lock(mutex);
		REQUIRE(made.size() == 5);
		for (std::size_t i = 1; i < made.size(); i++) {
			const auto &[began, ended] = made[i - 1];
			CHECK(made[i].first - ended >= ended - began);
		}
	}
}

TEST_SUITE("Gateway: a full house") {
	TEST_CASE("whoever has shown the token has a place until it leaves") {
		GatewayLimits limits;
		limits.clients = 2;
		limits.head_time = 1h;
		GatewayUnderTest under_test(with_routes, limits);
		const std::uint16_t port = under_test.port();
		SseReader stream(port, under_test.events());
		stream.next_of("hello");
		std::optional<RawClient> asks(port);
		asks->send(get_request("/agents/agent_001", BEARER_LINE));
		CHECK(read_answer(*asks).status == 200);
		const HttpAnswer full = get_it(port, "/agents/agent_001");
		CHECK(full.status == 503);
		CHECK(full.json().at("error").at("code") == "exhausted");
		CHECK(full.head.find("Retry-After: ") != std::string::npos);
		CHECK(SseReader(port, under_test.events()).answer().status == 503);
		// Those who are in go on.
		asks->send(get_request("/agents/agent_002", BEARER_LINE));
		CHECK(read_answer(*asks).status == 200);
		asks.reset();
		CHECK(comes_true([&] { return get_it(port, "/agents/agent_001").status == 200; }));
	}

	TEST_CASE("a connection that makes room for another is told, unless it expects nothing") {
		GatewayLimits limits;
		limits.strangers = 1;
		limits.stranger_time = 0ms;
		limits.head_time = 1h;
		GatewayUnderTest under_test(with_routes, limits);
		const std::uint16_t port = under_test.port();
		const auto newcomer = [&] { CHECK(get(port, "/health").status == 200); };
		RawClient mute(port);
		REQUIRE(mute.is_connected());
		newcomer();
		const HttpAnswer told = read_answer(mute);
		CHECK(told.status == 503);
		CHECK(told.json().at("error").at("message") ==
				"too many connections wait here without a request; try again");
		CHECK(mute.is_ended());
		RawClient half(port);
		half.send("GET /heal");
		newcomer();
		CHECK(half.read_to_end().starts_with("HTTP/1.1 503 "));
		RawClient idle(port);
		idle.send(get_request("/health"));
		CHECK(read_answer(idle).status == 200);
		newcomer();
		CHECK(idle.read_to_end().empty());
	}

	TEST_CASE("while too much waits for all, bodies wait outside and slow clients have little") {
		GatewayLimits limits;
		limits.queue_bytes = 1'000'000;
		limits.all_queue_bytes = 100'000;
		limits.socket_bytes = 10'000;
		GatewayUnderTest under_test(with_routes, limits);
		const std::uint16_t port = under_test.port();
		SseReader slow(port, under_test.events(), "", 10'000);
		slow.next_of("hello");
		SseReader quick(port, under_test.events());
		quick.next_of("hello");
		constexpr int COUNT = 200;
		for (int i = 0; i < COUNT; i++) {
			under_test.say(std::string(5'000, 'x'));
		}
		// Each event waits for the slow one until all of them together are too much.
		while (quick.next_of("agent_speech").data.at("id") != COUNT) {
		}
		// The slow one is given no more than fits; this would be too much besides.
		RawClient asks(port);
		asks.send(post_head(
				"/requests", "Content-Type: application/json\r\nContent-Length: 90000\r\n"));
		CHECK(read_answer(asks).status == 503);
		int got = 0;
		int gaps = 0;
		while (got < COUNT) {
			const std::optional<SseEvent> event = slow.next();
			REQUIRE(event);
			gaps += event->type == "gap" ? 1 : 0;
			got += event->type == "agent_speech" ? 1 : 0;
		}
		CHECK(gaps >= 1);
		CHECK(comes_true([&] {
			return post(port, "/requests", R"({"type":"health_request"})").status == 200;
		}));
	}
}
