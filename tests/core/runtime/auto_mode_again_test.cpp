#include "../world/drawn_map.h"
#include "core/auto_mode/talk_store.h"
#include "talks.h"

#include <doctest/doctest.h>

#include <optional>
#include <utility>

// Led conversations that go on after their end.

using namespace agent_runtime;
using namespace agent_runtime::talks;
using nlohmann::json;

namespace {

const ConversationId FIRST(1);

RuntimeOptions stored_in(const Folder &folder) {
	RuntimeOptions options;
	options.database_path = folder.database();
	return options;
}

std::string status_of(const TestWorld &world) {
	return auto_mode_state(*world.runtime, FIRST).value("status", "");
}

std::size_t turn_of(const TestWorld &world) {
	return auto_mode_state(*world.runtime, FIRST).value("turn", std::size_t{ 0 });
}

// Each published line must be in the database under its own turn, and nothing else.
void check_lines(const Folder &folder, const TestWorld &world) {
	Result<Database> file = Database::connect(folder.database(), { .access = Access::read_only });
	REQUIRE(file.ok());
	const std::vector<StoredTalkLine> stored = read_talk_lines(file.value(), FIRST, 100).value();
	const std::vector<AgentMessaged> told = talk_events<AgentMessaged>(world);
	REQUIRE(stored.size() == told.size());
	for (std::size_t i = 0; i < told.size(); i++) {
		CHECK(told[i].turn == i + 1);
		CHECK(stored[i].turn == i + 1);
		CHECK(stored[i].text == told[i].message->content);
	}
}

// Another program that holds the lock until it is told to release it.
class Stranger {
public:
	explicit Stranger(const Folder &folder) :
			database_(Database::connect(folder.database(), {}).value()) {
		REQUIRE(database_->exec("BEGIN IMMEDIATE").ok());
	}
	void let_go() { database_.reset(); }

private:
	std::optional<Database> database_;
};

} // namespace

TEST_SUITE("Auto mode that goes on") {
	TEST_CASE("nothing is lost when it goes on before its last lines are written") {
		const Folder folder;
		RuntimeOptions options = stored_in(folder);
		options.writer.queue.max_delay = 1h; // nothing is written unless something waits for it
		TestWorld world(std::move(options));
		start_talk(world, { { "max_turns", 3 } });
		REQUIRE(world.pass_until([&] { return status_of(world) == "ended"; }));
		REQUIRE(world.runtime->continue_auto_mode(FIRST).ok());
		REQUIRE(world.pass_until([&] { return status_of(world) == "ended"; }));
		world.runtime->stop();
		world.runtime->pump().drain(world.sink, std::nullopt);
		const std::vector<AutoModeStarted> starts = talk_events<AutoModeStarted>(world);
		REQUIRE(starts.size() == 2);
		CHECK(starts[1].turns == 3);
		CHECK(talk_events<AutoModeEnded>(world).back().turns == 6);
		check_lines(folder, world);
	}

	TEST_CASE("it does not go on while the database cannot be written, and loses nothing later") {
		const Folder folder;
		RuntimeOptions options = stored_in(folder);
		options.writer.busy_limit = 5ms;
		options.writer.retry_every = 2ms;
		TestWorld world(std::move(options));
		start_talk(world);
		REQUIRE(world.pass_until([&] { return turn_of(world) >= 1; }));
		Stranger stranger(folder);
		REQUIRE(world.pass_until([&] { return turn_of(world) >= 4; }));
		REQUIRE(world.runtime->stop_auto_mode(FIRST).ok());
		REQUIRE(world.pass_until([&] { return status_of(world) == "ended"; }));
		const Status refused = world.runtime->continue_auto_mode(FIRST);
		CHECK(refused.code() == StatusCode::unavailable);
		CHECK(names(refused.message(), "conversation_001 cannot be stored at present"));
		CHECK(status_of(world) == "ended");
		const std::size_t before = turn_of(world);
		stranger.let_go();
		REQUIRE(world.pass_until([&] { return world.runtime->continue_auto_mode(FIRST).ok(); }));
		REQUIRE(world.pass_until([&] { return lines_in(world) > before; }));
		CHECK(talk_events<AutoModeStarted>(world).back().turns == before);
		world.runtime->stop();
		world.runtime->pump().drain(world.sink, std::nullopt);
		check_lines(folder, world);
	}

	TEST_CASE("a stop that comes while it is read ends it, once") {
		const Folder folder;
		RuntimeOptions options = stored_in(folder);
		options.writer.busy_limit = 1h; // so that the storage does not fail for the stranger
		TestWorld world(std::move(options));
		start_talk(world, { { "max_turns", 2 } });
		REQUIRE(world.pass_until([&] { return talk_events<AutoModeEnded>(world).size() == 1; }));
		// It must not read what it goes on from before this is written, and that waits for the
		// stranger.
		Stranger stranger(folder);
		const AgentId cleo = agent_named(world, "Cleo");
		REQUIRE(world.pass_until([&] { return world.state(cleo).at("pending") == false; }));
		const std::shared_ptr<TestWorld::Replies> going = world.send(
				{ { "type", "continueAutoMode" }, { "conversation_id", FIRST.to_string() } });
		CHECK(world.runtime->is_auto_mode_active(FIRST));
		json stop{ { "type", "stopAutoMode" } };
		SUBCASE("this one") {
			stop["conversation_id"] = FIRST.to_string();
		}
		SUBCASE("all of them") {}
		const std::shared_ptr<TestWorld::Replies> stopped = world.send(stop);
		CHECK_FALSE(stopped->take().has_value());
		CHECK(names(world.runtime->stop_auto_mode(FIRST).message(), "is over already"));
		stranger.let_go();
		REQUIRE(world.pass_until([&] { return talk_events<AutoModeEnded>(world).size() == 2; }));
		// The replies may come a little later than the event.
		for (const std::shared_ptr<TestWorld::Replies> &replies : { going, stopped }) {
			std::optional<json> reply;
			REQUIRE(world.wait_until([&] { return (reply = replies->take()).has_value(); }));
			CHECK(reply->at("ok") == true);
		}
		CHECK(talk_events<AutoModeStarted>(world).size() == 2);
		CHECK(talk_events<AutoModeEnded>(world)[1].reason == TalkEnd::stopped);
		CHECK(talk_events<AutoModeEnded>(world)[1].turns == 2);
		CHECK_FALSE(world.runtime->is_auto_mode_active());
		world.runtime->stop();
		world.runtime->pump().drain(world.sink, std::nullopt);
		CHECK(talk_events<AutoModeEnded>(world).size() == 2);
		CHECK(lines_in(world) == 2);
	}

	TEST_CASE("whom the end of a process interrupted walks back to its seat once there is a map") {
		const Folder folder;
		const std::vector<std::string> room = { "a.......", "........", "........", ".......b" };
		const auto place = [](int x, int y) { return json{ { "x", x }, { "y", y } }; };
		{
			TestWorld world(stored_in(folder));
			REQUIRE(world.runtime->gifts().set_map(drawn_map(room)).ok());
			for (const char *seat : { "a", "b" }) {
				REQUIRE(spawn_agent(*world.runtime, { { "seat", seat }, { "think_interval", 0 } })
								.ok());
			}
			start_talk(world, { { "agents", { "agent_001", "agent_002" } } });
			REQUIRE(world.pass_until([&] { return lines_in(world) >= 2; }));
			left_behind(folder);
		}
		TestWorld world(folder.path() / "killed/world.db");
		REQUIRE(world.wait_until([&] { return talk_events<AutoModeEnded>(world).size() == 1; }));
		CHECK(world.state(AgentId(2)).at("position") != place(7, 3));
		REQUIRE(world.runtime->gifts().set_map(drawn_map(room)).ok());
		CHECK(world.pass_until(
				[&] { return world.state(AgentId(2)).at("position") == place(7, 3); }));
		CHECK(world.state(AgentId(1)).at("position") == place(0, 0));
		CHECK(talk_events<AutoModeEnded>(world).size() == 1);
	}

	TEST_CASE("one that cannot be read is as it was, also its bound of turns") {
		const Folder folder;
		TestWorld world(stored_in(folder));
		start_talk(world, { { "max_turns", 2 } });
		REQUIRE(world.pass_until([&] { return talk_events<AutoModeEnded>(world).size() == 1; }));
		Database other = Database::connect(folder.database(), {}).value();
		const json before = auto_mode_state(*world.runtime, FIRST);
		REQUIRE(other.exec("CREATE TEMP TABLE hidden AS SELECT * FROM auto_messages WHERE turn = 2;"
						   " DELETE FROM auto_messages WHERE turn = 2")
						.ok());
		const json reply = world.ask(
				{ { "type", "continueAutoMode" }, { "conversation_id", FIRST.to_string() } });
		REQUIRE(reply.at("ok") == false);
		CHECK(names(reply.at("error").at("message"),
				"conversation_001 has 2 turns, of which 1 can be read"));
		CHECK(auto_mode_state(*world.runtime, FIRST) == before);
		CHECK(before.at("max_turns") == 2);
		REQUIRE(other.exec("INSERT INTO auto_messages SELECT * FROM hidden").ok());
		REQUIRE(world.runtime->continue_auto_mode(FIRST).ok());
		REQUIRE(world.pass_until([&] { return talk_events<AutoModeEnded>(world).size() == 2; }));
		CHECK(auto_mode_state(*world.runtime, FIRST).at("max_turns") == 4);
		check_lines(folder, world);
	}
}
