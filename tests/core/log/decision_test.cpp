#include "../store/scratch.h"
#include "core/log/decision.h"
#include "core/log/event_log.h"
#include "core/store/group_commit.h"
#include "core/store/meta.h"
#include "core/store/writer.h"

#include <deque>

using namespace agent_runtime;

namespace {

using Entries = std::vector<std::string>;

constexpr const char *SEAT = "seat";

// Shows in a diary what is published, and when.
class Gazette : public EventSubscriber {
public:
	explicit Gazette(Diary &diary) :
			diary_(diary) {}
	void publish(const PublishedBatch &batch) override {
		for (const PublishedEvent &event : *batch) {
			diary_.add(std::string(event_type(event.event)) + " " + event.id.to_string() + " " +
					event.event.trace.to_string());
		}
	}

private:
	Diary &diary_;
};

// The seat goes to whoever asks first; the answer is the event that says so.
Decide<EventId> sell_to(const std::string &owner) {
	return [owner](DecisionScope &scope) -> Result<EventId> {
		const Result<std::string> sold = read_meta(scope.database(), SEAT);
		if (!sold.ok() || !sold.value().empty()) {
			return sold.ok() ? Status(StatusCode::already_exists, "it is " + sold.value() + "'s")
							 : sold.status();
		}
		const Status written = write_meta(scope.database(), SEAT, owner);
		return written.ok() ? scope.log({ Subject(), OtherEvent{ "seat_sold", "{}" } }) : written;
	};
}

// Changes its mind behind the first row and the event.
Status waver(DecisionScope &scope) {
	const Status written = write_meta(scope.database(), SEAT, "nobody");
	const Result<EventId> logged = scope.log({ Subject(), OtherEvent{ "seat_sold", "{}" } });
	return written.ok() && logged.ok() ? Status(StatusCode::cancelled, "rather not")
									   : Status(StatusCode::internal, "the test is broken");
}

std::function<void(const Result<EventId> &)> noting(Diary &diary) {
	return [&diary](const Result<EventId> &answer) {
		diary.add(answer.ok() ? "sold by " + answer.value().to_string()
							  : std::string(status_code_name(answer.status().code())));
	};
}

std::function<void(const Status &)> noting_status(Diary &diary) {
	return [&diary](const Status &answer) {
		diary.add(std::string(status_code_name(answer.code())));
	};
}

std::string owner_in(Database &database) {
	return read_meta(database, SEAT).value();
}

// Commits a decision and another operation in one transaction. How often the other one was written.
int writes_beside(Database &database, Diary &diary, DecideStatus decide) {
	int writes = 0;
	std::deque<PendingOperation> pending;
	pending.push_back({ std::make_unique<TestJob>(diary, "other",
								[&](Database &) {
									++writes;
									return Status();
								}),
			100 });
	pending.push_back({ make_decision({}, std::move(decide), noting_status(diary)), 100 });
	const BatchOutcome outcome = commit_batch(database, pending, {});
	REQUIRE(outcome.storage.ok());
	REQUIRE(outcome.operations.size() == 2);
	outcome.operations[1].ok() ? pending[1].operation->committed()
							   : pending[1].operation->dropped(outcome.operations[1]);
	return writes;
}

} // namespace

TEST_SUITE("Decision") {
	TEST_CASE("is answered once, behind the commit and the publication of its events") {
		const ScratchFolder folder;
		Diary diary;
		Gazette gazette(diary);
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		const TraceId trace(1, 2);
		REQUIRE(writer.submit(make_decision<EventId>({ .trace = trace, .fanout = &gazette },
									  sell_to("Ada"), noting(diary)))
						.ok());
		REQUIRE(writer.flush().ok());
		CHECK(diary.entries() == Entries{ "seat_sold 1 " + trace.to_string(), "sold by 1" });
		writer.stop();
		Database again = open_store(folder.path("a.db"));
		CHECK(owner_in(again) == "Ada");
		CHECK(read_events(again, {}).value().events.at(0).trace_id == trace.to_string());
	}

	TEST_CASE("of many that ask at once, in two processes, one is granted") {
		const ScratchFolder folder;
		Diary diary;
		Gazette gazette(diary);
		Database other = open_store(folder.path("a.db"));
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		for (int i = 0; i < 20; ++i) {
			REQUIRE(writer.submit(make_decision<EventId>(
										  {}, sell_to("own" + std::to_string(i)), noting(diary)))
							.ok());
		}
		// The same function, without a writer's thread.
		const Result<EventId> foreign = decide_here<EventId>(other, {}, sell_to("foreign"));
		REQUIRE(writer.flush().ok());
		CHECK(diary.entries().size() == 20);
		CHECK(diary.count("sold by 1") + (foreign.ok() ? 1 : 0) == 1);
		CHECK(diary.count("already_exists") == (foreign.ok() ? 20 : 19));
		CHECK(types_in_log(other) == Entries{ "seat_sold" });
	}

	TEST_CASE("a refusal that has changed something leaves nothing of it") {
		const ScratchFolder folder;
		Diary diary;
		Gazette gazette(diary);
		Database database = open_store(folder.path("a.db"));
		CHECK(writes_beside(database, diary, waver) == 2); // the transaction was done over
		CHECK(diary.entries() == Entries{ "cancelled" });
		CHECK(owner_in(database).empty());
		CHECK(types_in_log(database).empty());
	}

	TEST_CASE(
			"a refusal that has changed nothing does not cost the operations beside it anything") {
		const ScratchFolder folder;
		Diary diary;
		Database database = open_store(folder.path("a.db"));
		CHECK(writes_beside(database, diary, [](DecisionScope &) {
			return Status(StatusCode::not_found, "no such seat");
		}) == 1);
		CHECK(diary.entries() == Entries{ "not_found" });
	}

	TEST_CASE("while the database fails it is refused at once, and does not happen later") {
		const ScratchFolder folder;
		Diary diary;
		Gazette gazette(diary);
		Status refusal;
		WriterOptions options;
		options.busy_limit = std::chrono::milliseconds(5);
		options.retry_every = std::chrono::hours(1);
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		{
			Database stranger = connect_again(folder.path("a.db"));
			REQUIRE(stranger.exec("BEGIN IMMEDIATE").ok());
			const auto done = [&](const Result<EventId> &answer) {
				refusal = answer.status();
				diary.add("answered");
			};
			REQUIRE(writer.submit(make_decision<EventId>({ .purpose = "the seat cannot be sold",
																 .fanout = &gazette },
										  sell_to("Ada"), done))
							.ok());
			CHECK_FALSE(writer.flush().ok());
			CHECK(refusal.code() == StatusCode::unavailable);
			CHECK(refusal.message().find("the seat cannot be sold while the database fails: ") ==
					0);
		}
		writer.stop();
		CHECK(diary.entries() == Entries{ "answered" });
		Database again = open_store(folder.path("a.db"));
		CHECK(owner_in(again).empty());
		CHECK(types_in_log(again).empty());
	}

	TEST_CASE("without a writer a refusal undoes its transaction, and nothing is published") {
		const ScratchFolder folder;
		Diary diary;
		Gazette gazette(diary);
		Database database = open_store(folder.path("a.db"));
		CHECK(decide_here(database, { .fanout = &gazette }, waver).code() == StatusCode::cancelled);
		CHECK(owner_in(database).empty());
		CHECK(diary.entries().empty());
		CHECK(decide_here<EventId>(database, { .fanout = &gazette }, sell_to("Ada")).ok());
		CHECK(diary.entries() == Entries{ "seat_sold 1 " });
		CHECK_FALSE(database.in_transaction());
	}
}
