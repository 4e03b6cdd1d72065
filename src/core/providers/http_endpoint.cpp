#include "core/providers/http_endpoint.h"

#include "core/io/http_url.h"

namespace agent_runtime {

namespace {

struct DialectFacts {
	std::string_view name;
	std::string_view original;
	std::string_view path; // what follows the version
	std::string_view key_variable;
};

constexpr DialectFacts ANTHROPIC = { "anthropic", "api.anthropic.com", "/messages",
	"ANTHROPIC_API_KEY" };
constexpr DialectFacts OPENAI = { "openai", "api.openai.com", "/chat/completions",
	"OPENAI_API_KEY" };
constexpr std::string_view VERSION = "/v1";

const DialectFacts &facts_of(HttpDialect dialect) {
	return dialect == HttpDialect::anthropic ? ANTHROPIC : OPENAI;
}

std::string full_path(HttpDialect dialect, std::string path) {
	while (path.ends_with('/')) {
		path.pop_back();
	}
	const std::string_view end = facts_of(dialect).path;
	if (path.ends_with(end)) {
		return path;
	}
	// Anthropic's own clients append the version to whatever URL is given; OpenAI's do not.
	const bool adds_version =
			dialect == HttpDialect::anthropic ? !path.ends_with(VERSION) : path.empty();
	return path + std::string(adds_version ? VERSION : "") + std::string(end);
}

} // namespace

std::string_view trimmed(std::string_view text) {
	constexpr std::string_view BLANK = " \t\r\n";
	const std::size_t begin = text.find_first_not_of(BLANK);
	if (begin == std::string_view::npos) {
		return {};
	}
	return text.substr(begin, text.find_last_not_of(BLANK) - begin + 1);
}

std::string_view dialect_name(HttpDialect dialect) {
	return facts_of(dialect).name;
}

std::string_view key_variable(HttpDialect dialect) {
	return facts_of(dialect).key_variable;
}

Result<HttpEndpoint> endpoint_of(HttpDialect dialect, std::string_view base_url) {
	const DialectFacts &facts = facts_of(dialect);
	std::string text(trimmed(base_url));
	if (text.empty()) {
		text = "https://" + std::string(facts.original) + std::string(VERSION);
	}
	const Result<HttpUrl> parsed = parse_http_url(text);
	if (!parsed.ok()) {
		return Status(parsed.status().code(), "base_url " + parsed.status().message());
	}
	const HttpUrl &url = parsed.value();
	if (url.target.find('?') != std::string::npos) {
		return Status(StatusCode::invalid_argument, "base_url has a '?'; give the address alone");
	}
	const bool is_original = url.host == facts.original;
	if (is_original && !url.is_secure) {
		return Status(StatusCode::invalid_argument,
				"base_url begins with http://, so all would read the key; write https://");
	}
	HttpEndpoint endpoint;
	endpoint.host = url.authority();
	endpoint.is_original = is_original;
	endpoint.url = std::string(url.is_secure ? "https://" : "http://") + url.authority() +
			full_path(dialect, url.target);
	return endpoint;
}

} // namespace agent_runtime
