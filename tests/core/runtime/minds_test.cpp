#include <doctest/doctest.h>

#include "../providers/answering_transport.h"
#include "core/runtime/recording.h"
#include "world.h"

#include <map>

using namespace agent_runtime;
using nlohmann::json;

namespace {

json thinker(const char *backend) {
	return { { "name", "Ada" }, { "cli_backend", backend }, { "think_interval", 5 } };
}

// Time runs as fast as possible here, and faster than a thread that the machine holds up.
RuntimeOptions patient() {
	RuntimeOptions options;
	for (const MindKind kind : { MindKind::game, MindKind::openai }) {
		options.minds.of(kind).timeouts = { 1000h, 1000h, 1000h, 1000h };
	}
	return options;
}

RuntimeOptions with_database(const std::string &path) {
	RuntimeOptions options = patient();
	options.database_path = path;
	return options;
}

// The newest open call to the game's own mind; null: there is none.
const GameCall *open_thought(const TestWorld &world) {
	for (auto call = world.sink.calls.rbegin(); call != world.sink.calls.rend(); ++call) {
		if (call->kind == CallKind::mind) {
			return call->withdrawn ? nullptr : &*call;
		}
	}
	return nullptr;
}

CallAnswer thought(const GameCall &call, const json &result) {
	CallAnswer answer;
	answer.call = call.call;
	answer.kind = CallKind::mind;
	answer.result = result.dump();
	return answer;
}

// The reply, while no time passes, so that nobody thinks meanwhile.
json asked(TestWorld &world, const json &request) {
	const std::shared_ptr<TestWorld::Replies> replies = world.send(request);
	std::optional<json> reply;
	CHECK(world.wait_until([&] { return (reply = replies->take()).has_value(); }));
	return reply.value_or(json());
}

// A server of which only its answer is known.
RuntimeOptions with_server(const ServerAnswer &answer) {
	RuntimeOptions options = patient();
	ProviderSettings &openai = options.minds.of(MindKind::openai);
	openai.base_url = "http://127.0.0.1:9/v1";
	openai.model = "test-model";
	openai.limits = { .in_flight = 1, .calls_per_minute = 0, .tokens_per_minute = 0 };
	options.make_http = [answer](const IoThread &thread) -> std::unique_ptr<HttpTransport> {
		return std::make_unique<AnsweringTransport>(thread, answer);
	};
	return options;
}

json usage_of(TestWorld &world, const std::string &account) {
	return asked(world, { { "type", "usage_request" }, { "account", account } }).at("result");
}

// The state of the provider's queue, once it meets the condition.
template <typename Condition>
json queue_when(TestWorld &world, const Condition &is_wanted) {
	json queue;
	CHECK(world.pass_until([&] {
		queue = usage_of(world, "total").at("providers").value("openai", json::object());
		return is_wanted(queue);
	}));
	return queue;
}

bool was_withdrawn(const TestWorld &world, CallId call) {
	for (const GameCall &each : world.sink.calls) {
		if (each.call == call && each.withdrawn) {
			return true;
		}
	}
	return false;
}

} // namespace

TEST_SUITE("A mind of the game's own") {
	TEST_CASE("it gets the prompt, answers later, and the agent does what it says") {
		TestWorld world{ patient() };
		const AgentId ada = spawn_agent(*world.runtime, thinker("game")).value();
		REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
		const GameCall call = *open_thought(world);
		CHECK(call.agent == ada);
		const json prompt = json::parse(call.arguments);
		CHECK(prompt.at("system").get<std::string>().find("You are Ada") == 0);
		SUBCASE("in words") {
			REQUIRE(world.runtime->answer_call(thought(call, "Hello there")).ok());
			CHECK(world.pass_until([&] { return world.count<AgentSpoke>(ada) == 1; }));
		}
		SUBCASE("with an action") {
			const json move{ { "action", "move" }, { "x", 3 }, { "y", 4 } };
			REQUIRE(world.runtime->answer_call(thought(call, move)).ok());
			CHECK(world.pass_until([&] { return world.count<AgentMoved>(ada) == 1; }));
		}
		CHECK_FALSE(world.runtime->answer_call(thought(call, "Again")).ok());
	}

	TEST_CASE("what it writes on the way is shown as it comes, and only while it is open") {
		TestWorld world{ patient() };
		REQUIRE(spawn_agent(*world.runtime, thinker("game")).ok());
		REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
		const GameCall call = *open_thought(world);
		REQUIRE(world.runtime->stream_thought(call.call, "Once ").ok());
		REQUIRE(world.runtime->stream_thought(call.call, "upon").ok());
		CHECK(world.wait_until([&] { return world.sink.text == "Once upon"; }));
		CHECK_FALSE(world.runtime->stream_thought(call.call, "\xff").ok());
		REQUIRE(world.runtime->answer_call(thought(call, "Once upon a time")).ok());
		CHECK_FALSE(world.runtime->stream_thought(call.call, "more").ok());
	}

	TEST_CASE("its failure is told, and is no memory") {
		TestWorld world{ patient() };
		const AgentId ada = spawn_agent(*world.runtime, thinker("game")).value();
		REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
		CallAnswer answer;
		answer.call = open_thought(world)->call;
		answer.kind = CallKind::mind;
		answer.outcome = CallOutcome::failed;
		answer.reason = "out of ideas";
		REQUIRE(world.runtime->answer_call(answer).ok());
		REQUIRE(world.pass_until([&] { return world.count<MindFailed>(ada) == 1; }));
		REQUIRE(world.pass_until([&] {
			return open_thought(world) != nullptr && open_thought(world)->call != answer.call;
		}));
		CHECK(open_thought(world)->arguments.find("out of ideas") == std::string::npos);
	}

	TEST_CASE("one that does not answer is given up, told so, and asked again") {
		RuntimeOptions options;
		options.minds.of(MindKind::game).timeouts.total = 20s;
		options.minds.of(MindKind::game).timeouts.connect = 20s;
		TestWorld world{ std::move(options) };
		const AgentId ada = spawn_agent(*world.runtime, thinker("game")).value();
		REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
		const CallId first = open_thought(world)->call;
		REQUIRE(world.pass_until([&] { return world.count<MindFailed>(ada) >= 1; }));
		CHECK(world.pass_until([&] {
			return open_thought(world) != nullptr && open_thought(world)->call != first;
		}));
	}

	TEST_CASE("an agent that goes, or a runtime that stops, withdraws what it was asked") {
		TestWorld world{ patient() };
		const AgentId ada = spawn_agent(*world.runtime, thinker("game")).value();
		REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
		const CallId call = open_thought(world)->call;
		SUBCASE("goes") {
			REQUIRE(world.runtime->terminate_agent(ada, "asked to").ok());
		}
		SUBCASE("stops") {
			world.runtime->stop();
		}
		CHECK(world.wait_until([&] { return was_withdrawn(world, call); }));
	}
}

TEST_SUITE("The mind of agents that name none") {
	TEST_CASE("it is the runtime's default at each start, and at each load") {
		const Folder folder;
		const auto start = [&](MindKind kind) {
			RuntimeOptions options = with_database(folder.database());
			options.minds.default_kind = kind;
			return options;
		};
		const auto minds = [](const TestWorld &world) {
			std::string all;
			for (const AgentId agent : world.runtime->agents()) {
				all += world.state(agent).at("cli_backend").get<std::string>() + " ";
			}
			return all;
		};
		{
			TestWorld world(start(MindKind::offline));
			json unnamed = thinker("offline");
			unnamed.erase("cli_backend");
			REQUIRE(spawn_agent(*world.runtime, unnamed).ok());
			REQUIRE(spawn_agent(*world.runtime, thinker("offline")).ok());
			unnamed["routine"] = "wander"; // stored in the longer form
			REQUIRE(spawn_agent(*world.runtime, unnamed).ok());
			CHECK(minds(world) == "offline offline offline ");
			REQUIRE(asked(world, { { "type", "slot_save_request" }, { "slot", "one" } }).at("ok") ==
					true);
			world.runtime->stop();
		}
		{
			TestWorld world(start(MindKind::game));
			CHECK(minds(world) == "game offline game ");
			REQUIRE(assign_seat(*world.runtime, AgentId(3), "a").ok()); // stored again
			REQUIRE(send_message(*world.runtime, {}, AgentId(1), "Well?").ok());
			REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
			CHECK(open_thought(world)->agent == AgentId(1));
			REQUIRE(asked(world, { { "type", "slot_load_request" }, { "slot", "one" } }).at("ok") ==
					true);
			CHECK(minds(world) == "game offline game ");
			REQUIRE(assign_seat(*world.runtime, AgentId(3), "a").ok());
			world.runtime->stop();
		}
		TestWorld world(start(MindKind::openai));
		CHECK(minds(world) == "openai offline openai ");
	}

	TEST_CASE("a recording has the mind that they had") {
		const Folder folder;
		RuntimeOptions options = with_database(folder.database());
		{
			TestWorld world(options);
			REQUIRE(spawn_agent(*world.runtime, { { "name", "Ada" } }).ok());
			world.runtime->stop();
		}
		options.recording = true;
		options.minds.default_kind = MindKind::game;
		{
			TestWorld world(options);
			REQUIRE(send_message(*world.runtime, {}, AgentId(1), "Well?").ok());
			REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
			REQUIRE(world.runtime->answer_call(thought(*open_thought(world), "Indeed.")).ok());
			REQUIRE(world.pass_until([&] { return world.count<AgentSpoke>(AgentId(1)) == 1; }));
			world.runtime->stop();
		}
		Database file =
				Database::connect(folder.database(), { .access = Access::read_only }).value();
		const Result<ReplayResult> result = replay_recording(file, 0);
		REQUIRE_MESSAGE(result.ok(), result.status().to_string());
		CHECK_MESSAGE(!result.value().divergence, result.value().divergence->to_string());
	}
}

TEST_SUITE("What minds cost, and what they were asked") {
	TEST_CASE("usage, caps and the last prompt can be asked for") {
		TestWorld world{ patient() };
		const AgentId ada = spawn_agent(*world.runtime, thinker("game")).value();
		CHECK_FALSE(last_prompt(*world.runtime, ada).ok());
		REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
		const json prompt = last_prompt(*world.runtime, ada).value();
		CHECK(prompt.at("agent_id") == "agent_001");
		CHECK(prompt.at("parts").size() >= 3);
		REQUIRE(world.runtime->answer_call(thought(*open_thought(world), "Hello")).ok());
		REQUIRE(world.pass_until([&] { return world.count<AgentSpoke>(ada) == 1; }));
		const json usage = asked(world, { { "type", "usage_request" } }).at("result");
		CHECK(usage.at("spent").at("calls") == 1);
		CHECK(usage.at("spent").at("dollars") == 0.0);
		const json own =
				asked(world, { { "type", "usage_request" }, { "account", "agent:agent_001" } });
		CHECK(own.at("result").at("spent").at("calls") == 1);
	}

	TEST_CASE("a cap that is reached is an event, once, and the game is asked no more") {
		TestWorld world{ patient() };
		REQUIRE(asked(world, { { "type", "caps_request" }, { "calls", 1 } }).at("ok") == true);
		const AgentId ada = spawn_agent(*world.runtime, thinker("game")).value();
		REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
		const CallId only = open_thought(world)->call;
		REQUIRE(world.runtime->answer_call(thought(*open_thought(world), "Hello")).ok());
		REQUIRE(world.pass_until([&] { return world.count<BudgetExhausted>(ada) == 1; }));
		CHECK(open_thought(world)->call == only);
	}

	TEST_CASE("a refill is that of the accounts it names, and what is no account is refused") {
		TestWorld world{ patient() };
		const AgentId ada = spawn_agent(*world.runtime, thinker("game")).value();
		REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
		REQUIRE(world.runtime->answer_call(thought(*open_thought(world), "Hello")).ok());
		REQUIRE(world.pass_until([&] { return world.count<AgentSpoke>(ada) == 1; }));
		const auto counted = [&](const char *account) {
			return asked(world, { { "type", "usage_request" }, { "account", account } })
					.at("result")
					.at("counted")
					.at("calls")
					.get<int>();
		};
		CHECK(counted("agent_001") == 1);
		CHECK(asked(world,
					  { { "type", "caps_request" }, { "account", "agent" }, { "refill", true } })
						.at("ok") == true);
		CHECK(counted("agent_001") == 0);
		CHECK(counted("total") == 1);
		const json refused = asked(world, { { "type", "usage_request" }, { "account", "Ada" } });
		CHECK(refused.at("error").at("field") == "account");
	}

	TEST_CASE("who waits for a provider can be told how many go before, and may go before them") {
		TestWorld world{ with_server([](FakeExchange &exchange) { exchange.connects(); }) };
		REQUIRE(spawn_agents(*world.runtime, thinker("openai"), 3).ok());
		const json queue =
				queue_when(world, [](const json &found) { return found.value("waiting", 0) == 2; });
		CHECK(queue.at("in_flight") == 1);
		std::map<int, std::string> waiting;
		for (const std::string agent : { "agent_001", "agent_002", "agent_003" }) {
			const json usage = usage_of(world, agent);
			if (usage.contains("queue_position")) {
				waiting[usage.at("queue_position").get<int>()] = agent;
			}
		}
		REQUIRE(waiting.size() == 2);
		REQUIRE(waiting.begin()->first == 0);
		REQUIRE(waiting.rbegin()->first == 1);
		const std::string last = waiting.at(1);
		REQUIRE(set_attention(*world.runtime, AgentId::parse(last).value(), 8.0f).ok());
		CHECK(usage_of(world, last).at("queue_position") == 0);
		CHECK(usage_of(world, waiting.at(0)).at("queue_position") == 1);
		CHECK_FALSE(usage_of(world, "group:" + last).contains("queue_position"));
	}

	TEST_CASE("a provider that wants to be left alone is shown with how long") {
		TestWorld world{ with_server([](FakeExchange &exchange) {
			exchange.answers(429, "application/json", { { "retry-after", "20" } });
			exchange.ends();
		}) };
		REQUIRE(spawn_agent(*world.runtime, thinker("openai")).ok());
		const json queue = queue_when(
				world, [](const json &found) { return found.contains("held_off_seconds"); });
		CHECK(queue.at("held_off_seconds").get<double>() > 0.0);
		CHECK(queue.at("held_off_seconds").get<double>() <= 20.0);
	}

	TEST_CASE("what was spent is not forgotten with a restart") {
		const Folder folder;
		{
			TestWorld world{ with_database(folder.database()) };
			const AgentId ada = spawn_agent(*world.runtime, thinker("game")).value();
			REQUIRE(world.pass_until([&] { return open_thought(world) != nullptr; }));
			REQUIRE(world.runtime->answer_call(thought(*open_thought(world), "Hello")).ok());
			REQUIRE(world.pass_until([&] { return world.count<AgentSpoke>(ada) == 1; }));
		}
		TestWorld world{ with_database(folder.database()) };
		const json usage = asked(world, { { "type", "usage_request" } }).at("result");
		CHECK(usage.at("spent").at("calls") >= 1);
	}
}
