#include "core/base/trace_id.h"

#include <set>

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("trace ids") {
	TEST_CASE("a trace id is 32 lower-case hexadecimal digits, and read back as it was") {
		const TraceId trace(0x4bf9'2f35'77b3'4da6, 0x00ce'929d'0e0e'4736);
		CHECK(trace.to_string() == "4bf92f3577b34da600ce929d0e0e4736");
		CHECK(TraceId::parse(trace.to_string()) == trace);
	}

	TEST_CASE("none has no text, and no text stands for it") {
		CHECK(TraceId().is_none());
		CHECK(TraceId().to_string().empty());
		CHECK_FALSE(TraceId::parse(""));
		CHECK_FALSE(TraceId::parse("00000000000000000000000000000000"));
		CHECK(TraceId::parse("00000000000000000000000000000001") == TraceId(0, 1));
	}

	TEST_CASE("what is no trace id is not taken for one") {
		for (const char *text : { "4bf92f3577b34da600ce929d0e0e473", // one digit too short
					 "4bf92f3577b34da600ce929d0e0e47360", "4BF92F3577B34DA600CE929D0E0E4736",
					 "4bf92f3577b34da6-0ce929d0e0e4736", "4bf92f3577b34da600ce929d0e0e473g" }) {
			CAPTURE(text);
			CHECK_FALSE(TraceId::parse(text));
		}
	}

	TEST_CASE("a seeded source gives the same ids again, each once") {
		TraceSource source(7);
		TraceSource again(7);
		std::set<TraceId> made;
		for (int i = 0; i < 1000; i++) {
			const TraceId trace = source.make();
			CHECK_FALSE(trace.is_none());
			CHECK(again.make() == trace);
			made.insert(trace);
		}
		CHECK(made.size() == 1000);
		CHECK(TraceSource(8).make() != TraceSource(7).make());
	}

	TEST_CASE("sources of the system's chance differ") {
		CHECK(TraceSource().make() != TraceSource().make());
	}
}
