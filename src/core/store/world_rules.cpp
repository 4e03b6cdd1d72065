#include "core/store/world_rules.h"

#include "core/base/ids.h"
#include "core/base/json_io.h"
#include "core/base/utf8.h"
#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_auto_mode.h"
#include "core/base/vocabulary_memory.h"
#include "core/store/row_judge.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace agent_runtime {

enum class ValueKind {
	own_id, // the text of the row's number
	agent, // the text of an id
	participant,
	talk,
	number, // of an id
	whole,
	real,
	time,
	text,
	object, // JSON
	list, // JSON
	choice,
};

// One column. `may_miss`: it may be NULL, or an empty text.
struct ColumnRule {
	std::string_view table;
	std::string_view column;
	ValueKind kind;
	bool may_miss = false;
	double min = 0;
	double max = 0;
	std::span<const std::string_view> values = {};
	std::string_view only_without = {}; // another column, which is NULL when this one is not
};

namespace {

constexpr std::int64_t MOST_TURNS = std::numeric_limits<std::uint32_t>::max();
constexpr double MOST_IMPORTANCE = 1e6;

constexpr std::array<std::string_view, 3> TALK_STATUSES = { "active", "ended", "interrupted" };
constexpr bool MAY_MISS = true;

constexpr double FARTHEST = LARGEST_COORDINATE;
constexpr double NEWEST = static_cast<double>(IdBounds::OF_OTHERS);

namespace rules {

using namespace vocabulary;
using enum ValueKind;

// A column of a world's table has its rule here, or no slot can be loaded.
constexpr ColumnRule RULES[] = {
	{ "agents", "id", own_id },
	{ "agents", "number", number },
	{ "agents", "key", ValueKind::text, MAY_MISS, 0, 0, {}, "terminated_at" },
	{ "agents", "config", ValueKind::object },
	{ "agents", "state", choice, false, 0, 0, STATES },
	{ "agents", "x", real, false, -FARTHEST, FARTHEST },
	{ "agents", "y", real, false, -FARTHEST, FARTHEST },
	{ "agents", "created_at", ValueKind::time },
	{ "agents", "terminated_at", ValueKind::time, MAY_MISS },
	{ "agents", "generation", whole, false, 0, NEWEST },

	{ "agent_conversations", "id", ValueKind::number },
	{ "agent_conversations", "agent_id", agent },
	{ "agent_conversations", "timestamp", ValueKind::time },
	{ "agent_conversations", "sender", participant, MAY_MISS },
	{ "agent_conversations", "content", ValueKind::text, MAY_MISS },
	{ "agent_conversations", "recipient", participant, MAY_MISS },
	{ "agent_conversations", "kind", choice, false, 0, 0, LINE_KINDS },
	{ "agent_conversations", "importance", real, false, -MOST_IMPORTANCE, MOST_IMPORTANCE },
	{ "agent_conversations", "pinned", whole, false, 0, 1 },
	{ "agent_conversations", "covers_to", whole, MAY_MISS, 0, NEWEST },

	{ "agent_tasks", "id", ValueKind::number },
	{ "agent_tasks", "agent_id", agent },
	{ "agent_tasks", "task_name", ValueKind::text, MAY_MISS },
	{ "agent_tasks", "status", choice, false, 0, 0, TASK_STATUSES },
	{ "agent_tasks", "created_at", ValueKind::time },
	{ "agent_tasks", "completed_at", ValueKind::time, MAY_MISS },
	{ "agent_tasks", "description", ValueKind::text, MAY_MISS },
	{ "agent_tasks", "assigned_by", participant, MAY_MISS },
	{ "agent_tasks", "partner", agent, MAY_MISS },
	{ "agent_tasks", "started_at", ValueKind::time, MAY_MISS },
	{ "agent_tasks", "result", ValueKind::text, MAY_MISS },

	{ "auto_conversations", "id", own_id },
	{ "auto_conversations", "number", ValueKind::number },
	{ "auto_conversations", "topic", ValueKind::text, MAY_MISS },
	{ "auto_conversations", "pattern", choice, false, 0, 0, PATTERNS },
	{ "auto_conversations", "agents", list },
	{ "auto_conversations", "settings", ValueKind::object },
	{ "auto_conversations", "status", choice, false, 0, 0, TALK_STATUSES },
	{ "auto_conversations", "reason", choice, MAY_MISS, 0, 0, TALK_ENDS },
	{ "auto_conversations", "started_at", ValueKind::time },
	{ "auto_conversations", "ended_at", ValueKind::time, MAY_MISS },
	{ "auto_conversations", "turns", whole, false, 0, static_cast<double>(MOST_TURNS) },

	{ "auto_messages", "conversation_id", talk },
	{ "auto_messages", "turn", whole, false, 0, static_cast<double>(MOST_TURNS) },
	{ "auto_messages", "agent_id", agent },
	{ "auto_messages", "name", ValueKind::text, MAY_MISS },
	{ "auto_messages", "text", ValueKind::text, MAY_MISS },
	{ "auto_messages", "timestamp", ValueKind::time },
};

} // namespace rules

using rules::RULES;

const ColumnRule *find_rule(std::string_view table, std::string_view column) {
	const auto *const found = std::find_if(std::begin(RULES), std::end(RULES),
			[&](const ColumnRule &rule) { return rule.table == table && rule.column == column; });
	return found != std::end(RULES) ? found : nullptr;
}

// ---- one value ----

bool is_json(const SqlValue &value, bool (nlohmann::json::*is_kind)() const noexcept) {
	const std::string *const held = std::get_if<std::string>(&value);
	const JsonLimits limits{ .bytes = LONGEST_STORED_TEXT };
	const Result<nlohmann::json> parsed =
			held != nullptr ? parse_json(*held, limits) : Result(nlohmann::json());
	return parsed.ok() && (parsed.value().*is_kind)();
}

} // namespace

RowJudge::RowJudge(
		std::string_view table, const std::vector<std::string> &columns, const IdBounds &bounds) :
		table_(table),
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

std::int64_t RowJudge::bound() const {
	return table_ == "agents" ? bounds_.agents : bounds_.others;
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

bool RowJudge::is_own_id(std::string_view id, Row row) const {
	const std::int64_t *const held = std::get_if<std::int64_t>(&row[number_]);
	if (held == nullptr || *held < 0) {
		return false;
	}
	const std::uint64_t own = static_cast<std::uint64_t>(*held);
	return table_ == "agents" ? is_agent(id) && AgentId::parse(id)->number() == own
							  : is_talk(id) && ConversationId::parse(id)->number() == own;
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
		case ValueKind::own_id:
			return is_own_id(*held, row);
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
		case ValueKind::number:
			return is_whole_between(value, 1, bound());
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

bool has_world_rule(std::string_view table, std::string_view column) {
	return find_rule(table, column) != nullptr;
}

} // namespace agent_runtime
