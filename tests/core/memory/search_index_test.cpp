#include "../store/scratch.h"
#include "core/base/rng.h"
#include "core/memory/memory_search.h"
#include "core/memory/memory_store.h"
#include "core/memory/search_index.h"
#include "core/store/writer.h"

#include <algorithm>
#include <functional>
#include <future>

using namespace agent_runtime;

namespace {

void say(Database &database, const std::string &agent, const std::string &content) {
	REQUIRE(database.run("INSERT INTO agent_conversations(agent_id, timestamp, sender, content, "
						 "recipient) "
						 "VALUES(?1, 1, 'player_0', ?2, ?1)",
							agent, content)
					.ok());
}

int catch_up(Database &database) {
	SearchIndex index;
	int pieces = 1;
	while (true) {
		const Result<bool> more = index.run(database);
		REQUIRE_MESSAGE(more.ok(), more.status().to_string());
		if (!more.value()) {
			return pieces;
		}
		++pieces;
	}
}

std::vector<std::string> find(
		Database &database, const std::string &agent, const std::string &text) {
	const Result<MemoryFindings> found =
			search_memory(database, { .agent_id = agent, .text = text });
	REQUIRE_MESSAGE(found.ok(), found.status().to_string());
	std::vector<std::string> contents;
	for (const RankedLine &each : found.value().lines) {
		contents.push_back(each.line.content);
	}
	return contents;
}

// The newest first.
std::vector<std::int64_t> lines_found(
		Database &database, const std::string &agent, const std::string &text) {
	const Result<MemoryFindings> found =
			search_memory(database, { .agent_id = agent, .text = text, .limit = 10'000 });
	REQUIRE_MESSAGE(found.ok(), found.status().to_string());
	std::vector<std::int64_t> ids;
	for (const RankedLine &each : found.value().lines) {
		REQUIRE(find_line(database, agent, each.line.id).ok());
		ids.push_back(each.line.id);
	}
	std::sort(ids.begin(), ids.end(), std::greater());
	return ids;
}

std::int64_t index_entries(Database &database) {
	return database.integer("SELECT count(*) FROM conversation_search", -1).value();
}

using Texts = std::vector<std::string>;

} // namespace

TEST_SUITE("search in conversations") {
	TEST_CASE("all words must be there, in any order and case, and the newest comes first") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		say(database, "agent_001", "the lamp is in the kitchen");
		say(database, "agent_001", "Kitchen, and no lamp");
		say(database, "agent_001", "the kitchen is cold");
		catch_up(database);
		CHECK(find(database, "agent_001", "LAMP kitchen") ==
				Texts{ "Kitchen, and no lamp", "the lamp is in the kitchen" });
		CHECK(find(database, "agent_001", "garden").empty());
	}

	TEST_CASE("an agent finds its own history alone") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		say(database, "agent_001", "secret one");
		say(database, "agent_010", "secret ten");
		catch_up(database);
		CHECK(find(database, "agent_001", "secret") == Texts{ "secret one" });
		CHECK(find(database, "agent_0", "secret").empty());
		CHECK(find(database, "", "secret").empty());
	}

	TEST_CASE("what a user types is words and never a query") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		say(database, "agent_001", "say \"cheese\" AND don't (blink) owner:agent");
		catch_up(database);
		for (const std::string text : { "\"cheese\"", "\"", "AND", "don't", "(blink)",
					 "blink) OR (x", "owner:agent", "cheese*", "^say", "NEAR(say cheese)", "-say",
					 "content : say", "— say", "'", "{owner}:x", "say\tcheese\n" }) {
			CAPTURE(text);
			CHECK(search_memory(database, { .agent_id = "agent_001", .text = text }).ok());
		}
		CHECK(find(database, "agent_001", "\"cheese\"").size() == 1);
		CHECK(find(database, "agent_001", "don't").size() == 1);
		CHECK(find(database, "agent_001", "— say").size() == 1);
		CHECK(find(database, "agent_001", "  \t ").empty());
		CHECK(find(database, "agent_001", "!?").empty());
		CHECK(find(database, "agent_001", std::string("say\0cheese", 10)).size() == 1);
	}

	TEST_CASE("words of any script are found, with and without accents") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		say(database, "agent_001", "Ада видела дракона im Café");
		catch_up(database);
		CHECK(find(database, "agent_001", "ДРАКОНА cafe").size() == 1);
	}

	TEST_CASE("the index catches up piece by piece, and goes on where it was") {
		const ScratchFolder folder;
		{
			Database database = open_store(folder.path("a.db"));
			for (int i = 0; i < 1200; ++i) {
				say(database, "agent_001", "word" + std::to_string(i));
			}
			CHECK(find(database, "agent_001", "word1199").empty());
			CHECK(catch_up(database) >= 3);
			CHECK(find(database, "agent_001", "word1199").size() == 1);
		}
		Database database = open_store(folder.path("a.db"));
		say(database, "agent_001", "another");
		catch_up(database);
		CHECK(find(database, "agent_001", "another").size() == 1);
		CHECK(find(database, "agent_001", "word0").size() == 1);
	}

	TEST_CASE("what several hear is in the index once, and each finds the line of its own") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		for (const std::string agent : { "agent_003", "agent_001", "agent_002", "agent_001" }) {
			say(database, agent, "the lamp is lit, agent_002");
		}
		catch_up(database);
		CHECK(index_entries(database) == 2); // one of them has heard it twice
		CHECK(lines_found(database, "agent_001", "lamp") == std::vector<std::int64_t>{ 4, 2 });
		CHECK(lines_found(database, "agent_002", "lit lamp") == std::vector<std::int64_t>{ 3 });
		CHECK(lines_found(database, "agent_003", "lamp") == std::vector<std::int64_t>{ 1 });
		CHECK(lines_found(database, "agent_004", "lamp").empty());
	}

	TEST_CASE("of a text that several heard, each line is changed and forgotten by itself") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		for (const std::string agent : { "agent_001", "agent_002", "agent_003", "agent_004" }) {
			say(database, agent, "the lamp is lit");
		}
		catch_up(database);
		REQUIRE(edit_line(database, 2, "the moon is up", std::nullopt).ok());
		CHECK(lines_found(database, "agent_002", "moon") == std::vector<std::int64_t>{ 2 });
		CHECK(lines_found(database, "agent_002", "lamp").empty());
		for (const std::int64_t id : { 1, 3, 4 }) {
			CHECK(lines_found(database, AgentId(static_cast<std::uint32_t>(id)).to_string(), "lamp")
							.size() == 1);
		}
		CHECK(index_entries(database) == 3);
		for (const std::uint32_t gone : { 3, 1, 2, 4 }) {
			REQUIRE(forget_lines(
					database, { .agent_id = AgentId(gone).to_string(), .last = 100 }, 0)
							.ok());
		}
		CHECK(index_entries(database) == 0);
	}

	TEST_CASE("whatever is said, changed and forgotten, a search finds what a look at each line "
			  "does") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		Rng chance(11);
		const Texts words{ "lamp", "moon", "river", "salt" };
		const auto agent = [](std::uint64_t number) {
			return AgentId(static_cast<std::uint32_t>(number + 1)).to_string();
		};
		for (int round = 0; round < 400; ++round) {
			const std::string text = words[chance.uniform(4)] + " and " + words[chance.uniform(4)];
			const std::uint64_t first = chance.uniform(6);
			for (std::uint64_t i = 0; i < chance.uniform(6); ++i) {
				say(database, agent((first + i) % 6), text);
			}
			const std::int64_t line = chance.between(1, newest_line(database).value() + 1);
			switch (chance.uniform(8)) {
				case 0:
					REQUIRE(edit_line(database, line, text, std::nullopt).ok());
					break;
				case 1:
					REQUIRE(forget_lines(
							database, { .agent_id = agent(first), .last = line }, line - 20)
									.ok());
					break;
				case 2:
					if (chance.chance(0.2)) {
						REQUIRE(reindex_all(database).ok());
					}
					break;
				default:
					break;
			}
			if (chance.chance(0.5)) {
				continue;
			}
			catch_up(database);
			const std::string who = agent(chance.uniform(6));
			const std::string word = words[chance.uniform(4)];
			std::vector<std::int64_t> wanted;
			for (Query rows(database,
						 "SELECT id FROM agent_conversations WHERE agent_id = ?1 AND"
						 " instr(content, ?2) > 0 ORDER BY id DESC",
						 who, word);
					rows.next();) {
				wanted.push_back(rows.integer(0));
			}
			CAPTURE(round);
			REQUIRE(lines_found(database, who, word) == wanted);
		}
		CHECK(index_entries(database) <
				database.integer("SELECT count(*) FROM agent_conversations", 0).value());
		REQUIRE(database.exec("INSERT INTO conversation_search(conversation_search)"
							  " VALUES('integrity-check')")
						.ok());
	}

	TEST_CASE("a row that is gone is not found") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		say(database, "agent_001", "gone");
		catch_up(database);
		REQUIRE(database.exec("DELETE FROM agent_conversations").ok());
		CHECK(find(database, "agent_001", "gone").empty());
	}

	TEST_CASE("the writer fills the index when nobody writes") {
		// Reports when it has nothing more to do.
		class Telling : public SearchIndex {
		public:
			explicit Telling(std::promise<void> &done) :
					done_(done) {}
			Result<bool> run(Database &database) override {
				Result<bool> more = SearchIndex::run(database);
				const bool filled =
						database.integer("SELECT count(*) FROM meta WHERE key = 'search_cursor'", 0)
								.value() == 1;
				if (filled && more.ok() && !more.value() && !told_) {
					told_ = true;
					done_.set_value();
				}
				return more;
			}

		private:
			std::promise<void> &done_;
			bool told_ = false;
		};
		const ScratchFolder folder;
		Diary diary;
		std::promise<void> done;
		std::vector<std::unique_ptr<IdleWork>> tasks;
		tasks.push_back(std::make_unique<Telling>(done));
		WriterOptions options;
		options.housekeeping.idle_after = std::chrono::milliseconds(1);
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options, {}, std::move(tasks)).ok());
		const auto write = [](Database &database) {
			say(database, "agent_001", "hello there");
			return Status();
		};
		REQUIRE(writer.submit(std::make_unique<TestJob>(diary, "say", write)).ok());
		done.get_future().wait();
		Database database = open_store(folder.path("a.db"));
		CHECK(find(database, "agent_001", "there").size() == 1);
	}
}
