#include "core/built_in/offline_mind.h"
#include "core/runtime/recording.h"
#include "world.h"

#include <atomic>
#include <mutex>

using namespace agent_runtime;
using nlohmann::json;

namespace {

class WarningLines {
public:
	Logger logger() {
		return Logger(std::make_shared<CallbackLogSink>([this](const LogRecord &record) {
			const std::lock_guard lock(mutex_);
			lines_.emplace_back(record.message);
		}),
				LogLevel::warning);
	}
	std::vector<std::string> with(const std::string &words) {
		const std::lock_guard lock(mutex_);
		std::vector<std::string> found;
		for (const std::string &line : lines_) {
			if (line.find(words) != std::string::npos) {
				found.push_back(line);
			}
		}
		return found;
	}

private:
	std::mutex mutex_;
	std::vector<std::string> lines_;
};

// Ends the thread of the steps, as a machine without memory does.
class DeadlyMind : public InProcessMind {
public:
	Result<MindAction> think(const MindRequest &) const override { return MindAction(); }
	Micros delay_of(const MindRequest &) const override { throw std::bad_alloc(); }
};

// Holds the thread of the steps up until it is let go.
class HeldMind : public InProcessMind {
public:
	Result<MindAction> think(const MindRequest &) const override { return MindAction(); }
	Micros delay_of(const MindRequest &) const override {
		holds_ = true;
		holds_.notify_all();
		goes_on_.wait(false);
		return {};
	}
	void let_go() {
		goes_on_ = true;
		goes_on_.notify_all();
	}
	bool holds() const { return holds_; }

private:
	mutable std::atomic<bool> holds_{ false };
	std::atomic<bool> goes_on_{ false };
};

// A connection that fails in a way that nobody has thought of.
class ThrowingTransport : public HttpTransport {
public:
	std::unique_ptr<HttpExchange> send(HttpRequest, HttpListener &) override { throw 1; }
};

// A transport with a thread of its own, which has failed.
class EndedTransport : public HttpTransport {
public:
	std::unique_ptr<HttpExchange> send(HttpRequest, HttpListener &) override { return nullptr; }
	Status stop() override { return Status(StatusCode::internal, "the thread ar-net ended"); }
};

std::int64_t count_in_file(const std::string &path, const std::string &sql) {
	Result<Database> file = Database::connect(path, { .access = Access::read_only });
	REQUIRE(file.ok());
	return file.value().integer(sql, -1).value();
}

} // namespace

TEST_SUITE("Runtime's time and end") {
	TEST_CASE("a world that cannot keep up is slowed down instead of catching up later") {
		WarningLines lines;
		TestWorld world(RuntimeOptions{}, lines.logger());
		const AgentId ada =
				spawn_agent(*world.runtime, { { "name", "Ada" }, { "think_interval", 1 } }).value();
		CHECK(world.wait_until([&] { return world.count<AgentSpawned>(ada) == 1; }));
		CHECK(world.wait_until([&] { return world.runtime->stats().rests; }));
		// Nothing can keep up with a jump.
		world.clock.advance(1h);
		CHECK(world.wait_until([&] { return world.runtime->stats().rests; }));
		CHECK(world.runtime->stats().lag <= 1s);
		const int changes = world.count<AgentStateChanged>(ada);
		CHECK(changes < 10); // an hour has hundreds
		REQUIRE(lines.with("slowed down by").size() == 1);
		CHECK(lines.with("slowed down by 359").size() == 1);
		CHECK(world.pass_until([&] { return world.count<AgentStateChanged>(ada) > changes; }));
		// What comes within a minute gets no line of its own.
		for (int i = 0; i < 5; i++) {
			world.clock.advance(10s);
			CHECK(world.wait_until([&] { return world.runtime->stats().rests; }));
		}
		CHECK(lines.with("slowed down by").size() == 1);
		CHECK(world.runtime->stop().ok());
		CHECK(lines.with("slowed down by").size() == 2);
	}

	TEST_CASE("a world that was held has not been slow") {
		ManualClock clock;
		ScaledClock sim_clock(clock);
		const OfflineMind mind;
		LastPrompts last_prompts;
		MindDesk desk(mind, last_prompts, false, Logger());
		SnapshotBoard board;
		Simulation simulation({}, desk, board, Logger());
		CallBook calls;
		WarningLines lines;
		std::atomic<int> steps{ 0 };
		SimDriver driver(
				simulation, calls, clock, sim_clock, 1s,
				[&](std::unique_ptr<StepOutput>) { steps++; }, lines.logger());
		std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
		profile->think_interval = 1s;
		simulation.post(SpawnInput{ AgentId(1), profile, {}, nullptr });
		REQUIRE(driver.start().ok());
		REQUIRE(driver.hold());
		const int before = steps;
		clock.advance(1h);
		driver.let_go();
		CHECK(comes_true([&] { return steps > before; }));
		CHECK(driver.stop().ok());
		CHECK(lines.with("slowed down by").empty());
	}

	TEST_CASE(
			"how far the clock may be ahead is a setting, and one that makes no sense is refused") {
		RuntimeOptions options;
		options.config.most_lag = 3600.0;
		TestWorld world(options);
		const AgentId ada =
				spawn_agent(*world.runtime, { { "name", "Ada" }, { "think_interval", 1 } }).value();
		CHECK(world.wait_until([&] { return world.count<AgentSpawned>(ada) == 1; }));
		world.clock.advance(10min);
		CHECK(world.wait_until([&] { return world.count<AgentStateChanged>(ada) > 50; }));
		for (const double wrong : { 0.0, -1.0, 3601.0, std::nan("") }) {
			options.config.most_lag = wrong;
			ManualClock clock;
			const Result<std::unique_ptr<Runtime>> refused = Runtime::start(options, clock);
			REQUIRE_FALSE(refused.ok());
			CHECK(refused.status().message().starts_with("most_lag: "));
		}
	}

	TEST_CASE("a crowd that was promised its ids just before the stop is in the file") {
		const Folder folder;
		constexpr int CROWD = 20'000;
		TestWorld world(folder.database());
		REQUIRE(spawn_agents(*world.runtime, { { "name", "Villager" } }, CROWD).ok());
		REQUIRE(send_message(*world.runtime, {}, AgentId(CROWD), "Remember this").ok());
		CHECK(world.runtime->stop().ok());
		CHECK(count_in_file(folder.database(), "SELECT count(*) FROM agents") == CROWD);
		CHECK(count_in_file(folder.database(),
					  "SELECT count(*) FROM agent_conversations WHERE agent_id = 'agent_20000'") ==
				1);
		CHECK(count_in_file(folder.database(), "SELECT count(*) FROM agent_state_history") == 0);
		CHECK(spawn_agent(*world.runtime, json::object()).status().code() == StatusCode::cancelled);
	}

	TEST_CASE("more than can be stored soon is refused, and the stop stores what was not") {
		const Folder folder;
		constexpr std::int64_t CROWD = 300;
		constexpr std::int64_t MOST = 3'000;
		HeldMind mind;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.mind = &mind;
		options.most_waiting_hearings = MOST;
		TestWorld world(options);
		const json remote{ { "name", "Ada" },
			{ "initial_position", { { "x", 900 }, { "y", 0 } } } };
		const AgentId ada = spawn_agent(*world.runtime, remote).value();
		REQUIRE(send_message(*world.runtime, {}, ada, "Think").ok());
		REQUIRE(world.pass_until([&] { return mind.holds(); }));
		REQUIRE(spawn_agents(*world.runtime, { { "name", "Villager" } }, CROWD).ok());
		std::int64_t accepted = 0;
		Status refused;
		while (refused.ok() && accepted <= MOST) {
			refused = send_message(*world.runtime, {}, {}, "Hear, hear");
			accepted += refused.ok() ? 1 : 0;
		}
		CHECK(accepted == MOST / CROWD);
		CHECK(refused.code() == StatusCode::exhausted);
		CHECK(refused.message().find("3000 lines wait to be heard") != std::string::npos);
		const std::shared_ptr<TestWorld::Replies> replies =
				world.send({ { "type", "publish_message_request" }, { "content", "All" } });
		const std::optional<json> reply = replies->take();
		REQUIRE(reply.has_value());
		CHECK(reply->at("error").at("code") == "exhausted");
		// Anything but words is still accepted.
		CHECK(spawn_agent(*world.runtime, { { "name", "Bob" } }).ok());
		SUBCASE("when it has been heard, more can be said") {
			mind.let_go();
			CHECK(world.pass_until(
					[&] { return send_message(*world.runtime, {}, {}, "And again").ok(); }));
			CHECK(world.runtime->stop().ok());
		}
		SUBCASE("when the world ends meanwhile, nothing that was accepted is lost") {
			mind.let_go();
			CHECK(world.runtime->stop().ok());
		}
		CHECK(count_in_file(folder.database(),
					  "SELECT count(*) FROM agent_conversations WHERE content = 'Hear, hear'") ==
				accepted * CROWD);
	}

	TEST_CASE("a world that was stopped in the middle of it all can be replayed to its end") {
		const Folder folder;
		{
			TestWorld world(folder.database(), true);
			REQUIRE(spawn_agents(*world.runtime, { { "name", "Villager" } }, 50).ok());
			CHECK(world.pass_until([&] {
				return std::count_if(world.sink.events.begin(), world.sink.events.end(),
							   [](const PublishedEvent &each) {
								   return each.event.data.is<AgentSpoke>();
							   }) > 20;
			}));
			world.clock.advance(10min);
			REQUIRE(spawn_agents(*world.runtime, { { "name", "Late" } }, 50).ok());
			REQUIRE(send_message(*world.runtime, {}, {}, "Good night").ok());
			CHECK(world.runtime->stop().ok());
		}
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		const Result<ReplayResult> replayed = replay_recording(file.value(), 2);
		REQUIRE_MESSAGE(replayed.ok(), replayed.status().to_string());
		CHECK_FALSE(replayed.value().divergence);
	}

	TEST_CASE("a stop says that a thread has ended by an exception") {
		const DeadlyMind mind;
		RuntimeOptions options;
		options.mind = &mind;
		WarningLines lines;
		TestWorld world(options, lines.logger());
		const AgentId ada = spawn_agent(*world.runtime, { { "name", "Ada" } }).value();
		REQUIRE(send_message(*world.runtime, {}, ada, "Think").ok());
		CHECK(world.pass_until([&] { return !lines.with("ar-sim ended").empty(); }));
		const Status &end = world.runtime->stop();
		CHECK(end.code() == StatusCode::internal);
		CHECK(end.message() == "the thread ar-sim ended by an exception: std::bad_alloc");
	}

	TEST_CASE("a stop says that something has failed on the thread of the models") {
		RuntimeOptions options;
		options.make_http = [](IoThread &) -> std::unique_ptr<HttpTransport> {
			return std::make_unique<ThrowingTransport>();
		};
		options.minds.of(MindKind::openai).base_url = "http://127.0.0.1:9/v1";
		options.minds.of(MindKind::openai).model = "any";
		WarningLines lines;
		TestWorld world(options, lines.logger());
		const AgentId ada =
				spawn_agent(*world.runtime, { { "name", "Ada" }, { "cli_backend", "openai" } })
						.value();
		REQUIRE(send_message(*world.runtime, {}, ada, "Think").ok());
		REQUIRE(world.pass_until([&] { return !lines.with("ar-models: a handler").empty(); }));
		const Status &end = world.runtime->stop();
		CHECK(end.code() == StatusCode::internal);
		CHECK(end.message() == "ar-models: a handler failed by an exception that says nothing");
	}

	TEST_CASE("a stop says that a thread of the connections to models has failed") {
		RuntimeOptions options;
		options.make_http = [](IoThread &) -> std::unique_ptr<HttpTransport> {
			return std::make_unique<EndedTransport>();
		};
		TestWorld world(options);
		const Status &end = world.runtime->stop();
		CHECK(end.code() == StatusCode::internal);
		CHECK(end.message() == "the thread ar-net ended");
	}

	TEST_CASE("a thread of the steps that has ended holds up neither a save nor the stop") {
		const Folder folder;
		const DeadlyMind mind;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.mind = &mind;
		WarningLines lines;
		TestWorld world(options, lines.logger());
		const AgentId ada = spawn_agent(*world.runtime, { { "name", "Ada" } }).value();
		REQUIRE(send_message(*world.runtime, {}, ada, "Think").ok());
		REQUIRE(world.pass_until([&] { return !lines.with("ar-sim ended").empty(); }));
		const json reply = world.ask({ { "type", "slot_save_request" }, { "slot", "one" } });
		CHECK(reply.at("ok") == false);
		CHECK(reply.at("error").at("message").get<std::string>().starts_with("the world's thread"));
		const std::shared_ptr<TestWorld::Replies> late =
				world.send({ { "type", "slot_save_request" }, { "slot", "two" } });
		CHECK(world.runtime->stop().code() == StatusCode::internal);
		CHECK(late->take().has_value());
	}

	TEST_CASE("a stop says what was not written") {
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.writer.busy_limit = 5ms;
		options.writer.retry_every = 2ms;
		WarningLines lines;
		TestWorld world(options, lines.logger());
		CHECK(world.pass_until([&] { return !world.sink.events.empty(); }));
		Result<Database> stranger = Database::connect(folder.database(), {});
		REQUIRE(stranger.ok());
		REQUIRE(stranger.value().exec("BEGIN IMMEDIATE").ok());
		REQUIRE(spawn_agents(*world.runtime, { { "name", "Villager" } }, 5'000).ok());
		const Status &end = world.runtime->stop();
		CHECK(end.code() == StatusCode::unavailable);
		CHECK(end.message().find("could not write") != std::string::npos);
		// In one line, however many there are.
		CHECK(lines.with("could not write").size() == 1);
		CHECK(lines.with("could not be stored").empty());
	}
}
