#include "core/gateway/stream_start.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

using namespace agent_runtime;

namespace {

StreamStart start_of(const std::string &since, const std::string &last_event_id = "") {
	const auto start =
			parse_stream_start({ .since = since, .last_event_id = last_event_id }, "ab12");
	REQUIRE(std::holds_alternative<StreamStart>(start));
	return std::get<StreamStart>(start);
}

std::string problem_of(const std::string &since, const std::string &entity) {
	const auto start = parse_stream_start({ .since = since, .entity = entity }, "ab12");
	REQUIRE(std::holds_alternative<FieldProblem>(start));
	return std::get<FieldProblem>(start).field;
}

} // namespace

TEST_SUITE("Stream start") {
	TEST_CASE("nothing said means from now on") {
		CHECK(start_of("").from_now);
	}

	TEST_CASE("an id is a cursor, with the epoch of the log or without") {
		for (const char *text : { "42", "ab12-42" }) {
			const StreamStart start = start_of(text);
			CHECK(!start.from_now);
			CHECK(start.after == EventId(42));
			CHECK(!start.other_log);
		}
		CHECK(start_of("0").after == EventId());
		CHECK(cursor_text("ab12", EventId(42)) == "ab12-42");
		CHECK(cursor_text("", EventId(42)) == "42");
	}

	TEST_CASE("a cursor of another log is known as such") {
		const StreamStart start = start_of("ff00-42");
		CHECK(start.other_log);
		CHECK(start.after == EventId());
	}

	TEST_CASE("a cursor beyond the newest event is refused by who said it") {
		CHECK(start_of("ab12-9223372036854775807").after.number() == INT64_MAX);
		CHECK(cursor_beyond(start_of("9").cursor_field, EventId(4)).to_string() ==
				"since: is beyond the newest event, 4; give that one or an older one, or leave it "
				"out to get what happens from now on");
		CHECK(cursor_beyond(start_of("", "ab12-9").cursor_field, EventId(4)).field ==
				"Last-Event-ID");
	}

	TEST_CASE("a date with its time is taken too") {
		const StreamStart start = start_of("2026-01-31T12:00:00+02:00");
		CHECK(!start.from_now);
		CHECK(start.since == parse_iso8601("2026-01-31T10:00:00Z").value());
	}

	TEST_CASE("the header counts more than the parameter, and nonsense in it begins anew") {
		CHECK(start_of("5", "ab12-9").after == EventId(9));
		const StreamStart start = start_of("5", "nonsense");
		CHECK(start.other_log);
		CHECK(!start.from_now);
	}

	TEST_CASE("what is no cursor and no id is refused by its name") {
		for (const char *since : { "yesterday", "-1", "1.5", "ab12-", "zz-5", "2026-01-31",
					 "99999999999999999999" }) {
			CAPTURE(since);
			CHECK(problem_of(since, "") == "since");
		}
		CHECK(problem_of("", "agent 1") == "entity");
		CHECK(problem_of("", "x'; DROP TABLE events") == "entity");
		CHECK(problem_of("", std::string(200, 'a')) == "entity");
	}

	TEST_CASE("types are a list of names, as many as one may want") {
		const auto types_of = [](const std::string &types) {
			return parse_stream_start({ .types = types }, "ab12");
		};
		CHECK(std::get<StreamStart>(types_of("")).types.empty());
		CHECK(std::get<StreamStart>(types_of("agent_speech,autoModeEnded")).types ==
				std::vector<std::string>{ "agent_speech", "autoModeEnded" });
		std::string many = "a";
		for (int i = 0; i < 64; i++) {
			many += ",a";
		}
		for (const std::string &wrong : { std::string(","), std::string("a,,b"), std::string("a b"),
					 std::string("a\0", 2), std::string(129, 'x'), many }) {
			const auto start = types_of(wrong);
			REQUIRE(std::holds_alternative<FieldProblem>(start));
			CHECK(std::get<FieldProblem>(start).field == "types");
		}
	}
}
