#include "core/agents/mind_desk.h"

#include "fake_minds.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using namespace agent_runtime;

namespace {

// Throws, in turn, an error and something that is not an error and that nobody knows.
Result<MindAction> throw_something(const MindRequest &request) {
	if (request.self.name == "Ada") {
		throw std::runtime_error("a bad day");
	}
	if (request.self.name == "Bob") {
		throw 7;
	}
	return MindAction(WaitAction());
}

ThoughtRequest thought_of(const std::string &name, std::uint32_t number) {
	ThoughtRequest thought;
	thought.id = { AgentId(1), number };
	thought.request.self.name = name;
	return thought;
}

} // namespace

TEST_SUITE("MindDesk") {
	TEST_CASE("a mind that throws, whatever it throws, fails in that thought alone") {
		for (const bool with_thread : { true, false }) {
			CAPTURE(with_thread);
			const FakeMind mind(throw_something);
			LastPrompts prompts;
			MindDesk desk(mind, prompts, with_thread, Logger());
			desk.ask(thought_of("Ada", 1));
			desk.ask(thought_of("Bob", 2));
			desk.ask(thought_of("Eve", 3));
			const ThoughtAnswer first = desk.take({ AgentId(1), 1 });
			CHECK(first.failure == MindFailure::internal);
			CHECK(first.error == "the mind threw an exception: a bad day");
			const ThoughtAnswer second = desk.take({ AgentId(1), 2 });
			CHECK(second.failure == MindFailure::internal);
			CHECK(second.error == "the mind threw an exception that says nothing");
			CHECK_FALSE(desk.take({ AgentId(1), 3 }).failure.has_value());
			CHECK(desk.stop().ok());
		}
	}

	TEST_CASE("nobody waits for the answer of a thread that has ended") {
		const FakeMind mind(throw_something);
		LastPrompts prompts;
		MindDesk desk(mind, prompts, true, Logger());
		CHECK(desk.stop().ok());
		desk.ask(thought_of("Eve", 1));
		const ThoughtAnswer answer = desk.take({ AgentId(1), 1 });
		CHECK(answer.failure == MindFailure::internal);
		CHECK(answer.error == "the thread of the minds has ended");
	}
}
