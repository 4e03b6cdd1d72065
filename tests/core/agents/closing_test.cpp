#include "simulation_run.h"

#include <algorithm>

using namespace agent_runtime;

namespace {

SimulationOptions recorded_options() {
	SimulationOptions options;
	options.recording = true;
	return options;
}

// The steps of a world that ends an hour after its last one.
void close_world(SimulationRun &run) {
	run.simulation().close();
	const SimTime end = run.simulation().time() + 1h;
	while (run.simulation().has_rest()) {
		run.step(end);
	}
}

std::size_t rows_heard(const SimulationRun &run, AgentId owner, const std::string &content) {
	std::size_t found = 0;
	for (const std::unique_ptr<StepOutput> &output : run.outputs) {
		for (const ConversationRow &row : output->conversations) {
			found += row.owner == owner && row.message->content == content ? 1 : 0;
		}
	}
	return found;
}

} // namespace

TEST_SUITE("the last steps of a world") {
	TEST_CASE("what was accepted is put out, and nothing that is due is done for it") {
		SimulationRun run(recorded_options());
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		run.run_until(at(1s));
		const std::size_t before = run.events<AgentStateChanged>().size();
		const AgentId eve = run.spawn("Eve");
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", ada, {}, "Remember" });
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", {}, {}, "Good night" });
		close_world(run);
		CHECK(run.events<AgentSpawned>().size() == 3);
		CHECK(rows_heard(run, ada, "Remember") == 1);
		for (const AgentId agent : { ada, bob, eve }) {
			CHECK(rows_heard(run, agent, "Good night") == 1);
		}
		CHECK(run.events<AgentSpoke>().size() == 2);
		CHECK(run.events<AgentStateChanged>().size() == before);
		CHECK(run.desk().open_thoughts() == 0);
	}

	TEST_CASE("an answer that has come is still said") {
		SimulationRun run(recorded_options());
		run.mind = MindKind::claude; // asked outside the process, so that the answer is an input
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", ada, {}, "Hello" });
		run.run_until(at(1s));
		ThoughtAnswer answer;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			for (const ThoughtRequest &each : output->thoughts) {
				answer.id = each.id.agent == ada ? each.id : answer.id;
			}
		}
		answer.action = SpeakAction{ "It was paid for", {} };
		run.simulation().post(answer);
		close_world(run);
		CHECK(rows_heard(run, bob, "It was paid for") == 1);
		for (auto output = run.outputs.rbegin(); output != run.outputs.rbegin() + 2; ++output) {
			CHECK((*output)->thoughts.empty());
			CHECK((*output)->calls.empty());
		}
	}

	TEST_CASE("a crowd of inputs is taken in bounded pieces, in their order") {
		SimulationRun run(SimulationOptions{});
		constexpr std::size_t CROWD = 3 * Simulation::MOST_INPUTS;
		for (std::size_t i = 0; i < CROWD; i++) {
			run.spawn("Villager", { static_cast<float>(i) * 100.0f, 0.0f });
		}
		close_world(run);
		std::size_t born = 0;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			CHECK(output->events.size() <= Simulation::MOST_INPUTS);
			born += output->events.size();
		}
		CHECK(born == CROWD);
		CHECK(run.simulation().living_agents() == CROWD);
	}

	TEST_CASE("a crowd that is shouted at many times hears it over several steps of one moment") {
		SimulationRun run(SimulationOptions{});
		run.think_interval = 0s;
		constexpr std::size_t CROWD = 1000;
		for (std::size_t i = 0; i < CROWD; i++) {
			run.spawn("Villager");
		}
		run.run_until(at(1s));
		for (int i = 0; i < 100; i++) {
			run.simulation().post(
					SayInput{ ParticipantId::player(0), "Player", {}, {}, "Hear, hear" });
		}
		const SimTime now = run.simulation().time();
		run.outputs.clear();
		run.step(now);
		std::size_t heard = 0;
		while (run.simulation().next_due() <= now) {
			const std::size_t lines = run.step(now).conversations.size();
			CHECK(lines <= Simulation::MOST_HEARINGS);
			heard += lines;
		}
		CHECK(heard == 100 * CROWD);
		CHECK(run.outputs.size() > 3);
	}

	TEST_CASE("what one says to more than a step has room for, each hears once, in their order") {
		SimulationRun run(recorded_options());
		run.think_interval = 0s;
		constexpr std::size_t CROWD = 2 * Simulation::MOST_HEARINGS + 100;
		for (std::size_t i = 0; i < CROWD; i++) {
			run.spawn("Villager");
		}
		run.run_until(at(1s));
		run.outputs.clear();
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", {}, {}, "Hear, hear" });
		const SimTime now = run.simulation().time();
		run.step(now);
		SUBCASE("in steps of the same moment") {
			while (run.simulation().next_due() <= now) {
				run.step(now);
			}
			CHECK(run.outputs.size() == 4);
		}
		SUBCASE("in the last steps, when the world ends in the middle of it") {
			run.step(now);
			close_world(run);
			CHECK(run.outputs.size() == 3);
		}
		std::uint32_t heard = 0;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			for (const ConversationRow &row : output->conversations) {
				REQUIRE(row.owner == AgentId(++heard));
			}
		}
		CHECK(heard == CROWD);
	}

	TEST_CASE("what agents say by themselves in the last moment is kept for as many as can be") {
		SimulationOptions options;
		options.settings.characters_per_second = 0.0;
		SimulationRun run(options);
		run.think_interval = 0s;
		constexpr std::size_t CROWD = 5000;
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob");
		for (std::size_t i = 0; i < CROWD; i++) {
			run.spawn("Villager");
		}
		run.run_until(at(1s));
		run.outputs.clear();
		for (const AgentId agent : { ada, bob }) {
			run.simulation().post(
					SayInput{ ParticipantId::player(0), "Player", agent, {}, "Speak up" });
		}
		// Both answer in the course of this, and nobody has heard the last line yet.
		while (run.events<AgentSpoke>().size() < 4) {
			run.step(run.simulation().has_inputs() ? run.simulation().time()
												   : run.simulation().next_due());
		}
		run.outputs.clear();
		run.simulation().post(
				SayInput{ ParticipantId::player(0), "Player", {}, {}, "All remember this" });
		close_world(run);
		std::size_t own = 0;
		std::size_t asked = 0;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			for (const ConversationRow &row : output->conversations) {
				(row.message->from.is_player() ? asked : own)++;
			}
		}
		CHECK(asked == CROWD + 2);
		CHECK(own <= Simulation::MOST_LAST_HEARINGS);
	}

	TEST_CASE("what is said counts once for each who may hear it, until it is heard") {
		SimulationRun run(SimulationOptions{});
		run.think_interval = 0s;
		constexpr std::int64_t CROWD = 3 * Simulation::MOST_HEARINGS / 2;
		const auto shout = [&](Reach reach, ParticipantId to = {}) {
			SayInput input{ ParticipantId::player(0), "Player", to, {}, "Hear, hear" };
			input.reach = reach;
			run.simulation().post(input);
		};
		for (std::int64_t i = 0; i < CROWD; i++) {
			run.spawn("Villager");
		}
		const AgentId hermit = run.spawn("Hermit", { 900.0f, 900.0f });
		// It works even before any of them is alive.
		shout(Reach::nearby);
		CHECK(run.simulation().waiting_hearings() == CROWD);
		shout(Reach::everybody);
		CHECK(run.simulation().waiting_hearings() == 2 * CROWD + 1);
		shout(Reach::addressee, hermit);
		CHECK(run.simulation().waiting_hearings() == 2 * CROWD + 2);
		run.simulation().post(SayInput{ hermit, "", {}, {}, "Who is there?" });
		// counts itself, as far as it is known
		CHECK(run.simulation().waiting_hearings() == 2 * CROWD + 3);
		const SimTime now = run.simulation().time();
		run.step(now);
		CHECK(run.simulation().waiting_hearings() == 2 * CROWD + 2);
		run.step(now);
		CHECK(run.simulation().waiting_hearings() ==
				2 * CROWD + 2 - std::int64_t{ Simulation::MOST_HEARINGS });
		SUBCASE("by those who live on") {
			run.run_until(at(1s));
		}
		SUBCASE("by nobody, since they are gone") {
			for (std::uint32_t number = 1; number <= CROWD + 1; number++) {
				run.simulation().post(TerminateInput{ AgentId(number), "test" });
			}
			run.run_until(at(1s));
			shout(Reach::everybody);
			shout(Reach::nearby);
		}
		SUBCASE("at the end of the world") {
			close_world(run);
			CHECK(rows_heard(run, AgentId(1), "Hear, hear") == 2);
			CHECK(rows_heard(run, hermit, "Hear, hear") == 2);
		}
		CHECK(run.simulation().waiting_hearings() == 0);
	}

	TEST_CASE(
			"what a crowd was told many times is put out in few last steps, line by line of each") {
		SimulationRun run(SimulationOptions{});
		run.think_interval = 0s;
		constexpr std::size_t CROWD = 500;
		constexpr std::size_t SHOUTS = 2 * Simulation::MOST_HEARINGS / CROWD;
		for (std::size_t i = 0; i < CROWD; i++) {
			run.spawn("Villager");
		}
		run.run_until(at(1s));
		run.outputs.clear();
		for (std::size_t i = 0; i < SHOUTS; i++) {
			run.simulation().post(
					SayInput{ ParticipantId::player(0), "Player", {}, {}, std::to_string(i) });
		}
		close_world(run);
		REQUIRE(run.outputs.size() == 2);
		const std::vector<ConversationRow> &rows = run.outputs.back()->conversations;
		REQUIRE(rows.size() == CROWD * SHOUTS);
		for (std::size_t i = 0; i < rows.size(); i++) {
			REQUIRE(rows[i].owner == AgentId(static_cast<std::uint32_t>(i / SHOUTS + 1)));
			REQUIRE(rows[i].message->content == std::to_string(i % SHOUTS));
		}
	}

	TEST_CASE("a recording of the last steps gives the same life again") {
		SimulationRun run(recorded_options());
		for (int i = 0; i < 30; i++) {
			run.spawn("Villager");
		}
		run.run_until(at(20s));
		run.spawn("Late");
		run.simulation().post(SayInput{ ParticipantId::player(0), "Player", {}, {}, "Good night" });
		close_world(run);
		SimulationOptions options;
		options.replaying = true;
		SimulationRun again(options);
		replay(again, recording_of(run));
		CHECK(again.lines() == run.lines());
		CHECK(again.hash() == run.hash());
	}
}
