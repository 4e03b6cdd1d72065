#pragma once

// The requests about the file itself, save games and copies, with their fields and replies.
// Thread rule: immutable.

#include "core/base/vocabulary_fields.h"
#include "core/requests/request_words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

namespace vocabulary {

inline constexpr Field SLOT = { .name = "slot",
	.sentence = "The name of the save game: letters, digits, _ and -.",
	.required = true,
	.one_line = true,
	.min_length = 1,
	.max_length = 64 };

} // namespace vocabulary

// Names one slot and nothing else.
struct OneSlot {
	std::string slot;
	static constexpr auto fields() { return FieldRows{ bind(vocabulary::SLOT, &OneSlot::slot) }; }
};

struct SavedWorldFields {
	std::string slot;
	std::int64_t agents = 0;
	std::int64_t event = 0;
	std::optional<std::string> saved_at;
	std::optional<std::string> problem;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(SLOT, &SavedWorldFields::slot),
			bind({ .name = "agents", .sentence = "How many live in it.", .required = true },
					&SavedWorldFields::agents),
			bind({ .name = "event_id",
						 .sentence = "The newest event that it has seen.",
						 .required = true },
					&SavedWorldFields::event),
			bind({ .name = "saved_at", .sentence = "When it was saved: date and time in UTC." },
					&SavedWorldFields::saved_at),
			bind({ .name = "problem",
						 .sentence = "Why it cannot be loaded, where that is so.",
						 .max_length = LONGEST_SENTENCE },
					&SavedWorldFields::problem),
		};
	}
};

struct SaveSlotRequest : OneSlot {
	using Reply = SavedWorldFields;
	static constexpr RequestWords WORDS{ .name = "slot_save_request",
		.sentence = "Save the world, over an older one of the name." };
};

struct LoadedWorldReply {
	std::string slot;
	std::int64_t generation = 0;
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::SLOT, &LoadedWorldReply::slot),
			bind({ .name = "generation",
						 .sentence = "The number of the world: a higher one with each load.",
						 .required = true },
					&LoadedWorldReply::generation),
		};
	}
};

struct LoadSlotRequest : OneSlot {
	using Reply = LoadedWorldReply;
	static constexpr RequestWords WORDS{ .name = "slot_load_request",
		.sentence = "Let a saved world take the place of the one that lives." };
};

struct ListSlotsReply {
	std::vector<SavedWorldFields> slots;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "slots",
						 .sentence = "The saved worlds.",
						 .required = true,
						 .max_length = std::size_t{ 1'000'000 } },
					&ListSlotsReply::slots),
		};
	}
};

struct ListSlotsRequest {
	using Reply = ListSlotsReply;
	static constexpr RequestWords WORDS{ .name = "slots_request",
		.sentence = "List the saved worlds." };
	static constexpr auto fields() { return FieldRows{}; }
};

struct DeleteSlotRequest : OneSlot {
	using Reply = OneSlot;
	static constexpr RequestWords WORDS{ .name = "slot_delete_request",
		.sentence = "Delete a saved world." };
};

namespace vocabulary {

inline constexpr Field NEW_FILE = { .name = "path",
	.sentence = "The new file: an absolute path at which there is none.",
	.required = true,
	.one_line = true,
	.min_length = 1,
	.max_length = 4096 };

} // namespace vocabulary

// Names a new file and nothing else.
struct NewFile {
	std::string path;
	static constexpr auto fields() {
		return FieldRows{ bind(vocabulary::NEW_FILE, &NewFile::path) };
	}
};

struct CopyRequest : NewFile {
	using Reply = NewFile;
	static constexpr RequestWords WORDS{ .name = "database_copy_request",
		.sentence = "Copy the database as it is now to a new file, also when its own was "
					"deleted." };
};

} // namespace agent_runtime
