#pragma once

// The vocabulary: the entries of all messages that a program knows, and how a message is checked
// against its entry. The entries are in the rooms that they concern; whoever links several rooms
// makes one Vocabulary from them.
//
//	if (std::optional<FieldProblem> problem = vocabulary.find_problem(message, From::outside)) {
//		reply_with(*problem);  // "agent_config.naem: is not a field here; did you mean name?"
//	}
//
// A message is a JSON object whose member `type` names its entry. The machine:
//
//	field.h        what there is to say of a field, and of a message
//	field_rows.h   how the fields of a struct are written down beside it, once
//	field_codec.h  which kind of field a type is; its values as JSON and in signals
//	fields.h       all that is derived from the rows of a struct
//	field_check.h  the check of single values; field_schema.h: JSON Schema
//
// Thread rule for all: immutable.

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/field.h"
#include "core/base/field_problem.h"
#include "core/base/status.h"

namespace agent_runtime {

// What every message of a kind may carry beside its own fields: `request_id`, or an event's `id`.
std::span<const Field> common_fields(MessageKind kind);

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
