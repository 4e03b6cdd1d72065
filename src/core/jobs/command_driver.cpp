#include "core/jobs/command_driver.h"

#include "core/base/json_fields.h"
#include "core/base/json_io.h"
#include "core/base/utf8.h"
#include "core/jobs/driver_parts.h"
#include "core/providers/json_peek.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_MARKER_BYTES = 64;
constexpr JsonLimits QUESTION_LIMITS = { .bytes = 262'144, .depth = 4, .values = 4'096 };

Status input_is_closed() {
	return { StatusCode::failed_precondition,
		"the program's input is closed; start it so that it keeps talking" };
}

Status check_marker(const std::string &marker) {
	if (marker.empty() || marker.size() > MOST_MARKER_BYTES || !is_valid_utf8(marker) ||
			has_control_characters(marker)) {
		return { StatusCode::invalid_argument,
			"must be a text of at most " + std::to_string(MOST_MARKER_BYTES) +
					" bytes without control characters",
			"question_marker" };
	}
	return {};
}

// The tool that a permission is asked for, and what is known of its use.
void add_tool(const nlohmann::json &asked, QuestionDetail &detail) {
	const std::string tool = question_label(text_member(asked, "tool"), Field::MAX_LENGTH);
	detail.tool = tool.empty() ? "command" : tool;
	const nlohmann::json *const input = member(asked, "input");
	if (input != nullptr && input->is_object()) {
		detail.input = shown_input(*input);
	}
	const nlohmann::json *const reversible = member(asked, "reversible");
	if (reversible != nullptr && reversible->is_boolean()) {
		detail.reversible = reversible->get<bool>();
	}
}

Result<NewQuestion> question_of_members(std::string_view words) {
	const Result<nlohmann::json> parsed = parse_json(words, QUESTION_LIMITS);
	if (!parsed.ok()) {
		return parsed.status();
	}
	const nlohmann::json &asked = parsed.value();
	NewQuestion question;
	question.prompt = question_words(text_member(asked, "prompt"), vocabulary::LONGEST_PROMPT);
	const nlohmann::json *const options = member(asked, "options");
	if (options != nullptr && options->is_array()) {
		for (const nlohmann::json &option : *options) {
			add_option(question.options,
					option.is_string() ? std::string_view(option.get_ref<const std::string &>())
									   : std::string_view());
		}
	}
	question.kind =
			parse_choice<QuestionKind>(text_member(asked, "kind"))
					.value_or(question.options.empty() ? QuestionKind::text : QuestionKind::choice);
	const std::string_view text = text_member(asked, "text");
	if (!text.empty()) {
		question.detail.text = question_words(text, vocabulary::LARGEST_DETAIL);
	}
	if (question.kind == QuestionKind::choice) {
		question.detail.many = flag_of(asked, "many");
		question.detail.other = flag_of(asked, "other");
	} else if (question.kind == QuestionKind::permission) {
		add_tool(asked, question.detail);
	}
	return question;
}

NewQuestion question_of_words(std::string_view words) {
	NewQuestion question;
	question.prompt = question_words(words, vocabulary::LONGEST_PROMPT);
	return question;
}

std::string_view without_blanks(std::string_view words) {
	const std::size_t from = words.find_first_not_of(" \t");
	return from == std::string_view::npos ? std::string_view() : words.substr(from);
}

} // namespace

CommandDriver::CommandDriver(std::string_view state) :
		lines_(JobBrief::QUESTION_MARKER) {
	const nlohmann::json stored = parse_driver_state(state);
	std::string marker = text_of(stored, "marker");
	if (!check_marker(marker).ok()) {
		return;
	}
	attempt_ = number_of<std::uint64_t>(stored, "attempt");
	takes_input_ = flag_of(stored, "takes_input");
	interrupts_ = number_of<std::uint64_t>(stored, "interrupts");
	const nlohmann::json *const lines = member(stored, "lines");
	lines_ = ProgramLines::restored(marker, lines != nullptr ? *lines : nlohmann::json());
	marker_ = std::move(marker);
}

Result<std::vector<JobInput>> CommandDriver::begin(const JobBrief &brief) {
	if (Status wrong = check_marker(brief.question_marker); !wrong.ok()) {
		return wrong;
	}
	std::vector<JobInput> inputs;
	if (!brief.prompt.empty()) {
		if (Status wrong = check_prompt(brief.prompt, brief.prompt_uuid); !wrong.ok()) {
			return wrong;
		}
		Result<JobInput> prompt =
				line_input(prompt_key(brief.attempt, brief.prompt_uuid.to_string()), brief.prompt);
		if (!prompt.ok()) {
			return prompt.status();
		}
		inputs.push_back(std::move(prompt).value());
	}
	if (!brief.plan.keeps_talking) {
		inputs.push_back(closing_input(brief.attempt));
	}
	attempt_ = brief.attempt;
	takes_input_ = brief.plan.keeps_talking;
	interrupts_ = 0;
	marker_ = brief.question_marker;
	lines_ = ProgramLines(marker_);
	return inputs;
}

DriverNews CommandDriver::read(const OutputLine &line) {
	DriverNews news;
	if (attempt_ == 0) {
		return news;
	}
	if (const std::optional<std::string_view> whole = lines_.add(line)) {
		read_question(whole->substr(marker_.size()), line.seq, news);
	}
	if (lines_.lost_one()) {
		news.trouble = "a question of the program is too long to be read";
	}
	return news;
}

void CommandDriver::read_question(
		std::string_view words, std::uint64_t seq, DriverNews &news) const {
	// "@@questionable" is none.
	if (!words.empty() && words.front() != ' ' && words.front() != '\t' && words.front() != '{') {
		return;
	}
	words = without_blanks(words);
	if (!takes_input_) {
		news.trouble = "the program asks something, but its input is closed; start it so that it "
					   "keeps talking";
		return;
	}
	Result<NewQuestion> asked =
			words.starts_with('{') ? question_of_members(words) : question_of_words(words);
	if (!asked.ok()) {
		news.trouble = "a question of the program cannot be read: " + asked.status().message();
		return;
	}
	asked.value().asked_as = "seq_" + std::to_string(seq);
	if (std::optional<NewQuestion> question = complete_question(std::move(asked).value())) {
		news.asked.push_back(std::move(*question));
	} else {
		news.trouble = "a question of the program is none that can be asked";
	}
}

Result<JobInput> CommandDriver::answer(const Question &question) const {
	if (!takes_input_) {
		return input_is_closed();
	}
	std::string line = join_texts(texts_of_answer(question.answer.value));
	// Whatever is more than a line would be the answer to the next question.
	std::replace_if(
			line.begin(), line.end(),
			[](char character) { return character == '\n' || character == '\r'; }, ' ');
	return line_input(answer_key(attempt_, question.asked.asked_as), std::move(line));
}

// An empty line, since it has no other word for that.
Result<JobInput> CommandDriver::decline(const NewQuestion &question, const std::string &) const {
	return takes_input_ ? line_input(decline_key(attempt_, question.asked_as), {})
						: input_is_closed();
}

Result<std::vector<JobInput>> CommandDriver::say(const std::string &text, const Uuid &uuid) {
	if (!takes_input_) {
		return input_is_closed();
	}
	if (Status wrong = check_prompt(text, uuid); !wrong.ok()) {
		return wrong;
	}
	Result<JobInput> input = line_input(prompt_key(attempt_, uuid.to_string()), text);
	if (!input.ok()) {
		return input.status();
	}
	return std::vector<JobInput>{ std::move(input).value() };
}

Result<std::vector<JobInput>> CommandDriver::interrupt() {
	if (attempt_ == 0) {
		return Status(StatusCode::failed_precondition, "the program has not begun");
	}
	JobInput input;
	input.key = input_key(attempt_, "interrupt", std::to_string(++interrupts_));
	input.line.kind = InboxKind::signal;
	input.line.signal = "INT";
	return std::vector<JobInput>{ std::move(input) };
}

std::string CommandDriver::state() const {
	return driver_state_text({ { "attempt", attempt_ }, { "takes_input", takes_input_ },
			{ "interrupts", interrupts_ }, { "marker", marker_ }, { "lines", lines_.state() } });
}

} // namespace agent_runtime
