#include "core/built_in/offline_mind.h"

#include <doctest/doctest.h>

#include <string>

using namespace agent_runtime;

namespace {

SummaryRequest talk() {
	SummaryRequest request;
	request.self.name = "Ada";
	request.since = "2026-01-01T10:00:00Z";
	request.until = "2026-01-01T11:00:00Z";
	const auto add = [&](ParticipantId sender, const std::string &name, const std::string &text) {
		request.lines.push_back({ sender, name, text });
	};
	add(ParticipantId::player(0), "Player", "Where is the lantern?");
	add(AgentId(1), "Ada", "The lantern hangs in the stable.");
	add(AgentId(2), "Bob", "No, the stable is empty. The lantern is with the horses.");
	add(AgentId(1), "Ada", "Then let us look for the horses.");
	return request;
}

std::string summary_of(const SummaryRequest &request) {
	const Result<std::string> text = OfflineMind().summarise(request);
	REQUIRE_MESSAGE(text.ok(), text.status().to_string());
	return text.value();
}

} // namespace

TEST_SUITE("OfflineMind summaries") {
	TEST_CASE("a summary tells who spoke how often, when, what about, and first and last line") {
		CHECK(summary_of(talk()) ==
				"4 lines, 2 by Ada, 1 by Bob and 1 by Player, from 2026-01-01T10:00:00Z to "
				"2026-01-01T11:00:00Z. Mostly about lantern, horses, stable, empty and hangs. It "
				"began with Player: \"Where is the lantern?\" and ended with Ada: \"Then let us "
				"look for the horses.\".");
	}

	TEST_CASE("the same lines give the same text") {
		CHECK(summary_of(talk()) == summary_of(talk()));
	}

	TEST_CASE("the earlier summary is taken up, and a chain of them does not grow for ever") {
		SummaryRequest request = talk();
		for (int i = 0; i < 50; ++i) {
			request.earlier = summary_of(request);
		}
		CHECK(request.earlier.find("Before that: 4 lines") != std::string::npos);
		CHECK(request.earlier.size() < 1200);
	}

	TEST_CASE("long lines are cut, between characters") {
		SummaryRequest request;
		std::string content = "x";
		for (int i = 0; i < 400; ++i) {
			content += "ä";
		}
		request.lines.push_back({ AgentId(1), "", content });
		const std::string text = summary_of(request);
		CHECK(text.size() < 700);
		CHECK(text.find("ää…\"") != std::string::npos);
		CHECK(text.find("by agent_001") != std::string::npos);
	}

	TEST_CASE("of many speakers the most talkative are named") {
		SummaryRequest request;
		for (std::uint32_t i = 1; i <= 30; ++i) {
			request.lines.push_back({ AgentId(i), "Agent " + std::to_string(i), "hm" });
		}
		CHECK(summary_of(request).find("and 25 by others") != std::string::npos);
	}

	TEST_CASE("nothing new is no news") {
		SummaryRequest request;
		request.earlier = "as it was";
		CHECK(summary_of(request) == "as it was");
	}

	TEST_CASE("a mind that cannot sum up says so") {
		class Mute : public InProcessMind {
			Result<MindAction> think(const MindRequest &) const override {
				return MindAction(WaitAction());
			}
		};
		CHECK(Mute().summarise(talk()).status().code() == StatusCode::unsupported);
	}
}
