#include "core/store/world_rules.h"

#include "core/base/ids.h"
#include "core/base/json_io.h"
#include "core/base/utf8.h"
#include "core/store/row_judge.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace agent_runtime {

namespace {

const ColumnRule *find_rule(const TableRow &table, std::string_view column) {
	const auto found = std::find_if(table.rules.begin(), table.rules.end(),
			[&](const ColumnRule &rule) { return rule.column == column; });
	return found != table.rules.end() ? &*found : nullptr;
}

bool is_json(const SqlValue &value, bool (nlohmann::json::*is_kind)() const noexcept) {
	const std::string *const held = std::get_if<std::string>(&value);
	const JsonLimits limits{ .bytes = LONGEST_STORED_TEXT };
	const Result<nlohmann::json> parsed =
			held != nullptr ? parse_json(*held, limits) : Result(nlohmann::json());
	return parsed.ok() && (parsed.value().*is_kind)();
}

} // namespace

RowJudge::RowJudge(
		const TableRow &table, const std::vector<std::string> &columns, const IdBounds &bounds) :
		table_(table.name),
		bounds_(bounds) {
	for (const std::string &column : columns) {
		rules_.push_back(find_rule(table, column));
		if (column == "number") {
			number_ = rules_.size() - 1;
		}
	}
}

Status RowJudge::judge(Row row) const {
	for (std::size_t i = 0; i < rules_.size(); i++) {
		if (rules_[i] == nullptr || !keeps_to(*rules_[i], row[i], row) ||
				!stands_alone(*rules_[i], row[i], row)) {
			return broken(i, row[i]);
		}
	}
	return {};
}

bool RowJudge::is_agent(std::string_view id) const {
	const std::optional<AgentId> parsed = AgentId::parse(id);
	return parsed && parsed->number() <= bounds_.agents;
}

bool RowJudge::is_talk(std::string_view id) const {
	const std::optional<ConversationId> parsed = ConversationId::parse(id);
	return parsed && parsed->number() <= static_cast<std::uint64_t>(bounds_.others);
}

bool RowJudge::is_participant(std::string_view id) const {
	const std::optional<ParticipantId> parsed = ParticipantId::parse(id);
	return parsed && (parsed->is_player() || is_agent(id));
}

bool RowJudge::stands_alone(const ColumnRule &rule, const SqlValue &value, Row row) const {
	if (rule.only_without.empty()) {
		return true;
	}
	const auto other = std::find_if(rules_.begin(), rules_.end(), [&](const ColumnRule *each) {
		return each != nullptr && each->column == rule.only_without;
	});
	return other == rules_.end() || std::holds_alternative<std::nullptr_t>(value) ||
			std::holds_alternative<std::nullptr_t>(
					row[static_cast<std::size_t>(other - rules_.begin())]);
}

bool RowJudge::is_own_number(std::uint64_t number, Row row) const {
	const std::int64_t *const held = std::get_if<std::int64_t>(&row[number_]);
	return held != nullptr && *held >= 0 && static_cast<std::uint64_t>(*held) == number;
}

bool RowJudge::is_good_text(const ColumnRule &rule, const SqlValue &value, Row row) const {
	const std::string *const held = std::get_if<std::string>(&value);
	if (held == nullptr || held->size() > LONGEST_STORED_TEXT || !is_valid_utf8(*held)) {
		return false;
	}
	if (held->empty() && rule.may_miss) {
		return true;
	}
	switch (rule.kind) {
		case ValueKind::own_agent:
			return is_agent(*held) && is_own_number(AgentId::parse(*held)->number(), row);
		case ValueKind::own_talk:
			return is_talk(*held) && is_own_number(ConversationId::parse(*held)->number(), row);
		case ValueKind::agent:
			return is_agent(*held);
		case ValueKind::participant:
			return is_participant(*held);
		case ValueKind::talk:
			return is_talk(*held);
		case ValueKind::choice:
			return std::find(rule.values.begin(), rule.values.end(), *held) != rule.values.end();
		default:
			return true;
	}
}

bool RowJudge::keeps_to(const ColumnRule &rule, const SqlValue &value, Row row) const {
	if (rule.may_miss && std::holds_alternative<std::nullptr_t>(value)) {
		return true;
	}
	switch (rule.kind) {
		case ValueKind::agent_number:
			return is_whole_between(value, 1, bounds_.agents);
		case ValueKind::number:
			return is_whole_between(value, 1, bounds_.others);
		case ValueKind::whole:
			return is_whole_between(value, static_cast<std::int64_t>(rule.min),
					static_cast<std::int64_t>(rule.max));
		case ValueKind::time:
			return is_whole_between(value, 0, LATEST_TIME);
		case ValueKind::real: {
			const double *const held = std::get_if<double>(&value);
			return held != nullptr && *held >= rule.min && *held <= rule.max;
		}
		case ValueKind::object:
			return is_good_text(rule, value, row) && is_json(value, &nlohmann::json::is_object);
		case ValueKind::list:
			return is_good_text(rule, value, row) && is_json(value, &nlohmann::json::is_array);
		default:
			return is_good_text(rule, value, row);
	}
}

Status RowJudge::broken(std::size_t column, const SqlValue &value) const {
	const std::string what = std::string(table_) + "." +
			std::string(rules_[column] != nullptr ? rules_[column]->column : "?");
	std::string shown = "a text that cannot stand there";
	if (const std::int64_t *const held = std::get_if<std::int64_t>(&value)) {
		shown = std::to_string(*held) + ", which cannot stand there";
	} else if (!std::holds_alternative<std::string>(value)) {
		shown = "something that cannot stand there";
	}
	return Status(StatusCode::corrupt, what + " holds " + shown);
}

} // namespace agent_runtime
