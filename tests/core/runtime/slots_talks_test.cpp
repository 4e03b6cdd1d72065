#include "../world/drawn_map.h"
#include "save_games.h"
#include "talks.h"

#include <doctest/doctest.h>

#include <set>

using namespace agent_runtime;
using nlohmann::json;

// What a load does to conversations, to requests, and to what the game has set.

namespace {

using namespace save_games;
using talks::start_talk;
using talks::talk_events;

const ConversationId SAVED_TALK(1);

const std::vector<std::string> HALL = { "a.......", "........", "........", ".......b" };

TestWorld::Replies &on_its_way(TestWorld &world, AgentId agent, int x,
		std::vector<std::shared_ptr<TestWorld::Replies>> &replies) {
	json request = about("move_request", agent);
	request["position"] = { { "x", x }, { "y", 1 } };
	replies.push_back(world.send(request));
	return *replies.back();
}

AgentId seated(TestWorld &world, const char *name, const char *seat) {
	json config = loner(name);
	config["seat"] = seat;
	return spawn(world, config);
}

json place_of(int x, int y) {
	return { { "x", x }, { "y", y } };
}

bool all_sit(const TestWorld &world) {
	return world.state(AgentId(1)).at("position") == place_of(0, 0) &&
			world.state(AgentId(2)).at("position") == place_of(7, 3);
}

} // namespace

TEST_SUITE("Save games and what goes on meanwhile") {
	TEST_CASE("a conversation that had ended when it was saved has ended after a load, too") {
		const Folder folder;
		TestWorld world(folder.database());
		start_talk(world, { { "max_turns", 2 } });
		REQUIRE(world.pass_until([&] { return talk_events<AutoModeEnded>(world).size() == 1; }));
		save(world, "ended");
		REQUIRE(world.runtime->continue_auto_mode(SAVED_TALK).ok());
		REQUIRE(world.pass_until([&] { return talk_events<AutoModeStarted>(world).size() == 2; }));
		load(world, "ended");
		REQUIRE(world.wait_until([&] { return talk_events<AutoModeEnded>(world).size() == 2; }));
		CHECK(talk_events<AutoModeEnded>(world)[1].reason == TalkEnd::interrupted);
		CHECK(auto_mode_state(*world.runtime, SAVED_TALK).at("reason") == "max_turns");
		save(world, "again"); // everything is written by then
		Database file = reading(folder.database());
		CHECK(file.text("SELECT status || ' ' || reason FROM auto_conversations", "").value() ==
				"ended max_turns");
	}

	TEST_CASE("who was in the middle of a conversation goes back to its seat after a load") {
		const Folder folder;
		TestWorld world(folder.database());
		REQUIRE(world.runtime->gifts().set_map(drawn_map(HALL)).ok());
		seated(world, "Ada", "a");
		seated(world, "Bob", "b");
		start_talk(world, { { "agents", { "agent_001", "agent_002" } } });
		REQUIRE(world.pass_until([&] { return talks::lines_in(world) >= 2; }));
		CHECK_FALSE(all_sit(world));
		save(world, "talking");
		load(world, "talking");
		REQUIRE(world.wait_until([&] { return talk_events<AutoModeEnded>(world).size() == 1; }));
		CHECK(talk_events<AutoModeEnded>(world)[0].reason == TalkEnd::interrupted);
		CHECK(world.pass_until([&] { return all_sit(world); }));
	}

	TEST_CASE("what the game has set of an agent is set in the world that is loaded") {
		const Folder folder;
		TestWorld world(folder.database(), true, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		json restless = loner("Bob");
		restless["think_interval"] = 5;
		const AgentId bob = spawn_agent(*world.runtime, restless).value();
		REQUIRE(world.pass_until([&] { return world.count<AgentStateChanged>(bob) > 2; }));
		save(world, "one");
		REQUIRE(world.runtime->set_moved_by_game(ada, true).ok());
		REQUIRE(set_attention(*world.runtime, bob, 0.0f).ok());
		load(world, "one");
		CHECK(world.state(ada).at("position_owner") == "game");
		CHECK(report_position(*world.runtime, ada, { 3.0f, 4.0f }).ok());
		CHECK(world.pass_until([&] { return world.state(ada).at("position") == place_of(3, 4); }));
		// Nobody looks at Bob, so he does nothing on his own initiative.
		world.sink.events.clear();
		for (int i = 0; i < 10; i++) {
			world.clock.advance(2s);
			result_of(world, about("agent_pause_request", ada));
			result_of(world, about("agent_resume_request", ada));
		}
		save(world, "two"); // everything is published by then
		CHECK(world.count<AgentStateChanged>(bob) == 0);
	}

	TEST_CASE("what is told to be cancelled by a load is not done in the world that is loaded") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		save(world, "one");
		std::vector<std::shared_ptr<TestWorld::Replies>> replies;
		constexpr int LOADS = 10;
		constexpr int MOST_ASKED = 500; // during each load
		int asked = 1000;
		for (int i = 0; i < LOADS; i++) {
			const int last = asked + MOST_ASKED;
			const std::shared_ptr<TestWorld::Replies> loaded =
					world.send({ { "type", "slot_load_request" }, { "slot", "one" } });
			std::optional<json> reply;
			while (!(reply = loaded->take()).has_value()) {
				if (asked < last) {
					on_its_way(world, ada, ++asked, replies);
				}
				let_others_run();
				world.runtime->pump().drain(world.sink, std::nullopt);
			}
			CHECK(reply->at("ok") == true);
		}
		save(world, "two");
		world.runtime->pump().drain(world.sink, std::nullopt);
		std::set<int> reached;
		for (const PublishedEvent &each : world.sink.events) {
			if (const AgentMoved *moved = each.event.data.get_if<AgentMoved>()) {
				reached.insert(static_cast<int>(moved->position.x));
			}
		}
		int open = 0;
		int undone = 0;
		for (std::size_t i = 0; i < replies.size(); i++) {
			const std::optional<json> reply = replies[i]->take();
			const bool is_cancelled = reply && !reply->at("ok").get<bool>();
			open += reply ? 0 : 1;
			undone += is_cancelled && reached.contains(1001 + static_cast<int>(i)) ? 1 : 0;
		}
		CHECK(open == 0);
		CHECK(undone == 0);
	}
}
