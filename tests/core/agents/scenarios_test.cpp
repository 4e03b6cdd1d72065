#include "fake_minds.h"
#include "simulation_run.h"

#include <doctest/doctest.h>

#include <algorithm>

// Scenarios of spec 000 that need only the step engine.

using namespace agent_runtime;

namespace {

using Words = std::vector<std::string>;

SayInput said_to(ParticipantId to, const std::string &content) {
	return { ParticipantId::player(0), "Player", to, {}, content };
}

SayInput published(AgentId from, const std::string &type, const std::string &content) {
	return { from, "", {}, {}, content, type, Reach::everybody, "" };
}

MindAction wait() {
	return WaitAction{};
}

// What an agent has heard, in order.
Words heard_by(const SimulationRun &run, AgentId agent) {
	Words heard;
	for (const std::unique_ptr<StepOutput> &output : run.outputs) {
		for (const ConversationRow &row : output->conversations) {
			if (row.owner == agent && row.message->from != ParticipantId(agent)) {
				heard.push_back(row.message->content);
			}
		}
	}
	return heard;
}

} // namespace

TEST_SUITE("Spec 000") {
	TEST_CASE("spec:000.2.1 an agent that is idle for more than 5 seconds decides by itself") {
		// One of each kind, one after another.
		std::vector<MindAction> answers = { MoveAction{ { 3, 4 } }, WaitAction{},
			SpeakAction{ "Good morning.", {} }, CollaborateAction{ AgentId(2), "the garden" } };
		const FakeMind mind([&](const MindRequest &request) -> Result<MindAction> {
			return request.agent == AgentId(1) && !answers.empty()
					? std::exchange(answers, { answers.begin() + 1, answers.end() }).front()
					: wait();
		});
		SimulationRun run({}, mind);
		const AgentId ada = run.spawn("Ada");
		run.think_interval = 0s;
		const AgentId bob = run.spawn("Bob");

		run.run_until(at(5s));
		CHECK(run.view(ada).state == AgentState::idle);
		CHECK(mind.requests().empty());

		run.run_until(at(60s));
		// It thought on its own initiative, and its mind was told where it stands and who is near.
		CHECK(run.path_of(ada).front() == "idle>thinking");
		const std::vector<MindRequest> asked = mind.requests_of(ada);
		REQUIRE(asked.size() >= 4);
		CHECK(asked[0].answer_to.is_none());
		REQUIRE(asked[0].nearby.size() == 1);
		CHECK(asked[0].nearby[0].agent == bob);
		// Each decision was executed,
		CHECK(run.view(ada).position == TilePosition{ 3, 4 });
		const auto spoken = run.events<AgentSpoke>();
		REQUIRE(spoken.size() >= 1);
		CHECK(spoken[0].second.message->content == "Good morning.");
		REQUIRE(run.events<CollaborationInvited>().size() == 1);
		// and broadcast to the other agent.
		const Words heard = heard_by(run, bob);
		CHECK(std::count(heard.begin(), heard.end(), "Good morning.") == 1);
		CHECK(std::count(heard.begin(), heard.end(), "the garden") == 1);
	}

	TEST_CASE("spec:000.2.1 what an agent does is told to those who name it, and wakes nobody") {
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			return request.agent == AgentId(1)
					? MindAction(SpeakAction{ std::string(400, 'a'), {} })
					: wait();
		});
		SimulationRun run({}, mind);
		run.hearing_radius = 4.0f;
		const AgentId ada = run.spawn("Ada");
		run.think_interval = 0s;
		run.subscription.filter.types = { "AgentSpoke", "AgentStateChanged" };
		const AgentId bob = run.spawn("Bob", { 900, 900 }); // far out of sight
		run.subscription.filter.senders = { ParticipantId::player(0), AgentId(9) };
		const AgentId other = run.spawn("Other", { 900, 900 });
		run.subscription = {};
		const AgentId cleo = run.spawn("Cleo", { 900, 900 });
		const auto noticed_by = [&](AgentId agent) {
			const std::size_t before = mind.requests_of(agent).size();
			run.simulation().post(said_to(agent, "What do you know?"));
			run.step(run.simulation().time());
			for (int i = 0; i < 500 && mind.requests_of(agent).size() == before; i++) {
				run.step(run.simulation().next_due());
			}
			REQUIRE(mind.requests_of(agent).size() == before + 1);
			return mind.requests_of(agent).back().noticed;
		};
		run.run_until(at(5500ms));
		while (run.view(ada).state != AgentState::speaking) {
			run.step(run.simulation().next_due());
		}
		// It woke nobody.
		for (const AgentId each : { bob, other, cleo }) {
			CHECK(run.path_of(each).empty());
			CHECK(mind.requests_of(each).empty());
		}
		// Of all that it did meanwhile, bob learns only what it does now.
		CHECK(noticed_by(bob) == Words{ "Ada [agent_001] is speaking now" });
		CHECK(noticed_by(other).empty()); // it wants to hear about somebody else
		CHECK(noticed_by(cleo).empty()); // it has named nothing
		while (run.view(ada).state != AgentState::idle) {
			run.step(run.simulation().next_due());
		}
		const Words later = noticed_by(bob);
		CHECK(std::count(later.begin(), later.end(), "Ada [agent_001] is idle now") == 1);
	}

	TEST_CASE("spec:000.2.2 an agent that moves tells the others through the bus") {
		const FakeMind mind([](const MindRequest &request) -> Result<MindAction> {
			return request.agent == AgentId(1) ? MindAction(MoveAction{ { 2, 5 } }) : wait();
		});
		SimulationRun run({}, mind);
		const AgentId ada = run.spawn("Ada");
		run.think_interval = 20s;
		const AgentId bob = run.spawn("Bob", { 1, 1 });
		run.hearing_radius = 2.0f;
		const AgentId afar = run.spawn("Far", { 40, 40 });
		run.run_until(at(30s));

		CHECK(run.view(ada).position == TilePosition{ 2, 5 });
		const auto moved = run.events<AgentMoved>();
		REQUIRE(moved.size() == 1);
		CHECK(moved[0].first == ParticipantId(ada));
		CHECK(moved[0].second.position == TilePosition{ 2, 5 });
		REQUIRE(mind.requests_of(bob).size() == 1);
		const Words noticed = mind.requests_of(bob)[0].noticed;
		CHECK(std::count(noticed.begin(), noticed.end(), "Ada [agent_001] has moved to (2, 5)") ==
				1);
		REQUIRE(mind.requests_of(afar).size() == 1);
		CHECK(mind.requests_of(afar)[0].noticed.empty()); // too far to see it
	}

	TEST_CASE("spec:000.2.3 a thinker that is spoken to listens, acknowledges, and thinks again") {
		const FakeMind mind = FakeMind::always(SpeakAction{ "Yes?", ParticipantId::player(0) });
		SimulationOptions options;
		options.settings.offline_thought = 4s;
		SimulationRun run(options, mind);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada");
		run.simulation().post(said_to(ada, "What is the time?"));
		run.run_until(at(2s));
		REQUIRE(run.view(ada).state == AgentState::thinking);

		run.simulation().post(said_to(ada, "And the date?"));
		run.step(at(2s));
		run.run_until(at(2100ms));
		CHECK(run.view(ada).state == AgentState::listening);
		const auto acknowledged = run.events<MessageAcknowledged>();
		REQUIRE(acknowledged.size() == 2);
		CHECK(acknowledged[1].first == ParticipantId(ada));
		CHECK(acknowledged[1].second.from == ParticipantId::player(0));

		run.run_until(at(30s));
		CHECK(run.path_of(ada) ==
				Words{ "idle>listening", "listening>thinking", "thinking>listening",
						"listening>thinking", "thinking>speaking", "speaking>idle" });
		// The first question was withdrawn; the second has the message in its context.
		REQUIRE(mind.requests().size() == 1);
		CHECK(mind.requests()[0].last_lines.back().content == "And the date?");
		CHECK(run.desk().open_thoughts() == 0);
		CHECK(run.events<AgentSpoke>().size() == 3); // two by the player, one answer
	}

	TEST_CASE("spec:000.3.1 an agent goes from idle to listening, thinking, speaking and idle") {
		const FakeMind mind = FakeMind::always(SpeakAction{ "Nice to see you.", {} });
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada");
		const AgentId nearby = run.spawn("Near", { 2, 0 });
		run.simulation().post(said_to(ada, "Hello"));

		run.run_until(at(10ms));
		CHECK(run.view(ada).state == AgentState::listening);
		REQUIRE(run.events<MessageAcknowledged>().size() == 1);
		run.run_until(at(400ms));
		CHECK(run.view(ada).state == AgentState::thinking);
		CHECK(run.desk().open_thoughts() == 1);
		run.run_until(at(2s));
		CHECK(run.view(ada).state == AgentState::speaking);
		const auto spoken = run.events<AgentSpoke>();
		REQUIRE(spoken.size() == 2);
		CHECK(spoken[1].second.message->hearers == std::vector<ParticipantId>{ nearby });
		run.run_until(at(10s));
		CHECK(run.view(ada).state == AgentState::idle);
		// It is ready for the next.
		run.simulation().post(said_to(ada, "And again"));
		run.step(at(11s));
		run.run_until(at(11400ms));
		CHECK(run.view(ada).state == AgentState::thinking);
	}

	TEST_CASE("spec:000.3.2 who speaks stays where it is, and the refusal is told") {
		const FakeMind mind = FakeMind::always(SpeakAction{ "A rather long story to tell.", {} });
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada");
		run.simulation().post(said_to(ada, "Tell me"));
		run.run_until(at(2s));
		REQUIRE(run.view(ada).state == AgentState::speaking);

		run.simulation().post(walk_to(ada, { 9, 9 }, RequestId(7)));
		run.run_until(at(2100ms));
		CHECK(run.view(ada).position == TilePosition{});
		const auto refused = run.events<TransitionRefused>();
		REQUIRE(refused.size() == 1);
		CHECK(refused[0].second.wanted == "move");
		REQUIRE(run.outputs.back()->outcomes.size() == 1);
		CHECK(run.outputs.back()->outcomes[0].status.code() == StatusCode::failed_precondition);

		run.run_until(at(20s));
		REQUIRE(run.view(ada).state == AgentState::idle);
		run.simulation().post(walk_to(ada, { 9, 9 }, RequestId(8)));
		run.run_until(at(21s));
		CHECK(run.view(ada).position == TilePosition{ 9, 9 });
	}

	TEST_CASE("spec:000.4.1 what one publishes reaches all subscribers, whole and at once") {
		const FakeMind mind = FakeMind::always(wait());
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada");
		std::vector<ParticipantId> others;
		for (int i = 0; i < 50; i++) {
			others.push_back(run.spawn("Other", { 100.0f * static_cast<float>(i), 0 }));
		}
		run.step(at(1s));
		const std::string content = "A message of many words, " + std::string(9'000, 'x');
		run.simulation().post(published(ada, "AgentSpoke", content));
		run.step(at(2s));
		const StepOutput &heard = run.step(run.simulation().next_due());

		CHECK(heard.time == at(2s)); // without any sim time between
		CHECK(heard.conversations.size() == others.size());
		for (const ConversationRow &row : heard.conversations) {
			CHECK(row.message->content == content);
			CHECK(row.message->from == ParticipantId(ada));
		}
		const auto spoken = run.events<AgentSpoke>();
		REQUIRE(spoken.size() == 1);
		CHECK(spoken[0].second.message->hearers == others);
	}

	TEST_CASE("spec:000.4.2 a new agent gets all that is broadcast, without being asked") {
		const FakeMind mind = FakeMind::always(wait());
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada");
		run.run_until(at(1s));
		run.simulation().post(published(ada, "AgentSpoke", "Before"));
		run.run_until(at(2s));
		const AgentId late = run.spawn("Late", { 500, 500 });
		run.run_until(at(3s));
		run.simulation().post(published(ada, "AgentSpoke", "First"));
		run.simulation().post(published(ada, "DoorOpened", "Second"));
		run.simulation().post(published(ada, "AgentSpoke", "Third"));
		run.run_until(at(4s));
		CHECK(heard_by(run, late) == Words{ "First", "Second", "Third" });
	}

	TEST_CASE("spec:000.4.3 an agent hears only what its filter lets through") {
		const FakeMind mind = FakeMind::always(wait());
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		run.subscription.filter.types = { "DoorOpened" };
		const AgentId by_type = run.spawn("By type");
		run.subscription.filter = { {}, { bob }, false };
		const AgentId by_sender = run.spawn("By sender");
		run.subscription.filter = { {}, {}, true };
		const AgentId by_recipient = run.spawn("By recipient");
		run.run_until(at(1s));
		run.simulation().post(published(ada, "AgentSpoke", "Ada speaks"));
		run.simulation().post(published(ada, "DoorOpened", "Ada opens"));
		run.simulation().post(published(bob, "AgentSpoke", "Bob speaks"));
		run.simulation().post(SayInput{ ada, "", by_recipient, {}, "For you" });
		run.run_until(at(2s));

		CHECK(heard_by(run, by_type) == Words{ "Ada opens" });
		CHECK(heard_by(run, by_sender) == Words{ "Bob speaks" });
		CHECK(heard_by(run, by_recipient) == Words{ "For you" });
		// A message that an agent ignores does not even wake it.
		CHECK(run.path_of(by_sender) == Words{ "idle>listening", "listening>idle" });
		// The message is directed and in range, so the others overhear it.
		CHECK(heard_by(run, bob) == Words{ "Ada speaks", "Ada opens", "For you" });
	}
}
