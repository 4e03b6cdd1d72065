#include "core/runtime/runtime.h"

#include "tests/core/patience.h"
#include "tests/core/vocabulary.h"

#include "core/base/files.h"
#include "core/io/running_games.h"
#include "core/io/user_folders.h"

#include "../gateway/raw_client.h"
#include "../io/set_variable.h"
#include "../store/scratch.h"
#include "asking.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace agent_runtime;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

std::unique_ptr<Runtime> start_runtime(const std::string &database, Clock &clock) {
	RuntimeOptions options;
	options.database_path = database;
	options.config.helper_threads = 0;
	options.config.gateway_enabled = true;
	Result<std::unique_ptr<Runtime>> started = Runtime::start(std::move(options), clock);
	REQUIRE_MESSAGE(started.ok(), started.status().to_string());
	return std::move(started).value();
}

std::string path_of(const Runtime &runtime, const std::string &path) {
	return path + "?token=" + runtime.gateway()->token();
}

// The present log, in the form that the streams have.
std::vector<json> log_of(WebSocketPeer &socket) {
	socket.ask({ { "type", "events_request" }, { "limit", 10'000 } });
	return socket.next_of("request_completed").at("result").at("events");
}

// Lets time pass on another thread for as long as it lives.
class Passing {
public:
	explicit Passing(ManualClock &clock) :
			thread_([this, &clock] {
				while (!ended_) {
					clock.advance(10ms);
					let_others_run();
				}
			}) {}
	~Passing() {
		ended_ = true;
		thread_.join();
	}

private:
	std::atomic<bool> ended_{ false }; // guards no other data
	std::thread thread_;
};

} // namespace

TEST_SUITE("Runtime with its gateway") {
	TEST_CASE("a request over HTTP is answered as over a WebSocket, and as to a script") {
		const ScratchFolder folder;
		SystemClock clock;
		const std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		const AgentId ada = spawn_agent(*runtime, { { "name", "Ada" } }).value();
		REQUIRE(comes_true([&] { return agent_state(*runtime, ada).ok(); }));
		const std::uint16_t port = runtime->gateway()->port();
		REQUIRE(comes_true([&] {
			return get(port, path_of(*runtime, "/agents/agent_001")).json().at("name") == "Ada" &&
					agent_state(*runtime, ada).value().at("state") == "idle";
		}));
		WebSocketPeer socket(port, path_of(*runtime, "/ws"));
		socket.ask({ { "type", "agents_request" } });
		const json listed = socket.next_of("request_completed").at("result");
		CHECK(get(port, path_of(*runtime, "/agents")).json().at("agents").size() ==
				listed.at("agents").size());
		const std::string body = R"({"type":"agent_pause_request","agent_id":"agent_001"})";
		RawClient client(port);
		client.send("POST " + path_of(*runtime, "/requests") +
				" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
				"Content-Length: " +
				std::to_string(body.size()) + "\r\n\r\n" + body);
		const HttpAnswer paused = read_answer(client);
		CHECK(paused.status == 200);
		CHECK(paused.json().at("ok") == true);
		CHECK(agent_state(*runtime, ada).value().at("paused") == true);
		CHECK(get(port, path_of(*runtime, "/agents/agent_007")).status == 404);
		CHECK(get(port, path_of(*runtime, "/agents/agent_7")).status == 400);
		CHECK(runtime->stop().ok());
	}

	TEST_CASE("there is no port unless it is asked for") {
		ManualClock clock;
		const Result<std::unique_ptr<Runtime>> runtime = Runtime::start({}, clock);
		REQUIRE(runtime.ok());
		CHECK(runtime.value()->gateway() == nullptr);
	}

	TEST_CASE("the token lies outside the project, and what lies beside the database says where") {
		const ScratchFolder folder;
		ManualClock clock;
		std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		const std::string token = runtime->gateway()->token();
		CHECK(runtime->token_file() == TokenPlace::of(folder.path("world.db")).file);
		CHECK(content_of(runtime->token_file()) == token + "\n");
		const std::string note = content_of(folder.path("world.db.token"));
		CHECK(note.ends_with("\n" + runtime->token_file() + "\n"));
		CHECK(note.find(token) == std::string::npos);
		runtime.reset();
		CHECK(start_runtime(folder.path("world.db"), clock)->gateway()->token() == token);
	}

	TEST_CASE("a game is registered from its start to its stop, with its database and its port") {
		const ScratchFolder folder;
		const SetVariable place("XDG_RUNTIME_DIR", folder.path(""));
		ManualClock clock;
		const std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		const std::vector<std::string> entries = names_in_folder(user_runtime_folder());
		REQUIRE(entries.size() == 1);
		const std::optional<RunningGame> game =
				RunningGame::parse(content_of(user_runtime_folder() + "/" + entries[0]));
		REQUIRE(game);
		CHECK(game->process == ProcessIdentity::own());
		CHECK(game->database == real_path(folder.path("world.db")));
		CHECK(game->port == runtime->gateway()->port());
		REQUIRE(runtime->stop().ok());
		CHECK(names_in_folder(user_runtime_folder()).empty());
	}

	TEST_CASE("a game that cannot be registered runs all the same, and says so") {
		const ScratchFolder folder;
		const SetVariable place("XDG_RUNTIME_DIR", folder.path("file"));
		std::ofstream(folder.path("file")) << "x";
		std::string said;
		const Logger log(std::make_shared<CallbackLogSink>([&said](const LogRecord &record) {
			said += to_line(record) + "\n";
		}),
				LogLevel::warning);
		ManualClock clock;
		const Result<std::unique_ptr<Runtime>> runtime = Runtime::start({}, clock, log);
		REQUIRE(runtime.ok());
		CHECK(said.find("other programs do not find this game") != std::string::npos);
	}

	TEST_CASE("a cursor beyond the newest event is refused, by every door that takes one") {
		const ScratchFolder folder;
		ManualClock clock;
		const std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		const std::uint16_t port = runtime->gateway()->port();
		WebSocketPeer socket(port, path_of(*runtime, "/ws"));
		socket.ask({ { "type", "agent_spawn_request" }, { "agent_config", json::object() } });
		const std::int64_t newest = socket.next_of("agent_spawned").at("id");
		socket.next_of("request_completed");
		const std::string refusal =
				"since: is beyond the newest event, " + std::to_string(newest) + "; ";
		const std::int64_t beyond[] = { newest + 1, 9'007'199'254'740'991 };
		for (const std::int64_t cursor : beyond) {
			socket.ask({ { "type", "events_request" }, { "since", cursor } });
			const json error = socket.next_of("request_completed").at("error");
			CHECK(error.at("code") == "invalid_argument");
			CHECK(error.at("message").get<std::string>().starts_with(refusal));
			const HttpAnswer answer =
					get(port, path_of(*runtime, "/events") + "&since=" + std::to_string(cursor));
			CHECK(answer.status == 400);
			CHECK(answer.json().at("error").at("message").get<std::string>().starts_with(refusal));
		}
		socket.ask({ { "type", "events_request" }, { "since", newest } });
		const json page = socket.next_of("request_completed").at("result");
		CHECK(page.at("events").empty());
		CHECK(page.at("gap") == false);
		SseReader stream(port, path_of(*runtime, "/events") + "&since=" + std::to_string(newest));
		CHECK(stream.next_of("hello").data.at("cursor") == newest);
	}

	TEST_CASE("a name of a request that is none is refused, and not sent back") {
		const ScratchFolder folder;
		ManualClock clock;
		const std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		WebSocketPeer socket(runtime->gateway()->port(), path_of(*runtime, "/ws"));
		const json names[] = { "", std::string(1'000'000, 'x'), std::string("a\0b", 3), 7 };
		int asked = 0;
		for (const json &name : names) {
			socket.ask({ { "type", "health_request" }, { "request_id", name } });
			const json reply = socket.next_of("request_completed");
			CHECK(reply.at("request_id") == "request_" + std::to_string(++asked));
			CHECK(reply.at("error").at("field") == "request_id");
			CHECK(reply.dump().size() < 500);
			CHECK(!find_message_problem(reply));
		}
		// Nor when something else is wrong with it, too.
		socket.ask({ { "type", "helth_request" }, { "request_id", std::string(500, 'x') } });
		CHECK(socket.next_of("request_completed").at("request_id") == "request_5");
	}

	TEST_CASE("the trace of a request is in its reply, on every stream and in the log") {
		const ScratchFolder folder;
		ManualClock clock;
		const std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		const std::uint16_t port = runtime->gateway()->port();
		WebSocketPeer asks(port, path_of(*runtime, "/ws"));
		SseReader reads(port, path_of(*runtime, "/events"));
		const std::string trace = "0af7651916cd43dd8448eb211c80319c";
		asks.ask({ { "type", "agent_spawn_request" }, { "trace_id", trace },
				{ "agent_config", { { "name", "Ada" }, { "think_interval", 0 } } } });
		CHECK(reads.next_of("agent_spawned").data.at("trace_id") == trace);
		CHECK(asks.next_of("request_completed").at("trace_id") == trace);
		int logged = 0;
		for (const json &event : log_of(asks)) {
			logged += event.value("trace_id", "") == trace ? 1 : 0;
		}
		CHECK(logged > 0);
		asks.ask({ { "type", "health_request" }, { "trace_id", "mine" } });
		const json refused = asks.next_of("request_completed");
		CHECK(refused.at("error").at("field") == "trace_id");
		CHECK(!find_message_problem(refused));
	}

	TEST_CASE("an agent spawned over WebSocket lives, and every client sees it speak") {
		const ScratchFolder folder;
		ManualClock clock;
		const std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		const std::uint16_t port = runtime->gateway()->port();
		WebSocketPeer asks(port, path_of(*runtime, "/ws"));
		WebSocketPeer watches(port, path_of(*runtime, "/ws"));
		SseReader reads(port, path_of(*runtime, "/events"));
		asks.ask({ { "type", "agent_spawn_request" },
				{ "agent_config",
						{ { "name", "Ada" },
								{ "initial_position", { { "x", 10 }, { "y", 10 } } } } } });
		// The answer and the event come from two threads, in any order.
		WebSocketPeer later(port, path_of(*runtime, "/ws") + "&since=0");
		CHECK(later.next_of("agent_spawned").at("name") == "Ada");
		const json spawned = asks.next_of("request_completed");
		CHECK(spawned.at("result").at("agent_id") == "agent_001");
		const Passing passing(clock);
		asks.ask({ { "type", "send_message_request" }, { "to", "agent_001" },
				{ "content", "Hello" } });
		for (WebSocketPeer *socket : { &asks, &watches, &later }) {
			json speech;
			do {
				speech = socket->next_of("agent_speech");
				REQUIRE(speech.is_object());
			} while (speech.at("agent_id") != "agent_001");
			CHECK(!speech.at("content").get<std::string>().empty());
		}
		CHECK(reads.next_of("agent_spawned").data.at("position") ==
				json{ { "x", 10.0 }, { "y", 10.0 } });
		CHECK(reads.next_of("agent_state_update").data.at("agent_id") == "agent_001");
	}

	TEST_CASE("a wrong request is answered by the name of its field, and nothing changes") {
		const ScratchFolder folder;
		ManualClock clock;
		const std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		WebSocketPeer socket(runtime->gateway()->port(), path_of(*runtime, "/ws"));
		const std::pair<json, std::string> cases[] = {
			{ { { "type", "no_such_request" } }, "type" },
			{ { { "type", "agent_speech" }, { "agent_id", "agent_001" } }, "type" },
			{ { { "type", "agent_spawn_request" } }, "agent_config" },
			{ { { "type", "agent_spawn_request" },
					  { "agent_config", { { "name", std::string(1'000'000, 'a') } } } },
					"agent_config.name" },
			{ { { "type", "agent_spawn_request" },
					  { "agent_config",
							  { { "initial_position", { { "x", 1e300 }, { "y", 0 } } } } } },
					"agent_config.initial_position.x" },
			{ { { "type", "health_request" }, { "request_id", 7 } }, "request_id" },
		};
		for (const auto &[request, field] : cases) {
			socket.ask(request);
			const json answer = socket.next_of("request_completed");
			CHECK(answer.at("ok") == false);
			CHECK(answer.at("error").at("field") == field);
		}
		CHECK(runtime->agents().empty());
	}

	TEST_CASE("a client that comes back after each restart holds exactly what the log holds") {
		const ScratchFolder folder;
		std::vector<json> held;
		std::string last;
		std::string token;
		for (int round = 0; round < 3; round++) {
			ManualClock clock;
			const std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
			const Passing passing(clock);
			CHECK((token.empty() || token == runtime->gateway()->token()));
			token = runtime->gateway()->token();
			const std::uint16_t port = runtime->gateway()->port();
			SseReader stream(port, path_of(*runtime, "/events") + (last.empty() ? "&since=0" : ""),
					last.empty() ? "" : "Last-Event-ID: " + last + "\r\n");
			REQUIRE(spawn_agent(*runtime, { { "name", "Ada" } }).ok());
			for (int i = 0; i < 20;) {
				const std::optional<SseEvent> event = stream.next();
				REQUIRE(event);
				if (event->data.is_object() && event->data.contains("id")) {
					held.push_back(event->data);
					last = event->id;
					i++;
				}
			}
		}
		ManualClock clock;
		const std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		WebSocketPeer socket(runtime->gateway()->port(), path_of(*runtime, "/ws"));
		std::vector<json> log = log_of(socket);
		REQUIRE(log.size() >= held.size());
		log.resize(held.size());
		CHECK(held == log);
	}

	TEST_CASE("a gateway that cannot listen fails the start, and leaves nothing behind") {
		const ScratchFolder folder;
		ManualClock clock;
		std::unique_ptr<Runtime> first = start_runtime(folder.path("world.db"), clock);
		RuntimeOptions options;
		options.database_path = folder.path("other.db");
		options.config.gateway_enabled = true;
		options.config.gateway_port = first->gateway()->port();
		const Result<std::unique_ptr<Runtime>> second = Runtime::start(options, clock);
		REQUIRE(!second.ok());
		CHECK(second.status().message().find("gateway_port: ") == 0);
		first->stop();
		const Result<std::unique_ptr<Runtime>> third = Runtime::start(options, clock);
		REQUIRE(third.ok());
		SseReader stream(
				third.value()->gateway()->port(), path_of(*third.value(), "/events") + "&since=0");
		// The log knows nothing of the failed start.
		CHECK(stream.next_of("runtime_started").data.at("id") == 1);
	}

	TEST_CASE("an event of another process is the same live as when it is read from the log") {
		const ScratchFolder folder;
		ManualClock clock;
		std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		const std::uint16_t port = runtime->gateway()->port();
		SseReader live(port, path_of(*runtime, "/events"));
		WebSocketPeer socket(port, path_of(*runtime, "/ws"));
		live.next_of("hello");
		socket.next_of("hello");
		const std::string trace = TraceId(1, 2).to_string();
		{
			Result<Database> other =
					Database::connect(folder.path("world.db"), { .access = Access::read_write });
			REQUIRE(other.ok());
			REQUIRE(append_event(other.value(),
					{ clock.wall_now(), "lock_acquired", "lock_a", trace,
							R"({"owner":"session_1"})" })
							.ok());
		}
		const json told = live.next_of("lock_acquired").data;
		CHECK(told.at("entity") == "lock_a");
		CHECK(told.at("trace_id") == trace);
		CHECK(told.at("owner") == "session_1");
		CHECK_FALSE(told.contains("agent_id"));
		CHECK(socket.next_of("lock_acquired") == told);
		SseReader later(port, path_of(*runtime, "/events") + "&since=0&entity=lock_a");
		CHECK(later.next_of("lock_acquired").data == told);
		socket.ask({ { "type", "events_request" }, { "entity", "lock_a" } });
		const json page = socket.next_of("request_completed");
		CHECK(page.at("result").at("events").at(0) == told);
		// And as a signal.
		struct Received : PumpSink {
			std::vector<Event> events;
			void emit(const PublishedEvent &event) override { events.push_back(event.event); }
			void emit(const MovingPosition &) override {}
			void emit(const GameCall &) override {}
		} received;
		runtime->pump().drain(received, std::nullopt);
		const auto shown = std::ranges::find_if(received.events,
				[](const Event &event) { return event_type(event) == "lock_acquired"; });
		REQUIRE(shown != received.events.end());
		CHECK(shown->subject == Subject::parse("lock_a"));
		CHECK(shown->trace.to_string() == trace);
	}

	TEST_CASE("stop ends soon while clients watch and ask") {
		const ScratchFolder folder;
		ManualClock clock;
		std::unique_ptr<Runtime> runtime = start_runtime(folder.path("world.db"), clock);
		const std::uint16_t port = runtime->gateway()->port();
		SseReader stream(port, path_of(*runtime, "/events") + "&since=0");
		WebSocketPeer socket(port, path_of(*runtime, "/ws") + "&since=0");
		stream.next_of("hello");
		socket.next_of("hello");
		for (int i = 0; i < 100; i++) {
			socket.ask({ { "type", "events_request" } });
		}
		const auto start = std::chrono::steady_clock::now();
		runtime->stop();
		CHECK(std::chrono::steady_clock::now() - start < 10 * GatewayLimits().closing_time);
		runtime.reset();
		CHECK(stream.client().is_ended());
		CHECK(socket.client().is_ended());
	}
}
