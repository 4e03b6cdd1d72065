#include "core/store/slots.h"

#include "core/base/files.h"
#include "core/store/meta.h"
#include "core/store/migrations.h"
#include "core/store/open_database.h"
#include "core/store/slot_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <tuple>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view SUFFIX = ".slot";
constexpr std::string_view PART_SUFFIX = ".part";
// What a save and, in earlier versions, a load left there while they were at work.
constexpr std::array<std::string_view, 2> UNFINISHED = { ".slot.part", ".slot.upgrade" };
constexpr std::string_view META_SAVED_AT = "slot_saved_at";
constexpr std::string_view META_AGENTS = "slot_agents";
constexpr std::string_view META_EVENT = "slot_event";

std::string folder_of(const std::string &database_path) {
	return database_path + ".slots";
}

bool may_stand_in_a_name(char byte) {
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
			(byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

Result<std::int64_t> number_on_cover(Database &slot, std::string_view key) {
	const Result<std::string> text = read_meta(slot, key);
	if (!text.ok()) {
		return text.status();
	}
	std::int64_t number = 0;
	const char *const end = text.value().data() + text.value().size();
	if (std::from_chars(text.value().data(), end, number).ptr != end || text.value().empty() ||
			number < 0) {
		return Status(StatusCode::corrupt, "it does not say " + std::string(key));
	}
	return number;
}

} // namespace

Status check_slot_name(std::string_view slot) {
	if (!slot.empty() && slot.size() <= LONGEST_SLOT_NAME &&
			std::all_of(slot.begin(), slot.end(), may_stand_in_a_name)) {
		return {};
	}
	return Status(StatusCode::invalid_argument,
			"slot: is not a name of 1 to 64 letters, digits, _ and -; choose one such as "
			"before_lunch");
}

std::string slot_path(const std::string &database_path, std::string_view slot) {
	return folder_of(database_path) + "/" + std::string(slot) + std::string(SUFFIX);
}

std::vector<SlotCover> list_slots(const std::string &database_path, Schema schema) {
	std::vector<SlotCover> slots;
	for (const std::string &file_name : names_in_folder(folder_of(database_path))) {
		const std::string name = file_name.substr(0, file_name.find('.'));
		if (file_name != name + std::string(SUFFIX) || !check_slot_name(name).ok()) {
			continue;
		}
		const std::string path = slot_path(database_path, name);
		Result<Database> file = look_into_slot(path, schema);
		Result<SlotCover> cover = file.ok() ? read_cover(file.value(), name) : file.status();
		if (!cover.ok()) {
			cover = slot_problem(path, cover.status());
		}
		slots.push_back(cover.ok() ? std::move(cover).value()
								   : SlotCover{ name, {}, 0, {}, cover.status() });
	}
	std::sort(slots.begin(), slots.end(), [](const SlotCover &one, const SlotCover &other) {
		return std::tie(other.saved_at, one.slot) < std::tie(one.saved_at, other.slot);
	});
	return slots;
}

void remove_unfinished_slots(const std::string &database_path) {
	std::vector<std::string> found;
	for (const std::string &name : names_in_folder(folder_of(database_path))) {
		const std::size_t end = std::min(name.find('.'), name.size());
		for (const std::string_view suffix : UNFINISHED) {
			if (check_slot_name(name.substr(0, end)).ok() &&
					std::string_view(name).substr(end).starts_with(suffix)) {
				found.push_back(
						folder_of(database_path) + "/" + name.substr(0, end) + std::string(suffix));
			}
		}
	}
	for (const std::string &path : found) {
		remove_slot_file(path);
	}
}

Status delete_slot(const std::string &database_path, const std::string &slot) {
	const std::error_code error = remove_file(slot_path(database_path, slot));
	if (!error) {
		return {};
	}
	return error != std::errc::no_such_file_or_directory
			? Status(StatusCode::permission_denied,
					  "could not delete the slot \"" + slot + "\": " + error.message() +
							  "; see that its folder can be written")
			: Status(StatusCode::not_found,
					  "there is no slot \"" + slot + "\"; give the name of one that was saved");
}

SlotWriter::SlotWriter(std::string slot, std::string path, Database file) :
		slot_(std::move(slot)),
		path_(std::move(path)),
		file_(std::make_unique<Database>(std::move(file))) {}

SlotWriter::~SlotWriter() {
	if (file_ != nullptr) {
		file_.reset();
		remove_slot_file(path_ + std::string(PART_SUFFIX));
	}
}

Result<SlotWriter> SlotWriter::begin(const std::string &database_path, Schema schema,
		const std::string &slot, KeepGoing keep_going) {
	const std::string path = slot_path(database_path, slot);
	if (Status folder = make_folder_of(path); !folder.ok()) {
		return folder;
	}
	const std::string part = path + std::string(PART_SUFFIX);
	remove_slot_file(part); // from a program that was killed while saving
	Result<Database> connected = Database::connect(part, { .schema = schema });
	if (!connected.ok()) {
		return connected.status();
	}
	SlotWriter writer(slot, path, std::move(connected).value());
	Database &file = *writer.file_;
	file.watch(std::move(keep_going));
	// Not in WAL mode, so it is one file, which is on the disk once the copy is committed.
	Status status = file.exec("PRAGMA main.synchronous = OFF");
	if (status.ok()) {
		status = migrate(file);
	}
	if (status.ok()) {
		status = file.exec("PRAGMA main.synchronous = FULL");
	}
	if (status.ok()) {
		status = file.run("ATTACH ?1 AS world", database_path);
	}
	return status.ok() ? Result<SlotWriter>(std::move(writer)) : status;
}

Status SlotWriter::look() {
	Status status = file_->run("BEGIN");
	if (status.ok()) {
		// The view of the world begins with the first query.
		status = file_->integer("SELECT count(*) FROM world.sqlite_schema", 0).status();
	}
	return status;
}

Status SlotWriter::copy_table(std::string_view table) {
	const std::string name(table);
	const Result<std::string> columns = file_->text(
			"SELECT group_concat(name, ', ') FROM pragma_table_info(?1, 'main')", "", table);
	if (!columns.ok()) {
		return columns.status();
	}
	return file_->exec("INSERT INTO main." + name + "(" + columns.value() + ") SELECT " +
			columns.value() + " FROM world." + name);
}

Status SlotWriter::copy(std::span<const AgentPlace> places, WallTime now) {
	for (const TableRow *const table : world_tables(file_->schema())) {
		Status status = copy_table(table->name);
		if (!status.ok()) {
			return status;
		}
	}
	for (const AgentPlace &place : places) {
		Status status = file_->run("UPDATE main.agents SET x = ?2, y = ?3 WHERE number = ?1",
				place.agent.number(), place.x, place.y);
		if (!status.ok()) {
			return status;
		}
	}
	Result<std::vector<BrokenRows>> dropped = drop_broken_rows(*file_);
	if (!dropped.ok()) {
		return dropped.status();
	}
	left_out_ = std::move(dropped).value();
	return write_cover(now);
}

Status SlotWriter::write_cover(WallTime now) {
	const Result<std::int64_t> event =
			file_->integer("SELECT seq FROM world.sqlite_sequence WHERE name = 'event_rows'", 0);
	const Result<std::int64_t> agents =
			file_->integer("SELECT count(*) FROM main.agents WHERE terminated_at IS NULL", 0);
	if (Status failed = first_failure(event, agents); !failed.ok()) {
		return failed;
	}
	// Which log the events are in, and which ids its agents have had.
	Status status = file_->exec("INSERT OR REPLACE INTO main.meta SELECT key, value FROM world.meta"
								" WHERE key IN ('epoch', 'sim_time') OR key GLOB 'highest_*'");
	for (const auto &[key, value] :
			{ std::pair(META_EVENT, event.value()), std::pair(META_AGENTS, agents.value()),
					std::pair(META_SAVED_AT, std::int64_t{ now.time_since_epoch().count() }) }) {
		if (status.ok()) {
			status = file_->run(
					"INSERT OR REPLACE INTO main.meta VALUES(?1, ?2)", key, std::to_string(value));
		}
	}
	if (status.ok()) {
		status = seal_rows(*file_);
	}
	return status.ok()
			? file_->exec("PRAGMA main.application_id = " + std::to_string(SLOT_APPLICATION_ID) +
					  "; COMMIT")
			: status;
}

Result<SlotCover> SlotWriter::finish() {
	Result<SlotCover> cover = read_cover(*file_, slot_);
	if (!cover.ok()) {
		return cover;
	}
	const std::string part = path_ + std::string(PART_SUFFIX);
	file_.reset();
	const std::error_code error = move_file(part, path_);
	if (!error) {
		return cover;
	}
	remove_slot_file(part);
	return Status(StatusCode::permission_denied,
			"could not put the slot in its place \"" + path_ + "\": " + error.message());
}

Result<SlotCover> read_cover(Database &slot, std::string name) {
	const Result<std::int64_t> saved_at = number_on_cover(slot, META_SAVED_AT);
	const Result<std::int64_t> agents = number_on_cover(slot, META_AGENTS);
	const Result<std::int64_t> event = number_on_cover(slot, META_EVENT);
	if (Status failed = first_failure(saved_at, agents, event); !failed.ok()) {
		return failed;
	}
	return SlotCover{ std::move(name), WallTime(Micros(saved_at.value())), agents.value(),
		EventId(event.value()), Status() };
}

} // namespace agent_runtime
