#include "../store/scratch.h"
#include "core/memory/memory_search.h"
#include "core/memory/search_index.h"
#include "core/store/transaction.h"

#include <chrono>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

const WallTime NOW = WallTime(std::chrono::seconds(1'767'268'800));

struct Line {
	std::string content;
	std::string agent = "agent_001";
	std::string sender = "player_0";
	Micros age = 0h;
	double importance = 1.0;
	bool pinned = false;
	std::string kind = "message";
};

// A file in which lines are said and then searched for.
class Memory {
public:
	std::int64_t add(const Line &line) {
		REQUIRE(database_
						.run("INSERT INTO agent_conversations(agent_id, timestamp, sender, content,"
							 " recipient, importance, pinned, kind) VALUES(?1, ?2, ?3, ?4, '', ?5,"
							 " ?6, ?7)",
								line.agent, (NOW - line.age).time_since_epoch().count(),
								line.sender, line.content, line.importance, line.pinned, line.kind)
						.ok());
		return database_.last_insert_id();
	}

	MemoryFindings search(MemoryQuery query) {
		SearchIndex index;
		while (index.run(database_).value_or(false)) {
		}
		query.agent_id = query.agent_id.empty() ? "agent_001" : query.agent_id;
		query.now = NOW;
		Result<MemoryFindings> found = search_memory(database_, query);
		REQUIRE_MESSAGE(found.ok(), found.status().to_string());
		return std::move(found).value();
	}

	std::vector<std::string> find(MemoryQuery query) {
		std::vector<std::string> contents;
		for (const RankedLine &each : search(std::move(query)).lines) {
			contents.push_back(each.line.content);
		}
		return contents;
	}

	Database &database() { return database_; }

private:
	ScratchFolder folder_;
	Database database_ = open_store(folder_.path("a.db"));
};

using Contents = std::vector<std::string>;

} // namespace

TEST_SUITE("search_memory") {
	TEST_CASE("of lines of one age, the one that is more about the words comes first") {
		Memory memory;
		memory.add({ "the dragon sleeps, and the dragon snores, for that is what a dragon does" });
		memory.add({ "somebody said in passing that there may be a dragon or some such thing" });
		CHECK(memory.find({ .text = "dragon" }).front().starts_with("the dragon sleeps"));
		memory.add({ "dragon" });
		CHECK(memory.find({ .text = "dragon" }).back().starts_with("somebody said"));
	}

	TEST_CASE("of lines that are as much about the words, the newer comes first") {
		Memory memory;
		// Not in the order in which they were said, so that the time must count.
		memory.add({ .content = "a lamp today", .age = 1h });
		memory.add({ .content = "a lamp once", .age = 24h * 9 });
		memory.add({ .content = "a lamp then", .age = 24h * 2 });
		CHECK(memory.find({ .text = "lamp" }) ==
				Contents{ "a lamp today", "a lamp then", "a lamp once" });
	}

	TEST_CASE("of lines of one age and content, the one that matters more comes first") {
		Memory memory;
		memory.add({ .content = "the key is here", .importance = 2 });
		memory.add({ .content = "the key is lost", .importance = 9 });
		memory.add({ .content = "the key is mine", .importance = 0 });
		CHECK(memory.find({ .text = "key" }) ==
				Contents{ "the key is lost", "the key is here", "the key is mine" });
	}

	TEST_CASE("a pinned line comes before what is as good otherwise, and much newer") {
		Memory memory;
		memory.add({ .content = "the code is 4711", .age = 24h * 300, .pinned = true });
		memory.add({ .content = "the code is gone" });
		const MemoryFindings found = memory.search({ .text = "code" });
		REQUIRE(found.lines.size() == 2);
		CHECK(found.lines.front().line.content == "the code is 4711");
		CHECK(found.lines.front().line.pinned);
	}

	TEST_CASE("the score is the sum of the parts that come with it") {
		Memory memory;
		memory.add({ .content = "a lamp", .age = 24h, .importance = 4, .pinned = true });
		memory.add({ .content = "no lamp at all in here", .age = 6h });
		const MemoryFindings found = memory.search({ .text = "lamp" });
		REQUIRE(found.lines.size() == 2);
		for (const RankedLine &each : found.lines) {
			CHECK(each.relevance > 0.0);
			CHECK(each.relevance <= 1.0);
			const double bonus = each.line.pinned ? 1.0 : 0.0;
			CHECK(each.score ==
					doctest::Approx(each.relevance + each.recency / 2 + each.weight / 2 + bonus));
		}
		CHECK(found.lines.front().recency == doctest::Approx(0.5));
		CHECK(found.lines.front().weight == doctest::Approx(0.4));
	}

	TEST_CASE("with any of the words, the rarer word tells more") {
		Memory memory;
		for (int i = 0; i < 20; ++i) {
			memory.add({ "the garden is green " + std::to_string(i) });
		}
		memory.add({ "the wizard is grey", "agent_001", "player_0", 1h });
		CHECK(memory.find({ .text = "wizard garden", .any_word = true }).front() ==
				"the wizard is grey");
		CHECK(memory.find({ .text = "wizard garden", .any_word = true, .limit = 100 }).size() ==
				21);
		CHECK(memory.find({ .text = "wizard garden" }).empty());
	}

	TEST_CASE("an agent never finds what is another's, however alike their ids are") {
		Memory memory;
		for (const std::string agent : { "agent_1", "agent_10", "agent_001", "agent_0010" }) {
			memory.add({ "secret of " + agent, agent });
		}
		for (const std::string agent : { "agent_1", "agent_10", "agent_001", "agent_0010" }) {
			CHECK(memory.find({ .agent_id = agent, .text = "secret" }) ==
					Contents{ "secret of " + agent });
			CHECK(memory.find({ .agent_id = agent, .text = "secret nothing", .any_word = true })
							.size() == 1);
		}
	}

	TEST_CASE("quotes and operators mean nothing, also where any word will do") {
		Memory memory;
		memory.add({ "say \"cheese\" AND don't (blink) owner:agent" });
		for (const std::string text : { "\"cheese\"", "\"", "AND", "OR", "don't", "(blink)",
					 "blink) OR (x", "owner:agent", "cheese*", "^say", "NEAR(say cheese)", "-say",
					 "content : say", "— say", "'", "{owner}:x" }) {
			CAPTURE(text);
			memory.search({ .text = text, .any_word = true });
		}
		CHECK(memory.find({ .text = "nothing OR cheese" }).empty());
		CHECK(memory.find({ .text = "— say", .any_word = true }).size() == 1);
		CHECK(memory.find({ .text = "chees*", .any_word = true }).empty());
	}

	TEST_CASE("kind, sender and time narrow a search") {
		Memory memory;
		memory.add({ .content = "tea one", .sender = "agent_002", .age = 72h });
		memory.add({ .content = "tea two", .sender = "agent_003", .age = 48h });
		memory.add({ .content = "tea three", .sender = "agent_002", .age = 24h, .kind = "note" });
		CHECK(memory.find({ .text = "tea", .from = "agent_003" }) == Contents{ "tea two" });
		CHECK(memory.find({ .text = "tea", .kind = "note" }) == Contents{ "tea three" });
		CHECK(memory.find({ .text = "tea", .since = NOW - 48h }) ==
				Contents{ "tea three", "tea two" });
		CHECK(memory.find({ .text = "tea", .until = NOW - 48h }) == Contents{ "tea one" });
		CHECK(memory.find({ .text = "tea", .since = NOW - 50h, .until = NOW - 40h }) ==
				Contents{ "tea two" });
		CHECK(memory.find({ .text = "tea", .limit = 1 }) == Contents{ "tea three" });
	}

	TEST_CASE(
			"a word that is everywhere costs a bounded number of rows, and hides no pinned line") {
		Memory memory;
		memory.add({ .content = "hello, the safe is behind the picture", .pinned = true });
		memory.add({ .content = "hello, in short", .kind = "summary" });
		{
			Result<Transaction> transaction = Transaction::begin(memory.database());
			REQUIRE(transaction.ok());
			for (int i = 0; i < 50'000; ++i) {
				memory.add({ "hello number " + std::to_string(i) });
			}
			REQUIRE(transaction.value().commit().ok());
		}
		const MemoryFindings found = memory.search({ .text = "hello" });
		CHECK(found.inspected <= MemoryQuery::MOST_WEIGHED + 200);
		CHECK_FALSE(found.is_complete);
		CHECK(found.lines.size() == 20);
		CHECK(found.lines.front().line.pinned);
		const MemoryFindings nobody = memory.search({ .text = "hello", .from = "agent_009" });
		CHECK(nobody.inspected <= MemoryQuery::MOST_INSPECTED + 200);
		CHECK(nobody.lines.empty());
		CHECK(memory.find({ .text = "hello", .kind = "summary" }) == Contents{ "hello, in short" });
		CHECK(memory.find({ .text = "hello 17" }) == Contents{ "hello number 17" });
	}

	TEST_CASE("lines that a summary stands for say so, unless they are pinned") {
		Memory memory;
		memory.add({ "tea one" });
		const std::int64_t last = memory.add({ .content = "tea two", .pinned = true });
		memory.add({ "tea three" });
		const std::int64_t summary = memory.add({ .content = "talk of tea", .kind = "summary" });
		REQUIRE(memory.database()
						.run("UPDATE agent_conversations SET covers_to = ?2 WHERE id = ?1", summary,
								last)
						.ok());
		for (const RankedLine &each : memory.search({ .text = "tea" }).lines) {
			CAPTURE(each.line.content);
			CHECK(each.line.summarised == (each.line.content == "tea one"));
		}
	}
}

TEST_SUITE("list_memory") {
	TEST_CASE("lines come newest first, page by page, of one kind or pinned if wanted") {
		Memory memory;
		for (int i = 0; i < 5; ++i) {
			memory.add({ .content = std::to_string(i),
					.pinned = i == 1,
					.kind = i == 3 ? "note" : "message" });
		}
		memory.add({ "another's", "agent_002" });
		const auto list = [&](MemoryListing listing) {
			listing.agent_id = "agent_001";
			Contents contents;
			const Result<std::vector<MemoryLine>> lines = list_memory(memory.database(), listing);
			REQUIRE(lines.ok());
			for (const MemoryLine &line : lines.value()) {
				contents.push_back(line.content);
			}
			return contents;
		};
		CHECK(list({}) == Contents{ "4", "3", "2", "1", "0" });
		CHECK(list({ .limit = 2 }) == Contents{ "4", "3" });
		CHECK(list({ .before = 4 }) == Contents{ "2", "1", "0" });
		CHECK(list({ .pinned = true }) == Contents{ "1" });
		CHECK(list({ .pinned = false, .kind = "message" }) == Contents{ "4", "2", "0" });
		CHECK(list({ .kind = "note" }) == Contents{ "3" });
		memory.add({ .content = "mine", .sender = "agent_001" });
		CHECK(list({ .from = "agent_001", .limit = 1 }) == Contents{ "mine" });
	}
}
