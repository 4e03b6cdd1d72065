#include "core/providers/http_provider.h"

#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "core/base/version.h"
#include "core/providers/anthropic_messages.h"
#include "core/providers/local_address.h"
#include "core/providers/openai_chat.h"

#include <algorithm>

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_MESSAGE = 600;
constexpr std::size_t SHORTEST_HIDDEN_KEY = 8; // a shorter one could be part of any text
constexpr std::string_view SECRET_SHOWN = "[secret]";

using Headers = std::vector<std::pair<std::string, std::string>>;

bool is_header_name(std::string_view name) {
	const auto is_good = [](char character) {
		constexpr std::string_view OTHERS = "!#$%&'*+-.^_`|~";
		return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
				(character >= '0' && character <= '9') ||
				OTHERS.find(character) != std::string_view::npos;
	};
	return !name.empty() && std::all_of(name.begin(), name.end(), is_good);
}

void set_header(Headers &headers, std::string_view name, std::string_view value) {
	const std::string lower = to_lower(name);
	const auto found = std::find_if(
			headers.begin(), headers.end(), [&](const auto &each) { return each.first == lower; });
	if (found != headers.end()) {
		found->second = value;
	} else {
		headers.emplace_back(lower, value);
	}
}

std::string setting_of(HttpDialect dialect, std::string_view name) {
	return "agent_runtime/minds/" + std::string(dialect_name(dialect)) + "/" + std::string(name);
}

Status no_key(HttpDialect dialect, const std::string &keys_file) {
	const std::string place = keys_file.empty() ? "" : ", or write it into " + keys_file;
	return Status(StatusCode::failed_precondition,
			"it has no key; set the environment variable " + std::string(key_variable(dialect)) +
					place + ", or, for a server that needs none, the setting " +
					setting_of(dialect, "base_url"));
}

Status no_model(HttpDialect dialect) {
	return Status(StatusCode::failed_precondition,
			"it has no model; name one in the setting " + setting_of(dialect, "model") +
					", or give the agent a model of its own");
}

Status check_settings(const HttpProvider &provider, const ProviderSettings &settings) {
	const std::string_view key = trimmed(settings.key.reveal());
	if (key.empty() && provider.endpoint.is_original) {
		return no_key(provider.dialect, settings.keys_file);
	}
	const std::string &url = provider.endpoint.url;
	if (!key.empty() && url.starts_with("http://") && !is_local_url(url)) {
		return Status(StatusCode::invalid_argument,
				"base_url begins with http://, so others on the way would read the key; write "
				"https://, or take the key away");
	}
	if (has_control_characters(key)) {
		return Status(StatusCode::invalid_argument,
				"the key has a line break or another control character in it; copy it anew");
	}
	for (const auto &[name, value] : settings.headers) {
		if (!is_header_name(name) || has_control_characters(value)) {
			return Status(StatusCode::invalid_argument,
					"an additional header has a name or a value that no header can have; correct "
					"it");
		}
	}
	return Status();
}

// Adds each word of a header's value, since a provider may quote one without the others ("Bearer
// …").
void add_secrets(std::string_view value, std::vector<std::string> &secrets) {
	while (!value.empty()) {
		const std::size_t end = std::min(value.find(' '), value.size());
		if (end >= SHORTEST_HIDDEN_KEY) {
			secrets.emplace_back(value.substr(0, end));
		}
		value.remove_prefix(std::min(end + 1, value.size()));
	}
}

} // namespace

HttpProvider::HttpProvider(HttpDialect its_dialect, const ProviderSettings &settings) :
		dialect(its_dialect) {
	Result<HttpEndpoint> found = endpoint_of(dialect, settings.base_url);
	if (!found.ok()) {
		problem = found.status();
		return;
	}
	endpoint = std::move(found).value();
	problem = check_settings(*this, settings);
	const std::string key(trimmed(settings.key.reveal()));
	set_header(headers, "content-type", "application/json");
	set_header(headers, "accept", "text/event-stream, application/json");
	set_header(headers, "user-agent", "AgentRuntime/" + std::string(library_version()));
	if (dialect == HttpDialect::anthropic) {
		set_header(headers, "anthropic-version", ANTHROPIC_VERSION);
	}
	if (!key.empty()) {
		const bool is_bearer = dialect == HttpDialect::openai;
		set_header(headers, is_bearer ? "authorization" : "x-api-key",
				is_bearer ? "Bearer " + key : key);
		secrets.push_back(key);
	}
	for (const auto &[name, value] : settings.headers) {
		set_header(headers, name, value);
		add_secrets(value, secrets);
	}
}

// A private server may serve just one model.
Status HttpProvider::find_problem(const std::string &model) const {
	if (!model.empty() || !endpoint.is_original) {
		return problem;
	}
	const Status missing = no_model(dialect);
	return problem.ok() ? missing
						: Status(problem.code(), problem.message() + ". " + missing.message());
}

Result<HttpRequest> HttpProvider::request_of(const ModelRequest &request) const {
	Result<std::string> body = dialect == HttpDialect::anthropic
			? anthropic_body(request)
			: openai_body(request, endpoint.is_original);
	if (!body.ok()) {
		return body.status();
	}
	HttpRequest made;
	made.url = endpoint.url;
	made.headers = headers;
	made.body = std::move(body).value();
	return made;
}

std::unique_ptr<AnswerReader> HttpProvider::reader_of(const ModelRequest &request) const {
	if (dialect == HttpDialect::anthropic) {
		return std::make_unique<AnthropicReader>(request);
	}
	return std::make_unique<OpenAiReader>(request);
}

std::string HttpProvider::message(std::string_view clause) const {
	std::string text(clause);
	for (const std::string &secret : secrets) {
		for (std::size_t at = text.find(secret); at != std::string::npos;
				at = text.find(secret, at + SECRET_SHOWN.size())) {
			text.replace(at, secret.size(), SECRET_SHOWN);
		}
	}
	std::string shown(dialect_name(dialect));
	if (!endpoint.host.empty()) {
		shown += " at " + endpoint.host;
	}
	shown += " gave no answer: " + for_display(shorten(text, LONGEST_MESSAGE));
	std::replace(shown.begin(), shown.end(), '\n', ' ');
	return shown;
}

} // namespace agent_runtime
