#include "core/agents/memory_inputs.h"

#include "simulation_run.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace agent_runtime;

namespace {

// Keeps what it was asked, and says nothing.
class Asked : public InProcessMind {
public:
	Result<MindAction> think(const MindRequest &request) const override {
		requests.push_back(request);
		return MindAction(WaitAction());
	}

	mutable std::vector<MindRequest> requests;
};

using Texts = std::vector<std::string>;

// One agent to whom a player talks.
class Listener {
public:
	Listener() {
		run.think_interval = 0s; // thinks only when it is spoken to
		ada = run.spawn("Ada");
		run.run_until(at(10ms));
	}

	void say(const std::string &content, std::uint32_t player = 0) {
		run.simulation().post(
				SayInput{ ParticipantId::player(player), "Player", ada, {}, content });
		run.run_until(run.simulation().time() + 30s);
	}
	void change(const MemoryInput &input) {
		run.simulation().post(input);
		run.run_until(run.simulation().time());
	}
	// What its mind knows when it is asked next.
	const MindRequest &next_thought() {
		say("And now?");
		return mind.requests.back();
	}

	static Texts lines(const MindRequest &request) {
		Texts contents;
		for (const RememberedLine &line : request.last_lines) {
			contents.push_back(line.content);
		}
		return contents;
	}

	Asked mind;
	SimulationRun run{ {}, mind };
	AgentId ada;
};

KeptLinesPtr kept(const Texts &pinned, const std::string &summary) {
	std::shared_ptr<KeptLines> lines = std::make_shared<KeptLines>();
	for (const std::string &content : pinned) {
		lines->pinned.push_back({ ParticipantId::player(0), "Player", content });
	}
	lines->summary = summary;
	return lines;
}

} // namespace

TEST_SUITE("changes of memory") {
	TEST_CASE("an edited line is thought of in its new words") {
		Listener listener;
		listener.say("The key is under the mat.");
		listener.change({ listener.ada,
				LineChange{
						ParticipantId::player(0), "The key is under the mat.", "The key is gone." },
				nullptr });
		CHECK(Listener::lines(listener.next_thought()) == Texts{ "The key is gone.", "And now?" });
	}

	TEST_CASE("a forgotten line is not thought of, and leaves its place to another") {
		Listener listener;
		for (const std::string content : { "one", "two", "three", "four", "five" }) {
			listener.say(content);
		}
		listener.change(
				{ listener.ada, LineChange{ ParticipantId::player(0), "two", {} }, nullptr });
		CHECK(Listener::lines(listener.next_thought()) ==
				Texts{ "one", "three", "four", "five", "And now?" });
	}

	TEST_CASE("all of one sender can go, and all of everybody") {
		Listener listener;
		listener.say("from the first", 0);
		listener.say("from the second", 1);
		listener.change({ listener.ada, LineChange{ ParticipantId::player(0), "", {} }, nullptr });
		CHECK(Listener::lines(listener.next_thought()) == Texts{ "from the second", "And now?" });
		listener.change({ listener.ada, LineChange{ {}, "", {} }, nullptr });
		CHECK(Listener::lines(listener.next_thought()) == Texts{ "And now?" });
	}

	TEST_CASE("a line that others heard too is theirs as it was") {
		Listener listener;
		const AgentId bob = listener.run.spawn("Bob");
		listener.run.run_until(listener.run.simulation().time());
		listener.say("The cake is a lie.");
		listener.change({ bob,
				LineChange{ ParticipantId::player(0), "The cake is a lie.", "The cake is here." },
				nullptr });
		CHECK(Listener::lines(listener.next_thought()).front() == "The cake is a lie.");
	}

	TEST_CASE("pinned lines and the summary are in each thought until they are let go of") {
		Listener listener;
		listener.change(
				{ listener.ada, {}, kept({ "Never lie.", "Be kind." }, "12 lines of tea") });
		for (int i = 0; i < 7; i++) {
			listener.say("line " + std::to_string(i));
		}
		const MindRequest request = listener.next_thought();
		REQUIRE(request.pinned.size() == 2);
		CHECK(request.pinned.front().content == "Never lie.");
		CHECK(request.summary == "12 lines of tea");
		CHECK(request.last_lines.size() == 5);
		listener.change({ listener.ada, {}, nullptr });
		CHECK(listener.next_thought().pinned.empty());
		CHECK(listener.next_thought().summary.empty());
	}

	TEST_CASE("an agent that comes back has what it kept in mind") {
		Asked mind;
		SimulationRun run({}, mind);
		std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
		profile->self.name = "Ada";
		std::shared_ptr<PastLife> past = std::make_shared<PastLife>();
		past->state = AgentState::thinking;
		past->kept = kept({ "Never lie." }, "before");
		run.simulation().post(SpawnInput{ AgentId(1), profile, {}, past });
		run.simulation().post(
				SayInput{ ParticipantId::player(0), "Player", AgentId(1), {}, "Hello" });
		run.run_until(at(30s));
		REQUIRE_FALSE(mind.requests.empty());
		CHECK(mind.requests.front().pinned.front().content == "Never lie.");
		CHECK(mind.requests.front().summary == "before");
	}

	TEST_CASE("nobody minds a change for an agent that is not there") {
		Listener listener;
		listener.change({ AgentId(99), LineChange{}, kept({ "x" }, "y") });
		CHECK(Listener::lines(listener.next_thought()) == Texts{ "And now?" });
	}

	TEST_CASE("a change is read back from a recording as it was") {
		const MemoryInput change{ AgentId(7), LineChange{ ParticipantId::player(1), "old", "new" },
			kept({ "a", "b" }, "c") };
		const MemoryInput forgetting{ AgentId(7), LineChange{ AgentId(3), "", {} }, nullptr };
		const MemoryInput nothing{ AgentId(7), {}, nullptr };
		for (const MemoryInput &input : { change, forgetting, nothing }) {
			const nlohmann::json recorded = input_to_json(input);
			const Result<Input> read = input_from_json(recorded);
			REQUIRE(read.ok());
			CHECK(input_to_json(read.value()) == recorded);
		}
		std::shared_ptr<PastLife> past = std::make_shared<PastLife>();
		past->kept = kept({ "a" }, "");
		const SpawnInput spawn{ AgentId(1), std::make_shared<AgentProfile>(), {}, past };
		const nlohmann::json recorded = input_to_json(spawn);
		CHECK(input_to_json(input_from_json(recorded).value()) == recorded);
	}

	TEST_CASE("what is kept in mind costs an agent that has nothing of it one pointer") {
		CHECK(sizeof(Agent::kept) == sizeof(void *));
	}
}
