#pragma once

// The machine behind the vocabulary: how the entry of a message says which fields it has, what is
// checked by it, and its JSON Schema. The entries stand in the rooms that they speak of; whoever
// links several rooms makes one Vocabulary of theirs.
//
//	if (std::optional<FieldProblem> problem = vocabulary.find_problem(message, From::outside)) {
//		reply_with(*problem);  // "agent_config.naem: is not a field here; did you mean name?"
//	}
//
// A message is a JSON object whose member `type` names its entry. Files: bound_fields.h binds the
// fields to the members of a struct, vocabulary_check.cpp and field_check.cpp hold the validation,
// vocabulary_schema.cpp the JSON Schema, vocabulary_events.h the entries of events.
//
// Thread rule for all: immutable.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/field_problem.h"
#include "core/base/status.h"

namespace agent_runtime {

// The way a message takes.
enum class Door {
	request, // from a client to the runtime
	durable, // an event: stored, then published in the order of its id
	transient, // a value of the moment: never stored, the latest counts
	call, // from the runtime to the game, which owes one answer
	answer, // from the game to the runtime: how a call ended
	reply, // to whoever made a request
};

// "request", "durable", …
std::string_view door_name(Door door);

enum class FieldKind {
	text,
	identifier, // letters, digits and `_ - . :`, such as agent_001
	integer, // 3.0 is one: JSON does not tell them apart, and some clients send floats only
	number, // finite
	boolean,
	position, // {"x": 12.5, "y": 8}, in tiles
	text_list,
	cursor, // where to read on in the event log: an id, or a date and time
	object, // exactly the members that `fields` lists
	object_list, // of such objects
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
	FieldKind kind = FieldKind::text;
	std::string_view sentence = {}; // for the documents
	bool required = false;
	bool one_line = false; // text: without control characters
	std::size_t min_length = 0; // characters of a text
	std::size_t max_length = MAX_LENGTH; // of a text; items of a list; bytes of any and any_object
	double min = 0.0; // of an integer or a number
	double max = LARGEST_INTEGER;
	std::span<const std::string_view>
			values = {}; // all that a text may be, where it is one of a few
	std::span<const Field> fields = {}; // of an object, or of each in a list
};

// One entry of the vocabulary.
struct MessageType {
	std::string_view name;
	Door door = Door::request;
	std::string_view sentence;
	std::span<const Field> fields; // without `type` and the door's own
	std::string_view signal = {}; // the GDScript signal, where there is one
	bool long_answer = false; // of a request: it is answered by a list of any length
	// Of a request: what it does is stored by a step or a job behind it, and a program outside the
	// process is answered when that is done. Every answer to a call is such a one, too.
	bool changes = false;
	std::span<const Field> result = {}; // of a request: what its reply holds when it was done
};

// What a text_list holds.
inline constexpr Field TEXT_ITEM = { .required = true, .one_line = true, .min_length = 1 };

// Tiles lie within this distance of the origin.
inline constexpr double LARGEST_COORDINATE = 1e6;

// What every message of a door may carry beside its own fields: `request_id`, or an event's `id`.
std::span<const Field> common_fields(Door door);

// What the runtime sends but for events: values of the moment, replies (vocabulary_table.cpp).
std::span<const MessageType> sent_message_types();

// The sender's name for a request; empty where it gave none, or one that is none: that is never
// sent back.
std::string request_name(const nlohmann::json &message);

// Who sent a message: from outside only requests and answers are taken.
enum class From {
	inside,
	outside,
};

// What is wrong with an object that has exactly these fields, named by its path from `path` on.
// Never throws, whatever the object holds.
std::optional<FieldProblem> find_object_problem(
		const nlohmann::json &object, std::span<const Field> fields, std::string_view path);

// JSON Schema of an object that has exactly these fields.
nlohmann::json json_schema_of(std::span<const Field> fields);

// All entries that a program knows.
// Thread rule: immutable. What it is made of outlives it.
class Vocabulary {
public:
	using Entries = std::span<const MessageType>;

	// In the order of the documents.
	explicit Vocabulary(std::initializer_list<Entries> rooms);

	const std::vector<const MessageType *> &all() const { return all_; }
	// Null when there is no such name.
	const MessageType *find(std::string_view name) const;

	// The first thing that is wrong, named by its path. Never throws, whatever the message holds.
	std::optional<FieldProblem> find_problem(
			const nlohmann::json &message, From from = From::inside) const;
	// The same as a Status, invalid_argument: "agent_config.initial_position.x: is not a finite
	// number; give a tile coordinate between -1e6 and 1e6".
	Status validate(const nlohmann::json &message, From from = From::inside) const;

	// JSON Schema (draft 2020-12) of one message. It allows what validate() allows, except that it
	// cannot tell dates of a cursor and the size of free objects.
	Result<nlohmann::json> json_schema(std::string_view name) const;
	// One schema of all messages: each entry under "$defs", and "oneOf" them at the top. What the
	// reply to a request holds stands beside it, as NAME.result.
	nlohmann::json json_schema() const;

private:
	std::vector<std::string_view> names_taken(From from) const;
	std::optional<FieldProblem> check_message(const nlohmann::json &message, From from) const;

	std::vector<const MessageType *> all_;
	std::unordered_map<std::string_view, const MessageType *> by_name_;
};

} // namespace agent_runtime
