#pragma once

// Checks of single values, as JSON or in C++ types, and the words for what is wrong with them. For
// the checks of whole messages and structs (vocabulary_check.cpp, fields.h).

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/field.h"
#include "core/base/field_problem.h"

namespace agent_runtime {

// The way to a value, kept on the stack while it is checked: its text is made only for a problem.
// Thread rule: any thread, one at a time.
struct FieldPath {
	const FieldPath *parent = nullptr;
	std::string_view member; // or an item, when there is no name
	std::size_t item = 0;

	std::string to_string() const;
};

// "message" stands for the way that leads nowhere.
FieldProblem problem_at(const FieldPath &path, std::string problem, std::string remedy);

// "is a list", with what to give instead.
FieldProblem wrong_kind(const FieldPath &path, const nlohmann::json &value, std::string remedy);

// "idle, listening, thinking".
std::string list_of(std::span<const std::string_view> names);

// "did you mean name?", or all there are.
std::string proposal(std::string_view name, std::span<const std::string_view> known);

// What a caller in this process gives for a field, by the same rules.
std::optional<FieldProblem> check_text(
		const FieldPath &path, const Field &field, std::string_view text);
std::optional<FieldProblem> check_number(const FieldPath &path, const Field &field, double number);
std::optional<FieldProblem> check_coordinate(const FieldPath &path, double coordinate);
std::optional<FieldProblem> check_length(
		const FieldPath &path, const Field &field, std::size_t items);

// Whether it is a list, and no longer than the field allows.
std::optional<FieldProblem> check_list(
		const FieldPath &path, const Field &field, const nlohmann::json &value);

// What is wrong with the value of any field but an `object` or a list of them.
std::optional<FieldProblem> check_value(
		const FieldPath &path, const Field &field, const nlohmann::json &value);

} // namespace agent_runtime
