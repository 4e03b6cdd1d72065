#include "core/providers/http_call.h"

#include "core/providers/provider_error.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr int STATUS_OK = 200;
constexpr std::size_t MOST_OF_ERROR = 16'384;
constexpr std::size_t MOST_OF_WHOLE = 8'388'608;

bool is_type(std::string_view value, std::string_view wanted) {
	const auto same = [](char a, char b) {
		return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
	};
	const std::string_view type = trimmed(value.substr(0, value.find(';')));
	return std::equal(type.begin(), type.end(), wanted.begin(), wanted.end(), same);
}

MindFailure mind_failure_of(HttpFailure failure) {
	switch (failure) {
		case HttpFailure::bad_url:
			return MindFailure::misconfigured;
		case HttpFailure::unreachable:
			return MindFailure::unreachable;
		case HttpFailure::insecure:
			return MindFailure::insecure;
		case HttpFailure::cut_off:
			return MindFailure::cut_off;
		case HttpFailure::bad_response:
			break;
	}
	return MindFailure::bad_answer;
}

} // namespace

HttpCall::HttpCall(const Clock &clock, std::shared_ptr<const HttpProvider> provider,
		const ModelRequest &request, ModelListener &listener) :
		clock_(clock),
		provider_(std::move(provider)),
		model_(request.model),
		listener_(listener),
		reader_(provider_->reader_of(request)),
		unsendable_(provider_->problem) {}

HttpCall::~HttpCall() {
	if (gone_ != nullptr) {
		*gone_ = true;
	}
}

// A request that cannot be sent goes to the transport without an address. It then fails there like
// any other, later and not within start().
void HttpCall::send(HttpTransport &transport, const ModelRequest &request) {
	HttpRequest sent;
	if (unsendable_.ok()) {
		Result<HttpRequest> made = provider_->request_of(request);
		if (made.ok()) {
			sent = std::move(made).value();
		} else {
			unsendable_ = made.status();
			unsendable_as_ = MindFailure::internal;
		}
	}
	exchange_ = transport.send(std::move(sent), *this);
}

void HttpCall::connected() {
	listener_.connected();
}

void HttpCall::head_came(const HttpHead &head) {
	head_ = head;
	if (head.status == STATUS_OK) {
		judge_content_type();
	} else {
		body_kind_ = Body::error;
	}
}

void HttpCall::judge_content_type() {
	const std::string_view type = head_.header("content-type");
	if (type.empty() || is_type(type, "text/event-stream")) {
		body_kind_ = Body::events;
	} else if (is_type(type, "application/json")) {
		body_kind_ = Body::whole;
	} else {
		report_failure(MindFailure::bad_answer,
				"it answers with " + std::string(type) +
						", not with a stream of events; see that base_url leads to a model's API "
						"and no login page is in between");
	}
}

void HttpCall::body_came(std::string_view part) {
	switch (body_kind_) {
		case Body::events:
			read_events(part);
			break;
		case Body::whole:
			read_whole_part(part);
			break;
		case Body::error:
			read_error_part(part);
			break;
		case Body::unknown:
			break;
	}
}

void HttpCall::read_events(std::string_view part) {
	if (parser_.feed(part, *this) == SseParser::Outcome::too_long) {
		report_failure(MindFailure::too_long,
				"a line of its answer is too long to be one of a model's; see that base_url leads "
				"to a model's API");
	}
}

bool HttpCall::event_came(std::string_view /*type*/, std::string_view data) {
	const AnswerReader::Step step = reader_->read_event(data);
	if (step == AnswerReader::Step::nothing) {
		return true;
	}
	if (step == AnswerReader::Step::progressed) {
		return report_part();
	}
	report_end(step);
	return false;
}

bool HttpCall::report_part() {
	bool gone = false;
	gone_ = &gone;
	listener_.progressed();
	if (!gone && !reader_->new_text().empty()) {
		listener_.wrote(reader_->new_text());
	}
	if (!gone) {
		gone_ = nullptr;
	}
	return !gone;
}

void HttpCall::read_whole_part(std::string_view part) {
	if (body_.size() + part.size() > MOST_OF_WHOLE) {
		report_failure(MindFailure::too_long,
				"its answer passed " + std::to_string(MOST_OF_WHOLE) +
						" bytes and was stopped; see that base_url leads to a model's API");
		return;
	}
	body_ += part;
	listener_.progressed();
}

void HttpCall::read_error_part(std::string_view part) {
	body_ += part.substr(0, MOST_OF_ERROR - body_.size());
	if (body_.size() == MOST_OF_ERROR) {
		report_status();
	}
}

void HttpCall::ended() {
	switch (body_kind_) {
		case Body::events:
			report_end(reader_->end());
			break;
		case Body::whole:
			read_whole();
			break;
		case Body::error:
			report_status();
			break;
		case Body::unknown:
			report_failure(MindFailure::cut_off, "the answer ended before it began; ask again");
			break;
	}
}

void HttpCall::read_whole() {
	const AnswerReader::Step step = reader_->read_whole(body_);
	if (step != AnswerReader::Step::finished || report_part()) {
		report_end(step);
	}
}

void HttpCall::failed(HttpFailure failure, const std::string &message) {
	if (!unsendable_.ok()) {
		report_failure(unsendable_as_, unsendable_.message());
		return;
	}
	if (body_kind_ == Body::error) {
		report_status();
		return;
	}
	if (body_kind_ == Body::events && failure == HttpFailure::cut_off) {
		report_end(reader_->end());
		return;
	}
	report_failure(mind_failure_of(failure), message);
}

void HttpCall::report_end(AnswerReader::Step step) {
	if (step != AnswerReader::Step::finished) {
		report_failure(reader_->take_problem());
		return;
	}
	exchange_.reset();
	listener_.answered(reader_->take_answer());
}

void HttpCall::report_status() {
	report_failure(problem_of_status(head_, body_, model_, clock_.wall_now()));
}

void HttpCall::report_failure(MindFailure failure, std::string_view clause) {
	ModelProblem problem;
	problem.failure = failure;
	problem.message = clause;
	problem.usage = reader_->usage();
	report_failure(std::move(problem));
}

void HttpCall::report_failure(ModelProblem problem) {
	exchange_.reset();
	problem.message = provider_->message(problem.message);
	listener_.failed(std::move(problem));
}

} // namespace agent_runtime
