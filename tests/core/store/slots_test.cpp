#include "core/store/migrations.h"
#include "core/store/slot_reader.h"
#include "core/store/slots.h"
#include "core/store/world_switch.h"
#include "scratch.h"
#include "whole_schema.h"

#include <filesystem>
#include <fstream>

using namespace agent_runtime;

namespace {

using Names = std::vector<std::string>;

bool forever() {
	return true;
}

void add_agent(Database &database, int number) {
	const std::string id = "agent_00" + std::to_string(number);
	REQUIRE(database.run("INSERT INTO agents(id, number, config, state, x, y, created_at,"
						 " generation) VALUES(?1, ?2, '{}', 'idle', 1, 2, 0, 1)",
							id, number)
					.ok());
}

Result<SlotCover> save(const ScratchFolder &folder, const std::string &slot,
		const std::vector<AgentPlace> &places = {}) {
	Result<SlotWriter> writer =
			SlotWriter::begin(folder.path("a.db"), game_schema(), slot, forever);
	REQUIRE_MESSAGE(writer.ok(), writer.status().to_string());
	REQUIRE(writer.value().look().ok());
	const Status copied = writer.value().copy(places, WallTime(Micros(5)));
	REQUIRE_MESSAGE(copied.ok(), copied.to_string());
	return writer.value().finish();
}

Names names_in(const std::string &folder) {
	Names names;
	for (const auto &entry : std::filesystem::directory_iterator(folder)) {
		names.push_back(entry.path().filename().string());
	}
	return names;
}

} // namespace

TEST_SUITE("slots") {
	TEST_CASE("a saved world is one file, which says what it holds") {
		const ScratchFolder folder;
		Database world = open_store(folder.path("a.db"));
		add_agent(world, 1);
		add_agent(world, 2);
		REQUIRE(world.run("UPDATE agents SET terminated_at = 1 WHERE number = 2").ok());
		REQUIRE(append_event(world, test_event("agent_spoke")).ok());
		const Result<SlotCover> saved = save(folder, "one");
		REQUIRE_MESSAGE(saved.ok(), saved.status().to_string());
		CHECK(saved.value().agents == 1);
		CHECK(saved.value().event == EventId(1));
		CHECK(names_in(folder.path("a.db.slots")) == Names{ "one.slot" });
		Result<Database> slot = open_slot(slot_path(folder.path("a.db"), "one"));
		REQUIRE_MESSAGE(slot.ok(), slot.status().to_string());
		CHECK(slot.value().integer("SELECT count(*) FROM agents", 0).value() == 2);
		const std::vector<SlotCover> listed = list_slots(folder.path("a.db"));
		REQUIRE(listed.size() == 1);
		CHECK(listed[0].slot == "one");
		CHECK(listed[0].saved_at == WallTime(Micros(5)));
		CHECK(listed[0].problem.ok());
	}

	TEST_CASE(
			"the world that is saved is the one of the look, and agents are where they were seen") {
		const ScratchFolder folder;
		Database world = open_store(folder.path("a.db"));
		add_agent(world, 1);
		Result<SlotWriter> writer =
				SlotWriter::begin(folder.path("a.db"), game_schema(), "one", forever);
		REQUIRE(writer.ok());
		REQUIRE(writer.value().look().ok());
		add_agent(world, 2);
		REQUIRE(writer.value()
						.copy(std::vector<AgentPlace>{ { AgentId(1), 3.5, 4.5 } }, WallTime())
						.ok());
		REQUIRE(writer.value().finish().ok());
		Result<Database> slot = open_slot(slot_path(folder.path("a.db"), "one"));
		CHECK(slot.value().text("SELECT group_concat(x || ' ' || y) FROM agents", "").value() ==
				"3.5 4.5");
	}

	TEST_CASE("saving again replaces the world, over what a killed program left behind") {
		const ScratchFolder folder;
		Database world = open_store(folder.path("a.db"));
		REQUIRE(save(folder, "one").ok());
		std::ofstream(folder.path("a.db.slots/one.slot.part")) << "half";
		std::ofstream(folder.path("a.db.slots/one.slot.part-journal")) << "half";
		add_agent(world, 1);
		REQUIRE(save(folder, "one").ok());
		CHECK(list_slots(folder.path("a.db")).at(0).agents == 1);
		CHECK(names_in(folder.path("a.db.slots")) == Names{ "one.slot" });
	}

	TEST_CASE("a save that is given up leaves the older one, and nothing else") {
		const ScratchFolder folder;
		Database world = open_store(folder.path("a.db"));
		REQUIRE(save(folder, "one").ok());
		for (int i = 0; i < 20'000; i++) {
			REQUIRE(world.run("INSERT INTO agent_conversations(agent_id, timestamp, sender,"
							  " content, recipient) VALUES('agent_001', 0, '', 'x', '')")
							.ok());
		}
		bool going = true;
		{
			Result<SlotWriter> writer = SlotWriter::begin(
					folder.path("a.db"), game_schema(), "one", [&] { return going; });
			REQUIRE(writer.ok());
			REQUIRE(writer.value().look().ok());
			going = false;
			CHECK(writer.value().copy({}, WallTime()).code() == StatusCode::cancelled);
		}
		CHECK(names_in(folder.path("a.db.slots")) == Names{ "one.slot" });
		CHECK(open_slot(slot_path(folder.path("a.db"), "one")).ok());
	}

	TEST_CASE("an older slot that is another one by the time it is copied is judged anew") {
		constexpr int AGENTS = 300; // enough to need more than one look
		const ScratchFolder folder;
		const auto older_slot = [&](const std::string &name, const char *state) {
			const std::string path = folder.path(name);
			Result<Database> slot = connect_whole(path);
			REQUIRE(slot.ok());
			REQUIRE(make_tables(slot.value(), common_versions(2)).ok());
			for (int number = 1; number <= AGENTS; ++number) {
				REQUIRE(slot.value()
								.run("INSERT INTO agents(id, number, config, state, x, y,"
									 " created_at, generation) VALUES(?1, ?2, '{}', ?3, 1, 2, 0,"
									 " 1)",
										AgentId(static_cast<std::uint32_t>(number)).to_string(),
										number, number == AGENTS ? state : "idle")
								.ok());
			}
			REQUIRE(slot.value()
							.exec("PRAGMA application_id = " + std::to_string(SLOT_APPLICATION_ID))
							.ok());
			return path;
		};
		const std::string good = older_slot("good.slot", "idle");
		CHECK(open_slot(good).ok());
		const std::string bad = older_slot("bad.slot", "dancing");
		CHECK(open_slot(bad).status().code() == StatusCode::corrupt);
		int looks = 0;
		CHECK(open_slot(good, [&] { return ++looks > 0; }).ok());
		// Stops at each look in turn.
		for (int at = 1; at <= looks; ++at) {
			CAPTURE(at);
			const std::string path = folder.path("one.slot");
			std::filesystem::copy_file(good, path);
			int look = 0;
			Result<Database> opened = open_slot(path, [&] {
				if (++look == at) {
					std::filesystem::copy_file(bad, folder.path("other"));
					std::filesystem::rename(folder.path("other"), path);
				}
				return true;
			});
			CHECK(look >= at);
			const std::string sql = "SELECT count(*) FROM agents WHERE state = 'dancing'";
			CHECK((!opened.ok() || opened.value().integer(sql, 1).value() == 0));
			std::filesystem::remove(path);
		}
		CHECK(looks > 2);
	}

	TEST_CASE("a save tells which rows it leaves out, and the rule that they break") {
		const ScratchFolder folder;
		Database world = open_store(folder.path("a.db"));
		for (int number = 1; number <= 3; ++number) {
			add_agent(world, number);
		}
		REQUIRE(world.run("UPDATE agents SET state = 'dancing' WHERE number > 1").ok());
		Result<SlotWriter> writer =
				SlotWriter::begin(folder.path("a.db"), game_schema(), "one", forever);
		REQUIRE(writer.ok());
		REQUIRE(writer.value().look().ok());
		REQUIRE(writer.value().copy({}, WallTime(Micros(5))).ok());
		const std::vector<BrokenRows> left_out = writer.value().left_out();
		REQUIRE(left_out.size() == 1);
		CHECK(left_out[0].table == "agents");
		CHECK(left_out[0].count == 2);
		CHECK(left_out[0].rule == "agents.state holds a text that cannot stand there");
		CHECK(writer.value().finish().value().agents == 1);
	}

	TEST_CASE("what is no slot is told from a damaged one and from none") {
		const ScratchFolder folder;
		CHECK(open_slot(folder.path("none")).status().code() == StatusCode::not_found);
		std::ofstream(folder.path("text")) << std::string(5000, 'x');
		CHECK(open_slot(folder.path("text")).status().code() == StatusCode::corrupt);
		{ const Database database = open_store(folder.path("a.db")); }
		CHECK(open_slot(folder.path("a.db")).status().code() == StatusCode::failed_precondition);
		REQUIRE(save(folder, "one").ok());
		const std::string path = slot_path(folder.path("a.db"), "one");
		std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
		CHECK(open_slot(path).status().code() == StatusCode::corrupt);
	}

	TEST_CASE(
			"each table of the world is there and holds no bytes, as a switch of worlds needs it") {
		const ScratchFolder folder;
		Database world = open_store(folder.path("a.db"));
		for (const TableRow *const row : world_tables(game_schema())) {
			const std::string_view table = row->name;
			CAPTURE(table);
			CHECK(world.integer("SELECT count(*) FROM pragma_table_list WHERE name = ?1", 0, table)
							.value() == 1);
			CHECK(world.integer("SELECT count(*) FROM pragma_table_info(?1) WHERE type = 'BLOB'",
							   -1, table)
							.value() == 0);
		}
	}

	TEST_CASE("tables and indexes keep their form however often worlds are switched") {
		const ScratchFolder folder;
		Database world = open_store(folder.path("a.db"));
		add_agent(world, 7);
		const char *const form =
				"SELECT group_concat(t.name || ':' || (SELECT group_concat(c.name || c.type ||"
				" ifnull(c.dflt_value, '') || c.pk) FROM pragma_table_info(t.name) c) || (SELECT"
				" count(*) FROM pragma_index_list(t.name)), ';') FROM (SELECT name FROM"
				" sqlite_schema WHERE type = 'table' AND name IN ('agents', 'agent_tasks',"
				" 'agent_conversations', 'auto_conversations', 'auto_messages') ORDER BY name) t";
		const std::string before = world.text(form, "").value();
		REQUIRE(save(folder, "one").ok());
		const std::atomic<std::int64_t> none{ 0 };
		OldGenerations old(none);
		for (int round = 2; round < 5; round++) {
			Result<Database> slot = open_slot(slot_path(folder.path("a.db"), "one"));
			REQUIRE(slot.ok());
			const Result<std::int64_t> generation = begin_generation(world);
			REQUIRE_MESSAGE(generation.ok(), generation.status().to_string());
			CHECK(generation.value() == round);
			REQUIRE(read_pieces(slot.value(), [&](WorldPiece &&piece) {
				return write_piece(world, generation.value(), piece);
			}).ok());
			const Status switched =
					switch_to_generation(world, generation.value(), { { "agents", 3 } });
			REQUIRE_MESSAGE(switched.ok(), switched.to_string());
			CHECK(world.text(form, "").value() == before);
			CHECK(world.integer("SELECT generation FROM agents", 0).value() == round);
			while (old.run(world).value()) {
			}
		}
		CHECK(read_highest_numbers(world).value().at("agents") == 7);
		CHECK(world.text("SELECT group_concat(name) FROM sqlite_schema WHERE type = 'table' AND"
						 " name GLOB '*_g[0-9]*'",
						   "")
						.value()
						.empty());
		CHECK(world.text("PRAGMA integrity_check", "").value() == "ok");
	}
}
