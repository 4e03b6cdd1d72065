#include "core/gateway/request_gate.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

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
		RequestHead head{ .host = "localhost", .hosts = 1, .has_origin = true };
		head.origin = "http://localhost:5173";
		CHECK(!refuse_stranger(head));
		for (const char *origin : { "http://evil.example", "null", "" }) {
			head.origin = origin;
			const std::optional<Refusal> refusal = refuse_stranger(head);
			REQUIRE(refusal);
			CHECK(refusal->field == "Origin");
		}
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
		CHECK(!refuse_body({}));
		const std::optional<Refusal> body = refuse_body({ .has_body = true });
		REQUIRE(body);
		CHECK(body->http_status == 413);
		CHECK(body->field == "body");
	}

	TEST_CASE("a parameter that is none is named") {
		CHECK(!refuse_unknown_parameter(parse_target("/events?token=a&since=1&entity=b")));
		const std::optional<Refusal> refusal =
				refuse_unknown_parameter(parse_target("/events?entty=agent_001"));
		REQUIRE(refusal);
		CHECK(refusal->http_status == 400);
		CHECK(refusal->field == "entty");
	}
}
