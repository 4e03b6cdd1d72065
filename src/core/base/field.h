#pragma once

// What is said about one field of a message, and about a message as a whole. field_rows.h shows how
// to write the fields of a struct beside it.
// Thread rule for all: immutable.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace agent_runtime {

// The way a message takes.
enum class MessageKind {
	request, // from a client to the runtime
	durable, // an event: stored, then published in the order of its id
	transient, // a value of the moment: never stored, the latest counts
	call, // from the runtime to the game, which owes one answer
	answer, // from the game to the runtime: how a call ended
	reply, // to whoever made a request
};

// "request", "durable", …
std::string_view message_kind_name(MessageKind kind);

enum class FieldKind {
	text,
	identifier, // letters, digits and `_ - . :`, such as agent_001
	integer, // 3.0 is one: JSON does not tell them apart, and some clients send floats only
	number, // finite
	boolean,
	position, // {"x": 12.5, "y": 8}, in tiles
	text_list,
	integer_list,
	cursor, // where to read on in the event log: an id, or a date and time
	object, // exactly the members that `fields` lists
	object_list, // of such objects
	object_map, // of such objects, each under a name
	message_list, // messages, each described by its own entry of the vocabulary
	any_object, // members of the user's own
	any, // any JSON
};

// "text", "identifier", …
std::string_view field_kind_name(FieldKind kind);

// One member of a message, or of an object within it.
struct Field {
	static constexpr double LARGEST_INTEGER = 9'007'199'254'740'991.0; // 2^53 - 1: exact everywhere
	static constexpr std::size_t MAX_LENGTH = 128;

	std::string_view name = {};
	FieldKind kind = FieldKind::text; // unless the type of its value says more (field_codec.h)
	std::string_view sentence = {}; // for the documents
	bool required = false;
	bool one_line = false; // text: without control characters
	std::size_t min_length = 0; // characters of a text
	// For a text in characters, for a list in items, for a map in members; for any and any_object
	// in bytes.
	std::size_t max_length = MAX_LENGTH;
	bool empty_items = false; // the texts of a list may be empty
	std::size_t item_length = MAX_LENGTH; // characters of each text in a list
	double min = 0.0; // for an integer or a number, or for each in a list
	double max = LARGEST_INTEGER;
	std::span<const std::string_view>
			values = {}; // all that a text may be, where it is one of a few
	std::span<const Field> fields = {}; // of an object, or of each object in a list or a map
};

// One entry of the vocabulary.
struct MessageType {
	std::string_view name;
	MessageKind kind = MessageKind::request;
	std::string_view sentence;
	std::span<const Field> fields; // without `type` and its kind's own
	std::string_view signal = {}; // the GDScript signal, where there is one
	bool long_answer = false; // of a request: it is answered by a list of any length
	// Of a request: what it does is stored by a step or a job behind it, and a program outside the
	// process is answered when that is done. Every answer to a call is such a one, too.
	bool changes = false;
	std::span<const Field> result = {}; // of a request: what its reply holds when it was done
};

// An item of a text_list, and an item of one whose texts may be empty.
inline constexpr Field TEXT_ITEM = { .required = true, .one_line = true, .min_length = 1 };
inline constexpr Field LOOSE_TEXT_ITEM = { .required = true, .one_line = true };

constexpr Field text_item_of(const Field &list) {
	Field item = list.empty_items ? LOOSE_TEXT_ITEM : TEXT_ITEM;
	item.max_length = list.item_length;
	return item;
}

// Tiles lie within this distance of the origin.
inline constexpr double LARGEST_COORDINATE = 1e6;

} // namespace agent_runtime
