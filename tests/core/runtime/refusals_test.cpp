#include "../agents/fake_minds.h"
#include "core/base/log.h"
#include "core/store/database.h"
#include "world.h"

#include <algorithm>
#include <mutex>

// What an agent may not do, and who is told.

using namespace agent_runtime;
using nlohmann::json;

namespace {

// The lines of a log, from any thread.
struct LinesLogged {
	Logger logger() {
		return Logger(std::make_shared<CallbackLogSink>([this](const LogRecord &record) {
			const std::lock_guard lock(mutex);
			lines.push_back(std::string(log_level_name(record.level)) + " " +
					std::string(record.source) + ": " + std::string(record.message));
		}),
				LogLevel::info);
	}
	std::size_t count(const std::string &line) {
		const std::lock_guard lock(mutex);
		return static_cast<std::size_t>(std::count(lines.begin(), lines.end(), line));
	}

	std::mutex mutex;
	std::vector<std::string> lines;
};

} // namespace

TEST_SUITE("Refusals") {
	TEST_CASE("spec:000.3.2 a move while speaking is refused: answered, told, stored and logged") {
		const Folder folder;
		const FakeMind mind = FakeMind::always(SpeakAction{ std::string(300, 'a'), {} });
		LinesLogged log;
		RuntimeOptions options;
		options.mind = &mind;
		options.database_path = folder.database();
		TestWorld world(std::move(options), log.logger());
		const AgentId ada =
				spawn_agent(*world.runtime, { { "name", "Ada" }, { "think_interval", 0 } }).value();
		CHECK(send_message(*world.runtime, {}, ada, "Tell me a story").ok());
		// WHEN: an agent that speaks attempts to move,
		REQUIRE(world.pass_until([&] { return world.state(ada).at("state") == "speaking"; }));
		const json before = world.state(ada).at("position");
		const std::shared_ptr<TestWorld::Replies> replies = world.send({ { "type", "move_request" },
				{ "agent_id", "agent_001" }, { "position", { { "x", 9 }, { "y", 9 } } } });
		std::optional<json> reply;
		REQUIRE(world.wait_until([&] { return (reply = replies->take()).has_value(); }));
		// THEN: it is blocked, and the asker is told to ask again when it is idle,
		CHECK(reply->at("ok") == false);
		CHECK(reply->at("error").at("code") == "failed_precondition");
		CHECK(reply->at("error").at("message") ==
				"the agent is speaking and stays where it is; ask again when it is idle");
		CHECK(world.state(ada).at("position") == before);
		// and so is everybody,
		REQUIRE(world.wait_until([&] { return world.count<TransitionRefused>(ada) == 1; }));
		const PublishedEvent &told = *std::find_if(world.sink.events.begin(),
				world.sink.events.end(),
				[](const PublishedEvent &each) { return each.event.data.is<TransitionRefused>(); });
		const TransitionRefused &refused = *told.event.data.get_if<TransitionRefused>();
		CHECK(refused.state == AgentState::speaking);
		CHECK(refused.wanted == "move");
		CHECK(refused.reason == "an agent stays where it is until it has finished speaking");
		// AND: the error is logged: in the log for people,
		CHECK(log.count("error agents: agent_001 is speaking, and may not move: an agent stays "
						"where it is until it has finished speaking") == 1);
		// and in the log of events, from which it can be read back.
		Result<Database> database = Database::connect(folder.database(), {});
		REQUIRE(database.ok());
		Query rows(database.value(),
				"SELECT id, entity, data FROM events WHERE type = 'transition_refused'");
		REQUIRE(rows.next());
		CHECK(rows.integer(0) == told.id.number());
		CHECK(rows.text(1) == "agent_001");
		CHECK(json::parse(rows.text(2)) ==
				json{ { "state", "speaking" }, { "wanted", "move" },
						{ "reason", refused.reason } });
		CHECK_FALSE(rows.next());
		// until the agent is idle again.
		REQUIRE(world.pass_until([&] { return world.state(ada).at("state") == "idle"; }));
		CHECK(world.ask({ { "type", "move_request" }, { "agent_id", "agent_001" },
								{ "position", { { "x", 9 }, { "y", 9 } } } })
						.at("ok") == true);
		CHECK(world.state(ada).at("position") == json{ { "x", 9.0 }, { "y", 9.0 } });
	}
}
