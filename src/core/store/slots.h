#pragma once

// Save games. A slot is a file of its own, NAME.slot in the folder DATABASE.slots: a database with
// the tables of the world (schema.h) and their versions, and in `meta` a description. It is either
// complete or not there, since it is written under another name and renamed; an older one with the
// name is replaced.
//
//	Result<SlotWriter> slot = SlotWriter::begin("office.db", "before_lunch", keep_going);
//	… look(); copy(places, now); finish();

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/world_rules.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

inline constexpr std::size_t LONGEST_SLOT_NAME = 64;

// Allows letters, digits, `_` and `-`.
Status check_slot_name(std::string_view slot);
std::string slot_path(const std::string &database_path, std::string_view slot);

// What is known about a slot without loading it.
struct SlotCover {
	std::string slot;
	WallTime saved_at;
	std::int64_t agents = 0; // how many live in it
	EventId event; // the newest event at the time
	Status problem; // not ok: why it cannot be loaded
};

// Newest first, including damaged ones.
// Thread rule: any thread.
std::vector<SlotCover> list_slots(const std::string &database_path, Schema schema);
// Removes what saves left behind when their process was killed. Must not run during a save.
void remove_unfinished_slots(const std::string &database_path);
// `not_found` when there is none.
Status delete_slot(const std::string &database_path, const std::string &slot);

// Where an agent is at this moment, which its row may not contain yet.
struct AgentPlace {
	AgentId agent;
	double x = 0.0;
	double y = 0.0;
};

// Saves the world of a database that others go on using. What is not finished leaves nothing
// behind.
// Owned by the function that saves. Thread rule: worker only, one thread.
class SlotWriter {
public:
	// Called now and then; false ends the work as `cancelled`.
	using KeepGoing = std::function<bool()>;

	// Makes the file with its empty tables, under its preliminary name.
	static Result<SlotWriter> begin(const std::string &database_path, Schema schema,
			const std::string &slot, KeepGoing keep_going);
	~SlotWriter();
	SlotWriter(SlotWriter &&other) noexcept = default;
	SlotWriter &operator=(SlotWriter &&) = delete;

	// From now on, the world as it is at this moment is the one to be saved.
	Status look();
	// Takes time in proportion to the size of the world.
	Status copy(std::span<const AgentPlace> places, WallTime now);
	// What was left out because it breaks the rules of slots.
	const std::vector<BrokenRows> &left_out() const { return left_out_; }
	// Brings the file to the disk and gives it its name.
	Result<SlotCover> finish();

private:
	SlotWriter(std::string slot, std::string path, Database file);

	Status copy_table(std::string_view table);
	Status write_cover(WallTime now);

	std::string slot_;
	std::string path_;
	std::unique_ptr<Database> file_; // null: finished, or moved from
	std::vector<BrokenRows> left_out_;
};

// Opens a slot for reading, with the tables of today; an older one is brought up to date in a copy
// without a name. Before that all of it is judged: its tables, each value of each row, and the
// checksum over all of them that was stored when it was saved, if it has one. `not_found`;
// `corrupt` (the file stays as it is); `unsupported` for one of a newer program;
// `failed_precondition` for a file that is not a slot; `exhausted` when there is no space for the
// copy. `bounds` limits its ids. Thread rule: any thread.
Result<Database> open_slot(const std::string &path, Schema schema,
		std::function<bool()> keep_going = {}, const IdBounds &bounds = {});
// The problem of a slot whose reading has failed like this.
Status slot_problem(const std::string &path, const Status &failure);
Result<SlotCover> read_cover(Database &slot, std::string name);

} // namespace agent_runtime
