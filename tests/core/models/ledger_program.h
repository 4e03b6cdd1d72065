#pragma once

// A program whose ledger's books stand in a file.

#include "core/models/ledger.h"
#include "core/models/ledger_store.h"
#include "core/store/writer.h"

#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

// A call, and what it comes to.
inline constexpr Cost MOST{ 100, 50, { 700 } };
inline constexpr Cost ACTUAL{ 80, 20, { 300 }, 50, 25 };

// One run of a program on a file: reads the books, writes them, and can die at any moment.
class LedgerProgram {
public:
	explicit LedgerProgram(const std::string &path, WriterOptions options = {},
			const LedgerOwner &owner = LedgerOwner::this_process()) {
		Database database = open_store(path);
		Result<LedgerBooks> books = read_ledger(database, owner, clock.wall_now(), log_);
		REQUIRE_MESSAGE(books.ok(), books.status().to_string());
		REQUIRE(writer_.start(std::move(database), options).ok());
		store_ = std::make_unique<LedgerStore>(
				writer_, owner, clock, [this] { ++wakes; }, log_);
		ledger = std::make_unique<Ledger>(books.value(), store_.get());
	}
	~LedgerProgram() {
		ledger.reset();
		store_.reset();
		writer_.stop();
	}

	// Waits until everything requested is written.
	Status settle_down() {
		Status status = writer_.flush();
		store_->deliver();
		return status;
	}
	LedgerStore &store() { return *store_; }

	ManualClock clock;
	std::unique_ptr<Ledger> ledger;
	std::atomic<int> wakes{ 0 };
	Diary log; // what it has said

private:
	const Logger log_{ std::make_shared<CallbackLogSink>([this](const LogRecord &record) {
						  log.add(std::string(record.message));
					  }),
		LogLevel::info };
	Writer writer_;
	std::unique_ptr<LedgerStore> store_;
};

} // namespace agent_runtime
