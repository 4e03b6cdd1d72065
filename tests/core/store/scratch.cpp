#include "scratch.h"

#include "whole_schema.h"

#include <fstream>
#include <iterator>

#include <algorithm>

#include <stdlib.h>

namespace agent_runtime {

ScratchFolder::ScratchFolder() {
	std::string pattern =
			(std::filesystem::temp_directory_path() / "agent_runtime_XXXXXX").string();
	REQUIRE(mkdtemp(pattern.data()) != nullptr);
	folder_ = pattern;
}

ScratchFolder::~ScratchFolder() {
	std::error_code ignored;
	std::filesystem::remove_all(folder_, ignored);
}

std::vector<std::string> ScratchFolder::names() const {
	std::vector<std::string> names;
	for (const auto &entry : std::filesystem::directory_iterator(folder_)) {
		names.push_back(entry.path().filename().string());
	}
	std::sort(names.begin(), names.end());
	return names;
}

std::string content_of(const std::string &path) {
	std::ifstream file(path);
	return { std::istreambuf_iterator<char>(file), {} };
}

Database open_store(const std::string &path) {
	Result<OpenedDatabase> opened = open_whole(path, SystemClock());
	REQUIRE_MESSAGE(opened.ok(), opened.status().to_string());
	return std::move(opened.value().database);
}

Database connect_again(const std::string &path, std::chrono::milliseconds busy_limit) {
	Result<Database> connected = Database::connect(
			path, { .access = Access::read_write, .busy_limit = busy_limit, .cache_kib = 2048 });
	REQUIRE_MESSAGE(connected.ok(), connected.status().to_string());
	return std::move(connected).value();
}

std::size_t Diary::count(const std::string &entry) const {
	const std::lock_guard lock(mutex_);
	return static_cast<std::size_t>(std::count(entries_.begin(), entries_.end(), entry));
}

EventDraft test_event(std::string_view type, std::string_view entity) {
	return { .ts = WallTime(std::chrono::seconds(1000)),
		.type = type,
		.entity = entity,
		.trace_id = "",
		.data = "{}" };
}

std::unique_ptr<WriteOperation> event_job(Diary &diary, const std::string &type, std::size_t size) {
	const auto write = [type](Database &database) {
		return append_event(database, test_event(type)).status();
	};
	return std::make_unique<TestJob>(diary, type, write, size);
}

std::vector<std::string> types_in_log(Database &database) {
	const Result<EventPage> page = read_events(database, { .limit = 1'000'000 });
	REQUIRE_MESSAGE(page.ok(), page.status().to_string());
	std::vector<std::string> types;
	for (const StoredEvent &event : page.value().events) {
		types.push_back(event.type);
	}
	return types;
}

} // namespace agent_runtime
