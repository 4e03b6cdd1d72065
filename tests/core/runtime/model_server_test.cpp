#include <doctest/doctest.h>

#include "../providers/answering_transport.h"
#include "core/store/database.h"
#include "talks.h"
#include "world.h"

#include <algorithm>
#include <functional>
#include <mutex>

// What a world asks a model server, and what happens with its answers.

using namespace agent_runtime;
using namespace agent_runtime::talks;
using nlohmann::json;

namespace {

// The bodies of its requests, and how many of them were cancelled before they ended.
struct ModelServer {
	ServerAnswer answer(const std::function<void(FakeExchange &, std::size_t number)> &how) {
		return [this, how](FakeExchange &exchange) {
			std::size_t number = 0;
			{
				const std::lock_guard lock(mutex);
				bodies.push_back(exchange.request().body);
				number = bodies.size();
			}
			exchange.answers(200, "text/event-stream");
			how(exchange, number);
		};
	}
	std::vector<std::string> asked() {
		const std::lock_guard lock(mutex);
		return bodies;
	}
	void note_hang_up() {
		const std::lock_guard lock(mutex);
		hang_ups++;
	}
	std::size_t hung_up() {
		const std::lock_guard lock(mutex);
		return hang_ups;
	}

	std::mutex mutex; // guards both
	std::vector<std::string> bodies;
	std::size_t hang_ups = 0;
};

void write(FakeExchange &exchange, const std::string &words) {
	const json event{ { "choices", { { { "delta", { { "content", words } } } } } } };
	exchange.says("data: " + event.dump() + "\n\n");
}

void finish(FakeExchange &exchange) {
	exchange.says("data: {\"choices\": [{\"delta\": {}, \"finish_reason\": \"stop\"}], "
				  "\"usage\": {\"prompt_tokens\": 50, \"completion_tokens\": 5}}\n\n"
				  "data: [DONE]\n\n");
	exchange.ends();
}

RuntimeOptions with_stream_from(const ServerAnswer &answer, const std::string &database = "") {
	RuntimeOptions options;
	ProviderSettings &openai = options.minds.of(MindKind::openai);
	openai.base_url = "http://127.0.0.1:9/v1";
	openai.model = "test-model";
	openai.timeouts = { 1000h, 1000h, 1000h, 1000h }; // time runs as fast as possible here
	options.database_path = database;
	options.make_http = [answer](const IoThread &thread) -> std::unique_ptr<HttpTransport> {
		return std::make_unique<AnsweringTransport>(thread, answer);
	};
	return options;
}

AgentId spawn_thinker(TestWorld &world, const std::string &name) {
	return spawn_agent(*world.runtime,
			{ { "name", name }, { "cli_backend", "openai" }, { "think_interval", 0 } })
			.value();
}

// All text in the database that was said.
std::string all_text_in(const std::string &path) {
	Result<Database> database = Database::connect(path, {});
	REQUIRE(database.ok());
	std::string all;
	for (const char *sql :
			{ "SELECT content FROM agent_conversations", "SELECT text FROM auto_messages",
					"SELECT data FROM events WHERE type <> 'autoModeStarted'" }) {
		Query rows(database.value(), sql);
		while (rows.next()) {
			all += std::string(rows.text(0)) + "\n";
		}
		CHECK(rows.status().ok());
	}
	return all;
}

} // namespace

TEST_SUITE("What a model server is asked") {
	TEST_CASE("spec:000.5.3 its request holds the last five lines, not the sixth, and the task") {
		const std::vector<std::string> fruits = { "apples", "bananas", "cherries" };
		ModelServer server;
		// It answers with what was said last.
		TestWorld world(
				with_stream_from(server.answer([&](FakeExchange &exchange, std::size_t number) {
					const std::string fruit = number == 1 ? "nothing" : fruits.at(number - 2);
					const bool is_asked =
							number == 1 || names(exchange.request().body, "About " + fruit);
					write(exchange, is_asked ? "You spoke of " + fruit + "." : "What?");
					finish(exchange);
				})));
		const AgentId ada = spawn_thinker(world, "Ada");
		REQUIRE(assign_task(*world.runtime, ada, "Count the lamps", "On both floors.").ok());
		for (int i = 0; i < 3; i++) {
			REQUIRE(world.pass_until([&] {
				return world.count<AgentSpoke>(ada) == i + 1 &&
						world.state(ada).at("state") == "idle";
			}));
			CHECK(send_message(*world.runtime, {}, ada, "About " + fruits[i]).ok());
		}
		REQUIRE(world.pass_until([&] { return world.count<AgentSpoke>(ada) == 4; }));
		REQUIRE(server.asked().size() == 4);
		const std::string body = server.asked()[3];
		// The last five lines in their order, and not the one before them;
		std::size_t at = 0;
		for (const char *line : { "About apples", "You spoke of apples.", "About bananas",
					 "You spoke of bananas.", "About cherries" }) {
			const std::size_t found = body.find(line, at);
			CHECK_MESSAGE(found != std::string::npos, line);
			at = found != std::string::npos ? found : at;
		}
		CHECK_FALSE(names(body, "You spoke of nothing."));
		// the current task.
		CHECK(names(body, "Your task: Count the lamps\\nOn both floors."));
		// THEN: its answer is about what was said to the agent.
		CHECK(std::find_if(world.sink.events.rbegin(), world.sink.events.rend(),
					  [](const PublishedEvent &each) { return each.event.data.is<AgentSpoke>(); })
						->event.data.get_if<AgentSpoke>()
						->message->content == "You spoke of cherries.");
	}
}

TEST_SUITE("The keyword in a stream") {
	TEST_CASE("spec:003.2.1 it ends the conversation there, though more comes or it breaks off") {
		const Folder folder;
		ModelServer server;
		bool breaks = false;
		SUBCASE("more comes") {}
		SUBCASE("the connection breaks right behind it") {
			breaks = true;
		}
		const auto how = [&](FakeExchange &exchange, std::size_t number) {
			if (number == 1) {
				write(exchange, "Bridges should be free.");
				finish(exchange);
				return;
			}
			write(exchange, "So we agree. [CONVER");
			write(exchange, breaks ? "SATION_END]" : "SATION_END] Nevertheless, ");
			if (!exchange.is_open()) {
				server.note_hang_up();
			}
			if (breaks) {
				exchange.fails(HttpFailure::cut_off, "the connection broke");
			} else {
				write(exchange, "nevertheless.");
				finish(exchange);
			}
		};
		std::string shown;
		{
			TestWorld world(with_stream_from(server.answer(how), folder.database()));
			const AgentId ada = spawn_thinker(world, "Ada");
			const AgentId bob = spawn_thinker(world, "Bob");
			start_talk(world, { { "agents", { ada.to_string(), bob.to_string() } } });
			REQUIRE(world.pass_until([&] {
				shown += world.sink.text;
				return !talk_events<AutoModeEnded>(world).empty();
			}));
			// THEN: it is over at once, by the keyword, after what came before it,
			REQUIRE(talk_events<AutoModeEnded>(world).size() == 1);
			CHECK(talk_events<AutoModeEnded>(world)[0].reason == TalkEnd::keyword);
			REQUIRE(lines_in(world) == 2);
			CHECK(talk_events<AgentMessaged>(world)[1].message->content == "So we agree.");
			CHECK(world.count<MindFailed>(bob) == 0);
			// the call to the server was ended at that moment, and the server was not asked again,
			CHECK(server.asked().size() == 2);
			CHECK(server.hung_up() == 1);
			// nor by the other agent, for whom the last words need no answer,
			CHECK(world.pass_until([&] { return world.state(bob).at("state") == "idle"; }));
			CHECK(world.state(ada).at("state") == "idle");
			CHECK(server.asked().size() == 2);
			// and its books are closed.
			const json usage =
					world.ask({ { "type", "usage_request" }, { "account", "total" } }).at("result");
			CHECK(usage.at("spent").at("calls") == 2);
			CHECK(usage.at("reserved").at("calls") == 0);
			world.runtime->stop();
		}
		// AND: nothing of the keyword or after it was shown, spoken or stored.
		const std::string stored = all_text_in(folder.database());
		CHECK(names(stored, "So we agree."));
		for (const std::string &each : { shown, stored }) {
			CHECK_FALSE(names(each, "CONVER"));
			CHECK_FALSE(names(each, "evertheless"));
		}
	}
}
