#pragma once

// The inner half of the vocabulary's validation: single values, and the words for what is wrong
// with them. For vocabulary_check.cpp alone.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/field_problem.h"
#include "core/base/vocabulary.h"

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

// What is wrong with the value of any field but an `object`.
std::optional<FieldProblem> check_value(
		const FieldPath &path, const Field &field, const nlohmann::json &value);

} // namespace agent_runtime
