#include "core/base/field_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/base/counted.h"
#include "core/base/ids.h"
#include "core/base/json_io.h"
#include "core/base/nearest_name.h"
#include "core/base/time.h"
#include "core/base/utf8.h"

namespace agent_runtime {

namespace {

using nlohmann::json;
using Problem = std::optional<FieldProblem>;

constexpr std::size_t LONGEST_CURSOR = 64;

std::string_view kind_of(const json &value) {
	switch (value.type()) {
		case json::value_t::null:
			return "null";
		case json::value_t::object:
			return "an object";
		case json::value_t::array:
			return "a list";
		case json::value_t::string:
			return "a text";
		case json::value_t::boolean:
			return "true or false";
		case json::value_t::number_integer:
		case json::value_t::number_unsigned:
		case json::value_t::number_float:
			return "a number";
		default:
			return "no JSON value";
	}
}

// As people write it: 64, 0.5, -1000000.
std::string shown_number(double number) {
	std::array<char, 40> text;
	const bool whole = std::floor(number) == number && std::abs(number) < 1e16;
	std::snprintf(text.data(), text.size(), whole ? "%.0f" : "%g", number);
	return text.data();
}

std::string text_remedy(const Field &field) {
	if (!field.values.empty()) {
		return "give one of: " + list_of(field.values);
	}
	const std::string bounds = field.min_length > 0
			? std::to_string(field.min_length) + " to " + std::to_string(field.max_length)
			: "at most " + std::to_string(field.max_length);
	return "give a text of " + bounds + " characters";
}

// What holds for every text, wherever it stands.
Problem check_bytes(const FieldPath &path, std::string_view text) {
	if (const std::optional<std::size_t> invalid = first_invalid_byte(text)) {
		return problem_at(
				path, "is not UTF-8 at byte " + std::to_string(*invalid + 1), "give text in UTF-8");
	}
	if (text.find('\0') != std::string_view::npos) {
		return problem_at(path, "holds the character NUL", "leave it out");
	}
	return std::nullopt;
}

Problem check_words(const FieldPath &path, const Field &field, std::string_view text) {
	if (Problem problem = check_bytes(path, text)) {
		return problem;
	}
	if (!field.values.empty()) {
		if (std::find(field.values.begin(), field.values.end(), text) != field.values.end()) {
			return std::nullopt;
		}
		return problem_at(path, "is " + shown_name(text) + ", which is none of its values",
				proposal(text, field.values));
	}
	const std::size_t length = count_characters(text);
	if (length < field.min_length || length > field.max_length) {
		return problem_at(path, length == 0 ? "is empty" : "has " + counted(length, "character"),
				text_remedy(field));
	}
	if (field.one_line && has_control_characters(text)) {
		return problem_at(
				path, "holds a control character", "remove line breaks, tabs and the like");
	}
	return std::nullopt;
}

Problem check_text_value(const FieldPath &path, const Field &field, const json &value) {
	return value.is_string() ? check_words(path, field, value.get_ref<const std::string &>())
							 : wrong_kind(path, value, text_remedy(field));
}

bool is_identifier_character(char character) {
	const bool letter =
			(character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
	const bool digit = character >= '0' && character <= '9';
	return letter || digit || std::string_view("_-.:").find(character) != std::string_view::npos;
}

std::string identifier_remedy(const Field &field) {
	return "give an id such as agent_001, of at most " + std::to_string(field.max_length) +
			" characters";
}

Problem check_id(const FieldPath &path, const Field &field, std::string_view text) {
	std::string problem;
	if (text.empty()) {
		problem = "is empty";
	} else if (text.size() > field.max_length) {
		problem = "has " + counted(text.size(), "byte");
	} else if (!std::all_of(text.begin(), text.end(), is_identifier_character)) {
		problem = "holds more than letters, digits and _ - . :";
	}
	return problem.empty() ? Problem()
						   : problem_at(path, std::move(problem), identifier_remedy(field));
}

Problem check_identifier(const FieldPath &path, const Field &field, const json &value) {
	return value.is_string() ? check_id(path, field, value.get_ref<const std::string &>())
							 : wrong_kind(path, value, identifier_remedy(field));
}

std::string number_remedy(const Field &field) {
	const bool whole = field.kind == FieldKind::integer;
	return std::string(whole ? "give a whole number" : "give a number") + " between " +
			shown_number(field.min) + " and " + shown_number(field.max);
}

Problem check_amount(const FieldPath &path, const Field &field, double number) {
	const char *problem = nullptr;
	if (!std::isfinite(number)) {
		problem = "is not a finite number";
	} else if (field.kind == FieldKind::integer && std::floor(number) != number) {
		problem = "is not a whole number";
	} else if (number < field.min || number > field.max) {
		problem = "is out of range";
	}
	return problem != nullptr ? Problem(problem_at(path, problem, number_remedy(field)))
							  : Problem();
}

Problem check_number_value(const FieldPath &path, const Field &field, const json &value) {
	return value.is_number() ? check_amount(path, field, value.get<double>())
							 : wrong_kind(path, value, number_remedy(field));
}

static_assert(LARGEST_COORDINATE == 1e6, "the sentence below says so");
constexpr const char *COORDINATE_REMEDY = "give a tile coordinate between -1e6 and 1e6";

Problem check_axis(const FieldPath &path, double coordinate) {
	if (!std::isfinite(coordinate)) {
		return problem_at(path, "is not a finite number", COORDINATE_REMEDY);
	}
	return std::abs(coordinate) > LARGEST_COORDINATE
			? problem_at(path, "is out of range", COORDINATE_REMEDY)
			: Problem();
}

Problem check_position(const FieldPath &path, const json &value) {
	if (!value.is_object()) {
		return wrong_kind(path, value, "give x and y, in tiles");
	}
	for (const auto &[name, member] : value.items()) {
		if (name != "x" && name != "y") {
			return problem_at(
					FieldPath{ &path, name }, "is no part of a position", "give x and y alone");
		}
	}
	for (const char *axis : { "x", "y" }) {
		const FieldPath axis_path{ &path, axis };
		const json::const_iterator member = value.find(axis);
		if (member == value.end()) {
			return problem_at(axis_path, "is missing", COORDINATE_REMEDY);
		}
		if (!member->is_number()) {
			return wrong_kind(axis_path, *member, COORDINATE_REMEDY);
		}
		if (Problem problem = check_axis(axis_path, member->get<double>())) {
			return problem;
		}
	}
	return std::nullopt;
}

std::string list_remedy(const Field &field) {
	const char *const items = field.kind == FieldKind::text_list ? " texts"
			: field.kind == FieldKind::integer_list				 ? " numbers"
																 : " objects";
	return "give a list of at most " + std::to_string(field.max_length) + items;
}

Problem check_text_list(const FieldPath &path, const Field &field, const json &value) {
	if (Problem problem = check_list(path, field, value)) {
		return problem;
	}
	for (std::size_t i = 0; i < value.size(); ++i) {
		if (Problem problem = check_text_value(
					FieldPath{ &path, {}, i }, text_item_of(field), value[i])) {
			return problem;
		}
	}
	return std::nullopt;
}

Problem check_integer_list(const FieldPath &path, const Field &field, const json &value) {
	Field item = field;
	item.kind = FieldKind::integer;
	Problem problem = check_list(path, field, value);
	for (std::size_t i = 0; !problem && i < value.size(); ++i) {
		problem = check_number_value(FieldPath{ &path, {}, i }, item, value[i]);
	}
	return problem;
}

// Checks that each is a message; what it contains is checked by its own entry.
Problem check_message_list(const FieldPath &path, const Field &field, const json &value) {
	Problem problem = check_list(path, field, value);
	for (std::size_t i = 0; !problem && i < value.size(); ++i) {
		const bool is_message =
				value[i].is_object() && value[i].contains("type") && value[i]["type"].is_string();
		if (!is_message) {
			problem = problem_at(FieldPath{ &path, {}, i }, "is no message",
					"give an object with the member type");
		}
	}
	return problem;
}

Problem check_cursor(const FieldPath &path, const json &value) {
	const char *remedy = "give an event's id, or a date and time like 2026-01-31T12:00:00.123Z";
	if (value.is_number()) {
		return check_number_value(path, Field{ .kind = FieldKind::integer }, value);
	}
	if (!value.is_string()) {
		return wrong_kind(path, value, remedy);
	}
	const std::string &text = value.get_ref<const std::string &>();
	if (text.size() > LONGEST_CURSOR || (!EventId::parse(text) && !parse_iso8601(text).ok())) {
		return problem_at(path, "is neither an id nor a date", remedy);
	}
	return std::nullopt;
}

Problem check_free(const FieldPath &path, const Field &field, const json &value) {
	if (field.kind == FieldKind::any_object && !value.is_object()) {
		return wrong_kind(path, value, "give an object");
	}
	return find_json_problem(value, path.to_string(), JsonLimits{ .bytes = field.max_length });
}

} // namespace

std::string FieldPath::to_string() const {
	std::string text = parent == nullptr ? std::string() : parent->to_string();
	if (member.data() != nullptr) {
		append_member(text, member);
	} else if (parent != nullptr) {
		append_item(text, item);
	}
	return text;
}

FieldProblem problem_at(const FieldPath &path, std::string problem, std::string remedy) {
	std::string field = path.to_string();
	return FieldProblem{ field.empty() ? "message" : std::move(field), std::move(problem),
		std::move(remedy) };
}

FieldProblem wrong_kind(const FieldPath &path, const json &value, std::string remedy) {
	return problem_at(path, "is " + std::string(kind_of(value)), std::move(remedy));
}

std::string list_of(std::span<const std::string_view> names) {
	std::string list;
	for (const std::string_view name : names) {
		list += list.empty() ? "" : ", ";
		list += name;
	}
	return list;
}

std::string proposal(std::string_view name, std::span<const std::string_view> known) {
	const std::string_view nearest = nearest_name(name, known);
	if (!nearest.empty()) {
		return "did you mean " + std::string(nearest) + "?";
	}
	return known.empty() ? "leave it out" : "there are: " + list_of(known);
}

Problem check_text(const FieldPath &path, const Field &field, std::string_view text) {
	return field.kind == FieldKind::identifier ? check_id(path, field, text)
											   : check_words(path, field, text);
}

Problem check_number(const FieldPath &path, const Field &field, double number) {
	return check_amount(path, field, number);
}

Problem check_coordinate(const FieldPath &path, double coordinate) {
	return check_axis(path, coordinate);
}

Problem check_length(const FieldPath &path, const Field &field, std::size_t items) {
	return items > field.max_length
			? problem_at(path, "has " + counted(items, "item"), list_remedy(field))
			: Problem();
}

Problem check_list(const FieldPath &path, const Field &field, const json &value) {
	return value.is_array() ? check_length(path, field, value.size())
							: wrong_kind(path, value, list_remedy(field));
}

Problem check_value(const FieldPath &path, const Field &field, const json &value) {
	switch (field.kind) {
		case FieldKind::text:
			return check_text_value(path, field, value);
		case FieldKind::identifier:
			return check_identifier(path, field, value);
		case FieldKind::integer:
		case FieldKind::number:
			return check_number_value(path, field, value);
		case FieldKind::boolean:
			return value.is_boolean() ? Problem() : wrong_kind(path, value, "give true or false");
		case FieldKind::position:
			return check_position(path, value);
		case FieldKind::text_list:
			return check_text_list(path, field, value);
		case FieldKind::integer_list:
			return check_integer_list(path, field, value);
		case FieldKind::message_list:
			return check_message_list(path, field, value);
		case FieldKind::cursor:
			return check_cursor(path, value);
		case FieldKind::object:
		case FieldKind::object_list:
		case FieldKind::object_map:
			break; // has fields: its members are checked one by one
		case FieldKind::any_object:
		case FieldKind::any:
			return check_free(path, field, value);
	}
	return problem_at(path, "is an object that lists no fields", "report this");
}

} // namespace agent_runtime
