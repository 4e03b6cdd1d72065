#include "core/jobs/codex_questions.h"

#include "core/base/json_io.h"
#include "core/base/utf8.h"
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
	NewQuestion (*ask)(const json &params);
	Result<json> (*answer)(const json &params, const Question &question);
};

bool is_allowed(const Question &question) {
	return question.answer.text() == ALLOW || question.answer.text() == ALLOW_FOR_SESSION;
}

// --- permissions

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

NewQuestion ask_command(const json &params) {
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
	question.prompt = question_words(
			words.empty() ? "Use the network?" : "command: " + words, vocabulary::LONGEST_PROMPT);
	return question;
}

NewQuestion ask_file_change(const json &params) {
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

NewQuestion ask_permissions(const json &params) {
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

// --- what its model wants to know

QuestionPart part_of_input(const json &asked) {
	QuestionPart part;
	part.question = question_words(text_member(asked, "question"), vocabulary::LONGEST_PROMPT);
	part.header = question_label(text_member(asked, "header"), Field::MAX_LENGTH);
	part.other = flag_member(asked, "isOther");
	for (const json &option : list_member(asked, "options")) {
		part.options.push_back({ question_label(
										 text_member(option, "label"), vocabulary::LONGEST_OPTION),
				question_words(text_member(option, "description"), vocabulary::LONGEST_SENTENCE) });
	}
	return part;
}

// Several at once, or a single one, which is a text if there is nothing to choose.
NewQuestion ask_parts(const std::string &prompt, std::vector<QuestionPart> parts) {
	NewQuestion question;
	question.prompt = question_words(prompt, vocabulary::LONGEST_PROMPT);
	if (parts.size() == 1 && parts.front().options.empty()) {
		question.kind = QuestionKind::text;
		return question;
	}
	question.kind = QuestionKind::choice;
	question.detail.parts = std::move(parts);
	return question;
}

NewQuestion ask_input(const json &params) {
	std::vector<QuestionPart> parts;
	std::string prompt;
	for (const json &asked : list_member(params, "questions")) {
		parts.push_back(part_of_input(asked));
		prompt += (prompt.empty() ? "" : "\n") + parts.back().question;
	}
	return ask_parts(prompt, std::move(parts));
}

// What was answered to one of the parts, or to the only one.
std::vector<std::string> answer_to_part(const Question &question, const std::string &shown) {
	const json &value = question.answer.value;
	const json *const part = value.is_object() ? member(value, shown.c_str()) : &value;
	return part != nullptr ? texts_of_answer(*part) : std::vector<std::string>();
}

// The label of the option that was shown as this text; the text itself if there is none.
std::string label_of_option(const json &asked, const std::string &shown) {
	for (const json &option : list_member(asked, "options")) {
		const std::string_view label = text_member(option, "label");
		if (question_label(label, vocabulary::LONGEST_OPTION) == shown) {
			return std::string(label);
		}
	}
	return shown;
}

Result<json> answer_input(const json &params, const Question &question) {
	json answers = json::object();
	for (const json &asked : list_member(params, "questions")) {
		std::vector<std::string> texts = answer_to_part(question, part_of_input(asked).question);
		for (std::string &text : texts) {
			text = label_of_option(asked, text);
		}
		answers[std::string(text_member(asked, "id"))] = { { "answers", texts } };
	}
	return json{ { "answers", answers } };
}

// --- forms of other servers

// A field's choices as {what is shown, what is sent}.
std::vector<std::pair<std::string, json>> choices_of(const json &field) {
	std::vector<std::pair<std::string, json>> choices;
	const json *const items = member(field, "items");
	const json &list = items != nullptr ? *items : field;
	for (const char *const name : { "enum", "oneOf", "anyOf" }) {
		for (const json &each : list_member(list, name)) {
			const bool is_titled = each.is_object();
			const json value = is_titled ? json(text_member(each, "const")) : each;
			const std::string_view shown = is_titled ? text_member(each, "title")
					: each.is_string() ? std::string_view(each.get_ref<const std::string &>())
									   : std::string_view();
			choices.emplace_back(question_label(shown, vocabulary::LONGEST_OPTION), value);
		}
	}
	if (text_member(field, "type") == "boolean") {
		choices = { { "yes", true }, { "no", false } };
	}
	return choices;
}

QuestionPart part_of_field(const std::string &name, const json &field) {
	QuestionPart part;
	const std::string_view title = text_member(field, "title");
	const std::string_view description = text_member(field, "description");
	part.question = question_words(
			title.empty() ? std::string_view(name) : title, vocabulary::LONGEST_PROMPT);
	part.header = question_label(description, Field::MAX_LENGTH);
	part.many = text_member(field, "type") == "array";
	for (const auto &[shown, value] : choices_of(field)) {
		part.options.push_back({ shown, {} });
	}
	return part;
}

const json &fields_of_form(const json &params) {
	static const json empty = json::object();
	const json *const schema = member(params, "requestedSchema");
	const json *const fields = schema != nullptr ? member(*schema, "properties") : nullptr;
	return fields != nullptr && fields->is_object() ? *fields : empty;
}

NewQuestion ask_form(const json &params) {
	std::string prompt = question_words(text_member(params, "serverName"), Field::MAX_LENGTH) +
			": " + std::string(text_member(params, "message"));
	const std::string_view url = text_member(params, "url");
	if (!url.empty()) {
		prompt += "\n" + std::string(url);
	}
	std::vector<QuestionPart> parts;
	for (const auto &[name, field] : fields_of_form(params).items()) {
		parts.push_back(part_of_field(name, field));
	}
	if (parts.empty()) {
		NewQuestion question;
		question.kind = QuestionKind::confirmation;
		question.prompt = question_words(prompt, vocabulary::LONGEST_PROMPT);
		return question;
	}
	return ask_parts(prompt, std::move(parts));
}

Result<json> value_for_field(const json &field, const std::string &text) {
	const std::vector<std::pair<std::string, json>> choices = choices_of(field);
	for (const auto &[shown, value] : choices) {
		if (shown == text) {
			return value;
		}
	}
	const std::string_view type = text_member(field, "type");
	if (type != "number" && type != "integer") {
		return json(text);
	}
	Result<json> number = parse_json(text);
	const bool fits = number.ok() &&
			(type == "number" ? number.value().is_number() : number.value().is_number_integer());
	if (!fits) {
		return Status(StatusCode::invalid_argument,
				type == "number" ? "must be a number" : "must be a whole number", "answer");
	}
	return number;
}

Result<json> content_for_field(
		const std::string &name, const json &field, const Question &question) {
	const QuestionPart part = part_of_field(name, field);
	json values = json::array();
	for (const std::string &text : answer_to_part(question, part.question)) {
		Result<json> value = value_for_field(field, text);
		if (!value.ok()) {
			return value.status();
		}
		values.push_back(std::move(value).value());
	}
	return part.many ? values : values.empty() ? json() : values.front();
}

Result<json> answer_form(const json &params, const Question &question) {
	if (question.asked.kind == QuestionKind::confirmation) {
		const bool accepted = question.answer.text() == YES;
		json result = { { "action", accepted ? "accept" : "decline" } };
		if (accepted) {
			result["content"] = json::object();
		}
		return result;
	}
	json content = json::object();
	for (const auto &[name, field] : fields_of_form(params).items()) {
		Result<json> value = content_for_field(name, field, question);
		if (!value.ok()) {
			return value.status();
		}
		if (!value.value().is_null()) {
			content[name] = std::move(value).value();
		}
	}
	return json{ { "action", "accept" }, { "content", content } };
}

constexpr std::array<Asking, 5> ASKING = { {
		{ "item/commandExecution/requestApproval", ask_command, answer_approval },
		{ "item/fileChange/requestApproval", ask_file_change, answer_approval },
		{ "item/permissions/requestApproval", ask_permissions, answer_permissions },
		{ "item/tool/requestUserInput", ask_input, answer_input },
		{ "mcpServer/elicitation/request", ask_form, answer_form },
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
	NewQuestion question = asking->ask(*params);
	question.asked_as = std::move(asked_as);
	question.context = context_of(request);
	if (!changes.empty()) {
		question.detail.text = question_words(changes, MOST_CHANGES_BYTES);
	}
	return complete_question(std::move(question));
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
