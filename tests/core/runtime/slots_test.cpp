#include "save_games.h"

#include "core/log/event_json.h"

#include <doctest/doctest.h>

#include <filesystem>

using namespace agent_runtime;
using nlohmann::json;

TEST_SUITE("Save games") {
	using namespace save_games;

	TEST_CASE("a world comes back as it was saved: agents, places, memory and tasks") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
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
		CHECK(agent_state(*world.runtime, carl).status().code() == StatusCode::not_found);
		// Nobody gets the id of an agent that this world does not know.
		CHECK(spawn(world, loner("Dora")).number() == carl.number() + 1);
		// The key belongs to the agent that is there again.
		CHECK(spawn_agent(*world.runtime, loner("Bob")).value() == bob);
	}

	TEST_CASE("who shows the world is told who is gone, and who is there again") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
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
			if (each.event.subject.is_none()) {
				story += std::string(event_type(each.event)) + " " +
						event_data_to_json(each.event).dump() + "; ";
			} else {
				story += each.event.subject.to_string() + " " + std::string(event_type(each.event));
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
		TestWorld world(folder.database(), false, brisk());
		json config = loner("Ada", "game");
		const AgentId ada = spawn(world, config);
		REQUIRE(send_message(*world.runtime, {}, ada, "Well?").ok());
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
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada", "game"));
		save(world, "calm");
		REQUIRE(send_message(*world.runtime, {}, ada, "Well?").ok());
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
		// A call that is made now is different from all earlier ones.
		REQUIRE(send_message(*world.runtime, {}, ada, "And now?").ok());
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
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn(world, loner("Ada"));
		save(world, "early");
		talk(world, ada, "Say something.");
		save(world, "late"); // everything is written by then
		Database file = reading(folder.database());
		const std::int64_t events = number(file, "SELECT max(id) FROM events");
		const std::int64_t states = number(file, "SELECT count(*) FROM agent_state_history");
		const std::int64_t newest = number(file, "SELECT max(id) FROM agent_state_history");
		load(world, "early");
		CHECK(number(file, "SELECT count(*) FROM events WHERE type = 'agent_speech'") == 2);
		CHECK(number(file, "SELECT id FROM events WHERE type = 'world_loaded'") == events + 1);
		CHECK(number(file, "SELECT count(*) FROM agent_state_history") == states + 1);
		CHECK(number(file, "SELECT max(id) FROM agent_state_history") > newest);
		CHECK(number(file, "SELECT count(*) FROM agent_conversations") == 0);
		// Ids of lines and tasks continue, too.
		talk(world, ada, "Again.");
		CHECK(number(file, "SELECT min(id) FROM agent_conversations") > 2);
	}

	TEST_CASE("what was loaded is the world at the next start, and ids go on there as well") {
		const Folder folder;
		{
			TestWorld world(folder.database(), false, brisk());
			spawn(world, loner("Ada"));
			save(world, "one");
			spawn(world, loner("Bob"));
			spawn(world, loner("Carl"));
			load(world, "one");
			world.runtime->stop();
		}
		TestWorld world(folder.database(), false, brisk());
		CHECK(names(world) == "Ada ");
		CHECK(spawn(world, loner("Dora")).to_string() == "agent_004");
		CHECK(load(world, "one").at("generation") == 3);
	}

	TEST_CASE("the second save on a slot is the one that counts, and a slot can be loaded twice") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
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
		// What was loaded can be saved again.
		save(world, "slot");
		load(world, "slot");
		CHECK(world.state(ada).at("position").at("x") == 7.0);
	}

	TEST_CASE("what was asked for just before a save is in it") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
		const AgentId ada = spawn_agent(*world.runtime, loner("Ada")).value();
		REQUIRE(send_message(*world.runtime, {}, ada, "Remember this.").ok());
		save(world, "now");
		load(world, "now");
		CHECK(names(world) == "Ada ");
		REQUIRE_FALSE(memory_of(world, ada).empty());
		CHECK(memory_of(world, ada).back().at("content") == "Remember this.");
	}

	TEST_CASE("slots are listed and deleted, and a wrong name is refused with what is allowed") {
		const Folder folder;
		TestWorld world(folder.database(), false, brisk());
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
		TestWorld world("");
		for (const char *type : { "slot_save_request", "slot_load_request" }) {
			CHECK(error_of(world, type, "one") == "failed_precondition");
		}
		CHECK(world.ask({ { "type", "slots_request" } }).at("ok") == false);
	}
}
