#include "core/runtime/runtime_config.h"

#include <optional>
#include <string_view>

#include "core/base/clock.h"
#include "core/base/utf8.h"

namespace agent_runtime {

namespace {

constexpr char USER_PREFIX[] = "user://";

std::optional<FieldProblem> problem_of_path(std::string_view path) {
	const char *const field = "database_path";
	if (path.empty()) {
		return std::nullopt;
	}
	if (!is_valid_utf8(path)) {
		return FieldProblem{ field, "it is not valid UTF-8", "write the path in UTF-8" };
	}
	if (has_control_characters(path)) {
		return FieldProblem{ field, "it contains a control character",
			"remove line breaks and the like" };
	}
	if (path.starts_with("res://")) {
		return FieldProblem{ field,
			"it begins with res://, which cannot be written in an exported game",
			"begin it with user://, or leave it empty for the default" };
	}
	if (path == USER_PREFIX || path.ends_with('/')) {
		return FieldProblem{ field, "it names a folder",
			"add the name of a file, such as agents.db" };
	}
	if (!path.starts_with(USER_PREFIX) && !path.starts_with('/')) {
		return FieldProblem{ field, "it is neither absolute nor begins with user://",
			"begin it with user://, or leave it empty for the default" };
	}
	return std::nullopt;
}

} // namespace

std::vector<FieldProblem> RuntimeConfig::validate() const {
	std::vector<FieldProblem> problems;
	if (std::optional<FieldProblem> problem = problem_of_path(database_path)) {
		problems.push_back(*std::move(problem));
	}
	if (!ScaledClock::is_scale(time_scale)) {
		problems.push_back({ "time_scale", std::string("it is not a number ") + ScaledClock::SCALES,
				"use 1 for real time; to stop time, pause the scene tree" });
	}
	if (!(most_lag >= LEAST_LAG && most_lag <= LARGEST_LAG)) {
		problems.push_back({ "most_lag", "it is not a number between 0.01 and 3600",
				"use 1 for a world that is never more than a second late" });
	}
	if (helper_threads < AUTO_HELPER_THREADS || helper_threads > MAX_HELPER_THREADS) {
		problems.push_back({ "helper_threads", "it is not between -1 and 64",
				"use -1 to fit the machine, or 0 for none" });
	}
	if (gateway_port < 0 || gateway_port > MAX_PORT) {
		problems.push_back({ "gateway_port", "it is not between 0 and 65535",
				"use 0 for any free port, or one above 1023" });
	}
	return problems;
}

} // namespace agent_runtime
