#include "core/jobs/codex_driver.h"

#include "core/base/json_fields.h"
#include "core/base/json_io.h"
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

constexpr std::size_t MOST_WAITING_PROMPTS = 16;
constexpr std::size_t MOST_WAITING_BYTES = 2 * JobBrief::MOST_PROMPT_BYTES;
constexpr int METHOD_NOT_FOUND = -32'601; // JSON-RPC
constexpr JsonLimits CODEX_LINE_LIMITS = { .bytes = 2 * JobLimits::MOST_LINE_BYTES };
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

json prompt_params(const std::string &thread, const std::string &uuid, const std::string &text) {
	return { { "threadId", thread }, { "clientUserMessageId", uuid },
		{ "input", json::array({ { { "type", "text" }, { "text", text } } }) } };
}

// Whether a prompt fits into a line, too, as far as that is known before there is a thread.
Status check_said(const std::string &text, const Uuid &uuid) {
	const Status wrong = check_prompt(text, uuid);
	return wrong.ok() ? json_input({}, prompt_params({}, uuid.to_string(), text)).status() : wrong;
}

std::string request_key(std::uint64_t attempt, std::uint64_t number) {
	return input_key(attempt, "request", std::to_string(number));
}

Usage usage_in(const json &totals) {
	Usage usage;
	usage.input_tokens = count_member(totals, "inputTokens");
	usage.cached_tokens = count_member(totals, "cachedInputTokens");
	usage.cache_write_tokens = count_member(totals, "cacheWriteInputTokens");
	usage.output_tokens = count_member(totals, "outputTokens");
	return usage;
}

// Never below nothing: a thread that was shortened has used no less.
Usage difference(const Usage &now, const Usage &before) {
	Usage usage;
	usage.input_tokens = std::max<std::int64_t>(now.input_tokens - before.input_tokens, 0);
	usage.cached_tokens = std::max<std::int64_t>(now.cached_tokens - before.cached_tokens, 0);
	usage.cache_write_tokens =
			std::max<std::int64_t>(now.cache_write_tokens - before.cache_write_tokens, 0);
	usage.output_tokens = std::max<std::int64_t>(now.output_tokens - before.output_tokens, 0);
	return usage;
}

std::string error_words(const json &holder) {
	const json *const error = member(holder, "error");
	const std::string_view words =
			error != nullptr ? text_member(*error, "message") : std::string_view();
	return std::string(shorten(words, DriverNews::MOST_ERROR_BYTES));
}

std::string name_member(const json &value, const char *name) {
	const std::string_view text = text_member(value, name);
	return text.size() <= MOST_NAME_BYTES ? std::string(text) : std::string();
}

} // namespace

CodexDriver::CodexDriver(std::string_view state) :
		lines_("{") {
	const json stored = parse_driver_state(state);
	attempt_ = number_of<std::uint64_t>(stored, "attempt");
	keeps_talking_ = flag_of(stored, "keeps_talking");
	resumed_ = flag_of(stored, "resumed");
	closed_ = flag_of(stored, "closed");
	requests_ = number_of<std::uint64_t>(stored, "requests");
	thread_request_ = number_of<std::uint64_t>(stored, "thread_request");
	prompt_request_ = number_of<std::uint64_t>(stored, "prompt_request");
	sent_ = static_cast<Sent>(std::min<std::uint64_t>(number_of<std::uint64_t>(stored, "sent"), 2));
	takes_additions_ = flag_of(stored, "takes_additions");
	for (const json &prompt : list_member(stored, "prompts")) {
		if (prompt.is_object() && prompts_.size() < MOST_WAITING_PROMPTS) {
			prompts_.push_back({ text_of(prompt, "uuid"), text_of(prompt, "text") });
		}
	}
	thread_ = text_of(stored, "thread");
	turn_ = text_of(stored, "turn");
	ended_turn_ = text_of(stored, "ended_turn");
	had_turn_ = flag_of(stored, "had_turn");
	told_usage_ = flag_of(stored, "told_usage");
	if (const json *const used = member(stored, "used")) {
		used_ = usage_in(*used);
	}
	last_error_ = text_of(stored, "last_error");
	change_item_ = text_of(stored, "change_item");
	changes_ = text_of(stored, "changes");
	const json *const lines = member(stored, "lines");
	lines_ = ProgramLines::restored("{", lines != nullptr ? *lines : json());
}

std::string CodexDriver::state() const {
	json prompts = json::array();
	for (const Prompt &prompt : prompts_) {
		prompts.push_back({ { "uuid", prompt.uuid }, { "text", prompt.text } });
	}
	return driver_state_text({ { "attempt", attempt_ }, { "keeps_talking", keeps_talking_ },
			{ "resumed", resumed_ }, { "closed", closed_ }, { "requests", requests_ },
			{ "thread_request", thread_request_ }, { "prompt_request", prompt_request_ },
			{ "sent", static_cast<std::uint64_t>(sent_) }, { "takes_additions", takes_additions_ },
			{ "prompts", prompts }, { "thread", thread_ }, { "turn", turn_ },
			{ "ended_turn", ended_turn_ }, { "had_turn", had_turn_ }, { "told_usage", told_usage_ },
			{ "used",
					{ { "inputTokens", used_.input_tokens },
							{ "cachedInputTokens", used_.cached_tokens },
							{ "cacheWriteInputTokens", used_.cache_write_tokens },
							{ "outputTokens", used_.output_tokens } } },
			{ "last_error", last_error_ }, { "change_item", change_item_ }, { "changes", changes_ },
			{ "lines", lines_.state() } });
}

Result<std::vector<JobInput>> CodexDriver::begin(const JobBrief &brief) {
	if (Status wrong = check_said(brief.prompt, brief.prompt_uuid); !wrong.ok()) {
		return wrong;
	}
	if (brief.session.size() > MOST_NAME_BYTES || (brief.resumes && brief.session.empty())) {
		return Status(StatusCode::invalid_argument, "is no thread of codex", "session");
	}
	*this = CodexDriver();
	attempt_ = brief.attempt;
	keeps_talking_ = brief.plan.keeps_talking;
	resumed_ = brief.resumes;
	prompts_.push_back({ brief.prompt_uuid.to_string(), brief.prompt });
	Result<JobInput> initialize = request("initialize",
			{ { "clientInfo",
					{ { "name", "agent_runtime" }, { "title", "AgentRuntime" },
							{ "version", library_version() } } } });
	Result<JobInput> initialized =
			json_input(input_key(attempt_, "initialized", "1"), { { "method", "initialized" } });
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
	if (Status failed = first_failure(initialize, initialized, begun); !failed.ok()) {
		return failed;
	}
	thread_request_ = requests_;
	return std::vector<JobInput>{ std::move(initialize).value(), std::move(initialized).value(),
		std::move(begun).value() };
}

Result<JobInput> CodexDriver::request(std::string_view method, json params) {
	const std::uint64_t number = requests_ + 1;
	Result<JobInput> input = json_input(request_key(attempt_, number),
			{ { "id", number }, { "method", method }, { "params", std::move(params) } });
	requests_ += input.ok() ? 1 : 0;
	return input;
}

Status CodexDriver::say_first(std::vector<JobInput> &inputs) {
	const bool begins = turn_.empty();
	if (closed_ || prompts_.empty() || thread_.empty() || sent_ != Sent::nothing ||
			!(begins || takes_additions_)) {
		return {};
	}
	const Prompt &prompt = prompts_.front();
	json params = prompt_params(thread_, prompt.uuid, prompt.text);
	if (!begins) {
		params["expectedTurnId"] = turn_;
	}
	Result<JobInput> said = request(begins ? "turn/start" : "turn/steer", std::move(params));
	if (!said.ok()) {
		return said.status();
	}
	inputs.push_back(std::move(said).value());
	sent_ = begins ? Sent::turn : Sent::addition;
	prompt_request_ = requests_;
	return {};
}

void CodexDriver::go_on(DriverNews &news) {
	while (true) {
		const Status said = say_first(news.inputs);
		if (said.ok()) {
			return;
		}
		prompts_.pop_front();
		news.turn = TurnEnd{ .ok = false, .error = said.message() };
		close_unless_talking(news.inputs);
	}
}

void CodexDriver::close_unless_talking(std::vector<JobInput> &inputs) {
	if (!keeps_talking_ && !closed_ && prompts_.empty() && turn_.empty()) {
		closed_ = true;
		inputs.push_back(closing_input(attempt_));
	}
}

Result<std::vector<JobInput>> CodexDriver::say(const std::string &text, const Uuid &uuid) {
	if (Status wrong = check_said(text, uuid); !wrong.ok()) {
		return wrong;
	}
	if (attempt_ == 0 || closed_) {
		return Status(StatusCode::failed_precondition,
				"codex listens no more; resume its job to say something");
	}
	std::size_t bytes = text.size();
	for (const Prompt &prompt : prompts_) {
		bytes += prompt.text.size();
	}
	if (prompts_.size() >= MOST_WAITING_PROMPTS || bytes > MOST_WAITING_BYTES) {
		return Status(StatusCode::exhausted,
				std::to_string(prompts_.size()) + " prompts wait already; say it later");
	}
	prompts_.push_back({ uuid.to_string(), text });
	std::vector<JobInput> inputs;
	if (Status failed = say_first(inputs); !failed.ok()) {
		prompts_.pop_back();
		return failed;
	}
	return inputs;
}

Result<std::vector<JobInput>> CodexDriver::interrupt() {
	if (closed_ || turn_.empty()) {
		return Status(StatusCode::failed_precondition, "codex has no turn that could be ended");
	}
	Result<JobInput> input =
			request("turn/interrupt", { { "threadId", thread_ }, { "turnId", turn_ } });
	if (!input.ok()) {
		return input.status();
	}
	return std::vector<JobInput>{ std::move(input).value() };
}

Result<JobInput> CodexDriver::answer(const Question &question) const {
	if (attempt_ == 0 || closed_) {
		return Status(StatusCode::failed_precondition, "codex listens no more");
	}
	const Result<json> answer = codex_answer(question);
	if (!answer.ok()) {
		return answer.status();
	}
	return json_input(answer_key(attempt_, question.asked.asked_as), answer.value());
}

DriverNews CodexDriver::read(const OutputLine &line) {
	DriverNews news;
	if (attempt_ == 0) {
		return news;
	}
	if (const std::optional<std::string_view> whole = lines_.add(line)) {
		read_line(*whole, news);
	}
	if (lines_.lost_one()) {
		news.trouble = "a line of codex is too long to be read; if it was a question, kill the "
					   "job and resume it";
	}
	return news;
}

void CodexDriver::read_line(std::string_view text, DriverNews &news) {
	if (!is_telling(text)) {
		return;
	}
	const Result<json> parsed = parse_json(text, CODEX_LINE_LIMITS);
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
	} else if (id == prompt_request_ && sent_ != Sent::nothing && !prompts_.empty()) {
		read_prompt_response(line, news);
	} else if (id <= requests_ && line.contains("error")) {
		news.trouble = "codex refuses a request: " + error_words(line);
	}
}

// Without a thread nothing can be said.
void CodexDriver::fail(std::string_view words, DriverNews &news) {
	news.turn = TurnEnd{ .ok = false, .error = std::string(words) };
	if (!closed_) {
		closed_ = true;
		news.inputs.push_back(closing_input(attempt_));
	}
}

void CodexDriver::read_thread(const json &line, DriverNews &news) {
	const json *const result = member(line, "result");
	const json *const thread = result != nullptr ? member(*result, "thread") : nullptr;
	thread_ = thread != nullptr ? name_member(*thread, "id") : std::string();
	if (thread_.empty()) {
		fail(error_words(line), news);
		return;
	}
	news.session = thread_;
	news.model = name_member(*result, "model");
	go_on(news);
}

void CodexDriver::read_prompt_response(const json &line, DriverNews &news) {
	const Sent sent = std::exchange(sent_, Sent::nothing);
	const json *const result = member(line, "result");
	if (result != nullptr) {
		news.taken.push_back(request_key(attempt_, prompt_request_));
		prompts_.pop_front();
		if (const json *const turn = member(*result, "turn")) {
			begin_turn(*turn);
		}
	} else if (sent == Sent::addition) {
		// It has ended meanwhile, or takes none: the prompt becomes a turn of its own.
		takes_additions_ = false;
	} else {
		prompts_.pop_front();
		news.turn = TurnEnd{ .ok = false, .error = error_words(line) };
		close_unless_talking(news.inputs);
	}
	go_on(news);
}

std::string CodexDriver::asked_as(const json &id) const {
	const std::string text = id.is_string() ? id.get<std::string>()
			: id.is_number_integer()		? id.dump()
											: std::string();
	return text.empty() ? text : std::to_string(attempt_) + "/" + text;
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
	// It would wait for ever.
	Result<JobInput> refusal = json_input(input_key(attempt_, "refuse", name),
			{ { "id", line["id"] },
					{ "error",
							{ { "code", METHOD_NOT_FOUND },
									{ "message", "This is not supported here." } } } });
	if (refusal.ok()) {
		news.inputs.push_back(std::move(refusal).value());
	}
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
		read_usage(params, news);
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

// It tells what the whole thread has used, with all that was used before it was resumed.
void CodexDriver::read_usage(const json &params, DriverNews &news) {
	const json *const usage = member(params, "tokenUsage");
	const json *const total = usage != nullptr ? member(*usage, "total") : nullptr;
	const json *const last = usage != nullptr ? member(*usage, "last") : nullptr;
	if (total == nullptr) {
		return;
	}
	const Usage now = usage_in(*total);
	if (!told_usage_ && resumed_) {
		used_ = had_turn_ && last != nullptr ? difference(now, usage_in(*last)) : now;
	}
	told_usage_ = true;
	const Usage more = difference(now, std::exchange(used_, now));
	if (more != Usage()) {
		news.usage = more;
	}
}

// It is told twice, by the response to the prompt and by itself, in any order.
void CodexDriver::begin_turn(const json &turn) {
	const std::string id = name_member(turn, "id");
	if (id.empty() || id == turn_ || id == ended_turn_) {
		return;
	}
	turn_ = id;
	had_turn_ = true;
	takes_additions_ = true;
	last_error_.clear();
}

void CodexDriver::end_turn(const json &turn, DriverNews &news) {
	if (!turn_.empty() && name_member(turn, "id") != turn_) {
		return;
	}
	TurnEnd end;
	end.ok = text_member(turn, "status") == "completed";
	if (!end.ok) {
		end.error = error_words(turn);
		if (end.error.empty()) {
			end.error =
					last_error_.empty() ? std::string(text_member(turn, "status")) : last_error_;
		}
	}
	news.turn = std::move(end);
	ended_turn_ = name_member(turn, "id");
	turn_.clear();
	go_on(news);
	close_unless_talking(news.inputs);
}

} // namespace agent_runtime
