#pragma once

// A runtime whose time moves only when the test says so, and a folder for its database.

#include "core/base/inbox.h"
#include "core/runtime/runtime.h"
#include "tests/core/patience.h"
#include "tests/core/runtime/asking.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
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
	// is, the world and its database keep up with its time, unless something else holds them up.
	template <typename Condition>
	bool pass_until(const Condition &condition) {
		return comes_true([&] {
			if (holds(condition)) {
				return true;
			}
			clock.advance(10ms);
			let_keep_up();
			return false;
		});
	}

	// The same while no time passes in the world.
	template <typename Condition>
	bool wait_until(const Condition &condition) {
		return comes_true([&] { return holds(condition); });
	}

	void let_keep_up() {
		let_keep_up_until(steps_held_up_, 20ms, [&] { return runtime->stats().rests; });
		let_keep_up_until(writer_held_up_, 1ms, [&] {
			const WriterStats store = runtime->stats().store;
			return store.queue_operations < 64 || store.degraded;
		});
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

private:
	template <typename Condition>
	bool holds(const Condition &condition) {
		runtime->pump().drain(sink, std::nullopt);
		return condition();
	}

	// What is held up is not waited for as long again until it has kept up once.
	template <typename Condition>
	static void let_keep_up_until(bool &is_held_up, std::chrono::milliseconds wait_when_held_up,
			const Condition &kept_up) {
		const auto end = std::chrono::steady_clock::now() +
				(is_held_up ? wait_when_held_up : std::chrono::milliseconds(1s));
		is_held_up = false;
		while (!is_held_up && !kept_up()) {
			let_others_run();
			is_held_up = std::chrono::steady_clock::now() >= end;
		}
	}

	bool steps_held_up_ = false;
	bool writer_held_up_ = false;
};

} // namespace agent_runtime
