#include "core/log/event_text.h"

#include "core/agents/event.h"
#include "core/log/event_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <memory>
#include <string>

using namespace agent_runtime;
using nlohmann::json;

namespace {

StoredEvent row_with(const std::string &data) {
	return { .id = EventId(7),
		.ts = WallTime(std::chrono::seconds(1'800'000'000)),
		.type = "agent_speech",
		.entity = "agent_001",
		.trace_id = "4bf92f3577b34da6a3ce929d0e0e4736",
		.data = data };
}

} // namespace

TEST_SUITE("Event text") {
	TEST_CASE("the data of a row go into its text as they are") {
		CHECK(event_text(row_with(R"({"a":"x","b":1.50,"j":[],"tt":{"id":2},"z":null})")) ==
				R"({"a":"x","agent_id":"agent_001","b":1.50,"id":7,"j":[],)"
				R"("trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","ts":"2027-01-15T08:00:00.000Z",)"
				R"("tt":{"id":2},"type":"agent_speech","z":null})");
		StoredEvent row = row_with("{}");
		row.entity = "job_012";
		row.trace_id.clear();
		CHECK(event_text(row) ==
				R"({"entity":"job_012","id":7,"ts":"2027-01-15T08:00:00.000Z",)"
				R"("type":"agent_speech"})");
	}

	TEST_CASE("the text is that of the message, member for member") {
		for (const char *data : { "{}", R"({"a":1})", R"({"zz":1})", R"({"a":1,"zz":{"b":[2]}})",
					 R"({"content":"x","current_task":"","position":{"x":1.0,"y":2.5}})" }) {
			CAPTURE(data);
			CHECK(event_text(row_with(data)) == event_to_message(row_with(data)).dump());
		}
	}

	TEST_CASE("whatever another program has written, the text says what the message says") {
		const std::string strange[] = { "", "[]", "{", "{\"a\":1}x", "{\n\"a\":1}", "{\"a\": 1}",
			R"({"type":"other","a":1})", R"({"id":99})", R"({"ts":"never"})",
			R"({"agent_id":"agent_002"})", R"({"entity":"x"})", R"({"trace_id":"x"})",
			R"({"stored":false})", R"({"\u0069d":99})", "{\"a\":\"\xff\"}",
			R"({"a":{"id":3,"type":"inner"}})", R"({"b":1,"a":2})", R"({"a":1,"a":2})",
			R"({"a":1,"":2})" };
		for (const std::string &data : strange) {
			CAPTURE(data);
			const std::string text = event_text(row_with(data));
			const json message = json::parse(text, nullptr, false);
			CHECK(message == event_to_message(row_with(data)));
			CHECK(message.at("id") == 7);
			CHECK(message.at("type") == "agent_speech");
			CHECK(text.find('\n') == std::string::npos);
		}
		StoredEvent row = row_with("{}");
		row.type = "new\n\"type\xff";
		const json message = json::parse(event_text(row), nullptr, false);
		REQUIRE(message.is_object());
		CHECK(message.at("id") == 7);
	}

	TEST_CASE("an event says the same when it has just happened") {
		std::shared_ptr<Message> said = std::make_shared<Message>();
		said->from = ParticipantId::agent(1);
		said->content = "Gr\xc3\xbc\xc3\x9f"
						"e, \"Ada\"\n";
		said->hearers = { ParticipantId::player(0) };
		const Event event{ AgentId(1), AgentSpoke{ said }, TraceId(1, 2) };
		const WallTime ts{ std::chrono::seconds(1'800'000'000) };
		const StoredEvent row{ .id = EventId(3),
			.ts = ts,
			.type = std::string(event_type(event)),
			.entity = event.subject.to_string(),
			.trace_id = event.trace.to_string(),
			.data = event_data_to_json(event).dump() };
		CHECK(event_text(PublishedEvent{ EventId(3), ts, event }) == event_text(row));
		const json unstored = json::parse(event_text(PublishedEvent{ EventId(), ts, event }));
		CHECK(unstored.at("stored") == false);
		CHECK(!unstored.contains("id"));
		CHECK(unstored.at("content") == said->content);
	}
}
