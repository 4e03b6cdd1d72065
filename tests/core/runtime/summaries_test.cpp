#include <doctest/doctest.h>

#include "../providers/answering_transport.h"
#include "core/base/mutex.h"
#include "world.h"

#include <atomic>

using namespace agent_runtime;
using nlohmann::json;

namespace {

// A server that sums up, fails, or lets wait, as the test says.
// Thread rule: any thread; answer() on that of its transport.
class SummaryServer {
public:
	enum class Way : std::uint8_t { answers, fails, waits };

	void set_way(Way way) { way_ = way; }
	void set_text(const std::string &text) {
		const Lock lock(mutex_);
		text_ = text;
	}
	std::vector<json> asked() const {
		const Lock lock(mutex_);
		return asked_;
	}

	void post_to(IoPost post) { post_ = std::move(post); }
	// To whoever waits: a word, but no end.
	void write_word() {
		post_([this] {
			waiting_->says(R"(data: {"choices":[{"delta":{"content":"We "}}]})"
						   "\n\n");
			was_left_ = !waiting_->is_open();
		});
	}
	// Whether the client was gone when the word was written.
	bool was_left() const { return was_left_; }

	void answer(FakeExchange &exchange) {
		const Lock lock(mutex_);
		asked_.push_back(json::parse(exchange.request().body));
		const json end{
			{ "choices",
					{ { { "delta", { { "content", text_ } } }, { "finish_reason", "stop" } } } },
			{ "usage",
					{ { "prompt_tokens", 100 }, { "completion_tokens", 20 },
							{ "prompt_tokens_details", { { "cached_tokens", 60 } } } } }
		};
		switch (way_) {
			case Way::answers:
				exchange.answers(200, "text/event-stream");
				exchange.says("data: " + end.dump() + "\n\ndata: [DONE]\n\n");
				exchange.ends();
				break;
			case Way::fails:
				exchange.answers(500, "application/json");
				exchange.says("{}");
				exchange.ends();
				break;
			case Way::waits:
				exchange.answers(200, "text/event-stream");
				waiting_ = &exchange;
				break;
		}
	}

private:
	IoPost post_; // set before the first request
	FakeExchange *waiting_ = nullptr; // the transport's thread alone uses it
	std::atomic<bool> was_left_{ false }; // guards no other data
	std::atomic<Way> way_{ Way::answers }; // guards no other data
	mutable Mutex mutex_;
	std::string text_ AR_GUARDED_BY(mutex_) = "We spoke of the harvest.";
	std::vector<json> asked_ AR_GUARDED_BY(mutex_);
};

RuntimeOptions with_summary_server(const std::string &database, SummaryServer &server) {
	RuntimeOptions options;
	options.database_path = database;
	options.settings.think_interval = 0s;
	options.settings.overhearing_thinkers = 0;
	ProviderSettings &openai = options.minds.of(MindKind::openai);
	openai.base_url = "http://127.0.0.1:9/v1";
	openai.model = "test-model";
	openai.retry.retries = 0;
	openai.timeouts = { 1000h, 1000h, 1000h, 1000h };
	options.make_http = [&server](const IoThread &thread) -> std::unique_ptr<HttpTransport> {
		server.post_to(thread.poster());
		return std::make_unique<AnsweringTransport>(
				thread, [&server](FakeExchange &exchange) { server.answer(exchange); });
	};
	return options;
}

// A world with one agent that has heard eight lines.
class SummaryWorld : public TestWorld {
public:
	explicit SummaryWorld(const std::string &database, SummaryServer &server,
			const char *backend = "openai", std::int64_t prompt_tokens = 8'000) :
			TestWorld(made(database, server, prompt_tokens),
					Logger(std::make_shared<CallbackLogSink>([this](const LogRecord &record) {
						const Lock lock(mutex_);
						warnings_.emplace_back(record.message);
					}),
							LogLevel::warning)) {
		ada = spawn_agent(*runtime,
				{ { "name", "Ada" }, { "persona", "Loves roses." }, { "cli_backend", backend },
						{ "think_interval", 0 }, { "groups", { "town" } } })
					  .value();
		for (int i = 0; i < 8; i++) {
			const std::string line = "the harvest of year " + std::to_string(i);
			REQUIRE(send_message(*runtime, ParticipantId::player(0), {}, line).ok());
			CHECK(pass_until([&] { return contents("message").size() == std::size_t(i) + 1; }));
		}
	}

	static RuntimeOptions made(
			const std::string &database, SummaryServer &server, std::int64_t prompt_tokens) {
		RuntimeOptions options = with_summary_server(database, server);
		options.minds.of(MindKind::openai).prompt_tokens = prompt_tokens;
		return options;
	}
	std::vector<std::string> contents(const std::string &kind) {
		const json reply = ask(
				{ { "type", "memory_request" }, { "agent_id", "agent_001" }, { "kind", kind } });
		std::vector<std::string> all;
		for (const json &line : reply.at("result").at("lines")) {
			all.push_back(line.at("content"));
		}
		return all;
	}
	static json summarise_request() {
		return { { "type", "memory_summarise_request" }, { "agent_id", "agent_001" },
			{ "keep", 5 } };
	}
	json usage(const std::string &account) {
		return ask({ { "type", "usage_request" }, { "account", account } })
				.at("result")
				.at("spent");
	}
	bool warned_of(const std::string &words) {
		const Lock lock(mutex_);
		return std::any_of(warnings_.begin(), warnings_.end(),
				[&](const std::string &each) { return each.find(words) != std::string::npos; });
	}

	AgentId ada;

private:
	Mutex mutex_;
	std::vector<std::string> warnings_ AR_GUARDED_BY(mutex_);
};

bool is_built_in(const json &reply) {
	return reply.at("ok") == true && reply.at("result").at("mind") == "offline" &&
			reply.at("result").at("content").get<std::string>().starts_with("3 lines");
}

} // namespace

TEST_SUITE("Summaries by an agent's own mind") {
	TEST_CASE("it makes them, and the agent and its groups pay") {
		const Folder folder;
		SummaryServer server;
		SummaryWorld world(folder.database(), server);
		const json reply = world.ask(SummaryWorld::summarise_request());
		REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
		CHECK(reply.at("result").at("mind") == "openai");
		CHECK(reply.at("result").at("count") == 3);
		CHECK(reply.at("result").at("content") == "We spoke of the harvest.");
		CHECK(world.contents("summary") == std::vector<std::string>{ "We spoke of the harvest." });
		REQUIRE(server.asked().size() == 1);
		const std::string asked = server.asked()[0].dump();
		for (const char *words : { "Ada", "Loves roses.", "the harvest of year 0",
					 "the harvest of year 2", "test-model" }) {
			CHECK(asked.find(words) != std::string::npos);
		}
		CHECK(asked.find("the harvest of year 3") == std::string::npos);
		for (const char *account : { "agent_001", "group:town", "total" }) {
			CAPTURE(account);
			CHECK(world.usage(account).at("calls") == 1);
			CHECK(world.usage(account).at("input_tokens") == 100);
			CHECK(world.usage(account).at("cached_tokens") == 60);
			CHECK(world.usage(account).at("cache_write_tokens") == 0);
		}
	}

	TEST_CASE("where its mind fails, the built-in one makes it, and the log says why") {
		const Folder folder;
		SummaryServer server;
		SummaryWorld world(folder.database(), server);
		SUBCASE("with an error") {
			server.set_way(SummaryServer::Way::fails);
		}
		SUBCASE("without a word") {
			server.set_text(" \n ");
		}
		const json reply = world.ask(SummaryWorld::summarise_request());
		CHECK_MESSAGE(is_built_in(reply), reply.dump());
		CHECK(server.asked().size() == 1);
		CHECK(world.warned_of("agent_001"));
		CHECK(world.contents("summary").size() == 1);
	}

	TEST_CASE("who may cost nothing more gets the built-in one, and nobody is asked") {
		const Folder folder;
		SummaryServer server;
		SummaryWorld world(folder.database(), server);
		REQUIRE(world.ask({ { "type", "caps_request" }, { "account", "agent_001" },
								  { "tokens", 10 } })
						.at("ok") == true);
		const json reply = world.ask(SummaryWorld::summarise_request());
		CHECK_MESSAGE(is_built_in(reply), reply.dump());
		CHECK(server.asked().empty());
		CHECK(world.warned_of("budget_exhausted"));
	}

	TEST_CASE("minds of this process are not asked, nor is the game") {
		for (const char *kind : { "offline", "scripted", "game" }) {
			CAPTURE(kind);
			const Folder folder;
			SummaryServer server;
			SummaryWorld world(folder.database(), server, kind);
			const json reply = world.ask(SummaryWorld::summarise_request());
			CHECK_MESSAGE(is_built_in(reply), reply.dump());
		}
	}

	TEST_CASE("an agent that goes while it is made has it made by the built-in one") {
		const Folder folder;
		SummaryServer server;
		server.set_way(SummaryServer::Way::waits);
		SummaryWorld world(folder.database(), server);
		const std::shared_ptr<TestWorld::Replies> replies =
				world.send(SummaryWorld::summarise_request());
		REQUIRE(world.wait_until([&] { return !server.asked().empty(); }));
		REQUIRE(world.runtime->terminate_agent(world.ada, "test").ok());
		std::optional<json> reply;
		REQUIRE(world.pass_until([&] { return (reply = replies->take()).has_value(); }));
		CHECK_MESSAGE(is_built_in(*reply), reply->dump());
		CHECK(world.usage("total").at("calls") == 1); // what was begun is paid for
	}

	TEST_CASE("lines that change while it is made are not summed up") {
		const Folder folder;
		SummaryServer server;
		server.set_way(SummaryServer::Way::waits);
		SummaryWorld world(folder.database(), server);
		const std::shared_ptr<TestWorld::Replies> replies =
				world.send(SummaryWorld::summarise_request());
		REQUIRE(world.wait_until([&] { return !server.asked().empty(); }));
		REQUIRE(world.ask({ { "type", "memory_forget_request" }, { "agent_id", "agent_001" },
								  { "all", true } })
						.at("ok") == true);
		REQUIRE(world.runtime->terminate_agent(world.ada, "test").ok());
		std::optional<json> reply;
		REQUIRE(world.pass_until([&] { return (reply = replies->take()).has_value(); }));
		CHECK(reply->at("ok") == false);
		CHECK(reply->dump().find("changed") != std::string::npos);
		CHECK(world.contents("summary").empty());
	}

	TEST_CASE("when nobody waits for it any more, its call ends at the next word") {
		const Folder folder;
		SummaryServer server;
		server.set_way(SummaryServer::Way::waits);
		SummaryWorld world(folder.database(), server);
		const std::shared_ptr<TestWorld::Replies> replies = std::make_shared<TestWorld::Replies>();
		const RequestId request =
				world.runtime->requests().handle(SummaryWorld::summarise_request(),
						[replies](const json &completed) { replies->put(completed); });
		REQUIRE(world.wait_until([&] { return !server.asked().empty(); }));
		world.runtime->requests().withdraw(request);
		const std::optional<json> reply = replies->take();
		REQUIRE(reply.has_value());
		CHECK(reply->at("ok") == false);
		CHECK(reply->at("error").at("code") == "cancelled");
		CHECK_FALSE(server.was_left());
		server.write_word();
		CHECK(world.wait_until([&] { return server.was_left(); }));
		const json usage = world.ask({ { "type", "usage_request" } }).at("result");
		CHECK(usage.at("providers").empty());
		CHECK(usage.at("reserved").at("calls") == 0);
		CHECK(usage.at("spent").at("calls") == 1); // what was begun is paid for
		server.set_way(SummaryServer::Way::answers);
		const json next = world.ask(SummaryWorld::summarise_request());
		REQUIRE_MESSAGE(next.at("ok") == true, next.dump());
		CHECK(next.at("result").at("count") == 3); // so nothing was stored of the first one
		CHECK(world.contents("summary").size() == 1);
		CHECK_FALSE(replies->take().has_value());
	}

	TEST_CASE("a stop while it is made answers it as cancelled, and stores nothing of it") {
		const Folder folder;
		SummaryServer server;
		server.set_way(SummaryServer::Way::waits);
		SummaryWorld world(folder.database(), server);
		const std::shared_ptr<TestWorld::Replies> replies =
				world.send(SummaryWorld::summarise_request());
		REQUIRE(world.wait_until([&] { return !server.asked().empty(); }));
		CHECK(world.runtime->stop().ok());
		const std::optional<json> reply = replies->take();
		REQUIRE(reply.has_value());
		CHECK(reply->at("ok") == false);
		CHECK(reply->dump().find("cancelled") != std::string::npos);
		CHECK_FALSE(replies->take().has_value());
		Result<Database> file = Database::connect(folder.database(), {});
		REQUIRE(file.ok());
		CHECK(file.value()
						.integer("SELECT count(*) FROM agent_conversations WHERE kind = 'summary'",
								-1)
						.value() == 0);
		CHECK(file.value().integer("SELECT count(*) FROM ledger_open", -1).value() == 0);
		CHECK(file.value()
						.integer("SELECT calls FROM ledger WHERE account = 'agent:agent_001'", -1)
						.value() == 1);
	}

	TEST_CASE("what a prompt cannot hold waits for the next summary") {
		const Folder folder;
		SummaryServer server;
		SummaryWorld world(folder.database(), server, "openai", 150);
		std::int64_t summed_up = 0;
		for (int i = 0; i < 3 && summed_up < 3; i++) {
			const json reply = world.ask(SummaryWorld::summarise_request());
			REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
			CHECK(reply.at("result").at("mind") == "openai");
			CHECK(reply.at("result").at("count") == 1);
			summed_up += reply.at("result").at("count").get<std::int64_t>();
		}
		CHECK(summed_up == 3);
		CHECK(server.asked().back().dump().find("We spoke of the harvest.") != std::string::npos);
	}
}
