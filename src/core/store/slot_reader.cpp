#include "core/store/slot_reader.h"

#include "core/store/event_log.h"
#include "core/store/migrations.h"
#include "core/store/slots.h"
#include "core/store/world_rules.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

namespace fs = std::filesystem;

Status damaged(const std::string &path, const std::string &why) {
	return Status(StatusCode::corrupt,
			"the saved world \"" + path + "\" is damaged: " + why + "; use another slot");
}

// What a file may ask of those who read it: more steps of the database's engine than its content
// can need, or more time, and it is not read on.
class ReadingLimits {
public:
	ReadingLimits(std::uint64_t bytes, std::function<bool()> keep_going) :
			keep_going_(std::move(keep_going)),
			looks_left_(FREE_LOOKS + bytes / BYTES_A_LOOK),
			until_(SteadyClock::now() + FREE_TIME +
					std::chrono::milliseconds(bytes / BYTES_A_MILLISECOND)) {}

	bool may_go_on() {
		is_cancelled_ = is_cancelled_ || (keep_going_ && !keep_going_());
		is_spent_ = is_spent_ || looks_left_ == 0 || SteadyClock::now() >= until_;
		looks_left_ -= is_spent_ ? 0 : 1;
		return !is_cancelled_ && !is_spent_;
	}
	bool is_spent() const { return is_spent_ && !is_cancelled_; }
	const std::function<bool()> &keep_going() const { return keep_going_; }

private:
	using SteadyClock = std::chrono::steady_clock;

	// There is a look each 2,000 steps.
	static constexpr std::uint64_t FREE_LOOKS = 10'000;
	static constexpr std::uint64_t BYTES_A_LOOK = 40;
	static constexpr std::chrono::seconds FREE_TIME{ 4 };
	static constexpr std::uint64_t BYTES_A_MILLISECOND = 2'000;

	const std::function<bool()> keep_going_;
	std::uint64_t looks_left_;
	const SteadyClock::time_point until_;
	bool is_cancelled_ = false;
	bool is_spent_ = false;
};

// No views, no triggers, nothing that the file could have the connection do, and no value that is
// larger than any of ours.
void distrust(Database &slot) {
	constexpr int LARGEST_VALUE = 8 << 20;
	sqlite3 *const handle = slot.handle();
	sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
	sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
	sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
	sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, LARGEST_VALUE);
}

Status judge_version(Database &slot) {
	const Result<std::int64_t> version = slot.integer("PRAGMA user_version", 0);
	if (!version.ok()) {
		return version.status();
	}
	if (version.value() > newest_schema_version()) {
		return Status(StatusCode::unsupported,
				"\"" + slot.path() + "\" was saved by a newer version (schema " +
						std::to_string(version.value()) + ", known up to " +
						std::to_string(newest_schema_version()) + "); update this program");
	}
	return judge_tables(slot, static_cast<int>(version.value()));
}

// What the first bytes of a file say, before SQLite looks for others beside it. What is no database
// at all is told by SQLite.
Status judge_header(const std::string &path) {
	constexpr std::size_t WRITE_VERSION = 18;
	constexpr std::size_t READ_VERSION = 19;
	constexpr std::size_t APPLICATION = 68;
	std::array<unsigned char, APPLICATION + 4> header{};
	std::ifstream file(path, std::ios::binary);
	const bool is_read =
			static_cast<bool>(file.read(reinterpret_cast<char *>(header.data()), header.size()));
	constexpr std::string_view MAGIC = "SQLite format 3";
	if (!is_read || !std::equal(MAGIC.begin(), MAGIC.end(), header.begin())) {
		return {};
	}
	std::int64_t owner = 0;
	for (std::size_t i = APPLICATION; i < header.size(); i++) {
		owner = owner << 8 | header[i];
	}
	if (owner != SLOT_APPLICATION_ID) {
		return Status(StatusCode::failed_precondition,
				"\"" + path + "\" is not a saved world; use another slot");
	}
	const bool is_alone = header[WRITE_VERSION] == 1 && header[READ_VERSION] == 1;
	return is_alone ? Status() : damaged(path, "it does not say that it lies in one file");
}

// Its tables are the ones that they should be.
Result<Database> connect_to_slot(const std::string &path,
		const std::shared_ptr<ReadingLimits> &limits, Access access = Access::read_only) {
	std::error_code error;
	if (!fs::exists(path, error)) {
		return Status(StatusCode::not_found, "there is no slot \"" + path + "\"");
	}
	if (Status header = judge_header(path); !header.ok()) {
		return header;
	}
	Result<Database> connected = Database::connect(path, { .access = access });
	if (!connected.ok()) {
		return slot_problem(path, connected.status());
	}
	Database &slot = connected.value();
	distrust(slot);
	slot.watch([limits] { return limits->may_go_on(); });
	const Status status = judge_version(slot);
	return status.ok() ? std::move(connected) : slot_problem(path, status);
}

std::shared_ptr<ReadingLimits> limits_for(
		const std::string &path, std::function<bool()> keep_going) {
	std::error_code error;
	const std::uintmax_t bytes = fs::file_size(path, error);
	return std::make_shared<ReadingLimits>(error ? 0 : bytes, std::move(keep_going));
}

// All that is in it.
Status judge_content(Database &slot, const IdBounds &bounds) {
	Status status = judge_trees(slot);
	if (!status.ok()) {
		return status;
	}
	const Result<std::uint64_t> sum = judge_rows(slot, bounds);
	const Result<std::string> sealed = read_meta(slot, META_CHECKSUM);
	if (!sum.ok() || !sealed.ok()) {
		return sum.ok() ? sealed.status() : sum.status();
	}
	const bool fits = sealed.value().empty() || sealed.value() == sum_text(sum.value());
	return fits ? Status() : Status(StatusCode::corrupt, "it is not what was saved");
}

// What is judged is the copy, which nobody else changes. It has no name any more when it is
// returned: it goes when it is closed.
Result<Database> brought_up_to_date(const std::string &path,
		const std::shared_ptr<ReadingLimits> &limits, const IdBounds &bounds) {
	const std::string copy = path + ".upgrade";
	std::error_code error;
	remove_slot_file(copy);
	fs::copy_file(path, copy, error);
	if (!error) {
		fs::permissions(copy, fs::perms::owner_read | fs::perms::owner_write, error);
	}
	if (error) {
		return Status(StatusCode::permission_denied,
				"could not copy the older slot \"" + path + "\": " + error.message());
	}
	Result<Database> connected = connect_to_slot(copy, limits, Access::read_write);
	Status status = connected.ok() ? slot_problem(path, judge_content(connected.value(), bounds))
								   : connected.status();
	if (status.ok()) {
		connected.value().watch(limits->keep_going());
		status = migrate(connected.value());
	}
	remove_slot_file(copy);
	return status.ok() ? std::move(connected) : status;
}

} // namespace

void remove_slot_file(const std::string &path) {
	std::error_code ignored;
	for (const char *companion : { "", "-journal", "-wal", "-shm" }) {
		fs::remove(path + companion, ignored);
	}
}

Result<Database> look_into_slot(const std::string &path) {
	return connect_to_slot(path, limits_for(path, {}));
}

Result<Database> open_slot(
		const std::string &path, std::function<bool()> keep_going, const IdBounds &bounds) {
	const std::shared_ptr<ReadingLimits> limits = limits_for(path, std::move(keep_going));
	Result<Database> connected = connect_to_slot(path, limits);
	const Result<std::int64_t> version = connected.ok()
			? connected.value().integer("PRAGMA user_version", 0)
			: Result<std::int64_t>(connected.status());
	if (version.ok() && version.value() < newest_schema_version()) {
		connected = brought_up_to_date(path, limits, bounds);
	} else {
		const Status judged =
				version.ok() ? judge_content(connected.value(), bounds) : version.status();
		connected = judged.ok() ? std::move(connected) : slot_problem(path, judged);
	}
	if (limits->is_spent()) {
		return damaged(path, "it takes longer to read than anything that was saved could");
	}
	if (!connected.ok()) {
		const bool is_disk = connected.status().code() == StatusCode::exhausted;
		return is_disk ? connected.status() : slot_problem(path, connected.status());
	}
	// It was read once, so reading it ends.
	connected.value().watch(limits->keep_going());
	return connected;
}

// What SQLite says of a file that was changed behind its back is of many kinds, and so is what we
// say of one that contradicts itself; for who loads it, the file is damaged.
Status slot_problem(const std::string &path, const Status &failure) {
	switch (failure.code()) {
		case StatusCode::corrupt:
		case StatusCode::internal:
		case StatusCode::invalid_argument:
		case StatusCode::exhausted:
			break;
		default:
			return failure;
	}
	const bool is_told = failure.message().starts_with("the saved world ");
	return is_told ? failure : damaged(path, failure.message());
}

} // namespace agent_runtime
