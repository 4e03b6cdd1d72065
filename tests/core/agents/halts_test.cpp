#include "office.h"

#include "core/base/log.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>

// An agent that speaks stands still, and goes on afterwards.

using namespace agent_runtime;

namespace {

constexpr std::array HALL_OF_20 = { "....................", "....................",
	"...................." };

std::vector<std::string> long_hall() {
	return { HALL_OF_20.begin(), HALL_OF_20.end() };
}

SayInput heard_from_player(AgentId agent, const std::string &words = "Hello") {
	return { ParticipantId::player(0), "Player", agent, {}, words };
}

bool is_on_a_tile(TilePosition at) {
	return at == centre_of(tile_at(at));
}

// Runs until the agent is in this state; false when it never is.
bool pass_until(Office &office, AgentId agent, AgentState state) {
	for (int i = 0; i < 3000 && office.run.view(agent).state != state; i++) {
		office.now(10ms);
	}
	return office.run.view(agent).state == state;
}

// An agent walking along a hall that is about to answer somebody with 90 characters, which take six
// seconds.
struct Talker : Office {
	Talker() :
			Office(long_hall()) {
		answer = SpeakAction{ std::string(90, 'a'), {} };
		ada = spawn({ 0, 0 });
	}

	AgentId ada;
};

// The same, but the game walks it.
struct Walked {
	Walked() {
		run.think_interval = 0s;
		run.moved_by_game = true;
		ada = run.spawn("Ada", { 2, 2 });
		run.run_until(at(0s));
	}

	void now(Micros span) {
		end += span;
		run.run_until(at(end));
	}
	void post(Input input) {
		run.simulation().post(std::move(input));
		now(0s);
	}
	bool pass_until(AgentState state) {
		for (int i = 0; i < 3000 && run.view(ada).state != state; i++) {
			now(10ms);
		}
		return run.view(ada).state == state;
	}
	std::vector<GameCall> calls() const {
		std::vector<GameCall> calls;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			calls.insert(calls.end(), output->calls.begin(), output->calls.end());
		}
		return calls;
	}
	std::vector<CancelledWalk> cancelled() const {
		std::vector<CancelledWalk> cancelled;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			cancelled.insert(cancelled.end(), output->cancelled_walks.begin(),
					output->cancelled_walks.end());
		}
		return cancelled;
	}
	std::vector<StatusCode> outcomes(RequestId request) const {
		std::vector<StatusCode> found;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			for (const RequestOutcome &outcome : output->outcomes) {
				if (outcome.request == request) {
					found.push_back(outcome.status.code());
				}
			}
		}
		return found;
	}

	FakeMind mind = FakeMind::always(SpeakAction{ std::string(90, 'a'), {} });
	SimulationRun run{ {}, mind };
	AgentId ada;
	Micros end{};
};

} // namespace

TEST_SUITE("States of an agent") {
	TEST_CASE("spec:000.3.2 of all sixteen changes of state these six and two are allowed") {
		struct Change {
			AgentState from;
			AgentState to;
			bool is_allowed;
		};
		using enum AgentState;
		const std::array<Change, 16> all = { {
				{ idle, idle, false },
				{ idle, listening, true },
				{ idle, thinking, true },
				{ idle, speaking, false },
				{ listening, idle, true },
				{ listening, listening, false },
				{ listening, thinking, true },
				{ listening, speaking, false },
				{ thinking, idle, true },
				{ thinking, listening, true },
				{ thinking, thinking, false },
				{ thinking, speaking, true },
				{ speaking, idle, true },
				{ speaking, listening, false },
				{ speaking, thinking, false },
				{ speaking, speaking, false },
		} };
		std::set<std::pair<AgentState, AgentState>> seen;
		for (const Change &change : all) {
			CHECK(may_change(change.from, change.to) == change.is_allowed);
			seen.insert({ change.from, change.to });
		}
		CHECK(seen.size() == 16);
	}
}

TEST_SUITE("Who speaks stands still") {
	TEST_CASE("spec:000.3.2 a walk halts on the next tile, and its rest goes on when it is idle") {
		Talker office;
		office.walk(office.ada, { 18, 0 }, RequestId(1));
		office.post(heard_from_player(office.ada));
		REQUIRE(pass_until(office, office.ada, AgentState::speaking));
		const TilePosition began = office.place(office.ada);
		office.now(A_TILE);
		const TilePosition stood = office.place(office.ada);
		CHECK(is_on_a_tile(stood));
		CHECK(stood.x >= began.x);
		CHECK(stood.x < began.x + 1.0f);
		CHECK(office.run.events<AgentMoved>().back().second.position == stood);
		int moments = 0;
		while (office.run.view(office.ada).state == AgentState::speaking) {
			CHECK(office.place(office.ada) == stood);
			CHECK(office.outcomes(RequestId(1)).empty());
			office.now(100ms);
			moments++;
		}
		CHECK(moments > 20);
		office.now(20s);
		CHECK(office.place(office.ada) == TilePosition{ 18, 0 });
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
		CHECK(office.count<AgentArrived>(office.ada) == 1);
		CHECK(office.count<AgentBlocked>(office.ada) == 0);
		CHECK(office.count<TransitionRefused>(office.ada) == 0);
		CHECK(office.is_still());
	}

	TEST_CASE("spec:000.3.2 who listens or thinks behind its words stands still until it is idle") {
		Talker office;
		office.walk(office.ada, { 18, 0 }, RequestId(1));
		office.post(heard_from_player(office.ada));
		REQUIRE(pass_until(office, office.ada, AgentState::speaking));
		office.now(A_TILE);
		const TilePosition stood = office.place(office.ada);
		office.post(heard_from_player(office.ada, "And you?"));
		std::set<AgentState> seen;
		AgentState state = AgentState::speaking;
		for (int i = 0; i < 6000 && state != AgentState::idle; i++) {
			CHECK(office.place(office.ada) == stood);
			seen.insert(state);
			office.now(10ms);
			state = office.run.view(office.ada).state;
		}
		CHECK(seen ==
				std::set{ AgentState::listening, AgentState::thinking, AgentState::speaking });
		office.now(20s);
		CHECK(office.place(office.ada) == TilePosition{ 18, 0 });
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
	}

	TEST_CASE("its way is shown to end where it stands, and shown anew from there") {
		Talker office;
		office.walk(office.ada, { 18, 0 });
		office.post(heard_from_player(office.ada));
		REQUIRE(pass_until(office, office.ada, AgentState::speaking));
		office.now(20s);
		std::vector<std::size_t> lengths;
		for (const std::unique_ptr<StepOutput> &output : office.run.outputs) {
			for (const AgentPath &path : output->paths) {
				lengths.push_back(path.path.size());
			}
		}
		// The whole path, the path to the next tile, none, the rest, none.
		REQUIRE(lengths.size() == 5);
		CHECK(lengths[0] == 19);
		CHECK(lengths[1] == 2);
		CHECK(lengths[2] == 0);
		CHECK(lengths[3] > 5);
		CHECK(lengths[3] < 19);
		CHECK(lengths[4] == 0);
	}

	TEST_CASE("a walk asked for while it listens or thinks takes the place of the one under way") {
		for (const AgentState state : { AgentState::listening, AgentState::thinking }) {
			Talker office;
			office.walk(office.ada, { 18, 0 }, RequestId(1));
			office.post(heard_from_player(office.ada));
			REQUIRE(pass_until(office, office.ada, state));
			office.walk(office.ada, { 9, 2 }, RequestId(2));
			CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::cancelled });
			CHECK(office.outcomes(RequestId(2)).empty());
			office.now(30s);
			CHECK(office.outcomes(RequestId(1)).size() == 1);
			CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::ok });
			CHECK(office.place(office.ada) == TilePosition{ 9, 2 });
		}
	}

	TEST_CASE("one asked for while it speaks is refused, and the halted one goes on afterwards") {
		Talker office;
		office.walk(office.ada, { 18, 0 }, RequestId(1));
		office.post(heard_from_player(office.ada));
		REQUIRE(pass_until(office, office.ada, AgentState::speaking));
		office.walk(office.ada, { 0, 2 }, RequestId(2));
		CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::failed_precondition });
		CHECK(office.outcomes(RequestId(1)).empty());
		office.now(30s);
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
		CHECK(office.place(office.ada) == TilePosition{ 18, 0 });
	}

	TEST_CASE("a halted walk is stopped, or ended with its agent, once") {
		Talker office;
		office.walk(office.ada, { 18, 0 }, RequestId(1));
		office.post(heard_from_player(office.ada));
		REQUIRE(pass_until(office, office.ada, AgentState::speaking));
		StatusCode expected = StatusCode::ok;
		SUBCASE("stopped") {
			office.post(WalkInput{
					.agent = office.ada, .way = WalkInput::Way::stop, .request = RequestId(2) });
			CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::ok });
			expected = StatusCode::cancelled;
		}
		SUBCASE("its agent goes") {
			office.post(TerminateInput{ office.ada, "test" });
			expected = StatusCode::not_found;
		}
		SUBCASE("the game moves it from now on") {
			office.post(OwnerInput{ office.ada, true });
			expected = StatusCode::cancelled;
		}
		CHECK(office.outcomes(RequestId(1)) == std::vector{ expected });
		office.now(30s);
		CHECK(office.outcomes(RequestId(1)).size() == 1);
		CHECK(office.count<AgentArrived>(office.ada) == 0);
	}

	TEST_CASE("when the map goes meanwhile, it is there as soon as it has finished") {
		Talker office;
		office.walk(office.ada, { 18, 0 }, RequestId(1));
		office.post(heard_from_player(office.ada));
		REQUIRE(pass_until(office, office.ada, AgentState::speaking));
		office.now(A_TILE);
		const TilePosition stood = office.place(office.ada);
		office.post(MapInput{ nullptr });
		CHECK(office.place(office.ada) == stood);
		CHECK(office.outcomes(RequestId(1)).empty());
		REQUIRE(pass_until(office, office.ada, AgentState::idle));
		CHECK(office.place(office.ada) == TilePosition{ 18, 0 });
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
	}

	TEST_CASE("when the one it goes to is gone by then, the walk ends") {
		Talker office;
		const AgentId bob = office.spawn({ 18, 2 });
		office.walk_beside(office.ada, bob, RequestId(1));
		office.post(heard_from_player(office.ada));
		REQUIRE(pass_until(office, office.ada, AgentState::speaking));
		office.post(TerminateInput{ bob, "test" });
		CHECK(office.outcomes(RequestId(1)).empty());
		office.now(30s);
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::not_found });
		CHECK(office.count<AgentBlocked>(office.ada) == 1);
	}

	TEST_CASE("who makes way for somebody stands still, too, when it speaks") {
		std::size_t aside = 0;
		for (int delay = 0; delay < 30; delay++) {
			Office office({ ".......", "###.###" });
			office.answer = SpeakAction{ std::string(60, 'a'), {} };
			const AgentId ada = office.spawn({ 0, 0 });
			const AgentId bob = office.spawn({ 3, 0 });
			office.post(heard_from_player(bob));
			office.now(100ms * delay);
			office.walk(ada, { 6, 0 }, RequestId(1));
			REQUIRE(pass_until(office, bob, AgentState::speaking));
			const TilePosition began = office.place(bob);
			TilePosition told = { 3, 0 };
			office.now(A_TILE);
			const TilePosition stood = office.place(bob);
			CHECK(is_on_a_tile(stood));
			aside += began != TilePosition{ 3, 0 } ? 1 : 0;
			while (office.run.view(bob).state == AgentState::speaking) {
				CHECK(office.place(bob) == stood);
				office.now(50ms);
			}
			for (const auto &[who, moved] : office.run.events<AgentMoved>()) {
				told = who == ParticipantId(bob) ? moved.position : told;
			}
			CHECK(told == stood); // what is published and stored is where it stands
			office.now(30s);
			CHECK(office.outcomes(RequestId(1)).size() == 1);
			CHECK(office.is_still());
		}
		CHECK(aside > 2);
	}

	TEST_CASE("in a crowd that walks and talks, nobody moves off its tile while it speaks") {
		Office office({ "............", "............", "............", "............",
				"............", "............" });
		office.answer = SpeakAction{ std::string(40, 'b'), {} };
		std::vector<AgentId> all;
		all.reserve(12);
		for (std::int32_t i = 0; i < 12; i++) {
			all.push_back(office.spawn({ i, i % 6 }));
		}
		std::map<AgentId, TilePosition> stood;
		std::size_t halts = 0;
		for (std::uint32_t round = 0; round < 600; round++) {
			const AgentId agent = all[round % all.size()];
			if (round % 20 == 0) {
				for (std::uint32_t i = 0; i < all.size(); i++) {
					const std::uint32_t place = round * 7 + i * 5;
					office.post(WalkInput{ .agent = all[i],
							.tile = { static_cast<std::int32_t>(place % 12),
									static_cast<std::int32_t>(place / 12 % 6) },
							.request = RequestId(1 + round * 100 + i) });
				}
			}
			if (round % 7 == 0) {
				office.post(heard_from_player(agent, "And you?"));
			}
			office.now(100ms);
			for (const AgentId each : all) {
				const AgentView view = office.run.view(each);
				if (view.state != AgentState::speaking) {
					stood.erase(each);
				} else if (is_on_a_tile(view.position)) {
					const auto [known, is_new] = stood.try_emplace(each, view.position);
					CHECK(known->second == view.position);
					halts += is_new && view.walking ? 1 : 0;
				} else {
					CHECK_FALSE(stood.contains(each));
				}
			}
		}
		CHECK(halts > 20);
		office.now(100s);
		for (std::uint32_t round = 0; round < 600; round += 20) {
			for (std::uint32_t i = 0; i < all.size(); i++) {
				CHECK(office.outcomes(RequestId(1 + round * 100 + i)).size() == 1);
			}
		}
	}
}

TEST_SUITE("Who speaks stands still, walked by the game") {
	TEST_CASE("spec:000.3.2 the game is told to stop, and asked for the rest when it is idle") {
		Walked world;
		world.post(walk_to(world.ada, { 40, 2 }, RequestId(1)));
		world.post(heard_from_player(world.ada));
		REQUIRE(world.calls().size() == 1);
		CHECK(world.cancelled().empty());
		REQUIRE(world.pass_until(AgentState::speaking));
		REQUIRE(world.cancelled().size() == 1);
		CHECK(world.cancelled()[0].call == world.calls()[0].call);
		CHECK(world.cancelled()[0].agent == world.ada);
		CHECK(world.cancelled()[0].reason.find("the agent speaks") == 0);
		CHECK(world.calls().size() == 1);
		REQUIRE(world.pass_until(AgentState::idle));
		REQUIRE(world.calls().size() == 2);
		CHECK(world.calls()[1].kind == CallKind::walk);
		CHECK(world.calls()[1].target == TilePosition{ 40, 2 });
		CHECK(world.calls()[1].call != world.calls()[0].call);
		CHECK(world.outcomes(RequestId(1)).empty());
		world.post(CallOutcomeInput{ world.ada, world.calls()[1].call, CallOutcome::done, "" });
		CHECK(world.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
		CHECK(world.run.view(world.ada).position == TilePosition{ 40, 2 });
		CHECK(world.cancelled().size() == 1);
	}

	TEST_CASE("while it listens or thinks behind its words, the game is not asked for the rest") {
		Walked world;
		world.post(walk_to(world.ada, { 40, 2 }, RequestId(1)));
		world.post(heard_from_player(world.ada));
		REQUIRE(world.pass_until(AgentState::speaking));
		world.post(heard_from_player(world.ada, "And you?"));
		REQUIRE(world.pass_until(AgentState::listening));
		REQUIRE(world.pass_until(AgentState::thinking));
		REQUIRE(world.pass_until(AgentState::speaking));
		CHECK(world.calls().size() == 1);
		REQUIRE(world.pass_until(AgentState::idle));
		CHECK(world.calls().size() == 2);
		CHECK(world.cancelled().size() == 1);
	}

	TEST_CASE("a game that had it there in that very moment is believed") {
		Walked world;
		world.post(walk_to(world.ada, { 40, 2 }, RequestId(1)));
		world.post(heard_from_player(world.ada));
		REQUIRE(world.pass_until(AgentState::speaking));
		world.post(CallOutcomeInput{ world.ada, world.calls()[0].call, CallOutcome::done, "" });
		CHECK(world.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
		world.now(30s);
		CHECK(world.calls().size() == 1);
		CHECK(world.run.events<AgentArrived>().size() == 1);
	}

	TEST_CASE("whatever ends a walk before the game has, it is told once, with the reason") {
		Walked world;
		world.post(walk_to(world.ada, { 40, 2 }, RequestId(1)));
		const CallId call = world.calls()[0].call;
		std::string reason;
		bool is_closed = false;
		SUBCASE("a newer one") {
			world.post(walk_to(world.ada, { 2, 40 }));
			reason = "a newer walk has taken its place";
		}
		SUBCASE("it is told to stop") {
			world.post(WalkInput{ .agent = world.ada, .way = WalkInput::Way::stop });
			reason = "the agent was told to stop";
		}
		SUBCASE("another owner") {
			world.post(OwnerInput{ world.ada, false });
			reason = "the agent has another owner";
		}
		SUBCASE("the end of its agent") {
			world.post(TerminateInput{ world.ada, "test" });
			reason = "the agent is no longer there";
		}
		SUBCASE("no answer in time") {
			world.post(CallOutcomeInput{ world.ada, call, CallOutcome::unanswered, "" });
			reason = "the game has not answered in time";
			is_closed = true;
		}
		REQUIRE(world.cancelled().size() == 1);
		CHECK(world.cancelled()[0].call == call);
		CHECK(world.cancelled()[0].reason == reason);
		CHECK(world.cancelled()[0].is_closed == is_closed);
	}

	TEST_CASE("a walk that the game ends itself, or never heard of, is not told to be over") {
		Walked world;
		for (const CallOutcome outcome : { CallOutcome::done, CallOutcome::failed }) {
			world.post(walk_to(world.ada, { 40, 2 }));
			world.post(CallOutcomeInput{ world.ada, world.calls().back().call, outcome, "a door" });
		}
		world.run.simulation().post(walk_to(world.ada, { 7, 7 }));
		world.run.simulation().post(WalkInput{ .agent = world.ada, .way = WalkInput::Way::stop });
		world.now(0s);
		CHECK(world.calls().size() == 3);
		CHECK(world.cancelled().empty());
	}
}
