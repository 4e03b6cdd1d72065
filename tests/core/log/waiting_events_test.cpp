// Events of a type that waits for storage are never sent unless they are stored.
#include "../store/scratch.h"
#include "core/agents/step_batch.h"
#include "core/log/decision.h"
#include "core/log/event_fields.h"
#include "core/log/event_forms.h"
#include "core/store/writer.h"

#include <functional>
#include <future>

using namespace agent_runtime;

namespace {

using Entries = std::vector<std::string>;

struct LockEvents;

struct LockTaken {
	using List = LockEvents;
	static constexpr std::string_view TYPE = "lock_taken";
	static constexpr EventNote NOTE = { .sentence = "Somebody has taken a lock.",
		.waits_for_storage = true };
	std::string by;

	static constexpr auto fields() {
		return FieldRows(bind({ .name = "by", .sentence = "Who has it." }, &LockTaken::by));
	}
};

struct LockEvents : EventList<LockTaken> {};

// Each event that was sent, as its type and its id; 0 for what is not stored.
class Sent : public EventSubscriber {
public:
	void publish(const PublishedBatch &batch) override {
		for (const PublishedEvent &event : *batch) {
			diary.add(
					std::string(event_type(event.event)) + " " + std::to_string(event.id.number()));
		}
	}
	Entries entries() const { return diary.entries(); }

	Diary diary;
};

// Does something as soon as a stored event is sent.
class AnsweredEvents : public EventSubscriber {
public:
	explicit AnsweredEvents(std::function<void()> answer) :
			answer_(std::move(answer)) {}
	void publish(const PublishedBatch &batch) override {
		if (batch->front().id.number() != 0) {
			answer_();
		}
	}

private:
	const std::function<void()> answer_;
};

// Says what was logged as an error.
struct ErrorLog {
	std::string text;
	Logger log{ std::make_shared<CallbackLogSink>(
						[this](const LogRecord &record) { text += to_line(record) + "\n"; }),
		LogLevel::error };
};

std::vector<Event> mixed_events() {
	return { { Subject(), LockTaken{ "Ada" } }, { Subject(), OtherEvent{ "door_opened", "{}" } },
		{ Subject(), LockTaken{ "Bob" } } };
}

std::unique_ptr<WriteOperation> step_with_locks(EventSubscriber &sent, const Logger &log = {}) {
	std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
	output->events = mixed_events();
	return std::move(make_step_batches(std::move(output), WallTime(), sent, log).front());
}

std::unique_ptr<WriteOperation> lock_decision(EventSubscriber &sent, Status &answer) {
	return make_decision(
			{ .purpose = "the lock cannot be taken", .fanout = &sent },
			[](DecisionScope &scope) {
				return scope.log({ Subject(), LockTaken{ "Cid" } }).status();
			},
			[&answer](const Status &status) { answer = status; });
}

WriterOptions eager() {
	WriterOptions options;
	options.busy_limit = std::chrono::milliseconds(5);
	options.retry_every = std::chrono::milliseconds(2);
	return options;
}

// Another program that keeps the file's lock for as long as this lives.
class KeptLock {
public:
	explicit KeptLock(const std::string &path) :
			database_(connect_again(path)) {
		REQUIRE(database_.exec("BEGIN IMMEDIATE").ok());
	}

private:
	Database database_;
};

} // namespace

template struct agent_runtime::EventTable<LockEvents>;

TEST_SUITE("events that wait for storage") {
	TEST_CASE("go out with all others, in their order, while the database works") {
		const ScratchFolder folder;
		Sent sent;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		REQUIRE(writer.submit(step_with_locks(sent)).ok());
		REQUIRE(writer.flush().ok());
		CHECK(sent.entries() == Entries{ "lock_taken 1", "door_opened 2", "lock_taken 3" });
	}

	TEST_CASE("wait while it fails, and go out with their ids when it works again") {
		const ScratchFolder folder;
		Sent sent;
		Status refused;
		Status granted;
		std::promise<void> recovered;
		WriterHooks hooks;
		hooks.recovered = [&](std::uint64_t) { recovered.set_value(); };
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), eager(), std::move(hooks)).ok());
		{
			const KeptLock stranger(folder.path("a.db"));
			REQUIRE(writer.submit(step_with_locks(sent)).ok());
			CHECK_FALSE(writer.flush().ok());
			CHECK(sent.entries() == Entries{ "door_opened 0" });
			// What would lead to another one is refused.
			REQUIRE(writer.submit(lock_decision(sent, refused)).ok());
			CHECK_FALSE(writer.flush().ok());
			CHECK(refused.code() == StatusCode::unavailable);
			CHECK(refused.message().starts_with(
					"the lock cannot be taken while the database fails: "));
			CHECK(sent.entries() == Entries{ "door_opened 0" });
		}
		recovered.get_future().wait();
		REQUIRE(writer.submit(lock_decision(sent, granted)).ok());
		writer.stop();
		CHECK(granted.ok());
		CHECK(sent.entries() ==
				Entries{ "door_opened 0", "lock_taken 1", "lock_taken 3", "lock_taken 4" });
		Database again = open_store(folder.path("a.db"));
		CHECK(types_in_log(again) ==
				Entries{ "lock_taken", "door_opened", "lock_taken", "lock_taken" });
	}

	TEST_CASE("are never sent when the writer ends before it works again, and the log says so") {
		const ScratchFolder folder;
		Sent sent;
		ErrorLog errors;
		{
			Writer writer;
			REQUIRE(writer.start(open_store(folder.path("a.db")), eager()).ok());
			const KeptLock stranger(folder.path("a.db"));
			REQUIRE(writer.submit(step_with_locks(sent, errors.log)).ok());
			CHECK_FALSE(writer.flush().ok());
			writer.stop();
		}
		CHECK(sent.entries() == Entries{ "door_opened 0" });
		CHECK(errors.text.find("2 events that must be stored could not be") != std::string::npos);
	}

	TEST_CASE("wait while the file is gone, and go out with their ids when it is back") {
		const ScratchFolder folder;
		Sent sent;
		Status refused;
		std::promise<void> back;
		WriterHooks hooks;
		hooks.recovered = [&](std::uint64_t) { back.set_value(); };
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), eager(), std::move(hooks)).ok());
		std::filesystem::rename(folder.path("a.db"), folder.path("elsewhere"));
		REQUIRE(writer.submit(step_with_locks(sent)).ok());
		REQUIRE(writer.flush().ok());
		CHECK(sent.entries() == Entries{ "door_opened 0" });
		REQUIRE(writer.submit(lock_decision(sent, refused)).ok());
		REQUIRE(writer.flush().ok());
		CHECK(refused.code() == StatusCode::unavailable);
		std::filesystem::rename(folder.path("elsewhere"), folder.path("a.db"));
		back.get_future().wait();
		REQUIRE(writer.submit(step_with_locks(sent)).ok());
		writer.stop();
		CHECK(sent.entries() ==
				Entries{ "door_opened 0", "lock_taken 1", "lock_taken 3", "lock_taken 4",
						"door_opened 5", "lock_taken 6" });
	}

	TEST_CASE("are never sent when the writer ends while the file is gone, and the log says so") {
		const ScratchFolder folder;
		Sent sent;
		ErrorLog errors;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), eager()).ok());
		std::filesystem::remove(folder.path("a.db"));
		REQUIRE(writer.submit(step_with_locks(sent, errors.log)).ok());
		REQUIRE(writer.flush().ok());
		CHECK_FALSE(writer.stop().ok());
		CHECK(sent.entries() == Entries{ "door_opened 0" });
		CHECK(errors.text.find("2 events that must be stored could not be") != std::string::npos);
	}

	TEST_CASE("that waited for a file do not refuse what is stored in answer to them") {
		const ScratchFolder folder;
		Sent sent;
		Status answered(StatusCode::internal, "nobody answered");
		Writer writer;
		AnsweredEvents events([&] { answered = writer.submit(step_with_locks(sent)).status(); });
		std::promise<void> back;
		WriterHooks hooks;
		hooks.recovered = [&](std::uint64_t) { back.set_value(); };
		WriterOptions options = eager();
		options.queue.backlog_bytes = 1;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options, std::move(hooks)).ok());
		std::filesystem::rename(folder.path("a.db"), folder.path("elsewhere"));
		REQUIRE(writer.submit(step_with_locks(events)).ok());
		REQUIRE(writer.flush().ok());
		std::filesystem::rename(folder.path("elsewhere"), folder.path("a.db"));
		back.get_future().wait();
		writer.stop();
		CHECK_MESSAGE(answered.ok(), answered.to_string());
		CHECK(sent.entries() == Entries{ "lock_taken 4", "door_opened 5", "lock_taken 6" });
	}

	TEST_CASE("are refused when too many of them wait for a file that is gone") {
		const ScratchFolder folder;
		Sent sent;
		WriterOptions options = eager();
		options.queue.backlog_bytes = 1;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		std::filesystem::remove(folder.path("a.db"));
		REQUIRE(writer.submit(step_with_locks(sent)).ok());
		REQUIRE(writer.flush().ok());
		const Status refused = writer.submit(step_with_locks(sent)).status();
		CHECK(refused.code() == StatusCode::exhausted);
		CHECK(refused.message().find("file is gone") != std::string::npos);
	}

	TEST_CASE("are not sent where there is no storage") {
		const PublishedBatch batch = published_unstored(mixed_events(), WallTime());
		REQUIRE(batch->size() == 1);
		CHECK(event_type(batch->front().event) == "door_opened");
	}
}
