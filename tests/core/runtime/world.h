#pragma once

// A runtime whose time moves only when the test says so, and a folder for its database.

#include "core/base/inbox.h"
#include "core/runtime/runtime.h"
#include "tests/core/runtime/asking.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace agent_runtime {

using namespace std::chrono_literals;

// A folder that is removed after the test.
class Folder {
public:
	explicit Folder(const std::filesystem::path &parent = std::filesystem::temp_directory_path()) {
		std::string pattern = parent / "agent_runtime_XXXXXX";
		path_ = ::mkdtemp(pattern.data());
	}
	~Folder() { std::filesystem::remove_all(path_); }
	std::string database() const { return path_ / "world.db"; }
	const std::filesystem::path &path() const { return path_; }

private:
	std::filesystem::path path_;
};

class Collector : public PumpSink {
public:
	void emit(const PublishedEvent &event) override { events.push_back(event); }
	void emit(const MovingPosition &position) override { positions.push_back(position); }
	void emit(const GameCall &call) override { calls.push_back(call); }
	void emit(const CancelledWalk &walk) override { cancelled.push_back(walk); }
	void emit(const TextPiece &piece) override {
		text = piece.begins ? piece.text : text + piece.text;
	}

	std::vector<PublishedEvent> events;
	std::vector<MovingPosition> positions;
	std::vector<GameCall> calls;
	std::vector<CancelledWalk> cancelled;
	std::string text; // that a mind is writing
};

// A runtime whose time moves only when the test says so.
class TestWorld {
public:
	explicit TestWorld(const std::string &database, bool recording = false,
			const AgentSettings &settings = AgentSettings()) {
		RuntimeOptions options;
		options.settings = settings;
		options.database_path = database;
		options.recording = recording;
		start(std::move(options));
	}
	explicit TestWorld(RuntimeOptions options, const Logger &log = {}) {
		start(std::move(options), log);
	}

	// Lets time pass until the condition holds; false when it never does. However slow the machine
	// is, the world keeps up with its time, unless something other than steps holds it up.
	template <typename Condition>
	bool pass_until(const Condition &condition) {
		const auto end = std::chrono::steady_clock::now() + 20s;
		while (std::chrono::steady_clock::now() < end) {
			runtime->pump().drain(sink, std::nullopt);
			if (condition()) {
				return true;
			}
			clock.advance(10ms);
			let_keep_up();
		}
		return false;
	}

	void let_keep_up() const {
		const auto end = std::chrono::steady_clock::now() + 20ms;
		do {
			std::this_thread::yield();
		} while (!runtime->stats().rests && std::chrono::steady_clock::now() < end);
	}

	// The same while no time passes in the world.
	template <typename Condition>
	bool wait_until(const Condition &condition) {
		const auto end = std::chrono::steady_clock::now() + 20s;
		while (std::chrono::steady_clock::now() < end) {
			runtime->pump().drain(sink, std::nullopt);
			if (condition()) {
				return true;
			}
			std::this_thread::yield();
		}
		return false;
	}

	template <typename T>
	int count(AgentId agent) const {
		int found = 0;
		for (const PublishedEvent &each : sink.events) {
			found += each.event.subject == ParticipantId(agent) && each.event.data.is<T>() ? 1 : 0;
		}
		return found;
	}

	nlohmann::json state(AgentId agent) const { return agent_state(*runtime, agent).value(); }
	nlohmann::json ask(const nlohmann::json &request) {
		const std::shared_ptr<Replies> replies = send(request);
		std::optional<nlohmann::json> reply;
		CHECK(pass_until([&] { return (reply = replies->take()).has_value(); }));
		return reply.value_or(nlohmann::json());
	}

	// Where the replies will be, which come on other threads.
	using Replies = Inbox<nlohmann::json>;
	std::shared_ptr<Replies> send(const nlohmann::json &request) const {
		std::shared_ptr<Replies> replies = std::make_shared<Replies>();
		runtime->requests().handle(
				request, [replies](const nlohmann::json &completed) { replies->put(completed); });
		return replies;
	}

	void start(RuntimeOptions options, const Logger &log = {}) {
		options.config.helper_threads = 0;
		Result<std::unique_ptr<Runtime>> started = Runtime::start(std::move(options), clock, log);
		REQUIRE_MESSAGE(started.ok(), started.status().to_string());
		runtime = std::move(started).value();
	}

	ManualClock clock;
	Collector sink;
	std::unique_ptr<Runtime> runtime;
};

} // namespace agent_runtime
