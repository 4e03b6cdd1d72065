#include "core/questions/question_check.h"

#include "core/base/fields.h"
#include "core/base/json_io.h"

#include <set>

namespace agent_runtime {

namespace {

FieldProblem problem_of(std::string_view field, std::string_view problem, std::string_view remedy) {
	return { std::string(field), std::string(problem), std::string(remedy) };
}

MaybeProblem find_repeated(std::string_view field, const std::vector<std::string> &texts) {
	std::set<std::string_view> seen;
	for (const std::string &text : texts) {
		if (!seen.insert(text).second) {
			return problem_of(
					field, "holds " + quoted_name(text) + " twice", "leave one of them out");
		}
	}
	return std::nullopt;
}

MaybeProblem find_part_problem(const NewQuestion &question) {
	const std::vector<QuestionPart> &parts = *question.detail.parts;
	if (parts.size() > 1 && !question.options.empty()) {
		return problem_of("options", "are given beside several parts", "give each part its own");
	}
	if (parts.empty()) {
		return problem_of("detail.parts", "is empty", "give at least one, or leave it out");
	}
	std::vector<std::string> names;
	for (const QuestionPart &part : parts) {
		names.push_back(part.question);
		if (MaybeProblem problem = find_repeated("detail.parts.options", part.labels())) {
			return problem;
		}
	}
	return find_repeated("detail.parts", names);
}

MaybeProblem find_choice_problem(const NewQuestion &question) {
	const QuestionDetail &detail = question.detail;
	if (detail.parts) {
		return detail.many || detail.other
				? problem_of("detail.parts", "is given beside many or other",
						  "give these to each part")
				: find_part_problem(question);
	}
	return question.options.empty()
			? MaybeProblem(problem_of("options", "is empty, and there is nothing to choose",
					  "give at least one, or ask for a text"))
			: std::nullopt;
}

MaybeProblem find_permission_problem(const NewQuestion &question) {
	if (!question.has_option(ALLOW) || !question.has_option(DENY)) {
		return problem_of("options", "do not hold both allow and deny", "add what is missing");
	}
	return question.detail.tool
			? MaybeProblem()
			: problem_of("detail.tool", "is missing", "name the tool that is to be used");
}

// What only one kind of question has.
MaybeProblem find_foreign_detail(const NewQuestion &question) {
	const QuestionDetail &detail = question.detail;
	const bool of_choice = detail.many || detail.other || detail.parts;
	const bool of_permission = detail.tool || detail.reversible || !detail.input.is_null() ||
			!detail.suggestions.is_null();
	if (of_choice && question.kind != QuestionKind::choice) {
		return problem_of("detail", "holds many, other or parts, which only a choice has",
				"leave them out, or ask for a choice");
	}
	if (of_permission && question.kind != QuestionKind::permission) {
		return problem_of("detail",
				"holds tool, input, suggestions or reversible, which only a permission has",
				"leave them out, or ask for a permission");
	}
	return std::nullopt;
}

MaybeProblem find_kind_problem(const NewQuestion &question) {
	switch (question.kind) {
		case QuestionKind::confirmation:
			return question.options.size() < 2
					? MaybeProblem(problem_of("options", "holds a single one",
							  "give two or more, or none for yes and no"))
					: std::nullopt;
		case QuestionKind::choice:
			return find_choice_problem(question);
		case QuestionKind::permission:
			return find_permission_problem(question);
		case QuestionKind::text:
			return std::nullopt;
	}
	return std::nullopt;
}

MaybeProblem find_subject_problem(const NewQuestion &question) {
	const Subject::Kind kind = question.subject.kind();
	const bool can_ask = kind == Subject::Kind::run || kind == Subject::Kind::agent ||
			(kind == Subject::Kind::job && !question.job().is_none());
	return can_ask ? MaybeProblem()
				   : problem_of("subject", "is neither a job nor a run nor an agent",
							 "give who waits for the answer");
}

MaybeProblem find_size_problem(const NewQuestion &question) {
	if (question.context.size() > vocabulary::LARGEST_CONTEXT) {
		return problem_of("context", "has more than 64 KiB", "store less of it");
	}
	const MaybeProblem of_options = find_json_problem(
			question.options, "options", JsonLimits{ .bytes = vocabulary::LARGEST_OPTIONS });
	return of_options ? of_options
					  : find_json_problem(write_fields(question.detail), "detail",
								JsonLimits{ .bytes = vocabulary::LARGEST_DETAIL });
}

} // namespace

NewQuestion with_usual_options(NewQuestion question) {
	if (!question.options.empty()) {
		return question;
	}
	if (question.kind == QuestionKind::confirmation) {
		question.options = { "yes", "no" };
	} else if (question.kind == QuestionKind::permission) {
		question.options = { std::string(ALLOW), std::string(DENY) };
	} else if (question.detail.parts && question.detail.parts->size() == 1) {
		question.options = question.detail.parts->front().labels();
	}
	return question;
}

MaybeProblem find_question_problem(const NewQuestion &question) {
	if (MaybeProblem problem = check_fields(FieldPath(), question)) {
		return problem;
	}
	if (MaybeProblem problem = find_subject_problem(question)) {
		return problem;
	}
	if (MaybeProblem problem = find_repeated("options", question.options)) {
		return problem;
	}
	if (MaybeProblem problem = find_foreign_detail(question)) {
		return problem;
	}
	MaybeProblem problem = find_kind_problem(question);
	return problem ? problem : find_size_problem(question);
}

} // namespace agent_runtime
