#include "core/runtime/recording.h"
#include "core/store/transaction.h"
#include "world.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace agent_runtime;
using nlohmann::json;

namespace {

// A world whose agents listen and say nothing.
class MemoryWorld : public TestWorld {
public:
	explicit MemoryWorld(const std::string &database, bool recording = false) :
			TestWorld(database, recording, quiet()) {}

	static AgentSettings quiet() {
		AgentSettings settings;
		settings.think_interval = 0s;
		settings.overhearing_thinkers = 0;
		return settings;
	}

	AgentId spawn(const std::string &name) {
		const Result<AgentId> id =
				spawn_agent(*runtime, { { "name", name }, { "think_interval", 0 } });
		REQUIRE(id.ok());
		return id.value();
	}

	// A player says it to nobody in particular. When this returns, the agent remembers it.
	void hear(const std::string &content, std::uint32_t player = 0) {
		REQUIRE(send_message(*runtime, ParticipantId::player(player), {}, content).ok());
		CHECK(pass_until([&] {
			const json lines = list("agent_001");
			return std::any_of(lines.begin(), lines.end(),
					[&](const json &line) { return line.at("content") == content; });
		}));
	}

	json list(const std::string &agent, const json &more = json::object()) {
		json request{ { "type", "memory_request" }, { "agent_id", agent }, { "limit", 1000 } };
		request.update(more);
		return ask(request).at("result").at("lines");
	}

	std::int64_t id_of(const std::string &content) {
		for (const json &line : list("agent_001")) {
			if (line.at("content") == content) {
				return line.at("id");
			}
		}
		return 0;
	}

	// Contents, newest first.
	std::vector<std::string> contents(const json &more = json::object()) {
		std::vector<std::string> all;
		for (const json &line : list("agent_001", more)) {
			all.push_back(line.at("content"));
		}
		return all;
	}

	std::vector<std::string> found(const std::string &text) {
		std::vector<std::string> all;
		const json reply = ask({ { "type", "search_request" }, { "agent_id", "agent_001" },
				{ "text", text }, { "limit", 1000 } });
		for (const json &line : reply.at("result").at("lines")) {
			all.push_back(line.at("content"));
		}
		std::sort(all.begin(), all.end());
		return all;
	}

	// Waits until the index contains this line.
	void wait_for_index(const std::string &text) {
		CHECK(pass_until([&] { return !found(text).empty(); }));
	}

	json change(const std::string &type, const json &more) {
		json request{ { "type", type }, { "agent_id", "agent_001" } };
		request.update(more);
		return ask(request);
	}

	// What memory_changed reported: "edited 1" and so on.
	std::vector<std::string> told() {
		runtime->pump().drain(sink, std::nullopt);
		std::vector<std::string> all;
		for (const PublishedEvent &each : sink.events) {
			if (const MemoryChanged *change = each.event.data.get_if<MemoryChanged>()) {
				CHECK(each.id.is_stored());
				CHECK(each.event.subject == ParticipantId(AgentId(1)));
				all.push_back(change->what + " " + std::to_string(change->count));
			}
		}
		return all;
	}
};

using Contents = std::vector<std::string>;

} // namespace

TEST_SUITE("memory") {
	TEST_CASE("an edited line is remembered, found and told in its new words alone") {
		const Folder folder;
		MemoryWorld world(folder.database());
		world.spawn("Ada");
		world.hear("the vault opens with 1234");
		world.wait_for_index("vault");
		const std::int64_t line = world.id_of("the vault opens with 1234");
		const json reply = world.change("memory_edit_request",
				{ { "line_id", line }, { "content", "the vault is empty" },
						{ "importance", 7.5 } });
		REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
		CHECK(reply.at("result").at("line_ids") == json{ line });
		CHECK(world.contents() == Contents{ "the vault is empty" });
		CHECK(world.list("agent_001").at(0).at("importance") == 7.5);
		CHECK(world.found("1234").empty());
		CHECK(world.found("empty") == Contents{ "the vault is empty" });
		CHECK(world.told() == Contents{ "edited 1" });
	}

	TEST_CASE("the weight alone can be set, and decides what is found first") {
		const Folder folder;
		MemoryWorld world(folder.database());
		world.spawn("Ada");
		world.hear("a bell rings once");
		world.hear("a bell rings twice");
		world.wait_for_index("twice");
		const json reply = world.change("memory_edit_request",
				{ { "line_id", world.id_of("a bell rings once") }, { "importance", 10 } });
		REQUIRE(reply.at("ok") == true);
		const json lines = world.ask({ { "type", "search_request" }, { "agent_id", "agent_001" },
											 { "text", "bell" } })
								   .at("result")
								   .at("lines");
		REQUIRE(lines.size() == 2);
		CHECK(lines.at(0).at("content") == "a bell rings once");
		CHECK(lines.at(0).at("weight") == 1.0);
		CHECK(lines.at(0).at("score") > lines.at(1).at("score"));
		CHECK(lines.at(0).contains("relevance"));
		CHECK(lines.at(0).contains("recency"));
	}

	TEST_CASE("a forgotten line is neither remembered nor found, and the others are") {
		const Folder folder;
		MemoryWorld world(folder.database());
		world.spawn("Ada");
		world.hear("the door is green");
		world.hear("the door is red");
		world.wait_for_index("red");
		const json reply = world.change(
				"memory_forget_request", { { "line_id", world.id_of("the door is green") } });
		REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
		CHECK(world.contents() == Contents{ "the door is red" });
		CHECK(world.found("door") == Contents{ "the door is red" });
		CHECK(world.told() == Contents{ "forgotten 1" });
	}

	TEST_CASE("all that one participant said can be forgotten") {
		const Folder folder;
		MemoryWorld world(folder.database());
		world.spawn("Ada");
		world.hear("from the first", 0);
		world.hear("from the second", 1);
		world.hear("from the first again", 0);
		const json reply = world.change("memory_forget_request", { { "from", "player_0" } });
		CHECK(reply.at("result").at("count") == 2);
		CHECK(world.contents() == Contents{ "from the second" });
	}

	TEST_CASE("an agent can forget everything, also when that takes many transactions") {
		const Folder folder;
		{
			MemoryWorld world(folder.database());
			world.spawn("Ada");
			world.spawn("Bob");
			world.hear("hello both");
		}
		{
			Result<Database> file = Database::connect(folder.database(), {});
			REQUIRE(file.ok());
			Result<Transaction> transaction = Transaction::begin(file.value());
			for (int i = 0; i < 3000; i++) {
				REQUIRE(file.value()
								.run("INSERT INTO agent_conversations(agent_id, timestamp, sender,"
									 " content, recipient) VALUES('agent_001', 1, 'player_0', ?1,"
									 " '')",
										"filler " + std::to_string(i))
								.ok());
			}
			REQUIRE(transaction.value().commit().ok());
		}
		MemoryWorld world(folder.database());
		const json reply = world.change("memory_forget_request", { { "all", true } });
		REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
		CHECK(reply.at("result").at("count") == 3001);
		CHECK(world.contents().empty());
		CHECK(world.list("agent_002").size() == 1);
		CHECK(world.told().size() > 10);
		CHECK(world.found("filler").empty());
	}

	TEST_CASE("a note is remembered, pinned, found, and still there after a restart") {
		const Folder folder;
		{
			MemoryWorld world(folder.database());
			world.spawn("Ada");
			const json reply = world.change(
					"memory_note_request", { { "content", "Never trust the baron." } });
			REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
			world.wait_for_index("baron");
			CHECK(world.told() == Contents{ "noted 1" });
		}
		MemoryWorld world(folder.database());
		const json lines = world.list("agent_001", { { "pinned", true } });
		REQUIRE(lines.size() == 1);
		CHECK(lines.at(0).at("content") == "Never trust the baron.");
		CHECK(lines.at(0).at("kind") == "note");
		CHECK(lines.at(0).at("from") == "player_0");
		CHECK(lines.at(0).at("importance") == 3.0);
		CHECK(world.contents({ { "kind", "note" } }).size() == 1);
	}

	TEST_CASE("a line is pinned and let go of") {
		const Folder folder;
		MemoryWorld world(folder.database());
		world.spawn("Ada");
		world.hear("remember me");
		const json line{ { "line_id", world.id_of("remember me") } };
		CHECK(world.change("memory_pin_request", line).at("ok") == true);
		CHECK(world.contents({ { "pinned", true } }) == Contents{ "remember me" });
		json let_go = line;
		let_go["pinned"] = false;
		CHECK(world.change("memory_pin_request", let_go).at("ok") == true);
		CHECK(world.contents({ { "pinned", true } }).empty());
		CHECK(world.told() == Contents{ "pinned 1", "unpinned 1" });
	}

	TEST_CASE("older talk is summed up once, stays to be found, and says that it is summed up") {
		const Folder folder;
		MemoryWorld world(folder.database());
		world.spawn("Ada");
		for (int i = 0; i < 12; i++) {
			world.hear("the harvest of year " + std::to_string(i));
		}
		world.wait_for_index("11");
		const json pin{ { "line_id", world.id_of("the harvest of year 2") } };
		REQUIRE(world.change("memory_pin_request", pin).at("ok") == true);
		const json reply = world.change("memory_summarise_request", { { "keep", 5 } });
		REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
		CHECK(reply.at("result").at("count") == 6);
		const std::string text = reply.at("result").at("content");
		CHECK(text.find("6 lines") != std::string::npos);
		CHECK(text.find("harvest") != std::string::npos);
		CHECK(text.find("the harvest of year 0") != std::string::npos);
		CHECK(text.find("the harvest of year 6") != std::string::npos);
		CHECK(world.contents({ { "kind", "summary" } }) == Contents{ text });
		CHECK(world.found("year 3") == Contents{ "the harvest of year 3" });
		int summarised = 0;
		for (const json &line : world.list("agent_001")) {
			summarised += line.value("summarised", false) ? 1 : 0;
		}
		CHECK(summarised == 6);
		// Nothing is left to summarise.
		CHECK(world.change("memory_summarise_request", { { "keep", 5 } })
						.at("result")
						.at("count") == 0);
		CHECK(world.told() == Contents{ "pinned 1", "summarised 1" });
	}

	TEST_CASE("a second summary takes up the first, and the lines can go") {
		const Folder folder;
		MemoryWorld world(folder.database());
		world.spawn("Ada");
		for (int i = 0; i < 8; i++) {
			world.hear("old story " + std::to_string(i));
		}
		REQUIRE(world.change("memory_summarise_request", { { "keep", 5 } }).at("ok") == true);
		for (int i = 0; i < 3; i++) {
			world.hear("new story " + std::to_string(i));
		}
		const json reply = world.change(
				"memory_summarise_request", { { "keep", 5 }, { "remove_originals", true } });
		REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
		CHECK(reply.at("result").at("count") == 3);
		CHECK(reply.at("result").at("removed") == 3);
		const std::string text = reply.at("result").at("content");
		CHECK(text.find("Before that: 3 lines") != std::string::npos);
		CHECK(world.contents({ { "kind", "message" } }).size() == 8);
		CHECK(world.found("\"old story 4\"").empty());
	}

	TEST_CASE("what is kept in mind comes back with the agent, and a replay knows of it") {
		const Folder folder;
		{
			MemoryWorld world(folder.database());
			world.spawn("Ada");
			for (int i = 0; i < 8; i++) {
				world.hear("story " + std::to_string(i));
			}
			for (int i = 0; i < 7; i++) {
				REQUIRE(world.change("memory_note_request",
									 { { "content", "rule " + std::to_string(i) } })
								.at("ok") == true);
			}
			REQUIRE(world.change("memory_summarise_request", { { "keep", 5 } }).at("ok") == true);
		}
		{
			MemoryWorld world(folder.database(), true);
			world.hear("another story");
			const json line{ { "line_id", world.id_of("another story") } };
			REQUIRE(world.change("memory_forget_request", line).at("ok") == true);
			world.runtime->stop();
		}
		Result<Database> file = Database::connect(folder.database(), {});
		REQUIRE(file.ok());
		const json spawn = json::parse(
				file.value().text("SELECT data FROM inputs WHERE kind = 'spawn'", "{}").value());
		REQUIRE(spawn.at("kept").at("pinned").size() == KeptLines::MOST_PINNED);
		CHECK(spawn.at("kept").at("pinned").at(0).at("content") == "rule 2");
		CHECK(spawn.at("kept").at("pinned").at(4).at("content") == "rule 6");
		CHECK(spawn.at("kept").at("summary").get<std::string>().starts_with("3 lines"));
		CHECK(spawn.at("remembered").size() == 5);
		CHECK(spawn.at("remembered").at(4).at("content") == "story 7");
		CHECK(file.value()
						.integer("SELECT count(*) FROM inputs WHERE kind = 'memory'", 0)
						.value() == 1);
		const Result<ReplayResult> replayed = replay_recording(file.value(), 0);
		REQUIRE_MESSAGE(replayed.ok(), replayed.status().to_string());
		CHECK_MESSAGE(!replayed.value().divergence, replayed.value().divergence->to_string());
	}

	TEST_CASE("while the disk fails, a change is refused at once and does not happen later") {
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.settings = MemoryWorld::quiet();
		options.writer.busy_limit = 20ms;
		options.writer.retry_every = 10ms;
		TestWorld world(options);
		REQUIRE(spawn_agent(*world.runtime, { { "name", "Ada" } }).ok());
		CHECK(world.pass_until([&] { return world.sink.events.size() >= 2; }));
		Result<Database> other = Database::connect(folder.database(), {});
		REQUIRE(other.ok());
		Result<Transaction> lock = Transaction::begin(other.value());
		REQUIRE(lock.ok());
		const json reply = world.ask({ { "type", "memory_note_request" },
				{ "agent_id", "agent_001" }, { "content", "lost" } });
		CHECK(reply.at("error").at("code") == "unavailable");
		lock.value().roll_back();
		world.runtime->stop();
		CHECK(other.value().integer("SELECT count(*) FROM agent_conversations", -1).value() == 0);
	}

	TEST_CASE("what cannot be done is refused in a sentence, and changes nothing") {
		const Folder folder;
		MemoryWorld world(folder.database());
		world.spawn("Ada");
		world.spawn("Bob");
		world.hear("mine");
		const std::int64_t line = world.id_of("mine");
		const auto refusal = [&](const std::string &type, const json &more) {
			const json reply = world.change(type, more);
			CHECK(reply.at("ok") == false);
			return reply.at("error");
		};
		json error = refusal("memory_pin_request", { { "line_id", 999 } });
		CHECK(error.at("code") == "not_found");
		CHECK(error.at("message").get<std::string>().find("line 999") != std::string::npos);
		error = refusal("memory_pin_request", { { "line_id", line }, { "agent_id", "agent_002" } });
		CHECK(error.at("code") == "not_found");
		CHECK(refusal("memory_pin_request", json::object()).at("field") == "line_id");
		error = refusal("memory_edit_request", { { "line_id", line } });
		CHECK(error.at("message").get<std::string>().starts_with("content: is missing"));
		CHECK(refusal("memory_edit_request", { { "line_id", line }, { "importance", 11 } })
						.at("field") == "importance");
		CHECK(refusal("memory_edit_request", { { "line_id", line }, { "content", "" } })
						.at("field") == "content");
		error = refusal("memory_forget_request", json::object());
		CHECK(error.at("message").get<std::string>().find("line_id, or from, or all") !=
				std::string::npos);
		error = refusal("memory_forget_request", { { "all", true }, { "line_id", line } });
		CHECK(error.at("code") == "invalid_argument");
		error = refusal(
				"memory_note_request", { { "agent_id", "agent_077" }, { "content", "nobody" } });
		CHECK(error.at("code") == "not_found");
		error = refusal("search_request", { { "text", "mine" }, { "since", "yesterday" } });
		CHECK(error.at("message").get<std::string>().starts_with("since: "));
		CHECK(world.contents() == Contents{ "mine" });
		CHECK(world.told().empty());
	}

	TEST_CASE("a runtime that stores nothing says so") {
		MemoryWorld world("");
		world.spawn("Ada");
		const json reply = world.change("memory_note_request", { { "content", "lost" } });
		CHECK(reply.at("error").at("code") == "failed_precondition");
	}
}
