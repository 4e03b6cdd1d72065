#include <doctest/doctest.h>

#include "../providers/answering_transport.h"
#include "core/log/event_json.h"
#include "world.h"

#include <atomic>
#include <fstream>
#include <mutex>
#include <sstream>

using namespace agent_runtime;
using nlohmann::json;

namespace {

constexpr char MARKER[] = "sk-marker-5f1d7c0a9b";

void answer_unauthorised(FakeExchange &exchange) {
	exchange.answers(401, "application/json");
	exchange.says(R"({"error": {"message": "Incorrect API key provided: )" + std::string(MARKER) +
			R"(.", "type": "invalid_request_error", "code": "invalid_api_key"}})");
	exchange.ends();
}

void answer_error_in_stream(FakeExchange &exchange) {
	exchange.answers(200, "text/event-stream");
	exchange.says(R"(data: {"error": {"message": "no seat for )" + std::string(MARKER) +
			R"( today", "type": "invalid_request_error"}})" + "\n\n");
	exchange.ends();
}

void answer_strangely(FakeExchange &exchange) {
	exchange.answers(200, "text/" + std::string(MARKER));
	exchange.says(MARKER);
	exchange.ends();
}

// Everything that was logged, at any level. Thread rule: any thread; `mutex_` guards the text.
class KeptLog {
public:
	Logger logger() {
		return Logger(std::make_shared<CallbackLogSink>([this](const LogRecord &record) {
			const std::lock_guard lock(mutex_);
			text_ += to_line(record) + "\n";
		}),
				LogLevel::debug);
	}
	std::string text() const {
		const std::lock_guard lock(mutex_);
		return text_;
	}

private:
	mutable std::mutex mutex_;
	std::string text_;
};

std::string content_of_files(const std::filesystem::path &folder) {
	std::stringstream content;
	for (const auto &file : std::filesystem::recursive_directory_iterator(folder)) {
		if (file.is_regular_file()) {
			content << std::ifstream(file.path(), std::ios::binary).rdbuf();
		}
	}
	return content.str();
}

bool tells_the_key(const std::string &text) {
	return text.find(MARKER) != std::string::npos;
}

void check_events(const TestWorld &world) {
	for (const PublishedEvent &each : world.sink.events) {
		CHECK_FALSE(tells_the_key(event_data_to_json(each.event).dump()));
		CHECK_FALSE(tells_the_key(event_to_message(each.event).dump()));
	}
}

void check_replies(TestWorld &world, AgentId agent) {
	const std::string id = agent.to_string();
	const std::vector<json> requests{ { { "type", "last_prompt_request" }, { "agent_id", id } },
		{ { "type", "agent_state_request" }, { "agent_id", id } }, { { "type", "agents_request" } },
		{ { "type", "usage_request" } },
		{ { "type", "usage_request" }, { "account", "agent:" + id } },
		{ { "type", "health_request" } }, { { "type", "events_request" } },
		{ { "type", "memory_request" }, { "agent_id", id } } };
	for (const json &request : requests) {
		const json reply = world.ask(request);
		CHECK_MESSAGE(reply.at("ok") == true, reply.dump());
		CHECK_FALSE(tells_the_key(reply.dump()));
	}
}

RuntimeOptions with_server(const std::string &database, const ServerAnswer &answer) {
	RuntimeOptions options;
	options.database_path = database;
	options.recording = true; // what minds say is in it, too
	options.minds.prices = "no list"; // so that there is something to log
	ProviderSettings &openai = options.minds.of(MindKind::openai);
	openai.base_url = "http://127.0.0.1:9/v1";
	openai.model = "test-model";
	openai.key = Secret(MARKER);
	openai.retry.retries = 0;
	openai.timeouts = { 10h, 10h, 10h, 10h }; // time runs as fast as possible here
	options.make_http = [answer](const IoThread &thread) -> std::unique_ptr<HttpTransport> {
		return std::make_unique<AnsweringTransport>(thread, answer);
	};
	return options;
}

// `told` is what the server says about it, without the key.
void check_secrecy(const ServerAnswer &answer, MindFailure failure, const std::string &told) {
	const Folder folder;
	KeptLog log;
	std::atomic<int> sent{ 0 }; // with the key
	const auto count_and_answer = [&](FakeExchange &exchange) {
		sent += exchange.header("authorization") == "Bearer " + std::string(MARKER) ? 1 : 0;
		answer(exchange);
	};
	{
		TestWorld world(with_server(folder.database(), count_and_answer), log.logger());
		const AgentId ada =
				spawn_agent(*world.runtime, { { "name", "Ada" }, { "cli_backend", "openai" } })
						.value();
		REQUIRE(world.pass_until([&] { return world.count<MindFailed>(ada) >= 2; }));
		bool is_told = false;
		for (const PublishedEvent &each : world.sink.events) {
			if (const MindFailed *failed = each.event.data.get_if<MindFailed>()) {
				CHECK(failed->failure == failure);
				is_told = is_told || failed->message.find(told) != std::string::npos;
			}
		}
		CHECK(is_told);
		check_replies(world, ada);
		check_events(world);
		const std::string stored = content_of_files(folder.path());
		CHECK(stored.find(mind_failure_name(failure)) != std::string::npos);
		CHECK_FALSE(tells_the_key(stored));
	}
	CHECK(sent >= 2);
	// Nor does an agent remember what went wrong.
	Result<Database> file = Database::connect(folder.database(), { .access = Access::read_only });
	REQUIRE(file.ok());
	CHECK(file.value().integer("SELECT count(*) FROM agent_conversations", 0).value() == 0);
	CHECK_FALSE(tells_the_key(content_of_files(folder.path())));
	CHECK(log.text().find("the price list is not used") != std::string::npos);
	CHECK_FALSE(tells_the_key(log.text()));
}

} // namespace

TEST_SUITE("A key that the provider quotes") {
	TEST_CASE("in a refusal is in no prompt, no event, no reply, no log line and no file") {
		check_secrecy(answer_unauthorised, MindFailure::refused, "Incorrect API key provided: ");
	}

	TEST_CASE("in the middle of a stream is in none of them") {
		check_secrecy(answer_error_in_stream, MindFailure::refused, "no seat for ");
	}

	TEST_CASE("as the type of its answer is in none of them") {
		check_secrecy(answer_strangely, MindFailure::bad_answer, "it answers with text/");
	}
}
