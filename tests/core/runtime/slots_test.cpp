#include "core/base/vocabulary.h"
#include "core/runtime/recording.h"
#include "core/store/slots.h"
#include "world.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace agent_runtime;
using nlohmann::json;

namespace {

json loner(const std::string &name, const std::string &backend = "offline") {
	return { { "name", name }, { "key", name }, { "cli_backend", backend },
		{ "think_interval", 0 } };
}

// Nobody takes time to listen, think and speak: a busy machine lets little of it pass.
AgentSettings brisk() {
	AgentSettings settings;
	settings.listening = 1ms;
	settings.offline_thought = 1ms;
	settings.offline_spread = 1ms;
	settings.characters_per_second = 0.0;
	return settings;
}

json about(const char *type, AgentId agent) {
	return { { "type", type }, { "agent_id", agent.to_string() } };
}

json result_of(World &world, const json &request) {
	const json reply = world.ask(request);
	REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
	return reply.value("result", json());
}

json save(World &world, const std::string &slot) {
	return result_of(world, { { "type", "slot_save_request" }, { "slot", slot } });
}

json load(World &world, const std::string &slot) {
	return result_of(world, { { "type", "slot_load_request" }, { "slot", slot } });
}

std::string error_of(World &world, const char *type, const std::string &slot) {
	const json reply = world.ask({ { "type", type }, { "slot", slot } });
	return reply.at("ok") == true ? "none" : reply.at("error").at("code").get<std::string>();
}

// All that is remembered of an agent, and all tasks, as clients see them.
json memory_of(World &world, AgentId agent) {
	json request = about("memory_request", agent);
	request["limit"] = 1000;
	return result_of(world, request).at("lines");
}

json all_tasks(World &world) {
	return result_of(world, { { "type", "tasks_request" } }).at("tasks");
}

bool is_idle(const World &world, AgentId agent) {
	const Result<json> state = world.runtime->agent_state(agent);
	return state.ok() && state.value().at("pending") == false &&
			state.value().at("state") == "idle";
}

AgentId spawn(World &world, const json &config) {
	const AgentId agent = world.runtime->spawn_agent(config).value();
	REQUIRE(world.pass_until([&] { return is_idle(world, agent); }));
	return agent;
}

void walk(World &world, AgentId agent, int x, int y) {
	json request = about("move_request", agent);
	request["position"] = { { "x", x }, { "y", y } };
	result_of(world, request);
}

// Lets the agent hear something, and answer.
void talk(World &world, AgentId agent, const std::string &words) {
	const int before = world.count<AgentSpoke>(agent);
	REQUIRE(world.runtime->send_message({}, agent, words).ok());
	REQUIRE(world.pass_until(
			[&] { return world.count<AgentSpoke>(agent) > before && is_idle(world, agent); }));
}

std::string names(const World &world) {
	std::string all;
	for (const AgentId agent : world.runtime->agents()) {
		all += world.state(agent).at("name").get<std::string>() + " ";
	}
	return all;
}

Database reading(const std::string &path) {
	Result<Database> file = Database::connect(path, { .access = Access::read_only });
	REQUIRE(file.ok());
	return std::move(file).value();
}

std::int64_t number(Database &database, const std::string &sql) {
	return database.integer(sql, -1).value();
}

std::string slot_file(const Folder &folder, const std::string &slot) {
	return slot_path(folder.database(), slot);
}

} // namespace

TEST_SUITE("Save games") {
	TEST_CASE("a world comes back as it was saved: agents, places, memory and tasks") {
		const Folder folder;
		World world(folder.database(), false, brisk());
		json config = loner("Ada");
		config["metadata"] = { { "sprite", "ada.png" } };
		const AgentId ada = spawn(world, config);
		const AgentId bob = spawn(world, loner("Bob"));
		walk(world, ada, 3, 4);
		talk(world, ada, "The blue door creaks.");
		json note = about("memory_note_request", ada);
		note["content"] = "The key is under the mat.";
		result_of(world, note);
		const json task = { { "type", "task_assign_request" }, { "agent_id", bob.to_string() },
			{ "task_name", "Sweep" } };
		result_of(world, task);
		result_of(world, about("agent_pause_request", bob));
		REQUIRE(world.pass_until([&] { return all_tasks(world).size() == 1; }));
		const json lines = memory_of(world, ada);
		const json tasks = all_tasks(world);
		const json cover = save(world, "before");
		CHECK(cover.at("slot") == "before");
		CHECK(cover.at("agents") == 2);

		walk(world, ada, 9, 9);
		talk(world, ada, "The red door is silent.");
		json forget = about("memory_forget_request", ada);
		forget["all"] = true;
		result_of(world, forget);
		json finish{ { "type", "task_finish_request" }, { "status", "failed" } };
		finish["task_id"] = tasks.at(0).at("task_id");
		result_of(world, finish);
		result_of(world, about("agent_terminate_request", bob));
		const AgentId carl = spawn(world, loner("Carl"));
		CHECK(names(world) == "Ada Carl ");

		const json loaded = load(world, "before");
		CHECK(loaded.at("generation") == 2);
		CHECK(names(world) == "Ada Bob ");
		CHECK(world.state(ada).at("position") == json{ { "x", 3.0 }, { "y", 4.0 } });
		CHECK(world.state(ada).at("metadata").at("sprite") == "ada.png");
		CHECK(world.state(bob).at("paused") == true);
		CHECK(is_idle(world, ada));
		CHECK(memory_of(world, ada) == lines);
		CHECK(all_tasks(world) == tasks);
		CHECK(world.runtime->agent_state(carl).status().code() == StatusCode::not_found);
		// Nobody gets the id of one that this world does not know.
		CHECK(spawn(world, loner("Dora")).number() == carl.number() + 1);
		// The key is that of the agent that is there again.
		CHECK(world.runtime->spawn_agent(loner("Bob")).value() == bob);
	}

	TEST_CASE("who shows the world is told who is gone, and who is there again") {
		const Folder folder;
		World world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		save(world, "one");
		const AgentId bob = spawn(world, loner("Bob"));
		REQUIRE(world.wait_until([&] { return world.count<AgentSpawned>(bob) == 1; }));
		world.sink.events.clear();
		load(world, "one");
		REQUIRE(world.wait_until([&] { return world.count<AgentSpawned>(ada) == 1; }));
		std::string story;
		for (const PublishedEvent &each : world.sink.events) {
			CHECK(each.id.is_stored());
			if (const RuntimeNotice *notice = std::get_if<RuntimeNotice>(&each.event.data)) {
				story += notice->type + " " + notice->data + "; ";
			} else {
				story += each.event.entity.to_string() + " " + std::string(event_type(each.event));
				story += "; ";
			}
		}
		CHECK(story ==
				R"(world_loaded {"generation":2,"slot":"one"}; )" + bob.to_string() +
						" agent_terminated; " + ada.to_string() + " agent_spawned; ");
		Database file = reading(folder.database());
		CHECK(file.text("SELECT old_state || ' ' || new_state FROM agent_state_history WHERE"
						" agent_id = 'agent_001' ORDER BY id DESC LIMIT 1",
						  "")
						.value() == "idle idle");
	}

	TEST_CASE("an agent that thought when it was saved starts idle, and its history says so") {
		const Folder folder;
		World world(folder.database(), false, brisk());
		json config = loner("Ada", "game");
		const AgentId ada = spawn(world, config);
		REQUIRE(world.runtime->send_message({}, ada, "Well?").ok());
		REQUIRE(world.pass_until([&] { return !world.sink.calls.empty(); }));
		CHECK(world.state(ada).at("state") == "thinking");
		save(world, "thinking");
		load(world, "thinking");
		CHECK(is_idle(world, ada));
		Database file = reading(folder.database());
		CHECK(file.text("SELECT old_state || ' ' || new_state FROM agent_state_history WHERE"
						" agent_id = 'agent_001' ORDER BY id DESC LIMIT 1",
						  "")
						.value() == "thinking idle");
		CHECK(file.text("SELECT state FROM agents", "").value() == "idle");
		CHECK(number(file, "SELECT generation FROM agents") == 2);
	}

	TEST_CASE("a thought that was on its way when a world was loaded only settles the ledger") {
		const Folder folder;
		World world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada", "game"));
		save(world, "calm");
		REQUIRE(world.runtime->send_message({}, ada, "Well?").ok());
		REQUIRE(world.pass_until([&] { return !world.sink.calls.empty(); }));
		const GameCall call = world.sink.calls.front();
		REQUIRE(call.kind == CallKind::mind);
		world.sink.calls.clear();
		load(world, "calm");
		CallAnswer answer;
		answer.call = call.call;
		answer.kind = CallKind::mind;
		answer.result = "\"Too late\"";
		CHECK(world.runtime->answer_call(answer).code() == StatusCode::not_found);
		CHECK(world.wait_until(
				[&] { return !world.sink.calls.empty() && world.sink.calls.back().withdrawn; }));
		CHECK(is_idle(world, ada));
		CHECK(memory_of(world, ada).empty());
		const json usage =
				result_of(world, { { "type", "usage_request" }, { "account", "agent_001" } });
		CHECK(usage.at("spent").at("calls") == 1);
		CHECK(usage.at("reserved").at("calls") == 0);
		// What is asked now is another call than any before.
		REQUIRE(world.runtime->send_message({}, ada, "And now?").ok());
		REQUIRE(world.pass_until(
				[&] { return !world.sink.calls.empty() && !world.sink.calls.back().withdrawn; }));
		CHECK(world.sink.calls.back().call.number() > call.call.number());
		answer.call = world.sink.calls.back().call;
		answer.result = "\"In time\"";
		CHECK(world.runtime->answer_call(answer).ok());
		CHECK(world.pass_until([&] { return world.count<AgentSpoke>(ada) == 1; }));
	}

	TEST_CASE("the event log, the ledger, locks and the history of states are not rewound") {
		const Folder folder;
		World world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		save(world, "early");
		talk(world, ada, "Say something.");
		save(world, "late"); // all is written by then
		Database file = reading(folder.database());
		const std::int64_t events = number(file, "SELECT max(id) FROM events");
		const std::int64_t states = number(file, "SELECT max(id) FROM agent_state_history");
		load(world, "early");
		CHECK(number(file, "SELECT count(*) FROM events WHERE type = 'agent_speech'") == 2);
		CHECK(number(file, "SELECT id FROM events WHERE type = 'world_loaded'") == events + 1);
		CHECK(number(file, "SELECT max(id) FROM agent_state_history") == states + 1);
		CHECK(number(file, "SELECT count(*) FROM agent_conversations") == 0);
		// Ids of lines and tasks go on too.
		talk(world, ada, "Again.");
		CHECK(number(file, "SELECT min(id) FROM agent_conversations") > 2);
	}

	TEST_CASE("what was loaded is the world at the next start, and ids go on there as well") {
		const Folder folder;
		{
			World world(folder.database(), false, brisk());
			spawn(world, loner("Ada"));
			save(world, "one");
			spawn(world, loner("Bob"));
			spawn(world, loner("Carl"));
			load(world, "one");
			world.runtime->stop();
		}
		World world(folder.database(), false, brisk());
		CHECK(names(world) == "Ada ");
		CHECK(spawn(world, loner("Dora")).to_string() == "agent_004");
		CHECK(load(world, "one").at("generation") == 3);
	}

	TEST_CASE("the second save on a slot is the one that counts, and a slot can be loaded twice") {
		const Folder folder;
		World world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		save(world, "slot");
		walk(world, ada, 5, 5);
		save(world, "slot");
		walk(world, ada, 7, 7);
		for (int i = 0; i < 3; i++) {
			load(world, "slot");
			CHECK(world.state(ada).at("position").at("x") == 5.0);
			walk(world, ada, 7, 7);
		}
		CHECK(list_slots(folder.database()).size() == 1);
		// Saving is done again on what was loaded.
		save(world, "slot");
		load(world, "slot");
		CHECK(world.state(ada).at("position").at("x") == 7.0);
	}

	TEST_CASE("what was asked for just before a save is in it") {
		const Folder folder;
		World world(folder.database(), false, brisk());
		const AgentId ada = world.runtime->spawn_agent(loner("Ada")).value();
		REQUIRE(world.runtime->send_message({}, ada, "Remember this.").ok());
		save(world, "now");
		load(world, "now");
		CHECK(names(world) == "Ada ");
		REQUIRE_FALSE(memory_of(world, ada).empty());
		CHECK(memory_of(world, ada).back().at("content") == "Remember this.");
	}

	TEST_CASE("slots are listed and deleted, and a wrong name is refused with what is allowed") {
		const Folder folder;
		World world(folder.database(), false, brisk());
		spawn(world, loner("Ada"));
		CHECK(result_of(world, { { "type", "slots_request" } }).at("slots").empty());
		save(world, "first");
		save(world, "Second-2_x");
		json slots = result_of(world, { { "type", "slots_request" } }).at("slots");
		REQUIRE(slots.size() == 2);
		for (const json &slot : slots) {
			CHECK(slot.at("agents") == 1);
			CHECK(slot.at("event_id").get<std::int64_t>() > 0);
			CHECK(slot.at("saved_at").get<std::string>().size() > 10);
		}
		CHECK(error_of(world, "slot_delete_request", "first") == "none");
		CHECK(error_of(world, "slot_delete_request", "first") == "not_found");
		CHECK(error_of(world, "slot_load_request", "first") == "not_found");
		CHECK_FALSE(std::filesystem::exists(slot_file(folder, "first")));
		for (const std::string wrong : { "", "a b", "../world", "ä", "a.b", "a/b" }) {
			CHECK(error_of(world, "slot_save_request", wrong) == "invalid_argument");
			CHECK(error_of(world, "slot_load_request", wrong) == "invalid_argument");
		}
		CHECK(error_of(world, "slot_save_request", std::string(65, 'a')) == "invalid_argument");
		CHECK(error_of(world, "slot_save_request", std::string(64, 'a')) == "none");
		CHECK(world.runtime->check_slot("a b").message() ==
				"slot: is not a name of 1 to 64 letters, digits, _ and -; choose one such as "
				"before_lunch");
	}

	TEST_CASE("without a database there is nothing to save, and that is said") {
		World world("");
		for (const char *type : { "slot_save_request", "slot_load_request" }) {
			CHECK(error_of(world, type, "one") == "failed_precondition");
		}
		CHECK(world.ask({ { "type", "slots_request" } }).at("ok") == false);
	}

	TEST_CASE("a slot that cannot be loaded leaves the world as it is") {
		const Folder folder;
		World world(folder.database(), false, brisk());
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

	TEST_CASE("a slot of an older program is brought up to date on the way, and stays as it is") {
		const Folder folder;
		World world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		talk(world, ada, "Hello.");
		const json lines = memory_of(world, ada);
		save(world, "old");
		{
			Result<Database> slot = Database::connect(slot_file(folder, "old"), {});
			REQUIRE(slot.value()
							.exec("DROP TABLE auto_conversations; DROP TABLE auto_messages; PRAGMA "
								  "user_version"
								  " = 3")
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
		World world(options);
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
		World world(folder.database(), false, brisk());
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
		World world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		talk(world, ada, "The blue door creaks.");
		save(world, "one");
		for (int i = 0; i < 200; i++) {
			REQUIRE(world.runtime->send_message({}, ada, "A purple window opens.").ok());
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
		World world(folder.database(), false, patient);
		json config = loner("Ada");
		config["position_owner"] = "game";
		const AgentId ada = spawn(world, config);
		save(world, "one");
		json move = about("move_request", ada);
		move["position"] = { { "x", 3 }, { "y", 3 } };
		const std::shared_ptr<World::Replies> waiting = world.send(move);
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
		World world(folder.database(), false, brisk());
		REQUIRE(world.runtime->register_action("ring_bell", "Ring the bell.", schema).ok());
		const AgentId ada = spawn(world, loner("Ada", "game"));
		save(world, "one");
		load(world, "one");
		REQUIRE(world.runtime->send_message({}, ada, "Ring it.").ok());
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
		World world(folder.database(), false, brisk());
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
		save(world, "talking");
		const int turns = turns_of(one).at("turn");
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
				const AutoModeEnded *ended = std::get_if<AutoModeEnded>(&each.event.data);
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
		World world(folder.database(), false, brisk());
		spawn(world, loner("Ada"));
		world.runtime->set_world_paused(true);
		save(world, "one");
		spawn(world, loner("Bob"));
		load(world, "one");
		CHECK(names(world) == "Ada ");
		CHECK(world.runtime->is_world_paused());
	}

	TEST_CASE("a recording begins anew with the world that was loaded, and can be replayed") {
		const Folder folder;
		{
			World world(folder.database(), true, brisk());
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
			std::vector<std::shared_ptr<World::Replies>> replies;
			{
				World world(folder.database(), false, brisk());
				for (int i = 0; i < 50; i++) {
					REQUIRE(world.runtime->spawn_agent({ { "think_interval", 0 } }).ok());
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
			for (const std::shared_ptr<World::Replies> &each : replies) {
				const std::optional<json> reply = each->take();
				REQUIRE(reply.has_value());
				CHECK((reply->at("ok") == true || reply->at("error").at("code") == "cancelled"));
				CHECK_FALSE(each->take().has_value());
			}
			World world(folder.database(), false, brisk());
			CHECK(world.runtime->agents().size() == 50);
			CHECK(list_slots(folder.database()).at(0).problem.ok());
		}
	}

	TEST_CASE("messages and spawns from other threads while a world is loaded lose no reply") {
		const Folder folder;
		World world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		save(world, "one");
		std::atomic<bool> over{ false };
		std::atomic<int> asked{ 0 };
		const std::shared_ptr<World::Replies> replies = std::make_shared<World::Replies>();
		std::thread other([&] {
			while (!over.load()) {
				json pause = about(
						asked.load() % 2 == 0 ? "agent_pause_request" : "agent_resume_request",
						ada);
				world.runtime->request(
						pause, [replies](const json &reply) { replies->put(reply); });
				asked.fetch_add(1);
				const Result<AgentId> spawned =
						world.runtime->spawn_agent({ { "think_interval", 0 } });
				CHECK(spawned.ok());
				std::this_thread::yield();
			}
		});
		for (int i = 0; i < 5; i++) {
			load(world, "one");
		}
		over.store(true);
		other.join();
		int answered = 0;
		CHECK(world.pass_until([&] {
			while (replies->take()) {
				answered++;
			}
			return answered == asked.load();
		}));
		// Whoever was promised an id lives, or went with the world that it was promised in.
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
