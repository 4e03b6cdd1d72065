#include "core/providers/cli_call.h"

#include "core/base/json_io.h"
#include "core/providers/claude_stream.h"
#include "core/providers/codex_stream.h"

#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_LINE = 4'194'304;
constexpr std::size_t LONGEST_OUTPUT = 33'554'432;
constexpr std::size_t LONGEST_TEXT = 1'048'576;
// A wrapper may print a greeting before the program speaks. One that prints more than this is not
// the program.
constexpr std::size_t MOST_NOISE = 20;
constexpr std::size_t KEPT_NOISE = 500;
constexpr std::size_t KEPT_ERRORS = 8'192;
constexpr std::size_t LONGEST_WORDS = 300;

std::unique_ptr<CliStream> stream_of(MindKind kind) {
	if (kind == MindKind::codex) {
		return std::make_unique<CodexStream>();
	}
	return std::make_unique<ClaudeStream>();
}

MindFailure failure_of_start(StatusCode code) {
	switch (code) {
		case StatusCode::exhausted:
		case StatusCode::unavailable:
			return MindFailure::overloaded;
		case StatusCode::internal:
			return MindFailure::internal;
		default:
			return MindFailure::misconfigured;
	}
}

std::string_view advice_for(MindFailure failure) {
	switch (failure) {
		case MindFailure::misconfigured:
			return "log in with it once, or set a key";
		case MindFailure::refused:
			return "see that key and account are right";
		case MindFailure::unknown_model:
			return "check the model's name";
		case MindFailure::rate_limited:
			return "ask less often";
		case MindFailure::overloaded:
		case MindFailure::cut_off:
			return "try again later";
		case MindFailure::unreachable:
			return "see that this machine is online, and that base_url is right";
		default:
			return {};
	}
}

} // namespace

CliCall::CliCall(std::shared_ptr<const CliOptions> options, ModelListener &listener) :
		options_(std::move(options)),
		listener_(&listener),
		stream_(stream_of(options_->kind)),
		lines_(LONGEST_LINE) {}

void CliCall::run(ProcessRunner &runner, const ModelRequest &request) {
	model_ = request.model;
	const Status allowed = check_cli(*options_);
	if (!allowed.ok()) {
		ModelProblem problem;
		problem.failure = allowed.code() == StatusCode::permission_denied
				? MindFailure::not_allowed
				: MindFailure::misconfigured;
		problem.message = allowed.message();
		not_started_ = std::move(problem);
		return;
	}
	const Status started = start_process(runner, request);
	if (started.ok()) {
		return;
	}
	ModelProblem problem;
	problem.failure = failure_of_start(started.code());
	problem.message = started.message();
	if (started.code() == StatusCode::not_found) {
		problem.message += "; set `program` of the mind " +
				std::string(mind_kind_name(options_->kind)) + " to where it lies";
	}
	not_started_ = std::move(problem);
}

Status CliCall::start_process(ProcessRunner &runner, const ModelRequest &request) {
	if (!request.system.empty()) {
		Result<PrivateFile> file = PrivateFile::make(request.system);
		if (!file.ok()) {
			return file.status();
		}
		system_ = std::move(file).value();
	}
	Result<std::unique_ptr<ChildProcess>> started = runner.start(
			cli_process(*options_, request, system_ ? system_->path() : std::string()), *this);
	if (!started.ok()) {
		return started.status();
	}
	process_ = std::move(started).value();
	return {};
}

void CliCall::report_start() {
	if (is_over() || std::exchange(start_told_, true)) {
		return;
	}
	if (not_started_.has_value()) {
		end(std::move(*not_started_));
	} else {
		listener_->connected();
	}
}

void CliCall::cancel() {
	listener_ = nullptr;
	process_.reset();
	system_.reset();
}

void CliCall::wrote(std::string_view part) {
	const std::shared_ptr<CliCall> self = shared_from_this();
	report_start();
	if (is_over()) {
		return;
	}
	bytes_ += part.size();
	const Status cut = lines_.feed(part, [this](std::string_view line) { return read_line(line); });
	if (is_over()) {
		return;
	}
	if (!cut.ok() || bytes_ > LONGEST_OUTPUT) {
		fail(MindFailure::too_long,
				cut.ok() ? "it writes and writes, and comes to no end; see what it is doing"
						 : "of what it wrote " + cut.message() + "; see what it is doing");
	}
}

void CliCall::wrote_error(std::string_view part) {
	errors_ += part;
	if (errors_.size() > KEPT_ERRORS) {
		errors_.erase(0, errors_.size() - KEPT_ERRORS);
	}
}

void CliCall::exited(ProcessExit exit) {
	const std::shared_ptr<CliCall> self = shared_from_this();
	report_start();
	if (!is_over()) {
		lines_.finish([this](std::string_view line) { return read_line(line); });
	}
	if (is_over()) {
		return;
	}
	if (exit.signal != 0) {
		fail(MindFailure::program_failed,
				"it was ended by signal " + std::to_string(exit.signal) + what_it_said());
	} else if (exit.code != 0) {
		fail(MindFailure::program_failed,
				"it ended with code " + std::to_string(exit.code) + what_it_said());
	} else if (noise_lines_ > 0) {
		fail(MindFailure::bad_answer,
				"it wrote what is no answer; see that it is the right program" + what_it_said());
	} else {
		fail(MindFailure::cut_off, "it ended before its answer did; try again" + what_it_said());
	}
}

bool CliCall::read_line(std::string_view line) {
	Result<nlohmann::json> read = parse_json(line);
	if (!read.ok() || !read.value().is_object() || !read.value().contains("type")) {
		return read_noise(line);
	}
	use_news(stream_->read(read.value()));
	return !is_over();
}

bool CliCall::read_noise(std::string_view line) {
	if (noise_lines_++ == 0) {
		noise_ = line.substr(0, KEPT_NOISE);
	}
	if (noise_lines_ > MOST_NOISE) {
		fail(MindFailure::bad_answer,
				"it writes what is no answer; see that it is the right program" + what_it_said());
	}
	return !is_over();
}

void CliCall::use_news(CliNews news) {
	if (news.progressed || !news.text.empty()) {
		listener_->progressed();
	}
	text_bytes_ += news.text.size();
	if (!is_over() && text_bytes_ > LONGEST_TEXT) {
		fail(MindFailure::too_long, "its answer was too long, and was stopped");
	}
	if (!is_over() && !news.text.empty()) {
		listener_->wrote(news.text);
	}
	if (is_over() || !news.end.has_value()) {
		return;
	}
	if (ModelProblem *const problem = std::get_if<ModelProblem>(&*news.end)) {
		const std::string_view advice = advice_for(problem->failure);
		problem->message = "it says: " + problem->message;
		if (!advice.empty()) {
			problem->message += "; " + std::string(advice);
		}
		if (problem->failure == MindFailure::unknown_model) {
			problem->message = "it does not know the model '" + model_ + "'; " + problem->message;
		}
	}
	end(std::move(*news.end));
}

// Reports the end to the listener, which hears nothing more. The process may be slow to end, so it
// is killed.
void CliCall::end(CliEnd end) {
	ModelListener *const listener = std::exchange(listener_, nullptr);
	process_.reset();
	system_.reset();
	if (ModelAnswer *const answer = std::get_if<ModelAnswer>(&end)) {
		listener->answered(std::move(*answer));
		return;
	}
	ModelProblem &problem = std::get<ModelProblem>(end);
	problem.message = program_of(*options_) + ": " +
			clean_program_words(problem.message, secrets_of(*options_), LONGEST_WORDS * 2);
	listener->failed(std::move(problem));
}

void CliCall::fail(MindFailure failure, std::string message) {
	ModelProblem problem;
	problem.failure = failure;
	problem.message = std::move(message);
	problem.usage = stream_->usage();
	end(std::move(problem));
}

// The end of its error output, else the beginning of what should have been its answer.
std::string CliCall::what_it_said() const {
	const std::string words = clean_program_words(
			errors_.empty() ? noise_ : errors_, secrets_of(*options_), LONGEST_WORDS);
	return words.empty() ? std::string() : ". It says: " + words;
}

} // namespace agent_runtime
