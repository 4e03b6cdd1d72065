#include "core/gateway/request_gate.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace agent_runtime;

TEST_SUITE("Request gate") {
	TEST_CASE("a target is taken apart, and its parameters are decoded") {
		const Target target =
				parse_target("/events?since=2026-01-01T00:00:00+02:00&entity=a%5F1&x");
		CHECK(target.path == "/events");
		CHECK(target.parameters.at("since") == "2026-01-01T00:00:00+02:00");
		CHECK(target.parameters.at("entity") == "a_1");
		CHECK(target.parameters.at("x").empty());
		CHECK(parse_target("/health").parameters.empty());
		CHECK(parse_target("").path.empty());
	}

	TEST_CASE("escapes that are none stay as they are") {
		const Target target = parse_target("/?a=%&b=%4&c=%zz&d=%41%4&&=&e=%00");
		CHECK(target.parameters.at("a") == "%");
		CHECK(target.parameters.at("b") == "%4");
		CHECK(target.parameters.at("c") == "%zz");
		CHECK(target.parameters.at("d") == "A%4");
		CHECK(target.parameters.at("e") == std::string(1, '\0'));
	}

	TEST_CASE("who comes under another name than this machine's is a stranger") {
		CHECK(!refuse_stranger({ .host = "127.0.0.1:80", .hosts = 1 }));
		const std::optional<Refusal> rebound =
				refuse_stranger({ .host = "evil.example", .hosts = 1 });
		REQUIRE(rebound);
		CHECK(rebound->http_status == 403);
		CHECK(rebound->field == "Host");
		CHECK(refuse_stranger({ .host = "", .hosts = 0 }));
		CHECK(refuse_stranger({ .host = "localhost", .hosts = 2 }));
	}

	TEST_CASE("a page is let in only when this machine serves it") {
		RequestHead head{ .host = "localhost", .hosts = 1, .origins = 1 };
		head.origin = "http://localhost:5173";
		CHECK(!refuse_stranger(head));
		for (const char *origin : { "http://evil.example", "null", "" }) {
			head.origin = origin;
			const std::optional<Refusal> refusal = refuse_stranger(head);
			REQUIRE(refusal);
			CHECK(refusal->field == "Origin");
		}
		head.origin = "http://localhost:5173";
		head.origins = 2;
		REQUIRE(refuse_stranger(head));
		CHECK(refuse_stranger(head)->field == "Origin");
	}

	TEST_CASE("the token opens, as a header or as a parameter; nothing else does") {
		const auto refused = [](const char *authorization, const char *target) {
			return refuse_without_token(
					{ .authorization = authorization }, parse_target(target), "secret");
		};
		CHECK(!refused("Bearer secret", "/ws"));
		CHECK(!refused("bearer secret", "/ws"));
		CHECK(!refused("", "/ws?token=secret"));
		const std::pair<const char *, const char *> wrong[] = { { "", "/ws" }, { "", "/ws?token=" },
			{ "", "/ws?token=secre" }, { "", "/ws?token=secret0" },
			{ "Bearer wrong", "/ws?token=secret" }, { "Basic secret", "/ws" },
			{ "Bearer", "/ws" } };
		for (const auto &[authorization, target] : wrong) {
			const std::string sent = std::string(authorization) + " " + target;
			CAPTURE(sent);
			const std::optional<Refusal> refusal = refused(authorization, target);
			REQUIRE(refusal);
			CHECK(refusal->http_status == 401);
			CHECK(refusal->to_json().at("error").at("field") == "token");
		}
		CHECK(refuse_without_token({}, parse_target("/ws"), ""));
	}

	TEST_CASE("a request whose end cannot be told is refused, and so is a body") {
		CHECK(!refuse_unknown_encoding({}));
		CHECK(!refuse_unknown_encoding({ .encoding = "Chunked", .encodings = 1 }));
		for (const char *encoding : { "xchunked", "gzip, chunked", "chunked, gzip", "" }) {
			CAPTURE(encoding);
			const std::optional<Refusal> refusal =
					refuse_unknown_encoding({ .encoding = encoding, .encodings = 1 });
			REQUIRE(refusal);
			CHECK(refusal->http_status == 400);
			CHECK(refusal->field == "Transfer-Encoding");
		}
		CHECK(refuse_unknown_encoding({ .encoding = "chunked", .encodings = 2 }));
		CHECK(refuse_unknown_encoding({ .version = 10, .encoding = "chunked", .encodings = 1 }));
		CHECK(!refuse_body({}));
		const std::optional<Refusal> body = refuse_body({ .has_body = true });
		REQUIRE(body);
		CHECK(body->http_status == 413);
		CHECK(body->field == "body");
	}

	TEST_CASE("a parameter that is none is named") {
		CHECK(!refuse_unknown_parameter(
				parse_target("/events?token=a&since=1&entity=b"), { "since", "entity" }));
		const auto refused = [](const std::vector<std::string_view> &known) {
			return refuse_unknown_parameter(parse_target("/events?entty=agent_001"), known);
		};
		const std::optional<Refusal> refusal = refused({ "since", "entity", "types" });
		REQUIRE(refusal);
		CHECK(refusal->http_status == 400);
		CHECK(refusal->field == "entty");
		CHECK(refusal->message ==
				"entty: is not a parameter here; there are since, entity and types");
		CHECK(refused({ "since" })->message == "entty: is not a parameter here; there is since");
		CHECK(refused({})->message == "entty: is not a parameter here; there are none");
	}

	TEST_CASE("a page of another site is refused, unless it says that it is of this machine") {
		RequestHead head{ .host = "localhost", .hosts = 1, .fetch_site = "cross-site" };
		const std::optional<Refusal> refusal = refuse_stranger(head);
		REQUIRE(refusal);
		CHECK(refusal->http_status == 403);
		CHECK(refusal->field == "Sec-Fetch-Site");
		for (const char *site : { "same-origin", "same-site", "none", "" }) {
			head.fetch_site = site;
			CHECK(!refuse_stranger(head));
		}
		head = { .host = "127.0.0.1",
			.hosts = 1,
			.origin = "http://localhost:5173",
			.origins = 1,
			.fetch_site = "cross-site" };
		CHECK(!refuse_stranger(head));
	}

	TEST_CASE("a body is announced as JSON, in any spelling, and as nothing else") {
		for (const char *type : { "application/json", "Application/JSON", "application/json ;x",
					 "application/json; charset=utf-8" }) {
			CHECK(!refuse_other_than_json({ .content_type = type }));
		}
		for (const char *type : { "", "text/plain", "application/json-seq", "json",
					 "application/x-www-form-urlencoded", "text/plain, application/json" }) {
			CAPTURE(type);
			const std::optional<Refusal> refusal = refuse_other_than_json({ .content_type = type });
			REQUIRE(refusal);
			CHECK(refusal->http_status == 415);
			CHECK(refusal->field == "Content-Type");
		}
	}

	TEST_CASE("a stream and one answer are told apart by what is accepted") {
		CHECK(prefers_json({ .accept = "application/json" }));
		CHECK(prefers_json({ .accept = "text/html, application/json;q=0.9" }));
		CHECK(!prefers_json({ .accept = "application/json, text/event-stream" }));
		CHECK(!prefers_json({ .accept = "*/*" }));
		CHECK(!prefers_json({}));
		CHECK(wants_stream({ .accept = "text/event-stream" }));
		CHECK(!wants_stream({ .accept = "*/*" }));
	}

	TEST_CASE("the parts of a path are decoded each for itself") {
		using Parts = std::vector<std::string>;
		CHECK(path_parts("/agents/agent%5F001/output") == Parts{ "agents", "agent_001", "output" });
		CHECK(path_parts("/a%2Fb/%2e%2e") == Parts{ "a/b", ".." });
		CHECK(path_parts("/") == Parts{ "" });
		CHECK(path_parts("/agents//x/") == Parts{ "agents", "", "x", "" });
		CHECK(path_parts("http://127.0.0.1/health").empty());
		CHECK(path_parts("").empty());
	}

	TEST_CASE("each error has its HTTP status") {
		const std::pair<StatusCode, unsigned> all[] = { { StatusCode::invalid_argument, 400 },
			{ StatusCode::permission_denied, 403 }, { StatusCode::not_found, 404 },
			{ StatusCode::already_exists, 409 }, { StatusCode::failed_precondition, 409 },
			{ StatusCode::exhausted, 429 }, { StatusCode::unsupported, 501 },
			{ StatusCode::unavailable, 503 }, { StatusCode::cancelled, 503 },
			{ StatusCode::deadline_exceeded, 504 }, { StatusCode::corrupt, 500 },
			{ StatusCode::internal, 500 } };
		for (const auto &[code, status] : all) {
			CHECK(http_status_of(code) == status);
		}
	}
}
