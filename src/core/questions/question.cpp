#include "core/questions/question.h"

namespace agent_runtime {

namespace {

using nlohmann::json;

AnswerPart part_of(const json &answer) {
	AnswerPart part;
	if (answer.is_array()) {
		part.chosen = answer.get<std::vector<std::string>>();
	} else {
		part.text = answer.get<std::string>();
	}
	return part;
}

json value_of(const AnswerPart &part) {
	return part.chosen ? json(*part.chosen) : json(part.text.value_or(""));
}

} // namespace

std::optional<std::string> QuestionAnswer::response() const {
	if (value.is_null()) {
		return std::nullopt;
	}
	return value.is_string() ? value.get<std::string>() : value.dump();
}

std::optional<std::vector<AnswerPart>> QuestionAnswer::parts() const {
	std::vector<AnswerPart> parts;
	if (value.is_array()) {
		parts.push_back(part_of(value));
	} else if (value.is_object()) {
		for (const auto &[question, answer] : value.items()) {
			parts.push_back(part_of(answer));
			parts.back().question = question;
		}
	}
	return parts.empty() ? std::nullopt : std::optional(std::move(parts));
}

void QuestionAnswer::set_parts(const std::vector<AnswerPart> &parts) {
	if (parts.size() == 1 && !parts.front().question) {
		value = value_of(parts.front());
		return;
	}
	value = json::object();
	for (const AnswerPart &part : parts) {
		value[part.question.value_or("")] = value_of(part);
	}
}

} // namespace agent_runtime
