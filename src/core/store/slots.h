#pragma once

// Save games. A slot is a file of its own, NAME.slot in the folder DATABASE.slots: a database
// with the tables of the world (schema.h) with their versions, and in `meta` what it is. It is
// complete or not there: written under another name and renamed; an older one of the name is
// replaced.
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

// Letters, digits, `_` and `-`.
Status check_slot_name(std::string_view slot);
std::string slot_path(const std::string &database_path, std::string_view slot);

// What is known of a slot without loading it.
struct SlotCover {
	std::string slot;
	WallTime saved_at;
	std::int64_t agents = 0; // that live in it
	EventId event; // the newest that had happened
	Status problem; // not ok: what stands against loading it
};

// Newest first; damaged ones too.
// Thread rule: any thread.
std::vector<SlotCover> list_slots(const std::string &database_path, Schema schema);
// What saves have left that never came to their end, since their process was killed. Not while one
// is at work.
void remove_unfinished_slots(const std::string &database_path);
// `not_found` when there is none.
Status delete_slot(const std::string &database_path, const std::string &slot);

// Where an agent was at the moment, which its row may not know yet.
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
	// Asked now and then; false ends the work as `cancelled`.
	using KeepGoing = std::function<bool()>;

	// The file with its empty tables, under its preliminary name.
	static Result<SlotWriter> begin(const std::string &database_path, Schema schema,
			const std::string &slot, KeepGoing keep_going);
	~SlotWriter();
	SlotWriter(SlotWriter &&other) noexcept = default;
	SlotWriter &operator=(SlotWriter &&) = delete;

	// The world as it is now is the one that will be saved.
	Status look();
	// Takes as long as the world is large.
	Status copy(std::span<const AgentPlace> places, WallTime now);
	// What is not in it, because it breaks the rules of slots.
	const std::vector<BrokenRows> &left_out() const { return left_out_; }
	// On the disk, and in its place.
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

// Opens a slot to read from, with the tables of today: an older one is brought up to date in a copy
// without a name. Before, all of it is judged: its tables, each value of each row, and the sum over
// all of them that it has had since it was saved, if it has one. `not_found`; `corrupt` (the file
// is left as it is); `unsupported` for one of a newer program; `failed_precondition` for what is no
// slot; `exhausted` when there is no room for the copy. `bounds` are how far its ids may go.
// Thread rule: any thread.
Result<Database> open_slot(const std::string &path, Schema schema,
		std::function<bool()> keep_going = {}, const IdBounds &bounds = {});
// What stands against a slot whose reading has failed with this.
Status slot_problem(const std::string &path, const Status &failure);
Result<SlotCover> read_cover(Database &slot, std::string name);

} // namespace agent_runtime
