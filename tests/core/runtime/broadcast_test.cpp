#include <doctest/doctest.h>

#include "core/store/database.h"
#include "world.h"

#include <string>

// A message to everybody, timed by the machine's own clock. The benchmarks measure how long it
// takes exactly (bus.broadcast_5000_p99, event.end_to_end_p99).

using namespace agent_runtime;
using nlohmann::json;

namespace {

constexpr int OTHERS = 50;
// The spec demands less than 100 ms; this is ten times that, for busy machines.
constexpr auto LONGEST_BROADCAST = 1s;

// On a machine that is busy with other programs, one of them may take longer for it, or two. More
// would hide a runtime that is late as a rule.
constexpr int MOST_BROADCASTS = 3;

} // namespace

TEST_SUITE("Spec 000 by a real clock") {
	TEST_CASE("spec:000.4.1 a message reaches all subscribers, whole, before a second has passed") {
		const Folder folder;
		SystemClock clock;
		Collector sink;
		RuntimeOptions options;
		options.database_path = folder.database();
		Result<std::unique_ptr<Runtime>> started = Runtime::start(std::move(options), clock, {});
		REQUIRE_MESSAGE(started.ok(), started.status().to_string());
		Runtime &runtime = *started.value();
		const json quiet{ { "name", "Subscriber" }, { "think_interval", 0 } };
		const AgentId ada = spawn_agent(runtime, quiet).value();
		for (int i = 0; i < OTHERS; i++) {
			json far_away = quiet;
			far_away["initial_position"] = { { "x", 100 * i }, { "y", 0 } };
			REQUIRE(spawn_agent(runtime, far_away).ok());
		}
		const auto count_of = [&](const auto &matches) {
			runtime.pump().drain(sink, std::nullopt);
			int found = 0;
			for (const PublishedEvent &each : sink.events) {
				found += matches(each.event) ? 1 : 0;
			}
			return found;
		};
		REQUIRE(comes_true([&] {
			return count_of([](const Event &event) { return event.data.is<AgentSpawned>(); }) ==
					OTHERS + 1;
		}));
		Result<Database> database = Database::connect(folder.database(), {});
		REQUIRE(database.ok());
		// How long it takes until all have heard these words, and the game was told.
		const auto broadcast = [&](const std::string &content) {
			const auto heard = [&] {
				return database.value()
						.integer("SELECT count(*) FROM agent_conversations WHERE content = ?1 AND "
								 "agent_id <> 'agent_001'",
								0, content)
						.value_or(-1);
			};
			CHECK(heard() == 0);
			// WHEN: one publishes a message,
			const auto begun = std::chrono::steady_clock::now();
			runtime.requests().handle(
					{ { "type", "publish_message_request" }, { "from", ada.to_string() },
							{ "message_type", "AgentSpoke" }, { "content", content } },
					[](const json &) {});
			// THEN: it has reached all of them, AND: complete: each has it in what it has heard,
			CHECK(comes_true([&] { return heard() == OTHERS; }));
			// and the game was told, with everybody who heard it.
			CHECK(comes_true([&] {
				return count_of([&](const Event &event) {
					const AgentSpoke *spoke = event.data.get_if<AgentSpoke>();
					return spoke != nullptr && spoke->message->content == content &&
							spoke->message->hearers.size() == OTHERS;
				}) == 1;
			}));
			return std::chrono::duration_cast<std::chrono::milliseconds>(
					std::chrono::steady_clock::now() - begun);
		};
		std::chrono::milliseconds took = LONGEST_BROADCAST;
		for (int i = 0; i < MOST_BROADCASTS && took >= LONGEST_BROADCAST; i++) {
			took = broadcast("Message " + std::to_string(i) + ", " + std::string(5'000, 'x'));
		}
		CHECK(took < LONGEST_BROADCAST);
		runtime.stop();
	}
}
