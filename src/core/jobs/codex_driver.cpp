#include "core/jobs/codex_driver.h"

#include "core/base/json_fields.h"
#include "core/base/json_members.h"
#include "core/base/utf8.h"
#include "core/base/version.h"
#include "core/jobs/codex_questions.h"
#include "core/jobs/driver_parts.h"
#include "core/providers/json_peek.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr int METHOD_NOT_FOUND = -32'601; // JSON-RPC
constexpr std::string_view READ_ONLY = "read-only";

// The rest is output and nothing more.
constexpr std::array<std::string_view, 7> TELLING_NOTIFICATIONS = { "turn/started",
	"turn/completed", "item/started", "item/completed", "thread/tokenUsage/updated",
	"serverRequest/resolved", "error" };

// Whether a line is one that must be read: a response or a request, which have an id, or one of
// the notifications.
bool is_telling(std::string_view line) {
	JsonMembers members(line);
	std::string method;
	bool has_id = false;
	while (members.next()) {
		if (members.name() == "method" && !plain_text_in(members.value(), method)) {
			return false;
		}
		has_id = has_id || members.name() == "id";
	}
	return has_id ||
			std::find(TELLING_NOTIFICATIONS.begin(), TELLING_NOTIFICATIONS.end(), method) !=
			TELLING_NOTIFICATIONS.end();
}

json part_of_state(const json &stored, const char *name) {
	const json *const part = member(stored, name);
	return part != nullptr ? *part : json();
}

std::string request_key(std::uint64_t attempt, std::uint64_t number) {
	return input_key(attempt, "request", std::to_string(number));
}

std::string error_words(const json &holder) {
	const json *const error = member(holder, "error");
	const std::string_view words =
			error != nullptr ? text_member(*error, "message") : std::string_view();
	return std::string(shorten(words, DriverNews::MOST_ERROR_BYTES));
}

} // namespace

CodexDriver::CodexDriver(std::string_view state) :
		CodexDriver(parse_driver_state(state)) {}

CodexDriver::CodexDriver(const json &stored) :
		JsonDriver("codex", stored),
		requests_(number_of<std::uint64_t>(stored, "requests")),
		thread_request_(number_of<std::uint64_t>(stored, "thread_request")),
		thread_(text_of(stored, "thread")),
		turns_(CodexTurns::restored(part_of_state(stored, "turns"))),
		usage_(CodexUsage::restored(part_of_state(stored, "usage"))),
		last_error_(text_of(stored, "last_error")),
		change_item_(text_of(stored, "change_item")),
		changes_(text_of(stored, "changes")) {}

void CodexDriver::store(json &state) const {
	state["requests"] = requests_;
	state["thread_request"] = thread_request_;
	state["thread"] = thread_;
	state["turns"] = turns_.state();
	state["usage"] = usage_.state();
	state["last_error"] = last_error_;
	state["change_item"] = change_item_;
	state["changes"] = changes_;
}

Result<std::vector<JobInput>> CodexDriver::begin(const JobBrief &brief) {
	if (Status wrong = check_prompt(brief.prompt, brief.prompt_uuid); !wrong.ok()) {
		return wrong;
	}
	if (brief.session.size() > MOST_NAME_BYTES || (brief.resumes && brief.session.empty())) {
		return Status(StatusCode::invalid_argument, "is no thread of codex", "session");
	}
	*this = CodexDriver();
	begin_attempt(brief);
	usage_ = CodexUsage::begun(brief.resumes);
	const Status waits = turns_.add(brief.prompt, brief.prompt_uuid);
	Result<JobInput> initialize = request("initialize",
			{ { "clientInfo",
					{ { "name", "agent_runtime" }, { "title", "AgentRuntime" },
							{ "version", library_version() } } } });
	Result<JobInput> initialized =
			json_input(input_key(attempt(), "initialized", "1"), { { "method", "initialized" } });
	const std::string &mode = brief.plan.permission_mode;
	json thread = { { "cwd", brief.plan.working_folder() }, { "approvalPolicy", "on-request" },
		{ "sandbox", mode.empty() ? std::string(READ_ONLY) : mode } };
	if (!brief.plan.model.empty()) {
		thread["model"] = brief.plan.model;
	}
	if (brief.resumes) {
		thread["threadId"] = brief.session;
	}
	Result<JobInput> begun =
			request(brief.resumes ? "thread/resume" : "thread/start", std::move(thread));
	if (Status failed = first_failure(waits, initialize, initialized, begun); !failed.ok()) {
		return failed;
	}
	thread_request_ = requests_;
	return std::vector<JobInput>{ std::move(initialize).value(), std::move(initialized).value(),
		std::move(begun).value() };
}

Result<JobInput> CodexDriver::request(std::string_view method, json params) {
	const std::uint64_t number = requests_ + 1;
	Result<JobInput> input = json_input(request_key(attempt(), number),
			{ { "id", number }, { "method", method }, { "params", std::move(params) } });
	requests_ += input.ok() ? 1 : 0;
	return input;
}

Status CodexDriver::say_first(std::vector<JobInput> &inputs) {
	std::optional<CodexTurns::Words> words = is_closed() ? std::nullopt : turns_.first(thread_);
	if (!words) {
		return {};
	}
	Result<JobInput> said = request(words->method, std::move(words->params));
	if (!said.ok()) {
		return said.status();
	}
	inputs.push_back(std::move(said).value());
	turns_.sent(requests_);
	return {};
}

void CodexDriver::go_on(DriverNews &news) {
	for (Status said = say_first(news.inputs); !said.ok(); said = say_first(news.inputs)) {
		turns_.remove_first();
		news.turn = TurnEnd{ .ok = false, .error = said.message() };
		close_when_done(news);
	}
}

void CodexDriver::close_when_done(DriverNews &news) {
	if (turns_.is_done()) {
		close_unless_talking(news.inputs);
	}
}

Result<std::vector<JobInput>> CodexDriver::say(const std::string &text, const Uuid &uuid) {
	Status waits = check_prompt(text, uuid);
	waits = waits.ok() ? require_listening() : waits;
	waits = waits.ok() ? turns_.add(text, uuid) : waits;
	if (!waits.ok()) {
		return waits;
	}
	std::vector<JobInput> inputs;
	if (Status failed = say_first(inputs); !failed.ok()) {
		turns_.remove_first(); // those before it would have been said before
		return failed;
	}
	return inputs;
}

Result<std::vector<JobInput>> CodexDriver::interrupt() {
	if (is_closed() || turns_.turn().empty()) {
		return Status(StatusCode::failed_precondition, "codex has no turn that could be ended");
	}
	Result<JobInput> input =
			request("turn/interrupt", { { "threadId", thread_ }, { "turnId", turns_.turn() } });
	if (!input.ok()) {
		return input.status();
	}
	return std::vector<JobInput>{ std::move(input).value() };
}

Result<JobInput> CodexDriver::answer(const Question &question) const {
	if (Status closed = require_listening(); !closed.ok()) {
		return closed;
	}
	const Result<json> answer = codex_answer(question);
	if (!answer.ok()) {
		return answer.status();
	}
	return answer_line(question.asked.asked_as, answer.value());
}

Result<JobInput> CodexDriver::decline(const NewQuestion &question, const std::string &why) const {
	if (Status closed = require_listening(); !closed.ok()) {
		return closed;
	}
	const Result<json> refusal = codex_refusal(question, why);
	return refusal.ok() ? json_input(decline_key(attempt(), question.asked_as), refusal.value())
						: refusal.status();
}

void CodexDriver::read_line(std::string_view text, DriverNews &news) {
	if (!is_telling(text)) {
		return;
	}
	const Result<json> parsed = parse_json(text, LINE_LIMITS);
	if (!parsed.ok()) {
		return;
	}
	const json &line = parsed.value();
	const std::string_view method = text_member(line, "method");
	if (method.empty()) {
		read_response(line, news);
	} else if (line.contains("id")) {
		read_request(line, news);
	} else if (const json *const params = member(line, "params")) {
		read_notification(method, *params, news);
	}
}

void CodexDriver::read_response(const json &line, DriverNews &news) {
	const std::uint64_t id = number_of<std::uint64_t>(line, "id");
	if (id == 0) {
		return;
	}
	if (id == thread_request_) {
		thread_request_ = 0;
		read_thread(line, news);
	} else if (id == turns_.request()) {
		read_prompt_response(line, news);
	} else if (id <= requests_ && line.contains("error")) {
		news.trouble = "codex refuses a request: " + error_words(line);
	}
}

void CodexDriver::read_thread(const json &line, DriverNews &news) {
	const json *const result = member(line, "result");
	const json *const thread = result != nullptr ? member(*result, "thread") : nullptr;
	thread_ = thread != nullptr ? name_member(*thread, "id") : std::string();
	if (thread_.empty()) {
		// Without a thread nothing can be said.
		news.turn = TurnEnd{ .ok = false, .error = error_words(line) };
		close_input(news.inputs);
		return;
	}
	news.session = thread_;
	news.model = name_member(*result, "model");
	go_on(news);
}

void CodexDriver::read_prompt_response(const json &line, DriverNews &news) {
	if (const json *const result = member(line, "result")) {
		news.taken.push_back(request_key(attempt(), turns_.request()));
		turns_.remove_first();
		if (const json *const turn = member(*result, "turn")) {
			begin_turn(*turn);
		}
	} else if (!turns_.refused()) {
		news.turn = TurnEnd{ .ok = false, .error = error_words(line) };
		close_when_done(news);
	}
	go_on(news);
}

std::string CodexDriver::asked_as(const json &id) const {
	const std::string text = id.is_string() ? id.get<std::string>()
			: id.is_number_integer()		? id.dump()
											: std::string();
	return text.empty() ? text : std::to_string(attempt()) + "/" + text;
}

void CodexDriver::read_request(const json &line, DriverNews &news) {
	const std::string name = asked_as(line["id"]);
	if (!is_usable_name(name)) {
		news.trouble = "codex asks something without a name by which it could be answered";
		return;
	}
	const json *const params = member(line, "params");
	const bool is_known_change = params != nullptr && !change_item_.empty() &&
			text_member(*params, "itemId") == change_item_;
	if (std::optional<NewQuestion> question =
					codex_question(name, line, is_known_change ? changes_ : std::string())) {
		news.asked.push_back(std::move(*question));
		return;
	}
	refuse(name,
			{ { "id", line["id"] },
					{ "error",
							{ { "code", METHOD_NOT_FOUND },
									{ "message", "This is not supported here." } } } },
			news);
}

void CodexDriver::read_notification(std::string_view method, const json &params, DriverNews &news) {
	if (method == "serverRequest/resolved") {
		const json *const id = member(params, "requestId");
		const std::string name = id != nullptr ? asked_as(*id) : std::string();
		if (is_usable_name(name)) {
			news.closed.push_back({ name, ClosedQuestion::How::either });
		}
		return;
	}
	// Its helpers have threads of their own.
	if (thread_.empty() || text_member(params, "threadId") != thread_) {
		return;
	}
	const json *const turn = member(params, "turn");
	const json *const item = member(params, "item");
	if (method == "turn/started" && turn != nullptr) {
		begin_turn(*turn);
		go_on(news);
	} else if (method == "turn/completed" && turn != nullptr) {
		end_turn(*turn, news);
	} else if (method == "thread/tokenUsage/updated") {
		news.usage = usage_.read(params);
	} else if (method == "error") {
		last_error_ = error_words(params);
	} else if (item != nullptr) {
		read_item(method, *item, news);
	}
}

void CodexDriver::read_item(std::string_view method, const json &item, DriverNews &news) {
	const std::string_view type = text_member(item, "type");
	if (type == "agentMessage" && method == "item/completed") {
		news.said = shorten(text_member(item, "text"), DriverNews::MOST_SAID_BYTES);
	} else if (type == "fileChange") {
		const bool begins = method == "item/started";
		change_item_ = begins ? name_member(item, "id") : std::string();
		changes_ = begins ? codex_changes(item) : std::string();
	}
}

void CodexDriver::begin_turn(const json &turn) {
	if (turns_.begin(turn)) {
		usage_.note_turn();
		last_error_.clear();
	}
}

void CodexDriver::end_turn(const json &turn, DriverNews &news) {
	if (!turns_.end(turn)) {
		return;
	}
	TurnEnd end;
	end.ok = text_member(turn, "status") == "completed";
	if (!end.ok) {
		end.error = error_words(turn);
		if (end.error.empty()) {
			const std::string_view status = text_member(turn, "status");
			end.error = last_error_.empty() ? shorten(status, DriverNews::MOST_ERROR_BYTES)
											: last_error_;
		}
	}
	news.turn = std::move(end);
	go_on(news);
	close_when_done(news);
}

} // namespace agent_runtime
