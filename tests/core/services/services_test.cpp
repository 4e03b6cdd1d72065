#include "core/services/services.h"

#include "core/log/decision.h"
#include "core/log/event_json.h"
#include "core/log/log_tables.h"
#include "core/services/store_events.h"
#include "tests/core/patience.h"
#include "tests/core/store/scratch.h"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <fstream>
#include <future>
#include <mutex>
#include <string>
#include <vector>

using namespace agent_runtime;
using nlohmann::json;

namespace {

struct GreetRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "greet_request",
		.sentence = "Greet.",
		.changes = true };
	static constexpr auto fields() { return FieldRows{}; }
};

class GreetDesk {
public:
	using Types = RequestTypes<GreetRequest>;
	Status answer(const GreetRequest &) { return answer_; }
	void refuse() { answer_ = Status(StatusCode::exhausted, "too many"); }

private:
	Status answer_;
};

const Vocabulary &greeting_vocabulary() {
	static const Vocabulary all{ GreetDesk::Types::ENTRIES, LogRequests::Types::ENTRIES };
	return all;
}

const EventBook &store_event_book() {
	static const std::array<std::span<const EventForm>, 1> tables = {
		EventTable<StoreEvents>::FORMS
	};
	static const EventBook book(tables);
	return book;
}

// Thread rule: any thread.
class Types : public EventSubscriber {
public:
	void publish(const PublishedBatch &batch) override {
		const std::lock_guard lock(mutex_);
		for (const PublishedEvent &each : *batch) {
			types_.push_back(std::string(event_type(each.event)) +
					(each.id.is_stored() ? "" : " not stored") + " " +
					each.event.subject.to_string());
		}
	}
	std::vector<std::string> take() {
		const std::lock_guard lock(mutex_);
		return std::exchange(types_, {});
	}

private:
	std::mutex mutex_;
	std::vector<std::string> types_;
};

// A program with services and no world.
struct Program {
	explicit Program(const std::string &path) :
			services(on(path), greeting_vocabulary(), store_event_book(), clock, {}) {
		services.requests().add(desk);
		services.fanout().add(types);
	}

	static ServicesOptions on(const std::string &path) {
		ServicesOptions options;
		options.database_path = path;
		return options;
	}
	static OpenOptions log_alone() {
		static const std::array<const RoomTables *, 1> rooms = { &log_tables() };
		OpenOptions how;
		how.schema = rooms;
		return how;
	}
	void open() {
		REQUIRE(services.store().open_to_simulate(log_alone()).ok());
		REQUIRE(services.store().start().ok());
	}
	std::vector<std::string> wait_for_events() {
		std::vector<std::string> published;
		comes_true([&] { return !(published = types.take()).empty(); });
		return published;
	}
	json ask_outside(const json &message) {
		json reply;
		services.outside().request(message, [&](const json &completed) { reply = completed; });
		CHECK(services.store().writer().flush().ok());
		return reply;
	}

	SystemClock clock;
	GreetDesk desk;
	Types types;
	Services services;
};

} // namespace

TEST_SUITE("services without a world") {
	TEST_CASE("what another program writes into the file is published") {
		const ScratchFolder folder;
		const std::string path = folder.path("shared.db");
		Program program(path);
		program.open();
		CHECK(program.services.store().epoch().size() > 0);
		{
			Database other = connect_again(path);
			PublishedEvent event{ EventId(), program.clock.wall_now(),
				{ *Subject::parse("lock_a"), OtherEvent{ "lock_taken", "{}" } } };
			REQUIRE(other.exec("BEGIN IMMEDIATE").ok());
			REQUIRE(log_event(other, event).ok());
			REQUIRE(other.exec("COMMIT").ok());
		}
		CHECK(program.wait_for_events() == std::vector<std::string>{ "lock_taken lock_a" });
		CHECK(program.services.stop().ok());
	}

	TEST_CASE("only one program simulates in a file, and a second one leaves it alone") {
		const ScratchFolder folder;
		Program first(folder.path("shared.db"));
		first.open();
		Program second(folder.path("shared.db"));
		CHECK(second.services.store().open_to_simulate({}).code() == StatusCode::already_exists);
		CHECK_FALSE(second.services.store().has_file());
		CHECK(second.services.stop().ok());
		CHECK(first.ask_outside({ { "type", "greet_request" } }).at("ok") == true);
	}

	TEST_CASE("what a program beside it writes reaches the one that simulates, with the same id") {
		const ScratchFolder folder;
		Program game(folder.path("shared.db"));
		game.open();
		Program beside(folder.path("shared.db"));
		REQUIRE(beside.services.store().open_beside(Program::log_alone()).ok());
		REQUIRE(beside.services.store().start().ok());
		CHECK(beside.services.store().epoch() == game.services.store().epoch());
		std::promise<Result<EventId>> taken;
		beside.services.store().offer(make_decision<EventId>(
				{ .purpose = "no lock can be taken", .now = beside.clock.wall_now() },
				[](DecisionScope &scope) {
					return scope.log(
							{ *Subject::parse("lock_a"), OtherEvent{ "lock_taken", "{}" } });
				},
				[&taken](const Result<EventId> &event) { taken.set_value(event); }));
		REQUIRE(taken.get_future().get().ok());
		CHECK(beside.services.stop().ok());
		CHECK(game.wait_for_events() == std::vector<std::string>{ "lock_taken lock_a" });
	}

	TEST_CASE("a program beside a game leaves a damaged file where it is") {
		const ScratchFolder folder;
		const std::string path = folder.path("shared.db");
		std::ofstream(path) << std::string(8'192, 'x');
		Program program(path);
		CHECK(program.services.store().open_beside(Program::log_alone()).code() ==
				StatusCode::corrupt);
		CHECK(content_of(path) == std::string(8'192, 'x'));
		CHECK(program.services.stop().ok());
	}

	TEST_CASE("a change that was asked for from outside is replied to when it is stored") {
		const ScratchFolder folder;
		Program program(folder.path("shared.db"));
		program.open();
		const json reply = program.ask_outside({ { "type", "greet_request" } });
		CHECK(reply.at("ok") == true);
		CHECK_FALSE(reply.contains("stored"));
		program.desk.refuse();
		const json refusal = program.ask_outside({ { "type", "greet_request" } });
		CHECK(refusal.at("error").at("code") == "exhausted");
	}

	TEST_CASE("without a file it is done and not stored, and there is no log to read") {
		Program program("");
		json reply;
		const auto ask = [&](const char *type) {
			program.services.outside().request(
					{ { "type", type } }, [&](const json &completed) { reply = completed; });
			return reply;
		};
		CHECK(ask("greet_request").at("stored") == false);
		CHECK(ask("events_request").at("error").at("code") == "failed_precondition");
		program.services.store().publish_unstored(StoreDegraded{ "a test" });
		CHECK(program.types.take() == std::vector<std::string>{ "store_degraded not stored " });
	}

	TEST_CASE("after close() requests are refused, and stop() cancels what waits for a reply") {
		Program program("");
		std::vector<std::string> codes;
		const auto write_down = [&](const json &completed) {
			codes.push_back(completed.at("error").at("code"));
		};
		program.services.open_requests().open("", write_down);
		CHECK(program.services.close().ok());
		program.services.requests().handle({ { "type", "greet_request" } }, write_down);
		CHECK(codes == std::vector<std::string>{ "cancelled" });
		CHECK(program.services.stop().ok());
		CHECK(codes == std::vector<std::string>{ "cancelled", "cancelled" });
	}
}
