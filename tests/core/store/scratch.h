#pragma once

// What the tests of the store share: a folder of their own, and operations that say what happens to
// them.

#include "core/base/clock.h"
#include "core/log/event_log.h"
#include "core/store/open_database.h"
#include "core/store/write_operation.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace agent_runtime {

// A new folder that is removed with its content at the end of the scope.
class ScratchFolder {
public:
	ScratchFolder();
	~ScratchFolder();
	ScratchFolder(const ScratchFolder &) = delete;
	ScratchFolder &operator=(const ScratchFolder &) = delete;

	std::string path(const std::string &name) const { return (folder_ / name).string(); }
	std::vector<std::string> names() const; // sorted

private:
	std::filesystem::path folder_;
};

std::string content_of(const std::string &path);

// Opens a file and requires that this works.
Database open_store(const std::string &path);

// Opens a second connection to it, like another process.
Database connect_again(const std::string &path,
		std::chrono::milliseconds busy_limit = std::chrono::milliseconds(2000));

// What happened, in order.
// Thread rule: any thread; `mutex_` guards everything.
class Diary {
public:
	void add(std::string entry) {
		const std::lock_guard lock(mutex_);
		entries_.push_back(std::move(entry));
	}
	std::vector<std::string> entries() const {
		const std::lock_guard lock(mutex_);
		return entries_;
	}
	std::size_t count(const std::string &entry) const;

private:
	mutable std::mutex mutex_;
	std::vector<std::string> entries_;
};

// Runs a function as its write() and notes its end in a diary: "NAME committed" and so on.
class TestJob : public WriteOperation {
public:
	using Write = std::function<Status(Database &)>;

	TestJob(Diary &diary, std::string name, Write write, std::size_t size = 100) :
			diary_(diary),
			name_(std::move(name)),
			write_(std::move(write)),
			size_(size) {}

	std::size_t bytes() const override { return size_; }
	Status write(Database &database) override { return write_(database); }
	void committed() override { diary_.add(name_ + " committed"); }
	void degraded(const Status &reason) override {
		diary_.add(name_ + " degraded " + std::string(status_code_name(reason.code())));
	}
	void dropped(const Status &reason) override {
		diary_.add(name_ + " dropped " + std::string(status_code_name(reason.code())));
	}

private:
	Diary &diary_;
	const std::string name_;
	const Write write_;
	const std::size_t size_;
};

EventDraft test_event(std::string_view type, std::string_view entity = "agent_001");

// An operation that appends one event of this type.
std::unique_ptr<WriteOperation> event_job(
		Diary &diary, const std::string &type, std::size_t size = 100);

std::vector<std::string> types_in_log(Database &database);

} // namespace agent_runtime
