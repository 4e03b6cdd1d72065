#include "core/jobs/claude_driver.h"

#include "core/base/json_fields.h"
#include "core/base/json_members.h"
#include "core/base/utf8.h"
#include "core/jobs/claude_questions.h"
#include "core/jobs/driver_parts.h"
#include "core/providers/claude_lines.h"
#include "core/providers/json_peek.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr std::size_t MOST_OPEN_PROMPTS = 32;
constexpr std::string_view INTERRUPT = "interrupt-";

// The rest is output and nothing more.
constexpr std::array<std::string_view, 7> TELLING_TYPES = { "control_request",
	"control_cancel_request", "control_response", "command_lifecycle", "user", "assistant",
	"result" };

// The first value of a member of the line itself, if it is a plain text.
std::string plain_member(std::string_view line, std::string_view name) {
	std::string text;
	JsonMembers members(line);
	while (members.next()) {
		if (members.name() == name) {
			return plain_text_in(members.value(), text) ? text : std::string();
		}
	}
	return {};
}

json response_to(const std::string &request, const json &response) {
	return {
		{ "type", "control_response" },
		{ "response",
				{ { "subtype", "success" }, { "request_id", request }, { "response", response } } }
	};
}

} // namespace

ClaudeDriver::ClaudeDriver(std::string_view state) :
		ClaudeDriver(parse_driver_state(state)) {}

ClaudeDriver::ClaudeDriver(const json &stored) :
		JsonDriver("claude", stored),
		session_(text_of(stored, "session")),
		interrupts_(number_of<std::uint64_t>(stored, "interrupts")),
		spent_{ number_of<std::int64_t>(stored, "spent") } {
	for (const json &prompt : list_member(stored, "prompts")) {
		if (prompt.is_object() && prompts_.size() < MOST_OPEN_PROMPTS) {
			prompts_.push_back({ text_of(prompt, "uuid"), flag_of(prompt, "taken") });
		}
	}
}

void ClaudeDriver::store(json &state) const {
	json prompts = json::array();
	for (const Prompt &prompt : prompts_) {
		prompts.push_back({ { "uuid", prompt.uuid }, { "taken", prompt.is_taken } });
	}
	state["session"] = session_;
	state["prompts"] = std::move(prompts);
	state["interrupts"] = interrupts_;
	state["spent"] = spent_.micro_dollars;
}

Result<std::vector<JobInput>> ClaudeDriver::begin(const JobBrief &brief) {
	*this = ClaudeDriver();
	begin_attempt(brief);
	session_ = brief.session;
	return say(brief.prompt, brief.prompt_uuid);
}

Result<JobInput> ClaudeDriver::prompt_line(const std::string &text, const std::string &uuid) const {
	const json content = json::array({ { { "type", "text" }, { "text", text } } });
	return json_input(prompt_key(attempt(), uuid),
			{ { "type", "user" }, { "uuid", uuid }, { "session_id", session_ },
					{ "parent_tool_use_id", nullptr },
					{ "message", { { "role", "user" }, { "content", content } } } });
}

Result<std::vector<JobInput>> ClaudeDriver::say(const std::string &text, const Uuid &uuid) {
	if (Status wrong = check_prompt(text, uuid); !wrong.ok()) {
		return wrong;
	}
	if (Status closed = require_listening(); !closed.ok()) {
		return closed;
	}
	if (prompts_.size() >= MOST_OPEN_PROMPTS) {
		return Status(StatusCode::exhausted,
				std::to_string(MOST_OPEN_PROMPTS) + " prompts wait already; say it later");
	}
	Result<JobInput> input = prompt_line(text, uuid.to_string());
	if (!input.ok()) {
		return input.status();
	}
	prompts_.push_back({ uuid.to_string(), false });
	return std::vector<JobInput>{ std::move(input).value() };
}

Result<std::vector<JobInput>> ClaudeDriver::interrupt() {
	if (!require_listening().ok()) {
		return Status(StatusCode::failed_precondition, "claude has no turn that could be ended");
	}
	const std::string number = std::to_string(interrupts_ + 1);
	Result<JobInput> input = json_input(input_key(attempt(), "interrupt", number),
			{ { "type", "control_request" }, { "request_id", std::string(INTERRUPT) + number },
					{ "request", { { "subtype", "interrupt" } } } });
	if (!input.ok()) {
		return input.status();
	}
	interrupts_++;
	return std::vector<JobInput>{ std::move(input).value() };
}

Result<JobInput> ClaudeDriver::answer(const Question &question) const {
	if (Status closed = require_listening(); !closed.ok()) {
		return closed;
	}
	const std::string &request = question.asked.asked_as;
	return answer_line(request, response_to(request, claude_answer(question)));
}

Result<JobInput> ClaudeDriver::decline(const NewQuestion &question, const std::string &why) const {
	if (Status closed = require_listening(); !closed.ok()) {
		return closed;
	}
	const std::string &request = question.asked_as;
	return json_input(decline_key(attempt(), request),
			response_to(request, { { "behavior", DENY }, { "message", why } }));
}

void ClaudeDriver::read_line(std::string_view text, DriverNews &news) {
	const std::string type = plain_member(text, "type");
	const bool begins = type == "system" && plain_member(text, "subtype") == "init";
	if (!begins &&
			std::find(TELLING_TYPES.begin(), TELLING_TYPES.end(), type) == TELLING_TYPES.end()) {
		return;
	}
	if (type == "user") {
		take_prompt(plain_member(text, "uuid"), news);
		return;
	}
	if (type == "command_lifecycle") {
		read_end_of_prompt(text, news);
		return;
	}
	const Result<json> parsed = parse_json(text, LINE_LIMITS);
	if (!parsed.ok()) {
		return;
	}
	const json &line = parsed.value();
	if (begins) {
		news.session = shorten(text_member(line, "session_id"), MOST_NAME_BYTES);
		news.model = shorten(text_member(line, "model"), MOST_NAME_BYTES);
	} else if (type == "control_request") {
		read_request(line, news);
	} else if (type == "control_cancel_request") {
		if (const std::string_view name = text_member(line, "request_id"); is_usable_name(name)) {
			news.closed.push_back({ std::string(name), ClosedQuestion::How::withdrawn });
		}
	} else if (type == "control_response") {
		read_response(line, news);
	} else if (type == "result") {
		read_result(line, news);
	} else if (const json *const message = member(line, "message");
			   message != nullptr && !is_from_claude_helper(line)) {
		news.said = shorten(claude_words(*message), DriverNews::MOST_SAID_BYTES);
	}
}

void ClaudeDriver::take_prompt(std::string_view uuid, DriverNews &news) {
	for (Prompt &prompt : prompts_) {
		if (prompt.uuid == uuid && !prompt.is_taken) {
			prompt.is_taken = true;
			news.taken.push_back(prompt_key(attempt(), uuid));
		}
	}
}

// One that the session has seen before has no turn, and so no result.
void ClaudeDriver::read_end_of_prompt(std::string_view line, DriverNews &news) {
	const std::string state = plain_member(line, "state");
	if (state != "queued" && state != "started") {
		const std::string uuid = plain_member(line, "command_uuid");
		if (std::erase_if(prompts_, [&](const Prompt &prompt) { return prompt.uuid == uuid; }) >
				0) {
			close_when_done(news);
		}
	}
}

void ClaudeDriver::close_when_done(DriverNews &news) {
	if (prompts_.empty()) {
		close_unless_talking(news.inputs);
	}
}

void ClaudeDriver::read_request(const json &line, DriverNews &news) const {
	const std::string name(text_member(line, "request_id"));
	const json *const request = member(line, "request");
	if (!is_usable_name(name) || request == nullptr) {
		news.trouble = "claude asks something without a name by which it could be answered";
		return;
	}
	if (text_member(*request, "subtype") != "can_use_tool") {
		// It would wait for ever.
		refuse(name,
				{ { "type", "control_response" },
						{ "response",
								{ { "subtype", "error" }, { "request_id", name },
										{ "error", "This is not supported here." } } } },
				news);
		return;
	}
	if (std::optional<NewQuestion> question = claude_question(name, *request)) {
		news.asked.push_back(std::move(*question));
		return;
	}
	news.trouble = "claude asks something that nobody can be shown; it was denied";
	refuse(name,
			response_to(
					name, { { "behavior", "deny" }, { "message", "Nobody can be asked this." } }),
			news);
}

// Either an answer of ours that it repeats, or what it says to an interrupt.
void ClaudeDriver::read_response(const json &line, DriverNews &news) const {
	const json *const response = member(line, "response");
	const std::string_view name =
			response != nullptr ? text_member(*response, "request_id") : std::string_view();
	if (!is_usable_name(name)) {
		return;
	}
	if (name.starts_with(INTERRUPT)) {
		news.taken.push_back(input_key(attempt(), "interrupt", name.substr(INTERRUPT.size())));
		return;
	}
	news.taken.push_back(answer_key(attempt(), name));
	news.closed.push_back({ std::string(name), ClosedQuestion::How::taken });
}

// What this turn has used. The total is that of the session, with what it had cost before it was
// resumed.
Usage ClaudeDriver::usage_in(const json &result) {
	const json *const told = member(result, "usage");
	Usage usage = told != nullptr ? claude_usage(*told) : Usage();
	usage.cost = claude_cost_since_last(result);
	if (const std::optional<Money> total = claude_cost(result)) {
		const Money before = std::exchange(spent_, std::max(spent_, *total));
		if (!usage.cost) {
			usage.cost = Money{ spent_.micro_dollars - before.micro_dollars };
		}
	}
	return usage;
}

void ClaudeDriver::read_result(const json &line, DriverNews &news) {
	news.usage = usage_in(line);
	TurnEnd end;
	end.ok = text_member(line, "subtype") == "success" && !flag_of(line, "is_error");
	if (!end.ok) {
		end.error = shorten(claude_error_words(line), DriverNews::MOST_ERROR_BYTES);
	}
	news.turn = std::move(end);
	// One that it has not taken yet will have a turn of its own.
	std::erase_if(prompts_, [](const Prompt &prompt) { return prompt.is_taken; });
	close_when_done(news);
}

} // namespace agent_runtime
