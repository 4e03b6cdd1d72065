#include "core/tools/tool_box.h"

#include "core/base/log.h"
#include "tests/core/patience.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using namespace agent_runtime;
using namespace std::chrono_literals;
using nlohmann::json;

// Only the gate makes a permit, and it stays within the call that it was made for.
static_assert(!std::is_default_constructible_v<Permit>);
static_assert(!std::is_constructible_v<Permit, ToolOrder>);
static_assert(!std::is_constructible_v<Permit, const ToolOrder &>);
static_assert(!std::is_copy_constructible_v<Permit> && !std::is_copy_assignable_v<Permit>);
static_assert(!std::is_move_constructible_v<Permit> && !std::is_move_assignable_v<Permit>);
static_assert(!std::is_aggregate_v<Permit>);
// A use is ended by one alone.
static_assert(!std::is_copy_constructible_v<ToolUse>);

namespace {

using Body = std::function<void(const Permit &, const json &, ToolUse)>;

class FunctionTool : public Tool {
public:
	explicit FunctionTool(Body body) :
			body_(std::move(body)) {}
	void run(const Permit &permit, const json &arguments, ToolUse use) override {
		body_(permit, arguments, std::move(use));
	}

private:
	const Body body_;
};

NativeTool native(const std::string &name, Body body, json schema = json::object()) {
	return { name, { "For tests.", std::move(schema) },
		std::make_shared<FunctionTool>(std::move(body)) };
}

// Reports of all uses, in the order in which they came.
class Reports {
public:
	OpenToolUse::Report of(const std::string &name) {
		return [this, name](ToolOutcome outcome) {
			const Lock lock(mutex_);
			all_.emplace_back(name, std::move(outcome));
			changed_.notify_all();
		};
	}
	// All reports as soon as there are so many, or it took too long.
	std::vector<std::pair<std::string, ToolOutcome>> wait(std::size_t count) {
		Lock lock(mutex_);
		lock.wait_for(changed_, LONGEST_PATIENCE,
				[&]() AR_REQUIRES(mutex_) { return all_.size() >= count; });
		return all_;
	}

private:
	Mutex mutex_;
	std::condition_variable changed_;
	std::vector<std::pair<std::string, ToolOutcome>> all_ AR_GUARDED_BY(mutex_);
};

class Refusing : public ToolJudge {
public:
	Status judge(const ToolOrder &order) const override {
		return order.tool == "delete_all"
				? Status(StatusCode::failed_precondition,
						  "delete_all needs FilesystemWrite, which agent_001 does not hold")
				: Status();
	}
};

class Faulty : public ToolJudge {
public:
	Status judge(const ToolOrder &order) const override {
		return order.tool == "fall" ? throw std::runtime_error("no rule") : Status();
	}
};

struct Box {
	explicit Box(const std::vector<NativeTool> &tools, const ToolJudge *judge = nullptr) :
			gate(judge, Logger()),
			box(clock, gate, Logger()) {
		for (const NativeTool &tool : tools) {
			REQUIRE(box.add(tool).ok());
		}
		REQUIRE(box.start().ok());
	}
	// A minute is left for it.
	void use(std::uint64_t call, const std::string &tool, json arguments = json::object()) {
		box.use({ CallId(call), { AgentId(1), "agent:agent_001" }, TraceId(), tool,
						std::move(arguments), clock.now() + 60s },
				reports.of(tool));
	}

	ManualClock clock;
	Reports reports;
	ToolGate gate;
	ToolBox box;
};

// Lets one use stand still until the test lets it go on.
struct Barrier {
	std::atomic<bool> reached{ false };
	std::atomic<bool> open{ false };

	void wait_at() {
		reached = true;
		reached.notify_all();
		open.wait(false);
	}
	void let_go() {
		open = true;
		open.notify_all();
	}
};

} // namespace

TEST_SUITE("ToolBox") {
	TEST_CASE("a tool runs on the worker, with a permit for this call, and its result comes back") {
		std::string told;
		std::thread::id worker;
		Box box({ native("echo", [&](const Permit &permit, const json &arguments, ToolUse use) {
			told = permit.tool() + " for " + permit.caller().account;
			worker = std::this_thread::get_id();
			use.done(arguments.at("text"));
		}) });
		box.use(1, "echo", { { "text", "hello" } });
		const auto reports = box.reports.wait(1);
		REQUIRE(reports.size() == 1);
		CHECK(reports[0].second.ok);
		CHECK(reports[0].second.text == "\"hello\"");
		CHECK(told == "echo for agent:agent_001");
		CHECK(worker != std::this_thread::get_id());
		CHECK(box.box.offered()->find("echo")->is_native);
	}

	TEST_CASE("a refusal of the judge is an outcome with its sentence, and the tool does not run") {
		const Refusing judge;
		std::atomic<int> runs{ 0 };
		const Body count = [&](const Permit &, const json &, ToolUse use) {
			runs++;
			use.done(runs.load());
		};
		Box box({ native("delete_all", count), native("look", count) }, &judge);
		box.use(1, "delete_all");
		box.use(2, "look");
		const auto reports = box.reports.wait(2);
		REQUIRE(reports.size() == 2);
		CHECK_FALSE(reports[0].second.ok);
		CHECK(reports[0].second.text ==
				"delete_all needs FilesystemWrite, which agent_001 does not hold");
		CHECK(reports[1].second.ok);
		CHECK(runs == 1);
	}

	TEST_CASE("unknown tools and arguments that do not fit are refused in words") {
		std::atomic<int> runs{ 0 };
		const json schema{ { "properties", { { "text", { { "type", "string" } } } } },
			{ "required", { "text" } } };
		Box box({ native(
				"echo",
				[&](const Permit &, const json &, ToolUse use) {
					runs++;
					use.done(nullptr);
				},
				schema) });
		box.use(1, "shout");
		box.use(2, "echo", { { "text", 7 } });
		box.use(3, "echo");
		const auto reports = box.reports.wait(3);
		REQUIRE(reports.size() == 3);
		CHECK(reports[0].second.text == "there is no tool \"shout\"");
		CHECK(reports[1].second.text == "the arguments of echo: text: is not of the type string");
		CHECK(reports[2].second.text == "the arguments of echo: text: is missing");
		CHECK(runs == 0);
	}

	TEST_CASE("what a tool throws fails one use alone") {
		Box box({ native("fall",
						  [](const Permit &, const json &, ToolUse) {
							  throw std::runtime_error("no floor");
						  }),
				native("stand", [](const Permit &, const json &, ToolUse use) { use.done(1); }) });
		box.use(1, "fall");
		box.use(2, "stand");
		const auto reports = box.reports.wait(2);
		REQUIRE(reports.size() == 2);
		CHECK_FALSE(reports[0].second.ok);
		CHECK(reports[0].second.text == "the tool ended without an outcome; the log may say why");
		CHECK(reports[1].second.ok);
		CHECK(box.box.stop().ok());
	}

	TEST_CASE("what the judge throws fails one use alone, and that tool does not run") {
		const Faulty judge;
		const Body done = [](const Permit &, const json &, ToolUse use) { use.done(1); };
		Box box({ native("fall", done), native("stand", done) }, &judge);
		box.use(1, "fall");
		box.use(2, "stand");
		const auto reports = box.reports.wait(2);
		REQUIRE(reports.size() == 2);
		CHECK_FALSE(reports[0].second.ok);
		CHECK(reports[0].second.text == "the tool ended without an outcome; the log may say why");
		CHECK(reports[1].second.ok);
		CHECK(box.box.stop().ok());
	}

	TEST_CASE("each use ends once, even if the tool says several things or nothing") {
		std::vector<ToolUse> stored;
		Box box({ native("twice",
						  [](const Permit &, const json &, ToolUse use) {
							  use.done("first");
							  use.fail("second");
							  use.done("third");
						  }),
				native("drop", [](const Permit &, const json &, ToolUse) {}),
				native("late", [&](const Permit &, const json &, ToolUse use) {
					stored.push_back(std::move(use));
				}) });
		box.use(1, "twice");
		box.use(2, "drop");
		box.use(3, "late");
		box.use(4, "twice");
		CHECK(box.reports.wait(3).size() == 3);
		CHECK(box.box.stop().ok()); // the worker has returned from all of them, or not begun
		if (!stored.empty()) {
			CHECK_FALSE(stored[0].is_wanted());
			stored[0].done("much too late");
		}
		const auto reports = box.reports.wait(3);
		CHECK(reports.size() == 3);
		CHECK(reports[0].second.text == "\"first\"");
		CHECK(reports[1].second.text == "the tool ended without an outcome; the log may say why");
	}

	TEST_CASE("a tool may end its use later, on another thread") {
		std::thread other;
		Box box({ native("ponder", [&](const Permit &, const json &, ToolUse use) {
			other = std::thread([late = std::move(use)]() mutable { late.done("later"); });
		}) });
		box.use(1, "ponder");
		const auto reports = box.reports.wait(1);
		REQUIRE(reports.size() == 1);
		CHECK(reports[0].second.text == "\"later\"");
		CHECK(box.box.stop().ok());
		other.join();
	}

	TEST_CASE("a use whose time is over is not begun, and one that runs learns of it") {
		Barrier barrier;
		std::atomic<bool> was_wanted{ false };
		std::atomic<bool> is_wanted{ true };
		std::atomic<int> looked{ 0 };
		Box box({ native("think",
						  [&](const Permit &, const json &, ToolUse use) {
							  was_wanted = use.is_wanted();
							  barrier.wait_at();
							  is_wanted = use.is_wanted();
							  use.fail("out of time");
						  }),
				native("look", [&](const Permit &, const json &, ToolUse use) {
					looked++;
					use.done(nullptr);
				}) });
		box.use(1, "think");
		box.use(2, "look");
		barrier.reached.wait(false);
		box.clock.advance(61s);
		barrier.let_go();
		const auto reports = box.reports.wait(2);
		REQUIRE(reports.size() == 2);
		CHECK(was_wanted);
		CHECK_FALSE(is_wanted);
		CHECK(reports[1].second.text == "the tool has not answered in time");
		CHECK(looked == 0);
	}

	TEST_CASE("a use that is cancelled reports nothing, whether it waits or runs") {
		Barrier barrier;
		std::atomic<bool> is_wanted{ true };
		Box box({ native("think",
						  [&](const Permit &, const json &, ToolUse use) {
							  barrier.wait_at();
							  is_wanted = use.is_wanted();
							  use.done("unheard");
						  }),
				native("look",
						[&](const Permit &, const json &, ToolUse use) { use.done("seen"); }) });
		box.use(1, "think");
		box.use(2, "look");
		box.use(3, "look");
		barrier.reached.wait(false);
		box.box.cancel(CallId(1));
		box.box.cancel(CallId(2));
		box.box.cancel(CallId(99)); // of which nobody knows
		barrier.let_go();
		const auto reports = box.reports.wait(1);
		CHECK(box.box.stop().ok());
		CHECK(reports.size() == 1);
		CHECK_FALSE(is_wanted);
		CHECK(box.reports.wait(1).size() == 1);
	}

	TEST_CASE("a stop cancels what waits, and afterwards nothing is begun") {
		Barrier barrier;
		Box box({ native("think", [&](const Permit &, const json &, ToolUse use) {
			barrier.wait_at();
			use.done("unheard");
		}) });
		box.use(1, "think");
		box.use(2, "think");
		barrier.reached.wait(false);
		std::thread stopper([&] { CHECK(box.box.stop().ok()); });
		barrier.let_go();
		stopper.join();
		box.use(3, "think");
		const auto reports = box.reports.wait(1);
		CHECK(reports.back().second.text == "the runtime is stopping");
	}

	TEST_CASE("a result that is too large or no JSON is a failure that says so") {
		Box box({ native("much",
						  [](const Permit &, const json &, ToolUse use) {
							  use.done(std::string(ToolUse::LARGEST_RESULT, 'x'));
						  }),
				native("bytes", [](const Permit &, const json &, ToolUse use) {
					use.done(std::string("\xff"));
				}) });
		box.use(1, "much");
		box.use(2, "bytes");
		const auto reports = box.reports.wait(2);
		REQUIRE(reports.size() == 2);
		CHECK(reports[0].second.text ==
				"the tool's result is longer than 65536 bytes; ask it for less");
		CHECK_FALSE(reports[1].second.ok);
	}
}
