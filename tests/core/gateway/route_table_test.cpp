#include "core/gateway/route_table.h"

#include "core/agents/agent_routes.h"
#include "core/gateway/route_message.h"
#include "core/runtime/vocabulary.h"

#include <doctest/doctest.h>

#include <string>

using namespace agent_runtime;
using nlohmann::json;

namespace {

constexpr Route ROWS[] = {
	{ .path = "/agents/{agent_id}", .request = "agent_state_request" },
	{ .method = HttpMethod::post,
			.path = "/agents/{agent_id}/walk",
			.request = "walk_request",
			.success = 202 },
	{ .path = "/agents/{agent_id:player_}", .request = "memory_request" },
	{ .path = "/agents/all", .request = "agents_request" },
	{ .method = HttpMethod::remove,
			.path = "/agents/{agent_id}",
			.request = "agent_terminate_request" },
	{ .path = "/memory", .request = "memory_request" },
};

RouteTable filled() {
	RouteTable table;
	table.add(ROWS);
	return table;
}

std::string request_at(HttpMethod method, const std::string &path) {
	static const RouteTable table = filled();
	const FoundRoute found = table.find(method, path);
	return found.route != nullptr ? std::string(found.route->request) : "none";
}

} // namespace

TEST_SUITE("RouteTable") {
	TEST_CASE("a path leads to the row that takes it, the more exact one first") {
		CHECK(request_at(HttpMethod::get, "/agents/agent_001") == "agent_state_request");
		CHECK(request_at(HttpMethod::head, "/agents/agent_001") == "agent_state_request");
		CHECK(request_at(HttpMethod::get, "/agents/player_0") == "memory_request");
		CHECK(request_at(HttpMethod::get, "/agents/all") == "agents_request");
		CHECK(request_at(HttpMethod::remove, "/agents/agent_001") == "agent_terminate_request");
		CHECK(request_at(HttpMethod::remove, "/agents/player_0") == "agent_terminate_request");
		CHECK(request_at(HttpMethod::post, "/agents/agent_001/walk") == "walk_request");
	}

	TEST_CASE("what no row has leads nowhere, and a path says what it takes") {
		const RouteTable table = filled();
		for (const char *path : { "/agents/", "/agents//", "/agents//walk", "/agent", "/", "",
					 "/agents/agent_001/", "/AGENTS/all", "agents/all", "/agents/a/walk/on" }) {
			CAPTURE(path);
			const FoundRoute found = table.find(HttpMethod::get, path);
			CHECK(found.route == nullptr);
			CHECK(found.methods.empty());
		}
		CHECK(table.find(HttpMethod::post, "/agents/agent_001").methods ==
				"GET, HEAD, DELETE, OPTIONS");
		CHECK(table.find(HttpMethod::get, "/agents/agent_001/walk").methods == "POST, OPTIONS");
		CHECK(table.find(HttpMethod::other, "/health").methods == "GET, HEAD, OPTIONS");
		CHECK(table.find(HttpMethod::other, "/health").is_open);
		CHECK(!table.find(HttpMethod::get, "/events").is_open);
		CHECK(table.paths().find("/agents/{agent_id}/walk") != std::string::npos);
	}

	TEST_CASE("the fields of a path are decoded, and one of them can be anything") {
		const RouteTable table = filled();
		const FoundRoute found = table.find(HttpMethod::get, "/agents/..%2F..%2Fetc%00");
		REQUIRE(found.fields.size() == 1);
		CHECK(found.fields[0].first == "agent_id");
		CHECK(found.fields[0].second == std::string("../../etc\0", 10));
	}

	TEST_CASE("a row that stands for nothing here is a mistake that is told") {
		CHECK(filled().check(runtime_vocabulary()).ok());
		RouteTable strange;
		constexpr Route UNKNOWN[] = { { .path = "/x", .request = "walk_reqest" } };
		strange.add(UNKNOWN);
		CHECK(strange.check(runtime_vocabulary()).code() == StatusCode::internal);
		RouteTable wrong;
		constexpr Route OTHER_FIELD[] = { { .path = "/x/{job_id}", .request = "walk_request" } };
		wrong.add(OTHER_FIELD);
		CHECK(wrong.check(runtime_vocabulary()).code() == StatusCode::internal);
		RouteTable agents;
		agents.add(AGENT_ROUTES);
		CHECK(agents.check(runtime_vocabulary()).ok());
	}
}

TEST_SUITE("Route message") {
	TEST_CASE("parameters become values of their fields' kinds") {
		const RouteTable table = filled();
		const auto message = [&](const std::string &target) {
			const Target parsed = parse_target(target);
			return message_of_query(
					table.find(HttpMethod::get, parsed.path), parsed, runtime_vocabulary())
					.value();
		};
		CHECK(message("/agents/agent_001") ==
				json{ { "type", "agent_state_request" }, { "agent_id", "agent_001" } });
		CHECK(message("/agents/all?paused=true&limit=5&radius=2.5&near=1,-2.5&name=7") ==
				json{ { "type", "agents_request" }, { "paused", true }, { "limit", 5 },
						{ "radius", 2.5 }, { "near", { { "x", 1.0 }, { "y", -2.5 } } },
						{ "name", "7" } });
		// What is none of its kind stays what it is, for the check to refuse.
		CHECK(message("/agents/all?paused=yes&limit=5x&radius=&near=1")["paused"] == "yes");
		CHECK(message("/agents/all?limit=5x")["limit"] == "5x");
		CHECK(message("/agents/all?near=1,2,3")["near"] == "1,2,3");
		CHECK(message("/events?types=a,b&since=42&limit=1") ==
				json{ { "type", "events_request" }, { "types", { "a", "b" } }, { "since", 42 },
						{ "limit", 1 } });
		// A parameter cannot take the place of what stands in the path.
		CHECK(message("/agents/agent_001?agent_id=agent_002")["agent_id"] == "agent_001");
	}

	TEST_CASE("a body has the fields that the path has not") {
		const RouteTable table = filled();
		const FoundRoute found = table.find(HttpMethod::post, "/agents/agent_001/walk");
		const Result<json> message = message_of_body(found, { { "target", { { "x", 1 } } } });
		REQUIRE(message.ok());
		CHECK(message.value() ==
				json{ { "type", "walk_request" }, { "agent_id", "agent_001" },
						{ "target", { { "x", 1 } } } });
		CHECK(message_of_body(found, { { "agent_id", "agent_002" } }).status().field() ==
				"agent_id");
		CHECK(message_of_body(found, { { "type", "walk_request" } }).status().field() == "type");
		CHECK(message_of_body(found, json::array()).status().field() == "body");
		CHECK(message_of_body(found, "text").status().field() == "body");
		CHECK(query_fields(found, runtime_vocabulary()).empty());
	}
}
