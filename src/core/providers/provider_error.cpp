#include "core/providers/provider_error.h"

#include "core/base/json_io.h"
#include "core/providers/json_peek.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr int SERVER_ERRORS = 500;
constexpr std::int64_t LONGEST_WAIT = 86'400; // in seconds
constexpr std::int64_t SECONDS_A_DAY = 86'400;

struct ErrorKind {
	std::string_view name; // the value of `type` or `code`
	MindFailure failure;
	bool outweighs_status = false; // whether it says more than the HTTP status that comes with it
};

constexpr std::array<ErrorKind, 14> ERROR_KINDS = { {
		{ "insufficient_quota", MindFailure::refused, true },
		{ "billing_error", MindFailure::refused, true },
		{ "model_not_found", MindFailure::unknown_model, true },
		{ "overloaded_error", MindFailure::overloaded },
		{ "api_error", MindFailure::overloaded },
		{ "server_error", MindFailure::overloaded },
		{ "timeout_error", MindFailure::overloaded },
		{ "rate_limit_error", MindFailure::rate_limited },
		{ "rate_limit_exceeded", MindFailure::rate_limited },
		{ "authentication_error", MindFailure::refused },
		{ "permission_error", MindFailure::refused },
		{ "invalid_api_key", MindFailure::refused },
		{ "invalid_request_error", MindFailure::refused },
		{ "not_found_error", MindFailure::unknown_model },
} };

struct StatusKind {
	int status;
	MindFailure failure;
	std::string_view sentence;
};

constexpr std::string_view REFUSED = "it refuses the request; see what it says";
constexpr std::string_view OVERLOADED = "it has trouble of its own; try again later";
constexpr std::string_view LIMITED = "it has had too many requests; ask less often";
constexpr std::string_view WRONG_KEY = "it does not accept the key; see that it is the right one";

constexpr std::array<StatusKind, 8> STATUSES = { {
		{ 401, MindFailure::refused, WRONG_KEY },
		{ 402, MindFailure::refused, "it wants to be paid first; see to the account" },
		{ 403, MindFailure::refused,
				"it does not allow this to this key; see what the key may do" },
		{ 408, MindFailure::overloaded, OVERLOADED },
		{ 409, MindFailure::overloaded, OVERLOADED },
		{ 413, MindFailure::refused, "the prompt is too large for it; set prompt_tokens lower" },
		{ 425, MindFailure::overloaded, OVERLOADED },
		{ 429, MindFailure::rate_limited, LIMITED },
} };

StatusKind kind_of_status(int status) {
	const auto *const found = std::find_if(STATUSES.begin(), STATUSES.end(),
			[&](const StatusKind &each) { return each.status == status; });
	if (found != STATUSES.end()) {
		return *found;
	}
	if (status >= SERVER_ERRORS) {
		return { status, MindFailure::overloaded, OVERLOADED };
	}
	if (status >= 400) {
		return { status, MindFailure::refused, REFUSED };
	}
	if (status >= 300) {
		return { status, MindFailure::misconfigured,
			"it sends to another address; set base_url to that one" };
	}
	return { status, MindFailure::bad_answer,
		"its answer has a status of no use; see that base_url leads to a model's API" };
}

std::string_view sentence_of(MindFailure failure) {
	switch (failure) {
		case MindFailure::rate_limited:
			return LIMITED;
		case MindFailure::refused:
			return REFUSED;
		case MindFailure::unknown_model:
			return "it does not know the model; check its name";
		default:
			return OVERLOADED;
	}
}

// The object or text that describes the error.
const json &error_of(const json &holder) {
	const json *const error = member(holder, "error");
	return error != nullptr && !error->is_null() ? *error : holder;
}

std::string_view words_of(const json &error) {
	if (error.is_string()) {
		return error.get_ref<const std::string &>();
	}
	for (const char *const name : { "message", "detail", "error" }) {
		const std::string_view words = text_member(error, name);
		if (!words.empty()) {
			return words;
		}
	}
	return {};
}

const ErrorKind *kind_of(const json &error) {
	for (const char *const name : { "code", "type" }) {
		const std::string_view value = text_member(error, name);
		const auto *const found = std::find_if(ERROR_KINDS.begin(), ERROR_KINDS.end(),
				[&](const ErrorKind &each) { return each.name == value; });
		if (found != ERROR_KINDS.end()) {
			return found;
		}
	}
	return nullptr;
}

std::string with_words(std::string sentence, std::string_view words) {
	if (!words.empty()) {
		sentence += ". It says: ";
		sentence += words;
	}
	return sentence;
}

// Reads "Sun, 06 Nov 1994 08:49:37 GMT" as seconds since the Unix epoch.
std::optional<std::int64_t> parse_http_date(std::string_view text) {
	constexpr std::string_view MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
	constexpr std::size_t LENGTH = 29;
	if (text.size() != LENGTH || !text.ends_with(" GMT")) {
		return std::nullopt;
	}
	const auto number = [&](std::size_t at, std::size_t size) -> int {
		int value = -1;
		const char *const end = text.data() + at + size;
		return std::from_chars(text.data() + at, end, value).ptr == end ? value : -1;
	};
	const std::size_t month = MONTHS.find(text.substr(8, 3));
	const int day = number(5, 2);
	const int year = number(12, 4);
	const int hour = number(17, 2);
	const int minute = number(20, 2);
	const int second = number(23, 2);
	if (month == std::string_view::npos || month % 3 != 0 || day < 1 || year < 0 || hour < 0 ||
			minute < 0 || second < 0) {
		return std::nullopt;
	}
	const std::chrono::year_month_day date(std::chrono::year(year),
			std::chrono::month(static_cast<unsigned>(month / 3 + 1)),
			std::chrono::day(static_cast<unsigned>(day)));
	if (!date.ok()) {
		return std::nullopt;
	}
	const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
	return days * SECONDS_A_DAY + hour * 3'600LL + minute * 60LL + second;
}

std::optional<double> parse_number(std::string_view text) {
	double value = 0.0;
	const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
	return error == std::errc() && end == text.data() + text.size() && value >= 0.0
			? std::optional(value)
			: std::nullopt;
}

Micros wait_of(double seconds) {
	const double bounded = std::min(seconds, static_cast<double>(LONGEST_WAIT));
	return std::chrono::duration_cast<Micros>(std::chrono::duration<double>(bounded));
}

} // namespace

ProviderError read_provider_error(const json &holder) {
	const json &error = error_of(holder);
	ProviderError made;
	const std::int64_t status = count_member(error, "code");
	if (const ErrorKind *const kind = kind_of(error)) {
		made.failure = kind->failure;
	} else if (status >= 400 && status < 600) {
		made.failure = kind_of_status(static_cast<int>(status)).failure;
	}
	made.message = with_words(std::string(sentence_of(made.failure)), words_of(error));
	return made;
}

ModelProblem problem_of_status(
		const HttpHead &head, std::string_view body, std::string_view model, WallTime now) {
	const Result<json> parsed = parse_json(body);
	const StatusKind by_status = kind_of_status(head.status);
	ModelProblem problem;
	problem.failure = by_status.failure;
	std::string sentence(by_status.sentence);
	std::string_view words;
	const ErrorKind *kind = nullptr;
	if (parsed.ok()) {
		const json &error = error_of(parsed.value());
		words = words_of(error);
		kind = kind_of(error);
	}
	if (kind != nullptr && kind->outweighs_status) {
		problem.failure = kind->failure;
		sentence = kind->failure == MindFailure::refused ? "the account has no credit left"
														 : sentence_of(kind->failure);
	}
	if (head.status == 404 || problem.failure == MindFailure::unknown_model) {
		problem.failure = MindFailure::unknown_model;
		sentence = "it knows no model '" + std::string(model) +
				"' at this address; check the model's name and base_url";
	}
	sentence += " (HTTP " + std::to_string(head.status) + ")";
	problem.message = with_words(std::move(sentence), words);
	if (may_be_retried(problem.failure)) {
		problem.retry_after = retry_after(head, now);
	}
	return problem;
}

std::optional<Micros> retry_after(const HttpHead &head, WallTime now) {
	if (const std::optional<double> millis = parse_number(head.header("retry-after-ms"))) {
		return wait_of(*millis / 1'000.0);
	}
	const std::string_view value = head.header("retry-after");
	if (const std::optional<double> seconds = parse_number(value)) {
		return wait_of(*seconds);
	}
	const std::optional<std::int64_t> date = parse_http_date(value);
	if (!date) {
		return std::nullopt;
	}
	const std::int64_t ours =
			std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
	const std::int64_t theirs = parse_http_date(head.header("date")).value_or(ours);
	return wait_of(static_cast<double>(std::max<std::int64_t>(*date - theirs, 0)));
}

} // namespace agent_runtime
