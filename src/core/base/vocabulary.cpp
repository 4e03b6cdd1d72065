#include "core/base/vocabulary.h"

#include <algorithm>

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
		case FieldKind::any_object:
			return "any_object";
		case FieldKind::any:
			return "any";
	}
	return "any";
}

const MessageType *find_message(std::string_view name) {
	// A few dozen entries: a search by name is as fast as a hash of it.
	const std::span<const MessageType> types = message_types();
	const auto found = std::find_if(types.begin(), types.end(),
			[name](const MessageType &type) { return type.name == name; });
	return found == types.end() ? nullptr : &*found;
}

} // namespace agent_runtime
