#include "core/log/log_tables.h"
#include "core/models/ledger_tables.h"
#include "core/models/model_works.h"
#include "core/services/services.h"
#include "core/services/store_events.h"
#include "tests/core/patience.h"
#include "tests/core/providers/answering_transport.h"
#include "tests/core/providers/model_streams.h"
#include "tests/core/store/scratch.h"

#include <doctest/doctest.h>

#include <array>
#include <future>

using namespace agent_runtime;

namespace {

const EventBook &no_world_events() {
	static const std::array<std::span<const EventForm>, 1> tables = {
		EventTable<StoreEvents>::FORMS
	};
	static const EventBook book(tables);
	return book;
}

const Vocabulary &no_world_vocabulary() {
	static const Vocabulary all{ LogRequests::Types::ENTRIES };
	return all;
}

ServicesOptions with_file(const std::string &path) {
	ServicesOptions options;
	options.database_path = path;
	return options;
}

// The end of one call, for another thread.
class AwaitedCall : public CallListener {
public:
	void wrote(std::string_view, bool) override {}
	void answered(const ModelAnswer &answer) override { end_.set_value(answer.text); }
	void failed(const ModelProblem &problem) override {
		end_.set_value(std::string(mind_failure_name(problem.failure)));
	}
	std::string end() {
		return ended_.wait_for(LONGEST_PATIENCE) == std::future_status::ready ? ended_.get()
																			  : "nothing";
	}
	bool is_open() const {
		return ended_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
	}

private:
	std::promise<std::string> end_;
	std::future<std::string> ended_{ end_.get_future() };
};

// A program that calls models and has no world.
struct CallingProgram {
	explicit CallingProgram(const std::string &path, ServerAnswer server = {}) :
			services(with_file(path), no_world_vocabulary(), no_world_events(), clock, {}) {
		static const std::array<const RoomTables *, 2> rooms = { &log_tables(), &ledger_tables() };
		OpenOptions how;
		how.schema = rooms;
		REQUIRE(services.store().open_beside(how).ok());
		REQUIRE(services.store().start().ok());
		settings.of(MindKind::openai).base_url = "http://127.0.0.1:1";
		works = std::make_unique<ModelWorks>(ModelWorks::Parts{ .settings = settings,
				.clock = clock,
				.thread = thread,
				.http = std::make_unique<AnsweringTransport>(thread, std::move(server)),
				.writer = &services.store().writer(),
				.script = MindScript::from_text(
						R"({"script": [{"say": "Good day.", "delay": 0.01}], "repeat": true})")
								  .value() });
		REQUIRE(thread.start().ok());
	}

	void begin(MindKind kind, AwaitedCall &call) {
		std::shared_ptr<ModelRequest> request = std::make_shared<ModelRequest>();
		request->model = "gpt-5.4";
		request->max_output_tokens = 100;
		request->messages.emplace_back().text = "Good day!";
		works->post([this, kind, request, &call] {
			works->calls().begin({ kind, { { "session:7" } }, request, 10 }, call);
		});
	}

	const SystemClock clock;
	MindSettings settings;
	Services services;
	IoThread thread{ "calls", {} };
	std::unique_ptr<ModelWorks> works;
};

} // namespace

TEST_SUITE("Models without a world") {
	TEST_CASE("a program without a world calls models, and its books are in the file") {
		const ScratchFolder folder;
		CallingProgram program(folder.path("calls.db"), [](FakeExchange &exchange) {
			exchange.answers(200, "text/event-stream");
			exchange.says(OPENAI_STREAM);
			exchange.ends();
		});
		AwaitedCall scripted;
		AwaitedCall offline;
		AwaitedCall paid;
		program.begin(MindKind::scripted, scripted);
		program.begin(MindKind::offline, offline);
		program.begin(MindKind::openai, paid);
		CHECK(scripted.end() == "Good day.");
		CHECK(offline.end().size() > 5);
		CHECK(paid.end() == "Grüß dich,\nAda 🌻");
		CHECK(program.works->stop().ok());
		program.works.reset();
		CHECK(program.services.stop().ok());
		Database file = connect_again(folder.path("calls.db"));
		CHECK(file.integer("SELECT calls FROM ledger WHERE account = 'session:7'", -1).value() ==
				3);
		CHECK(file.integer("SELECT paid_calls FROM ledger WHERE account = 'total'", -1).value() ==
				1);
		CHECK(file.integer("SELECT count(*) FROM ledger_open", -1).value() == 0);
	}

	TEST_CASE("a stop in the middle of calls closes their books, and nobody is told an end") {
		const ScratchFolder folder;
		CallingProgram program(folder.path("calls.db"), [](FakeExchange &) {});
		AwaitedCall call;
		std::promise<void> begun;
		program.begin(MindKind::openai, call);
		program.works->post([&] { begun.set_value(); });
		begun.get_future().wait();
		bool last_came = false;
		CHECK(program.works->stop([&] { last_came = program.works->calls().open() == 1; }).ok());
		CHECK(last_came);
		CHECK(program.works->calls().open() == 0);
		CHECK(program.works->ledger().open() == 0);
		program.works->post([] { FAIL("it has stopped"); });
		CHECK(call.is_open());
		program.works.reset();
		CHECK(program.services.stop().ok());
	}
}
