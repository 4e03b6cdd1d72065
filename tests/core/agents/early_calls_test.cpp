#include "core/agents/early_calls.h"
#include "core/agents/event_pump.h"
#include "core/log/publication.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace agent_runtime;

namespace {

// Events that bring agents with these numbers to life.
std::vector<Event> spawned_now(std::initializer_list<std::uint32_t> numbers) {
	std::vector<Event> births;
	for (const std::uint32_t number : numbers) {
		births.push_back(
				{ AgentId(number), AgentSpawned{ std::make_shared<AgentProfile>(), {}, {} } });
	}
	return births;
}

// Records who came to life and what was asked for, in the order in which it was shown.
class Diary : public PumpSink {
public:
	void emit(const PublishedEvent &event) override {
		lines.push_back(event.event.subject.to_string());
	}
	void emit(const GameCall &call) override { lines.push_back(call.call.to_string()); }
	void emit(const CancelledWalk &walk) override {
		lines.push_back(walk.call.to_string() + " cancelled");
	}
	void emit(const MovingPosition &) override {}

	std::vector<std::string> lines;
};

} // namespace

TEST_SUITE("Calls about agents that are still to be shown") {
	TEST_CASE("a call waits until it has been shown that its agent lives, and no other does") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		const std::vector<Event> births = spawned_now({ 1, 2 });
		pump.expect(births);
		pump.call({ CallId(1), AgentId(2), CallKind::walk, { 9, 9 } });
		pump.call({ CallId(2), AgentId(1), CallKind::walk, { 9, 9 } });
		pump.call({ CallId(3), AgentId(7), CallKind::walk, { 9, 9 } });
		Diary diary;
		pump.drain(diary, std::nullopt);
		CHECK(diary.lines == std::vector<std::string>{ "call_003" });
		pump.publish(published_unstored(std::vector<Event>(births), WallTime()));
		pump.call({ CallId(4), AgentId(2), CallKind::walk, { 9, 9 } });
		pump.drain(diary, std::nullopt);
		CHECK(diary.lines ==
				std::vector<std::string>{
						"call_003", "agent_001", "call_002", "agent_002", "call_001", "call_004" });
	}

	TEST_CASE("what is asked of an agent that ended before it was shown is never asked") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.expect(spawned_now({ 1 }));
		pump.call({ CallId(1), AgentId(1), CallKind::walk, { 9, 9 } });
		Diary diary;
		pump.drain(diary, std::nullopt);
		pump.expect(std::vector<Event>{ { AgentId(1), AgentTerminated{ "test" } } });
		pump.publish(published_unstored(spawned_now({ 1 }), WallTime()));
		pump.drain(diary, std::nullopt);
		CHECK(diary.lines == std::vector<std::string>{ "agent_001" });
	}

	TEST_CASE("nor is a walk told to be over that was never asked of an agent that has ended") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.expect(spawned_now({ 1 }));
		pump.call({ CallId(1), AgentId(1), CallKind::walk, { 9, 9 } });
		pump.cancel({ CallId(1), AgentId(1), "a newer one" });
		pump.call({ CallId(2), AgentId(1), CallKind::walk, { 9, 9 } });
		Diary diary;
		pump.drain(diary, std::nullopt);
		pump.expect(std::vector<Event>{ { AgentId(1), AgentTerminated{ "test" } } });
		pump.cancel({ CallId(2), AgentId(1), "the agent is no longer there" });
		pump.cancel({ CallId(3), AgentId(1), "of which the game has been asked" });
		pump.drain(diary, std::nullopt);
		CHECK(diary.lines == std::vector<std::string>{ "call_003 cancelled" });
	}

	TEST_CASE("calls keep their order, whichever threads they come from") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		std::thread([&] { pump.call({ CallId(1), AgentId(1), CallKind::walk, { 9, 9 } }); }).join();
		std::thread([&] { pump.cancel({ CallId(1), AgentId(1), "another world" }); }).join();
		std::thread([&] { pump.call({ CallId(2), AgentId(1), CallKind::walk, { 9, 9 } }); }).join();
		Diary diary;
		pump.drain(diary, std::nullopt);
		CHECK(diary.lines ==
				std::vector<std::string>{ "call_001", "call_001 cancelled", "call_002" });
	}

	TEST_CASE("a call does not wait for events that the log has lost") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.expect(spawned_now({ 1 }));
		pump.call({ CallId(1), AgentId(1), CallKind::walk, { 9, 9 } });
		Diary diary;
		pump.drain(diary, std::nullopt);
		EventPage page;
		page.gap = true;
		pump.page_read(page);
		pump.drain(diary, std::nullopt);
		CHECK(diary.lines == std::vector<std::string>{ "call_001" });
	}
}
