#include "core/base/vocabulary.h"

#include "core/base/field_schema.h"
#include "core/base/vocabulary_fields.h"

namespace agent_runtime {

using nlohmann::json;
using namespace vocabulary;

namespace {

constexpr Field OF_REQUESTS[] = {
	{ .name = "request_id",
			.sentence = "The sender's name for this request; the reply carries it.",
			.one_line = true,
			.min_length = 1 },
	{ .name = "trace_id",
			.kind = identifier,
			.sentence = "What the request belongs to, as 32 hexadecimal digits; one is made when it"
						" is absent. All that follows from the request carries it, and so does"
						" the reply." },
};
constexpr Field OF_EVENTS[] = {
	{ .name = "id",
			.kind = integer,
			.sentence = "The place in the event log; absent while the event is not stored.",
			.min = 1 },
	{ .name = "ts", .sentence = "When it happened: date and time in UTC.", .max_length = 64 },
	TRACE,
	{ .name = "entity",
			.sentence = "What it is about, where that is no agent or player, such as job_012.",
			.one_line = true,
			.min_length = 1,
			.max_length = 256 },
	{ .name = "stored",
			.kind = boolean,
			.sentence = "False while the disk fails: the event may be lost with the process." },
};

} // namespace

std::span<const Field> common_fields(MessageKind kind) {
	switch (kind) {
		case MessageKind::request:
		case MessageKind::answer:
			return OF_REQUESTS;
		case MessageKind::durable:
			return OF_EVENTS;
		default:
			return {};
	}
}

std::string_view message_kind_name(MessageKind kind) {
	switch (kind) {
		case MessageKind::request:
			return "request";
		case MessageKind::durable:
			return "durable";
		case MessageKind::transient:
			return "transient";
		case MessageKind::call:
			return "call";
		case MessageKind::answer:
			return "answer";
		case MessageKind::reply:
			return "reply";
	}
	return "reply";
}

std::string_view field_kind_name(FieldKind kind) {
	switch (kind) {
		case FieldKind::text:
			return "text";
		case FieldKind::identifier:
			return "identifier";
		case FieldKind::integer:
			return "integer";
		case FieldKind::number:
			return "number";
		case FieldKind::boolean:
			return "boolean";
		case FieldKind::position:
			return "position";
		case FieldKind::text_list:
			return "text_list";
		case FieldKind::integer_list:
			return "integer_list";
		case FieldKind::cursor:
			return "cursor";
		case FieldKind::object:
			return "object";
		case FieldKind::object_list:
			return "object_list";
		case FieldKind::object_map:
			return "object_map";
		case FieldKind::message_list:
			return "message_list";
		case FieldKind::any_object:
			return "any_object";
		case FieldKind::any:
			return "any";
	}
	return "any";
}

Vocabulary::Vocabulary(std::initializer_list<Entries> rooms) {
	for (const Entries &entries : rooms) {
		for (const MessageType &entry : entries) {
			all_.push_back(&entry);
			by_name_.emplace(entry.name, &entry);
		}
	}
}

const MessageType *Vocabulary::find(std::string_view name) const {
	const auto found = by_name_.find(name);
	return found == by_name_.end() ? nullptr : found->second;
}

Result<json> Vocabulary::json_schema(std::string_view name) const {
	const MessageType *const type = find(name);
	if (type == nullptr) {
		return Status(StatusCode::not_found,
				"the vocabulary has no message " + shown_name(name) +
						"; ask for the schema of all to see those it has");
	}
	json schema = json_schema_of(*type);
	schema["$schema"] = JSON_SCHEMA_DRAFT;
	return schema;
}

json Vocabulary::json_schema() const {
	json schema = { { "$schema", JSON_SCHEMA_DRAFT },
		{ "title", "The messages of the agent runtime" }, { "oneOf", json::array() },
		{ "$defs", json::object() } };
	for (const MessageType *const type : all_) {
		const std::string name(type->name);
		schema["oneOf"].push_back({ { "$ref", "#/$defs/" + name } });
		schema["$defs"][name] = json_schema_of(*type);
		if (type->kind == MessageKind::request) {
			schema["$defs"][name + ".result"] = json_schema_of(type->result);
		}
	}
	return schema;
}

} // namespace agent_runtime
