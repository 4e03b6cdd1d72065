#include "core/store/memory_search.h"
#include "core/store/search_index.h"
#include "core/store/writer.h"
#include "scratch.h"

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

	TEST_CASE("a row that is gone is not found") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		say(database, "agent_001", "gone");
		catch_up(database);
		REQUIRE(database.exec("DELETE FROM agent_conversations").ok());
		CHECK(find(database, "agent_001", "gone").empty());
	}

	TEST_CASE("the writer fills the index when nobody writes") {
		// Tells when it has nothing more to do.
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
		std::vector<std::unique_ptr<IdleTask>> tasks;
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
