// A writing process is killed at random moments, again and again on the same file. Whatever it had
// acknowledged must be there afterwards.
#include "../sanitized.h"
#include "child.h"
#include "core/log/event_log.h"
#include "core/store/writer.h"
#include "scratch.h"
#include "whole_schema.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>

#include <unistd.h>

using namespace agent_runtime;

namespace {

// What the writing process reports about each event, in one write of a few bytes, which arrives
// completely or not at all.
struct Acknowledged {
	std::int64_t id = 0;
	std::uint64_t check = 0; // stored in the event's data
};

constexpr const char *WRITING = "child: writes events and acknowledges them until it is killed";

std::string data_of(std::uint64_t check) {
	return "{\"check\":" + std::to_string(check) + "}";
}

// Appends some events and rows, and acknowledges the ids after the commit.
class AcknowledgingJob : public WriteOperation {
public:
	AcknowledgingJob(std::uint64_t check, std::size_t count) :
			check_(check),
			count_(count) {}

	std::size_t bytes() const override { return 200 * count_; }

	Status write(Database &database) override {
		ids_.clear();
		for (std::size_t i = 0; i < count_; ++i) {
			EventDraft event = test_event("agent_spoke");
			const std::string data = data_of(check_ + i);
			event.data = data;
			const Result<EventId> id = append_event(database, event);
			if (!id.ok()) {
				return id.status();
			}
			Status status = database.run("INSERT INTO agent_conversations(agent_id, "
										 "timestamp, sender, content, recipient) "
										 "VALUES('agent_001', ?1, 'agent_001', ?2, '')",
					id.value().number(), data);
			if (!status.ok()) {
				return status;
			}
			ids_.push_back(id.value());
		}
		return {};
	}

	void committed() override {
		for (std::size_t i = 0; i < ids_.size(); ++i) {
			const Acknowledged record = { ids_[i].number(), check_ + i };
			if (::write(STDOUT_FILENO, &record, sizeof(record)) != sizeof(record)) {
				_exit(1);
			}
		}
	}

	void degraded(const Status &) override { _exit(2); }
	void dropped(const Status &) override { _exit(3); }

private:
	const std::uint64_t check_;
	const std::size_t count_;
	std::vector<EventId> ids_;
};

// Reads whole records until `enough` have come or the child has ended. What is left over stays in
// `bytes`.
void read_records(
		Child &child, std::string &bytes, std::size_t enough, std::vector<Acknowledged> &records) {
	while (records.size() < enough) {
		const std::string more = child.read_some();
		if (more.empty()) {
			return;
		}
		bytes += more;
		std::size_t at = 0;
		for (; at + sizeof(Acknowledged) <= bytes.size(); at += sizeof(Acknowledged)) {
			Acknowledged record;
			bytes.copy(reinterpret_cast<char *>(&record), sizeof(record), at);
			records.push_back(record);
		}
		bytes.erase(0, at);
	}
}

const int ROUNDS = test::IS_SANITIZED ? 10 : 100;

void check_that_all_is_there(const std::string &path,
		const std::map<std::int64_t, std::uint64_t> &known, std::int64_t after) {
	Result<OpenedDatabase> opened = open_whole(path, SystemClock());
	REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
	CHECK_FALSE(opened.value().set_aside.has_value());
	Database &database = opened.value().database;
	CHECK(database.text("PRAGMA integrity_check", "").value() == "ok");
	std::map<std::int64_t, std::string> stored;
	for (Query rows(database, "SELECT id, data FROM events WHERE id > ?1", after); rows.next();) {
		stored[rows.integer(0)] = rows.text(1);
	}
	std::size_t missing = 0;
	for (auto record = known.upper_bound(after); record != known.end(); ++record) {
		const auto found = stored.find(record->first);
		missing += found == stored.end() || found->second != data_of(record->second) ? 1 : 0;
	}
	CHECK(missing == 0);
	// An event and its row come in one transaction, so both are there or neither.
	CHECK(database.integer("SELECT count(*) FROM events", -1).value() ==
			database.integer("SELECT count(*) FROM agent_conversations", -2).value());
}

} // namespace

TEST_SUITE("chaos") {
	TEST_CASE("child: writes events and acknowledges them until it is killed" * doctest::skip()) {
		const char *path = std::getenv("TEST_DATABASE");
		const char *seed = std::getenv("TEST_SEED");
		REQUIRE(path != nullptr);
		REQUIRE(seed != nullptr);
		std::mt19937_64 random(std::strtoull(seed, nullptr, 10));
		Result<OpenedDatabase> opened = open_whole(path, SystemClock());
		if (!opened.ok()) {
			_exit(4);
		}
		WriterOptions options;
		options.housekeeping.checkpoint_frames =
				100; // so that some are killed in the middle of a transaction
		Writer writer;
		REQUIRE(writer.start(std::move(opened.value().database), options).ok());
		std::uint64_t check = random() >> 20;
		while (true) {
			const std::size_t count = 1 + random() % 20;
			if (!writer.submit(std::make_unique<AcknowledgingJob>(check, count)).ok()) {
				_exit(5);
			}
			check += count;
			if (random() % 8 == 0 && !writer.flush().ok()) {
				_exit(6);
			}
		}
	}

	TEST_CASE("a process killed at any moment loses nothing that it acknowledged, and no id comes "
			  "twice") {
		const ScratchFolder folder;
		const std::string path = folder.path("a.db");
		std::mt19937_64 random(20260101);
		std::map<std::int64_t, std::uint64_t> known;
		for (int round = 0; round < ROUNDS; ++round) {
			CAPTURE(round);
			const std::int64_t before = known.empty() ? 0 : known.rbegin()->first;
			std::vector<Acknowledged> records;
			std::string bytes;
			{
				Child child(WRITING,
						{ { "TEST_DATABASE", path }, { "TEST_SEED", std::to_string(random()) } });
				// After a random number of events, at a random point within the next ones.
				read_records(child, bytes, 1 + random() % 3000, records);
				child.kill_hard();
				read_records(child, bytes, SIZE_MAX, records);
				CHECK(child.wait() == -1);
			}
			REQUIRE_FALSE(records.empty());
			std::int64_t last = before;
			bool growing = true;
			for (const Acknowledged &record : records) {
				growing = growing && record.id > last;
				last = record.id;
				known[record.id] = record.check;
			}
			CHECK(growing);
			check_that_all_is_there(path, known, before);
		}
		check_that_all_is_there(path, known, 0);
	}
}
