#include "core/runtime/call_answer.h"

#include <array>

namespace agent_runtime {

using nlohmann::json;

namespace {

// How the answers to calls of one kind are called in the vocabulary.
struct AnswerNames {
	CallKind kind;
	std::string_view done;
	std::string_view failed; // empty: such a call does not fail
	const char *result = nullptr; // the field that holds what came of it; null: nothing
	bool is_words = false; // the result is a text; otherwise any JSON
};

constexpr std::array<AnswerNames, 5> ANSWERS = { {
		{ CallKind::walk, "walk_arrived", "walk_blocked" },
		{ CallKind::action, "action_completed", "action_failed", "result" },
		{ CallKind::context, "context_given", "", "context", true },
		{ CallKind::tool, "tool_completed", "tool_failed", "result" },
		{ CallKind::mind, "thought_answered", "thought_failed", "result" },
} };

const AnswerNames &names_of(CallKind kind) {
	return ANSWERS[static_cast<std::size_t>(kind)];
}

} // namespace

json to_message(const CallAnswer &answer) {
	const AnswerNames &names = names_of(answer.kind);
	json message{ { "call_id", answer.call.is_none() ? "none" : answer.call.to_string() } };
	if (answer.outcome == CallOutcome::failed && !names.failed.empty()) {
		message["type"] = names.failed;
		message["reason"] = answer.reason;
		return message;
	}
	message["type"] = names.done;
	if (names.is_words) {
		message[names.result] = answer.result;
	} else if (names.result != nullptr) {
		json result = json::parse(answer.result, nullptr, false);
		if (!result.is_discarded()) {
			message[names.result] = std::move(result);
		}
	}
	return message;
}

std::optional<CallAnswer> call_answer_from(const json &message) {
	const std::string type = message.value("type", "");
	for (const AnswerNames &names : ANSWERS) {
		if (type != names.done && (names.failed.empty() || type != names.failed)) {
			continue;
		}
		CallAnswer answer;
		answer.call = CallId::parse(message.value("call_id", "")).value_or(CallId());
		answer.kind = names.kind;
		answer.outcome = type == names.done ? CallOutcome::done : CallOutcome::failed;
		answer.reason = message.value("reason", "");
		if (names.result != nullptr && message.contains(names.result)) {
			const json &result = message.at(names.result);
			answer.result = names.is_words ? result.get<std::string>() : result.dump();
		}
		return answer;
	}
	return std::nullopt;
}

std::string_view usual_reason(CallKind kind) {
	return kind == CallKind::walk ? "the way is blocked" : "the game gave no reason";
}

} // namespace agent_runtime
