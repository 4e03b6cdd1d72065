#include "core/base/vocabulary.h"
#include "core/runtime/recording.h"
#include "core/store/migrations.h"
#include "core/store/slot_reader.h"
#include "save_games.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include <sys/stat.h>

using namespace agent_runtime;
using nlohmann::json;

TEST_SUITE("Save games") {
	using namespace save_games;

	constexpr int MOST_ASKED = 500;

	TEST_CASE("a slot that cannot be loaded leaves the world as it is") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		for (int i = 0; i < 20; i++) {
			talk(world, ada, "A line of some length, so that there is something to damage.");
		}
		save(world, "good");
		const std::string path = slot_file(folder, "bad");
		std::filesystem::copy_file(slot_file(folder, "good"), path);
		walk(world, ada, 5, 5);
		std::string expected;
		SUBCASE("cut off") {
			std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
			expected = "corrupt";
		}
		SUBCASE("overwritten") {
			std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
			file.seekp(9000);
			file << std::string(30'000, 'x');
			expected = "corrupt";
		}
		SUBCASE("no database at all") {
			std::ofstream(path) << std::string(5000, 'x');
			expected = "corrupt";
		}
		SUBCASE("another database") {
			std::filesystem::remove(path);
			std::filesystem::copy_file(folder.database(), path);
			expected = "failed_precondition";
		}
		SUBCASE("of a newer program") {
			Result<Database> slot = Database::connect(path, {});
			REQUIRE(slot.value().exec("PRAGMA user_version = 99").ok());
			expected = "unsupported";
		}
		CHECK(error_of(world, "slot_load_request", "bad") == expected);
		CHECK(world.state(ada).at("position").at("x") == 5.0);
		talk(world, ada, "Still there?");
		CHECK(list_slots(folder.database()).size() == 2);
		Database file = reading(folder.database());
		CHECK(file.text("SELECT value FROM meta WHERE key = 'world_generation'", "").value() ==
				"1");
	}

	TEST_CASE(
			"a pipe in the place of a slot holds up nobody, and what a save left is cleared away") {
		const Folder folder;
		const std::string left = slot_file(folder, "half") + ".part";
		std::filesystem::create_directories(std::filesystem::path(left).parent_path());
		std::ofstream(left) << "half";
		TestWorld world(folder.database(), false, brisk());
		spawn(world, loner("Ada"));
		REQUIRE(mkfifo(slot_file(folder, "pipe").c_str(), 0600) == 0);
		CHECK(error_of(world, "slot_load_request", "pipe") == "failed_precondition");
		CHECK_FALSE(std::filesystem::exists(left));
		const json slots = result_of(world, { { "type", "slots_request" } }).at("slots");
		REQUIRE(slots.size() == 1);
		CHECK(slots[0].at("problem").get<std::string>().find("a pipe or a device") !=
				std::string::npos);
		save(world, "pipe");
		load(world, "pipe");
		CHECK(names(world) == "Ada ");
	}

	TEST_CASE("a slot of an older program is brought up to date on the way, and stays as it is") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		talk(world, ada, "Hello.");
		const json lines = memory_of(world, ada);
		save(world, "old");
		{
			const std::string saved = folder.database() + ".new";
			std::filesystem::rename(slot_file(folder, "old"), saved);
			Result<Database> slot = connect_whole(slot_file(folder, "old"));
			REQUIRE(slot.ok());
			REQUIRE(make_tables(slot.value(), common_versions(2)).ok());
			REQUIRE(slot.value()
							.exec("ATTACH '" + saved +
									"' AS saved; INSERT INTO agents SELECT * FROM saved.agents;"
									" INSERT INTO agent_conversations SELECT * FROM"
									" saved.agent_conversations; DELETE FROM meta; INSERT INTO meta"
									" SELECT * FROM saved.meta WHERE key NOT IN ('slot_checksum',"
									" 'max_bytes'); DETACH saved; PRAGMA application_id = " +
									std::to_string(SLOT_APPLICATION_ID))
							.ok());
		}
		const auto size = std::filesystem::file_size(slot_file(folder, "old"));
		talk(world, ada, "Goodbye.");
		load(world, "old");
		CHECK(memory_of(world, ada) == lines);
		CHECK(std::filesystem::file_size(slot_file(folder, "old")) == size);
		CHECK(list_slots(folder.database()).size() == 1);
	}

	TEST_CASE("a load that cannot be written leaves the old world, which goes on") {
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.settings = brisk();
		options.writer.busy_limit = 20ms;
		options.writer.retry_every = 5ms;
		TestWorld world(options);
		const AgentId ada = spawn(world, loner("Ada"));
		save(world, "one");
		walk(world, ada, 5, 5);
		{
			Result<Database> other = Database::connect(folder.database(), {});
			REQUIRE(other.value().exec("BEGIN IMMEDIATE").ok());
			CHECK(error_of(world, "slot_load_request", "one") == "unavailable");
			CHECK(world.state(ada).at("position").at("x") == 5.0);
			REQUIRE(other.value().exec("ROLLBACK").ok());
		}
		walk(world, ada, 6, 6);
		CHECK(world.pass_until(
				[&] { return error_of(world, "slot_load_request", "one") == "none"; }));
		CHECK(world.state(ada).at("position").at("x") == 0.0);
	}

	TEST_CASE("other programs on the file see the old world or the new one, never a part of one") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		talk(world, ada, "First.");
		save(world, "one");
		spawn(world, loner("Bob"));
		talk(world, ada, "Second.");
		Database other = reading(folder.database());
		const char *const agents = "SELECT count(*) FROM agents";
		const char *const lines = "SELECT count(*) FROM agent_conversations";
		const char *const worlds = "SELECT value FROM meta WHERE key = 'world_generation'";
		REQUIRE(other.exec("BEGIN").ok());
		const std::int64_t lines_before = number(other, lines);
		CHECK(number(other, agents) == 2);
		load(world, "one");
		CHECK(number(other, agents) == 2);
		CHECK(number(other, lines) == lines_before);
		CHECK(other.text(worlds, "").value() == "1");
		REQUIRE(other.exec("COMMIT").ok());
		// The same statements, prepared before the tables changed.
		CHECK(number(other, agents) == 1);
		CHECK(number(other, lines) == 2);
		CHECK(other.text(worlds, "").value() == "2");
		CHECK(number(other,
					  "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check"
					  " <> 'ok'") == 0);
	}

	TEST_CASE("what is left of a world that is gone goes by itself, from the index too") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		talk(world, ada, "The blue door creaks.");
		save(world, "one");
		for (int i = 0; i < 200; i++) {
			REQUIRE(send_message(*world.runtime, {}, ada, "A purple window opens.").ok());
		}
		talk(world, ada, "A purple window opens.");
		const auto found = [&](const char *words) {
			json request = about("search_request", ada);
			request["text"] = words;
			return result_of(world, request).at("lines").size();
		};
		CHECK(world.pass_until([&] { return found("purple") > 0; }));
		load(world, "one");
		CHECK(found("purple") == 0);
		CHECK(world.pass_until([&] { return found("blue") > 0; }));
		Database file = reading(folder.database());
		CHECK(world.pass_until([&] {
			return number(file,
						   "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name"
						   " GLOB '*_g[0-9]*'") == 0;
		}));
		CHECK(number(file, "SELECT count(*) FROM conversation_search") ==
				number(file, "SELECT count(*) FROM agent_conversations"));
	}

	TEST_CASE("what a request was to do to a world that is gone is not done, and it is told so") {
		AgentSettings patient = brisk();
		patient.walk_deadline = 24h * 365;
		const Folder folder;
		TestWorld world(folder.database(), false, patient);
		json config = loner("Ada");
		config["position_owner"] = "game";
		const AgentId ada = spawn(world, config);
		save(world, "one");
		json move = about("move_request", ada);
		move["position"] = { { "x", 3 }, { "y", 3 } };
		const std::shared_ptr<TestWorld::Replies> waiting = world.send(move);
		REQUIRE(world.pass_until([&] { return !world.sink.calls.empty(); }));
		const CallId call = world.sink.calls.back().call;
		load(world, "one");
		const std::optional<json> reply = waiting->take();
		REQUIRE(reply.has_value());
		CHECK(reply->at("error").at("code") == "cancelled");
		CHECK(world.runtime->answer_call({ .call = call }).code() == StatusCode::not_found);
		CHECK_FALSE(waiting->take().has_value());
	}

	TEST_CASE("what the game has registered holds in a world that was loaded") {
		const json schema{ { "type", "object" }, { "properties", json::object() } };
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		REQUIRE(world.runtime->gifts()
						.register_action("ring_bell", { "Ring the bell.", schema })
						.ok());
		const AgentId ada = spawn(world, loner("Ada", "game"));
		save(world, "one");
		load(world, "one");
		REQUIRE(send_message(*world.runtime, {}, ada, "Ring it.").ok());
		REQUIRE(world.pass_until([&] { return !world.sink.calls.empty(); }));
		const GameCall call = world.sink.calls.back();
		CallAnswer answer;
		answer.call = call.call;
		answer.kind = CallKind::mind;
		answer.result = R"({"action":"action","name":"ring_bell","arguments":{}})";
		REQUIRE(world.runtime->answer_call(answer).ok());
		const bool rings = world.pass_until([&] {
			return world.sink.calls.back().kind == CallKind::action &&
					world.sink.calls.back().action == "ring_bell";
		});
		CHECK(rings);
	}

	TEST_CASE("a conversation that was going on when the world was saved can go on from there") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		const AgentId bob = spawn(world, loner("Bob"));
		const json start{ { "type", "startAutoMode" }, { "topic", "Bells" },
			{ "agents", { ada.to_string(), bob.to_string() } }, { "duration_ms", 3'600'000 } };
		const auto turns_of = [&](const std::string &talk) {
			const json talks = result_of(
					world, { { "type", "auto_mode_request" }, { "conversation_id", talk } });
			return talks.at("conversations").at(0);
		};
		const std::string one = result_of(world, start).at("conversation_id");
		REQUIRE(world.pass_until([&] { return turns_of(one).at("turn") >= 2; }));
		const int turns = turns_of(one).at("turn"); // one more may be said before it is saved
		save(world, "talking");
		result_of(world, { { "type", "stopAutoMode" }, { "conversation_id", one } });
		REQUIRE(world.pass_until([&] { return turns_of(one).at("status") == "ended"; }));
		const std::string other = result_of(world, start).at("conversation_id");
		REQUIRE(world.pass_until([&] { return turns_of(other).at("turn") >= 1; }));
		world.sink.events.clear();
		load(world, "talking");

		CHECK(turns_of(one).at("status") == "interrupted");
		CHECK(turns_of(one).at("turn") >= turns);
		CHECK(error_of(world, "slot_load_request", "none") == "not_found");
		CHECK(world.ask({ { "type", "auto_mode_request" }, { "conversation_id", other } })
						.at("ok") == false);
		const auto ends_of = [&](const std::string &talk) {
			int ends = 0;
			for (const PublishedEvent &each : world.sink.events) {
				const AutoModeEnded *ended = each.event.data.get_if<AutoModeEnded>();
				ends += ended != nullptr && ended->talk.to_string() == talk &&
								ended->reason == TalkEnd::interrupted
						? 1
						: 0;
			}
			return ends;
		};
		CHECK(world.wait_until([&] { return ends_of(one) == 1 && ends_of(other) == 1; }));
		result_of(world, { { "type", "continueAutoMode" }, { "conversation_id", one } });
		CHECK(world.pass_until([&] { return turns_of(one).at("turn") > turns + 1; }));
		result_of(world, { { "type", "stopAutoMode" }, { "conversation_id", one } });
		REQUIRE(world.pass_until([&] { return turns_of(one).at("status") == "ended"; }));
		// The id of the one that is gone is not given again.
		CHECK(result_of(world, start).at("conversation_id") == "conversation_003");
	}

	TEST_CASE("a paused world stays paused, and can be saved and loaded") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		spawn(world, loner("Ada"));
		REQUIRE(set_world_paused(*world.runtime, true).ok());
		save(world, "one");
		spawn(world, loner("Bob"));
		load(world, "one");
		CHECK(names(world) == "Ada ");
		CHECK(world.runtime->is_world_paused());
	}

	TEST_CASE("a recording begins anew with the world that was loaded, and can be replayed") {
		const Folder folder;
		{
			TestWorld world(folder.database(), true, brisk());
			const AgentId ada = spawn(world, loner("Ada"));
			json walker = loner("Bob");
			walker["position_owner"] = "game";
			const AgentId bob = spawn(world, walker);
			save(world, "one");
			talk(world, ada, "Hello.");
			json move = about("move_request", bob);
			move["position"] = { { "x", 3 }, { "y", 3 } };
			world.send(move);
			REQUIRE(world.pass_until([&] { return !world.sink.calls.empty(); }));
			load(world, "one");
			talk(world, ada, "Hello again.");
			world.sink.calls.clear();
			world.send(move);
			REQUIRE(world.pass_until([&] { return !world.sink.calls.empty(); }));
			CHECK(world.runtime->answer_call({ .call = world.sink.calls.back().call }).ok());
			REQUIRE(world.pass_until([&] { return world.count<AgentMoved>(bob) == 1; }));
			world.runtime->stop();
		}
		Database file = reading(folder.database());
		const Result<ReplayResult> replayed = replay_recording(file, 0);
		REQUIRE_MESSAGE(replayed.ok(), replayed.status().to_string());
		CHECK(replayed.value().events > 4);
		CHECK_MESSAGE(!replayed.value().divergence, replayed.value().divergence->to_string());
	}

	TEST_CASE(
			"each save and load is answered exactly once, also when the runtime stops meanwhile") {
		for (int round = 0; round < 10; round++) {
			const Folder folder;
			std::vector<std::shared_ptr<TestWorld::Replies>> replies;
			{
				TestWorld world(folder.database(), false, brisk());
				for (int i = 0; i < 50; i++) {
					REQUIRE(spawn_agent(*world.runtime, { { "think_interval", 0 } }).ok());
				}
				save(world, "one");
				for (int i = 0; i < 4; i++) {
					const char *type = i % 2 == 0 ? "slot_load_request" : "slot_save_request";
					replies.push_back(world.send({ { "type", type }, { "slot", "one" } }));
				}
				if (round % 2 == 1) {
					world.pass_until([&] { return world.count<AgentSpawned>(AgentId(1)) > 1; });
				}
				world.runtime->stop();
			}
			for (const std::shared_ptr<TestWorld::Replies> &each : replies) {
				const std::optional<json> reply = each->take();
				REQUIRE(reply.has_value());
				CHECK((reply->at("ok") == true || reply->at("error").at("code") == "cancelled"));
				CHECK_FALSE(each->take().has_value());
			}
			TestWorld world(folder.database(), false, brisk());
			CHECK(world.runtime->agents().size() == 50);
			CHECK(list_slots(folder.database()).at(0).problem.ok());
		}
	}

	TEST_CASE("messages and spawns from other threads while a world is loaded lose no reply") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		save(world, "one");
		std::atomic<int> asked{ 0 };
		const std::shared_ptr<TestWorld::Replies> replies = std::make_shared<TestWorld::Replies>();
		std::jthread other([&](const std::stop_token &over) {
			while (!over.stop_requested() && asked.load() < MOST_ASKED) {
				json pause = about(
						asked.load() % 2 == 0 ? "agent_pause_request" : "agent_resume_request",
						ada);
				world.runtime->requests().handle(
						pause, [replies](const json &reply) { replies->put(reply); });
				asked.fetch_add(1);
				const Result<AgentId> spawned =
						spawn_agent(*world.runtime, { { "think_interval", 0 } });
				CHECK(spawned.ok());
				std::this_thread::yield();
			}
		});
		for (int i = 0; i < 5; i++) {
			load(world, "one");
		}
		other.request_stop();
		other.join();
		int answered = 0;
		CHECK(world.pass_until([&] {
			while (replies->take()) {
				answered++;
			}
			return answered == asked.load();
		}));
		// An agent that was promised an id is alive, or went with the world in which it was
		// promised.
		CHECK(world.pass_until([&] {
			for (const AgentId agent : world.runtime->agents()) {
				if (world.state(agent).at("pending") == true) {
					return false;
				}
			}
			return true;
		}));
	}
}
