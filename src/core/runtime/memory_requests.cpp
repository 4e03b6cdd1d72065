#include "core/runtime/memory_requests.h"

#include "core/base/memory_weights.h"

namespace agent_runtime {

using nlohmann::json;

namespace {

AgentId agent_in(const json &message) {
	return AgentId::parse(message.value("agent_id", "")).value_or(AgentId());
}

} // namespace

std::int64_t whole_number(const json &message, const char *field, std::int64_t otherwise) {
	const auto found = message.find(field);
	return found == message.end() ? otherwise : static_cast<std::int64_t>(found->get<double>());
}

Result<LineEdit> line_edit_from(const json &message) {
	LineEdit edit{ .agent = agent_in(message),
		.line = whole_number(message, "line_id", 0),
		.content = {},
		.importance = {} };
	if (const auto content = message.find("content"); content != message.end()) {
		edit.content = content->get<std::string>();
	}
	if (const auto importance = message.find("importance"); importance != message.end()) {
		edit.importance = importance->get<double>();
	}
	if (!edit.content && !edit.importance) {
		return Status(StatusCode::invalid_argument,
				"content: is missing, and importance too; give what is to change");
	}
	return edit;
}

Result<ForgetOrder> forget_order_from(const json &message) {
	ForgetOrder order;
	order.agent = agent_in(message);
	order.line = whole_number(message, "line_id", 0);
	order.filter.agent_id = order.agent.to_string();
	order.filter.from = message.value("from", "");
	const bool all = message.value("all", false);
	const int given =
			(order.line > 0 ? 1 : 0) + (order.filter.from.empty() ? 0 : 1) + (all ? 1 : 0);
	if (given != 1) {
		return Status(StatusCode::invalid_argument,
				std::string("line_id: ") +
						(given == 0 ? "is missing" : "is not all that says what to forget") +
						"; give either line_id, or from, or all: true");
	}
	return order;
}

NewLine note_from(const json &message, WallTime now) {
	return { .agent_id = message.at("agent_id"),
		.timestamp = now,
		.sender = message.value("from", "player_0"),
		.content = message.at("content"),
		.kind = "note",
		.importance = message.value("importance", IMPORTANCE_NOTE),
		.pinned = message.value("pinned", true) };
}

} // namespace agent_runtime
