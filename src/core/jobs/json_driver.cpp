#include "core/jobs/json_driver.h"

#include "core/base/json_fields.h"
#include "core/jobs/driver_parts.h"
#include "core/providers/json_peek.h"

#include <optional>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view BEGINNING_OF_OBJECT = "{";

ProgramLines lines_in(const nlohmann::json &stored) {
	const nlohmann::json *const lines = member(stored, "lines");
	return ProgramLines::restored(
			BEGINNING_OF_OBJECT, lines != nullptr ? *lines : nlohmann::json());
}

} // namespace

JsonDriver::JsonDriver(std::string_view name, const nlohmann::json &stored) :
		name_(name),
		attempt_(number_of<std::uint64_t>(stored, "attempt")),
		keeps_talking_(flag_of(stored, "keeps_talking")),
		closed_(flag_of(stored, "closed")),
		lines_(lines_in(stored)) {}

std::string JsonDriver::state() const {
	nlohmann::json state = { { "attempt", attempt_ }, { "keeps_talking", keeps_talking_ },
		{ "closed", closed_ }, { "lines", lines_.state() } };
	store(state);
	return driver_state_text(state);
}

void JsonDriver::begin_attempt(const JobBrief &brief) {
	attempt_ = brief.attempt;
	keeps_talking_ = brief.plan.keeps_talking;
}

Status JsonDriver::require_listening() const {
	if (attempt_ != 0 && !closed_) {
		return {};
	}
	return { StatusCode::failed_precondition,
		std::string(name_) + " listens no more; resume its job to say something" };
}

DriverNews JsonDriver::read(const OutputLine &line) {
	DriverNews news;
	if (attempt_ == 0) {
		return news;
	}
	if (const std::optional<std::string_view> whole = lines_.add(line)) {
		read_line(*whole, news);
	}
	if (lines_.lost_one()) {
		news.trouble = "a line of " + std::string(name_) +
				" is too long to be read; if it was a question, kill the job and resume it";
	}
	return news;
}

Result<JobInput> JsonDriver::answer_line(
		const std::string &asked_as, const nlohmann::json &answer) const {
	return json_input(answer_key(attempt_, asked_as), answer);
}

void JsonDriver::refuse(
		const std::string &asked_as, const nlohmann::json &answer, DriverNews &news) const {
	Result<JobInput> refusal = json_input(input_key(attempt_, "refuse", asked_as), answer);
	if (refusal.ok()) {
		news.inputs.push_back(std::move(refusal).value());
	}
}

void JsonDriver::close_input(std::vector<JobInput> &inputs) {
	if (!closed_) {
		closed_ = true;
		inputs.push_back(closing_input(attempt_));
	}
}

void JsonDriver::close_unless_talking(std::vector<JobInput> &inputs) {
	if (!keeps_talking_) {
		close_input(inputs);
	}
}

} // namespace agent_runtime
