#include "core/gateway/open_requests.h"

#include "tests/core/vocabulary.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

using Verdict = OpenRequests::Verdict;
using Time = OpenRequests::Time;

constexpr bool SHORT = false;
constexpr bool LONG = true;
constexpr Time START = Time(1s);

OpenRequests two_in_work() {
	OpenRequests open({ .in_work = 2, .waiting = 3, .quick = 100ms });
	open.open(1, SHORT, START);
	open.open(2, SHORT, START + 10ms);
	return open;
}

} // namespace

TEST_SUITE("Open requests") {
	TEST_CASE("as many are asked at once as may be in work, and the next when one is answered") {
		OpenRequests open = two_in_work();
		CHECK(open.verdict(SHORT, START + 20ms) == Verdict::later);
		open.close(2);
		CHECK(open.verdict(SHORT, START + 20ms) == Verdict::ask);
	}

	TEST_CASE("one that takes long holds the next one up for a moment only") {
		OpenRequests open = two_in_work();
		CHECK(open.verdict(SHORT, START + 99ms) == Verdict::later);
		CHECK(open.next_change() == START + 100ms);
		CHECK(open.verdict(SHORT, START + 100ms) == Verdict::ask);
		CHECK(open.next_change() == START + 110ms);
		CHECK(open.verdict(SHORT, START + 110ms) == Verdict::ask);
		CHECK(!open.next_change());
	}

	TEST_CASE("too many that take long are refused, until one is answered") {
		OpenRequests open = two_in_work();
		open.open(3, SHORT, START + 20ms);
		CHECK(open.verdict(SHORT, START + 1s) == Verdict::refuse);
		open.close(1);
		CHECK(open.verdict(SHORT, START + 1s) == Verdict::ask);
	}

	TEST_CASE("two long answers are never made at a time, however long the first one takes") {
		OpenRequests open({ .in_work = 9, .waiting = 9, .quick = 100ms });
		CHECK(open.verdict(LONG, START) == Verdict::ask);
		open.open(1, LONG, START);
		CHECK(open.verdict(LONG, START) == Verdict::later);
		CHECK(open.verdict(SHORT, START) == Verdict::ask);
		CHECK(open.verdict(LONG, START + 1h) == Verdict::later);
		open.close(1);
		CHECK(open.verdict(LONG, START + 1h) == Verdict::ask);
	}

	TEST_CASE("requests that list what may be any number are those with long answers") {
		std::string names;
		for (const MessageType *const each : message_types()) {
			const MessageType &type = *each;
			CHECK((!type.long_answer || type.kind == MessageKind::request));
			names += type.long_answer ? std::string(type.name) + " " : "";
		}
		CHECK(names ==
				"agents_request tasks_request events_request search_request memory_request "
				"auto_mode_request auto_mode_transcript_request questions_request "
				"jobs_request job_output_request ");
	}
}
