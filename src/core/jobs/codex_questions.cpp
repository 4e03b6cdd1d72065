#include "core/jobs/codex_questions.h"

#include "core/base/json_io.h"
#include "core/base/utf8.h"
#include "core/jobs/codex_forms.h"
#include "core/jobs/driver_parts.h"
#include "core/providers/json_peek.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr std::size_t MOST_CHANGES_BYTES = 65'536;

// How a request of the server becomes a question, and its answer a result.
struct Asking {
	std::string_view method;
	std::optional<NewQuestion> (*ask)(const json &params); // nothing: it cannot be asked
	Result<json> (*answer)(const json &params, const Question &question);
};

bool is_allowed(const Question &question) {
	return question.answer.text() == ALLOW || question.answer.text() == ALLOW_FOR_SESSION;
}

// Where it lists the decisions that it takes, others might be written down for all times.
bool takes_for_session(const json &params) {
	const json &decisions = list_member(params, "availableDecisions");
	return decisions.empty() ||
			std::find(decisions.begin(), decisions.end(), json("acceptForSession")) !=
			decisions.end();
}

NewQuestion ask_permission_of(std::string_view tool, const json &params) {
	NewQuestion question;
	question.kind = QuestionKind::permission;
	question.options = { std::string(ALLOW), std::string(DENY) };
	if (takes_for_session(params)) {
		question.options.insert(question.options.begin() + 1, std::string(ALLOW_FOR_SESSION));
	}
	question.detail.tool = std::string(tool);
	const std::string_view reason = text_member(params, "reason");
	if (!reason.empty()) {
		question.detail.text = question_words(reason, vocabulary::LONGEST_SENTENCE);
	}
	return question;
}

std::optional<NewQuestion> ask_command(const json &params) {
	NewQuestion question = ask_permission_of("command", params);
	json input = json::object();
	for (const char *const name : { "command", "cwd", "networkApprovalContext" }) {
		const json *const found = member(params, name);
		if (found != nullptr && !found->is_null()) {
			input[name] = *found;
		}
	}
	question.detail.input = shown_input(input);
	const std::string words = telling_words(input);
	const bool is_input = text_member(params, "kind") == "writeStdin";
	const std::string what = is_input ? "input of a command that runs: " : "command: ";
	question.prompt = question_words(
			words.empty() ? "Use the network?" : what + words, vocabulary::LONGEST_PROMPT);
	return question;
}

std::optional<NewQuestion> ask_file_change(const json &params) {
	NewQuestion question = ask_permission_of("file_change", params);
	const std::string_view root = text_member(params, "grantRoot");
	question.prompt = root.empty() ? "Change files?"
								   : question_words("Change files in " + std::string(root) + "?",
											 vocabulary::LONGEST_PROMPT);
	return question;
}

Result<json> answer_approval(const json &, const Question &question) {
	const std::string given = question.answer.text();
	const std::string_view decision = given == ALLOW_FOR_SESSION ? "acceptForSession"
			: given == ALLOW									 ? "accept"
																 : "decline";
	return json{ { "decision", decision } };
}

std::optional<NewQuestion> ask_permissions(const json &params) {
	NewQuestion question = ask_permission_of("permissions", params);
	if (const json *const wanted = member(params, "permissions")) {
		question.detail.input = shown_input(*wanted);
	}
	question.prompt = "More permissions?";
	return question;
}

Result<json> answer_permissions(const json &params, const Question &question) {
	json given = json::object();
	if (const json *const wanted = member(params, "permissions");
			wanted != nullptr && is_allowed(question)) {
		for (const auto &[name, permission] : wanted->items()) {
			if (!permission.is_null()) {
				given[name] = permission;
			}
		}
	}
	const bool for_session = question.answer.text() == ALLOW_FOR_SESSION;
	return json{ { "permissions", given }, { "scope", for_session ? "session" : "turn" } };
}

constexpr std::array<Asking, 5> ASKING = { {
		{ "item/commandExecution/requestApproval", ask_command, answer_approval },
		{ "item/fileChange/requestApproval", ask_file_change, answer_approval },
		{ "item/permissions/requestApproval", ask_permissions, answer_permissions },
		{ "item/tool/requestUserInput", ask_codex_input, answer_codex_input },
		{ "mcpServer/elicitation/request", ask_codex_form, answer_codex_form },
} };

const Asking *find_asking(std::string_view method) {
	const auto *const found = std::find_if(ASKING.begin(), ASKING.end(),
			[method](const Asking &each) { return each.method == method; });
	return found != ASKING.end() ? found : nullptr;
}

// What the answer needs again of a request, which is all but what is shown anyway.
std::string context_of(const json &request) {
	json context = request;
	if (json *const params = context.contains("params") ? &context["params"] : nullptr;
			params != nullptr && params->is_object()) {
		for (const char *const name : { "command", "commandActions", "reason", "message",
					 "proposedExecpolicyAmendment", "proposedNetworkPolicyAmendments" }) {
			params->erase(name);
		}
	}
	return dump_json(context).value_or(std::string());
}

} // namespace

std::optional<NewQuestion> codex_question(
		std::string asked_as, const json &request, std::string_view changes) {
	const Asking *const asking = find_asking(text_member(request, "method"));
	const json *const params = member(request, "params");
	if (asking == nullptr || params == nullptr || !params->is_object()) {
		return std::nullopt;
	}
	std::optional<NewQuestion> question = asking->ask(*params);
	if (!question) {
		return std::nullopt;
	}
	question->asked_as = std::move(asked_as);
	question->context = context_of(request);
	if (!changes.empty()) {
		question->detail.text = question_words(changes, MOST_CHANGES_BYTES);
	}
	return complete_question(std::move(*question));
}

Result<json> codex_answer(const Question &question) {
	const Result<json> request = parse_json(question.asked.context);
	const Asking *const asking =
			request.ok() ? find_asking(text_member(request.value(), "method")) : nullptr;
	const json *const params = asking != nullptr ? member(request.value(), "params") : nullptr;
	const json *const id = asking != nullptr ? member(request.value(), "id") : nullptr;
	if (params == nullptr || id == nullptr) {
		return Status(StatusCode::corrupt, "what codex has asked is lost");
	}
	if (!question.answer.input.is_null()) {
		return Status(StatusCode::unsupported,
				"codex takes no changed parameters; deny it and say what to do instead");
	}
	Result<json> result = asking->answer(*params, question);
	if (!result.ok()) {
		return result.status();
	}
	return json{ { "id", *id }, { "result", std::move(result).value() } };
}

Result<json> codex_refusal(const NewQuestion &question, const std::string &why) {
	if (question.kind == QuestionKind::permission || question.kind == QuestionKind::confirmation) {
		return codex_answer({ .asked = question, .answer = { .value = DENY } });
	}
	const Result<json> request = parse_json(question.context);
	const json *const id = request.ok() ? member(request.value(), "id") : nullptr;
	if (id == nullptr) {
		return Status(StatusCode::corrupt, "what codex has asked is lost");
	}
	constexpr int SERVER_ERROR = -32'000; // JSON-RPC
	return json{ { "id", *id }, { "error", { { "code", SERVER_ERROR }, { "message", why } } } };
}

std::string codex_changes(const json &item) {
	std::string changes;
	for (const json &change : list_member(item, "changes")) {
		changes.append(text_member(change, "path")).append("\n");
		changes.append(text_member(change, "diff")).append("\n");
		if (changes.size() > MOST_CHANGES_BYTES) {
			break;
		}
	}
	return std::string(shorten(changes, MOST_CHANGES_BYTES));
}

} // namespace agent_runtime
