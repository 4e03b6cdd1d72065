#include "core/agents/simulation.h"

#include "simulation_run.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace agent_runtime;

namespace {

// Answers every request with the same action and counts the requests.
class FixedMind : public InProcessMind {
public:
	explicit FixedMind(Result<MindAction> action) :
			action_(std::move(action)) {}
	Result<MindAction> think(const MindRequest &) const override {
		asked++;
		return action_;
	}
	mutable std::atomic<int> asked{ 0 };

private:
	Result<MindAction> action_;
};

const FixedMind &silent() {
	static const FixedMind mind{ MindAction(WaitAction{}) };
	return mind;
}

SayInput player_says(const std::string &content, ParticipantId to) {
	return { ParticipantId::player(0), "Player", to, {}, content };
}

using Path = std::vector<std::string>;

} // namespace

TEST_SUITE("Simulation") {
	TEST_CASE(
			"an idle agent does nothing until it has been idle for its interval, then it thinks") {
		SimulationRun run({}, silent());
		const AgentId ada = run.spawn("Ada");
		run.run_until(at(4990ms));
		CHECK(run.path_of(ada).empty());
		run.run_until(at(7s));
		CHECK(run.path_of(ada).front() == "idle>thinking");
	}

	TEST_CASE("who is addressed listens, thinks, speaks and is idle again") {
		const FixedMind talker{ MindAction(SpeakAction{ "Hello there.", {} }) };
		SimulationRun run({}, talker);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada");
		run.simulation().post(player_says("Hi", ada));
		run.run_until(at(60s));
		CHECK(run.path_of(ada) ==
				Path{ "idle>listening", "listening>thinking", "thinking>speaking",
						"speaking>idle" });
		const auto spoken = run.events<AgentSpoke>();
		REQUIRE(spoken.size() == 2);
		CHECK(spoken[1].first == ParticipantId(ada));
		CHECK(spoken[1].second.message->content == "Hello there.");
		CHECK(run.view(ada).state == AgentState::idle);
	}

	TEST_CASE("of those who merely overhear one answers, the others go back to their plans") {
		const FixedMind talker{ MindAction(WaitAction{}) };
		SimulationRun run({}, talker);
		run.think_interval = 0s;
		for (int i = 0; i < 1000; i++) {
			run.spawn("Agent");
		}
		run.simulation().post(player_says("Anybody here?", {}));
		run.run_until(at(60s));
		CHECK(talker.asked == 1);
		int listened = 0;
		for (const auto &[entity, change] : run.events<AgentStateChanged>()) {
			listened += change.state == AgentState::listening ? 1 : 0;
		}
		CHECK(listened == 1000);
	}

	TEST_CASE("speech reaches those in hearing range and the addressee, and nobody else") {
		SimulationRun run({}, silent());
		run.think_interval = 0s;
		const AgentId nearby = run.spawn("Near", { 3, 0 });
		const AgentId edge = run.spawn("Edge", { 0, 6 });
		const AgentId beyond = run.spawn("Beyond", { 6, 1 });
		const AgentId afar = run.spawn("Far", { 500, 500 });
		run.simulation().post(player_says("psst", afar));
		run.run_until(at(1s));
		const auto spoken = run.events<AgentSpoke>();
		REQUIRE(spoken.size() == 1);
		CHECK(spoken[0].second.message->hearers ==
				std::vector<ParticipantId>{ nearby, edge, afar });
		CHECK(run.path_of(beyond).empty());
	}

	TEST_CASE("a thinker is interrupted by what is said to it, twice at the most") {
		const FixedMind talker{ MindAction(SpeakAction{ "Yes?", {} }) };
		SimulationOptions options;
		options.settings.offline_thought = 10s;
		SimulationRun run(options, talker);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada");
		for (int i = 0; i < 4; i++) {
			run.simulation().post(player_says("Ada!", ada));
			run.run_until(at(1s * (i + 1)));
		}
		run.run_until(at(60s));
		CHECK(run.path_of(ada) ==
				Path{ "idle>listening", "listening>thinking", "thinking>listening",
						"listening>thinking", "thinking>listening", "listening>thinking",
						"thinking>speaking", "speaking>idle",
						// The message that could no longer interrupt is answered afterwards.
						"idle>listening", "listening>thinking", "thinking>speaking",
						"speaking>idle" });
		CHECK(run.events<AgentSpoke>().size() == 6); // four by the player, two answers
	}

	TEST_CASE("what is said to a speaking agent is heard when it has finished") {
		const FixedMind talker{ MindAction(SpeakAction{ std::string(200, 'a'), {} }) };
		SimulationRun run({}, talker);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada");
		run.simulation().post(player_says("One", ada));
		run.run_until(at(3s));
		REQUIRE(run.view(ada).state == AgentState::speaking);
		run.simulation().post(player_says("Two", ada));
		run.run_until(at(4s));
		CHECK(run.view(ada).state == AgentState::speaking);
		CHECK(run.view(ada).waiting == 1);
		run.run_until(at(60s));
		CHECK(run.path_of(ada) ==
				Path{ "idle>listening", "listening>thinking", "thinking>speaking", "speaking>idle",
						"idle>listening", "listening>thinking", "thinking>speaking",
						"speaking>idle" });
	}

	TEST_CASE("a move asked for while the agent speaks is refused and said to be") {
		const FixedMind talker{ MindAction(SpeakAction{ std::string(200, 'a'), {} }) };
		SimulationRun run({}, talker);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada", { 2, 2 });
		run.simulation().post(player_says("Hi", ada));
		run.run_until(at(3s));
		run.simulation().post(walk_to(ada, { 9, 9 }, RequestId(1)));
		const StepOutput &output = run.step(at(3s));
		REQUIRE(output.outcomes.size() == 1);
		CHECK(output.outcomes[0].status.code() == StatusCode::failed_precondition);
		CHECK(run.view(ada).position == TilePosition{ 2, 2 });
		REQUIRE(run.events<TransitionRefused>().size() == 1);
		CHECK(run.events<TransitionRefused>()[0].second.wanted == "move");
	}

	TEST_CASE("a mind that fails leaves the agent idle, and its words are no memory") {
		const FixedMind broken{ Status(StatusCode::unavailable, "no route to the model") };
		SimulationRun run({}, broken);
		run.think_interval = 0s;
		const AgentId ada = run.spawn("Ada");
		run.simulation().post(player_says("Hi", ada));
		run.run_until(at(60s));
		CHECK(run.path_of(ada).back() == "thinking>idle");
		REQUIRE(run.events<MindFailed>().size() == 1);
		CHECK(status_code_of(run.events<MindFailed>()[0].second.failure) ==
				StatusCode::unavailable);
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			for (const ConversationRow &row : output->conversations) {
				CHECK(row.message->content == "Hi");
			}
		}
	}

	TEST_CASE("rows of one line stand side by side, and each agent's lines in their order") {
		for (const std::size_t helpers : { 0, 2 }) {
			SimulationOptions options;
			options.helpers = helpers;
			options.tasks_per_part = 1;
			SimulationRun run(options, silent());
			run.think_interval = 0s;
			const AgentId nearby = run.spawn("Near", { 0, 0 });
			const AgentId between = run.spawn("Between", { 5, 0 });
			const AgentId afar = run.spawn("Far", { 10, 0 });
			run.step(at(1s));
			for (const AgentId speaker : { afar, nearby, between }) {
				run.simulation().post(SayInput{ speaker, "", {}, {}, "by " + speaker.to_string() });
			}
			run.step(at(2s));
			std::string rows;
			for (const ConversationRow &row : run.step(at(2s)).conversations) {
				rows += row.owner.to_string() + " " + row.message->content + ", ";
			}
			CHECK(rows ==
					"agent_002 by agent_003, agent_002 by agent_001, agent_001 by agent_002, "
					"agent_003 by agent_002, ");
		}
	}

	TEST_CASE("words of a mind that are not UTF-8 are a failure") {
		const FixedMind garbled{ MindAction(SpeakAction{ "\xff\xfe", {} }) };
		SimulationRun run({}, garbled);
		const AgentId ada = run.spawn("Ada");
		run.run_until(at(8s));
		REQUIRE(run.events<MindFailed>().size() == 1);
		CHECK(status_code_of(run.events<MindFailed>()[0].second.failure) ==
				StatusCode::invalid_argument);
		CHECK(run.view(ada).state == AgentState::idle);
	}

	TEST_CASE("a terminated agent is gone: nobody hears of it, and its number is not used again") {
		SimulationRun run({}, silent());
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		run.run_until(at(6s));
		run.simulation().post(TerminateInput{ ada, "asked to" });
		run.run_until(at(30s));
		CHECK(run.view(ada).profile == nullptr);
		CHECK(run.simulation().living_agents() == 1);
		run.simulation().post(player_says("Ada?", ada));
		run.run_until(at(31s));
		const auto spoken = run.events<AgentSpoke>();
		CHECK(spoken.back().second.message->hearers == std::vector<ParticipantId>{ bob });
	}

	TEST_CASE("a world in which nothing is due has no next step") {
		SimulationRun run({}, silent());
		run.think_interval = 0s;
		run.spawn("Ada");
		run.run_until(at(1s));
		CHECK(run.simulation().next_due() == NEVER);
	}
}
