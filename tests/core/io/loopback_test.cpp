#include "core/io/loopback.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("Loopback") {
	TEST_CASE("the names of this machine are hosts, with a port or without") {
		for (const char *host : { "127.0.0.1", "127.0.0.1:8080", "localhost", "LocalHost:1",
					 "[::1]", "[::1]:65535" }) {
			CAPTURE(host);
			CHECK(is_loopback_host(host));
		}
	}

	TEST_CASE("every other name is a stranger's, however it begins") {
		for (const char *host : { "", "example.com", "localhost.example.com", "127.0.0.1.nip.io",
					 "127.0.0.2", "0.0.0.0", "localhost:", "localhost:80a", "localhost:123456",
					 "[::1]x", "::1", " localhost", "localhost@example.com" }) {
			CAPTURE(host);
			CHECK(!is_loopback_host(host));
		}
	}

	TEST_CASE("a page that this machine serves is an origin, and nothing else is") {
		for (const char *origin :
				{ "http://localhost:5173", "https://127.0.0.1", "HTTP://[::1]:80" }) {
			CAPTURE(origin);
			CHECK(is_loopback_origin(origin));
		}
		for (const char *origin : { "", "null", "http://example.com", "file://localhost",
					 "http://localhost.example.com", "http://localhost/", "localhost",
					 "http://127.0.0.1:80@example.com" }) {
			CAPTURE(origin);
			CHECK(!is_loopback_origin(origin));
		}
	}
}
