#include "core/providers/sse_parser.h"

#include "core/base/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace agent_runtime;

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

class EventKeeper : public SseHandler {
public:
	explicit EventKeeper(std::size_t most = 1'000) :
			most_(most) {}
	bool event_came(std::string_view type, std::string_view data) override {
		events.emplace_back(type, data);
		return events.size() < most_;
	}
	Pairs events;

private:
	const std::size_t most_;
};

Pairs events_of(std::string_view stream) {
	SseParser parser;
	EventKeeper keeper;
	CHECK(parser.feed(stream, keeper) == SseParser::Outcome::goes_on);
	return keeper.events;
}

} // namespace

TEST_SUITE("Server-sent events") {
	TEST_CASE("lines end with LF, CR or CRLF, and mean the same") {
		const Pairs wanted = { { "one", "first\nsecond" }, { "message", "third" } };
		std::string stream = "event: one\ndata: first\ndata:second\n\n:comment\nid: 7\n"
							 "data: third\nretry: 10\n\nevent: lost\ndata: never ended\n";
		CHECK(events_of(stream) == wanted);
		std::string with_crlf;
		for (const char character : stream) {
			with_crlf += character == '\n' ? "\r\n" : std::string(1, character);
		}
		CHECK(events_of(with_crlf) == wanted);
		std::replace(stream.begin(), stream.end(), '\n', '\r');
		// The last CR may be half of a line's end; the line ends there either way.
		CHECK(events_of(stream) == wanted);
	}

	TEST_CASE("an event without data is none, and a byte order mark is passed over") {
		CHECK(events_of("\xEF\xBB\xBF"
						"data: x\n\nevent: empty\n\ndata:\n\ndata\n\ndata: y\n\n") ==
				Pairs{ { "message", "x" }, { "message", "y" } });
		CHECK(events_of("data:  two blanks\n\n") == Pairs{ { "message", " two blanks" } });
		CHECK(events_of("data\ndata\n\n") == Pairs{ { "message", "\n" } });
	}

	TEST_CASE("however the bytes are split, the events are the same") {
		const std::string stream = "\xEF\xBB\xBF"
								   "event: a\r\ndata: grün\r\ndata: blau\r\n\r\n"
								   "data: one\n\n\ndata: two\r\rdata:\ndata: three\n\r\n"
								   ": comment\nevent:b\ndata: 🌻 {\"x\": [1, 2]}\n\n";
		const Pairs wanted = events_of(stream);
		CHECK(wanted.size() == 5);
		Rng rng(20);
		for (int round = 0; round < 2'000; round++) {
			SseParser parser;
			EventKeeper keeper;
			for (std::size_t at = 0; at < stream.size();) {
				const std::size_t size = 1 + rng.uniform(round % 2 == 0 ? 4 : 40);
				// A copy, so that a sanitizer notices a read beyond the part.
				const std::string part = stream.substr(at, size);
				CHECK(parser.feed(part, keeper) == SseParser::Outcome::goes_on);
				at += part.size();
			}
			REQUIRE(keeper.events == wanted);
		}
	}

	TEST_CASE("a line or an event past its limit ends the reading") {
		const SseParser::Limits limits{ 100, 150 };
		EventKeeper keeper;
		SseParser by_line(limits);
		CHECK(by_line.feed("data: " + std::string(60, 'x'), keeper) == SseParser::Outcome::goes_on);
		CHECK(by_line.feed(std::string(60, 'x'), keeper) == SseParser::Outcome::too_long);
		SseParser by_event(limits);
		const std::string line = "data: " + std::string(80, 'x') + "\n";
		CHECK(by_event.feed(line, keeper) == SseParser::Outcome::goes_on);
		CHECK(by_event.feed(line, keeper) == SseParser::Outcome::too_long);
		SseParser within(limits);
		for (int i = 0; i < 10; i++) {
			CHECK(within.feed(line + "\n", keeper) == SseParser::Outcome::goes_on);
		}
		CHECK(keeper.events.size() == 10);
	}

	TEST_CASE("a handler that wants no more hears no more") {
		SseParser parser;
		EventKeeper keeper(2);
		CHECK(parser.feed("data: 1\n\ndata: 2\n\ndata: 3\n\n", keeper) ==
				SseParser::Outcome::stopped);
		CHECK(keeper.events.size() == 2);
	}
}
