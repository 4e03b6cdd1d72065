#include "core/base/vocabulary.h"

namespace agent_runtime {

std::string_view door_name(Door door) {
	switch (door) {
		case Door::request:
			return "request";
		case Door::durable:
			return "durable";
		case Door::transient:
			return "transient";
		case Door::call:
			return "call";
		case Door::answer:
			return "answer";
		case Door::reply:
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
		case FieldKind::cursor:
			return "cursor";
		case FieldKind::object:
			return "object";
		case FieldKind::object_list:
			return "object_list";
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

} // namespace agent_runtime
