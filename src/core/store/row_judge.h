#pragma once

#include "core/base/ids.h"
#include "core/store/schema.h"
#include "core/store/statement.h"
#include "core/store/world_rules.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Checks rows of one table against the rules of their columns. Thread rule: immutable.
class RowJudge {
public:
	using Row = std::span<const SqlValue>;

	RowJudge(
			const TableRow &table, const std::vector<std::string> &columns, const IdBounds &bounds);

	// What is wrong with the row; `corrupt`.
	Status judge(Row row) const;

private:
	bool is_agent(std::string_view id) const;
	bool is_talk(std::string_view id) const;
	bool is_participant(std::string_view id) const;
	bool is_own_number(std::uint64_t number, Row row) const;
	bool stands_alone(const ColumnRule &rule, const SqlValue &value, Row row) const;
	bool is_good_text(const ColumnRule &rule, const SqlValue &value, Row row) const;
	bool keeps_to(const ColumnRule &rule, const SqlValue &value, Row row) const;
	Status broken(std::size_t column, const SqlValue &value) const;

	const std::string_view table_;
	const IdBounds bounds_;
	std::vector<const ColumnRule *> rules_; // null: there is no rule
	std::size_t number_ = 0; // the index of the column `number`
};

// The latest time that a column may hold.
inline constexpr std::int64_t LATEST_TIME = 253'402'300'799'999'999; // the end of the year 9999
inline constexpr std::size_t LONGEST_STORED_TEXT = 1U << 20U;

inline bool is_whole_between(const SqlValue &value, std::int64_t min, std::int64_t max) {
	const std::int64_t *const held = std::get_if<std::int64_t>(&value);
	return held != nullptr && *held >= min && *held <= max;
}

} // namespace agent_runtime
