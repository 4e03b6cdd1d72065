#include "core/base/field_problem.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_NAME = 64;
constexpr std::size_t LONGEST_PATH = 240;
constexpr std::string_view CUT = "…";

void append_part(std::string &path, const std::string &part) {
	if (path.ends_with(CUT)) {
		return;
	}
	if (path.size() + part.size() > LONGEST_PATH) {
		path += CUT;
		return;
	}
	path += part;
}

} // namespace

std::string FieldProblem::to_string() const {
	return field + ": " + problem + "; " + remedy;
}

Status FieldProblem::to_status(StatusCode code) const {
	return Status(code, to_string(), field);
}

std::string shown_name(std::string_view name) {
	std::string shown = for_display(shorten(name, LONGEST_NAME));
	std::replace(shown.begin(), shown.end(), '\n', ' ');
	std::replace(shown.begin(), shown.end(), '\t', ' ');
	if (name.size() > LONGEST_NAME) {
		// Not the sign that ends a path: that one says that levels are missing.
		shown += "...";
	}
	return shown.empty() ? "\"\"" : shown;
}

std::string quoted_name(std::string_view name) {
	return name.empty() ? shown_name(name) : "\"" + shown_name(name) + "\"";
}

void append_member(std::string &path, std::string_view name) {
	append_part(path, path.empty() ? shown_name(name) : "." + shown_name(name));
}

void append_item(std::string &path, std::size_t index) {
	append_part(path, "[" + std::to_string(index) + "]");
}

} // namespace agent_runtime
