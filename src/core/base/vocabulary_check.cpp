#include "core/base/vocabulary.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <initializer_list>
#include <vector>

#include "core/base/field_check.h"

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
Problem check_objects(const FieldPath &path, const Field &field, const json &value);
Problem check_map(const FieldPath &path, const Field &field, const json &value);

Problem check_member(const FieldPath &path, const Field &field, const json &object) {
	const FieldPath member_path{ &path, field.name };
	const json::const_iterator member = object.find(field.name);
	if (member == object.end()) {
		return field.required
				? problem_at(member_path, "is missing", "add it: " + std::string(field.sentence))
				: Problem();
	}
	switch (field.kind) {
		case FieldKind::object:
			return check_object(member_path, { field.fields }, *member, false);
		case FieldKind::object_list:
			return check_objects(member_path, field, *member);
		case FieldKind::object_map:
			return check_map(member_path, field, *member);
		default:
			return check_value(member_path, field, *member);
	}
}

Problem check_objects(const FieldPath &path, const Field &field, const json &value) {
	if (Problem problem = check_list(path, field, value)) {
		return problem;
	}
	for (std::size_t i = 0; i < value.size(); ++i) {
		if (Problem problem = check_object(
					FieldPath{ &path, {}, i }, { field.fields }, value[i], false)) {
			return problem;
		}
	}
	return std::nullopt;
}

Problem check_map(const FieldPath &path, const Field &field, const json &value) {
	if (!value.is_object()) {
		return wrong_kind(path, value, "give an object");
	}
	Problem problem = check_length(path, field, value.size());
	for (const auto &[name, member] : value.items()) {
		if (problem) {
			return problem;
		}
		problem = check_object(FieldPath{ &path, name }, { field.fields }, member, false);
	}
	return problem;
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

bool is_taken(MessageKind kind, From from) {
	return from == From::inside || kind == MessageKind::request || kind == MessageKind::answer;
}

Problem guarded(const std::function<Problem()> &check) {
	try {
		return check();
	} catch (const std::exception &error) {
		return FieldProblem{ "message", std::string("could not be checked (") + error.what() + ")",
			"send less at once" };
	}
}

} // namespace

std::vector<std::string_view> Vocabulary::names_taken(From from) const {
	std::vector<std::string_view> names;
	for (const MessageType *const type : all_) {
		if (is_taken(type->kind, from)) {
			names.push_back(type->name);
		}
	}
	return names;
}

Problem Vocabulary::check_message(const json &message, From from) const {
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
	const MessageType *const entry = find(name);
	if (entry == nullptr) {
		return problem_at(path, "is " + shown_name(name) + ", which is no message",
				proposal(name, names_taken(from)));
	}
	if (!is_taken(entry->kind, from)) {
		return problem_at(path, "is " + name + ", which only the runtime sends",
				"send one of: " + list_of(names_taken(from)));
	}
	return check_object(root, { common_fields(entry->kind), entry->fields }, message, true);
}

std::string request_name(const json &message) {
	const Field &field = common_fields(MessageKind::request).front();
	const json::const_iterator name =
			message.is_object() ? message.find(field.name) : message.end();
	const bool is_name = name != message.end() && !check_value(FieldPath(), field, *name);
	return is_name ? name->get<std::string>() : std::string();
}

Problem find_object_problem(
		const json &object, std::span<const Field> fields, std::string_view path) {
	const FieldPath root;
	return guarded([&] {
		return check_object(
				path.empty() ? root : FieldPath{ &root, path }, { fields }, object, false);
	});
}

Problem Vocabulary::find_problem(const json &message, From from) const {
	return guarded([&] { return check_message(message, from); });
}

Status Vocabulary::validate(const json &message, From from) const {
	const Problem problem = find_problem(message, from);
	return problem ? problem->to_status() : Status();
}

} // namespace agent_runtime
