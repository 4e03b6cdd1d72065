#include "core/base/vocabulary.h"

#include <algorithm>
#include <exception>
#include <initializer_list>
#include <vector>

#include "core/base/field_check.h"
#include "core/base/vocabulary_minds.h"

namespace agent_runtime {

namespace {

using nlohmann::json;
using Problem = std::optional<FieldProblem>;

using FieldLists = std::initializer_list<std::span<const Field>>;

// Unknown members first: a required field that is "missing" is often one that was misspelt.
Problem check_names(const FieldPath &path, FieldLists lists, const json &value, bool has_type) {
	std::vector<std::string_view> known;
	for (const std::span<const Field> fields : lists) {
		for (const Field &field : fields) {
			known.push_back(field.name);
		}
	}
	for (const auto &[name, member] : value.items()) {
		const bool is_known = (has_type && name == "type") ||
				std::find(known.begin(), known.end(), name) != known.end();
		if (!is_known) {
			return problem_at(
					FieldPath{ &path, name }, "is not a field here", proposal(name, known));
		}
	}
	return std::nullopt;
}

Problem check_object(const FieldPath &path, FieldLists lists, const json &value, bool has_type);

Problem check_member(const FieldPath &path, const Field &field, const json &object) {
	const FieldPath member_path{ &path, field.name };
	const json::const_iterator member = object.find(field.name);
	if (member == object.end()) {
		return field.required
				? problem_at(member_path, "is missing", "add it: " + std::string(field.sentence))
				: Problem();
	}
	return field.kind == FieldKind::object
			? check_object(member_path, { field.fields }, *member, false)
			: check_value(member_path, field, *member);
}

Problem check_object(const FieldPath &path, FieldLists lists, const json &value, bool has_type) {
	if (!value.is_object()) {
		return wrong_kind(path, value, "give an object");
	}
	if (Problem problem = check_names(path, lists, value, has_type)) {
		return problem;
	}
	for (const std::span<const Field> fields : lists) {
		for (const Field &field : fields) {
			if (Problem problem = check_member(path, field, value)) {
				return problem;
			}
		}
	}
	return std::nullopt;
}

bool is_taken(Door door, From from) {
	return from == From::inside || door == Door::request || door == Door::answer;
}

std::vector<std::string_view> names_taken(From from) {
	std::vector<std::string_view> names;
	for (const MessageType &type : message_types()) {
		if (is_taken(type.door, from)) {
			names.push_back(type.name);
		}
	}
	return names;
}

Problem check_message(const json &message, From from) {
	const FieldPath root;
	if (!message.is_object()) {
		return wrong_kind(root, message, "send an object with the member type");
	}
	const FieldPath path{ &root, "type" };
	const json::const_iterator type = message.find("type");
	if (type == message.end()) {
		return problem_at(path, "is missing", proposal("", names_taken(from)));
	}
	if (!type->is_string()) {
		return wrong_kind(path, *type, proposal("", names_taken(from)));
	}
	const std::string &name = type->get_ref<const std::string &>();
	const MessageType *const entry = find_message(name);
	if (entry == nullptr) {
		return problem_at(path, "is " + shown_name(name) + ", which is no message",
				proposal(name, names_taken(from)));
	}
	if (!is_taken(entry->door, from)) {
		return problem_at(path, "is " + name + ", which only the runtime sends",
				"send one of: " + list_of(names_taken(from)));
	}
	return check_object(root, { common_fields(entry->door), entry->fields }, message, true);
}

} // namespace

std::string request_name(const json &message) {
	const Field &field = common_fields(Door::request).front();
	const json::const_iterator name =
			message.is_object() ? message.find(field.name) : message.end();
	const bool is_name = name != message.end() && !check_value(FieldPath(), field, *name);
	return is_name ? name->get<std::string>() : std::string();
}

Problem find_message_problem(const json &message, From from) {
	try {
		return check_message(message, from);
	} catch (const std::exception &error) {
		return FieldProblem{ "message", std::string("could not be checked (") + error.what() + ")",
			"send less at once" };
	}
}

Problem find_options_problem(const json &mind_options) {
	const FieldPath root;
	const FieldPath config{ &root, "agent_config" };
	return check_object(FieldPath{ &config, "mind_options" }, { vocabulary::OF_MIND_OPTIONS },
			mind_options, false);
}

Status validate(const json &message, From from) {
	const Problem problem = find_message_problem(message, from);
	return problem ? problem->to_status() : Status();
}

} // namespace agent_runtime
