#include "core/providers/http_backend.h"

#include "core/base/rng.h"
#include "core/providers/provider_error.h"
#include "fake_transport.h"
#include "model_streams.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

const std::string MARKER_KEY = "sk-marker-0123456789";
constexpr const char *EVENTS = "text/event-stream; charset=utf-8";

ProviderSettings with_key(const std::string &base_url = "") {
	ProviderSettings settings;
	settings.key = Secret(MARKER_KEY);
	settings.base_url = base_url;
	return settings;
}

ProviderSettings local() {
	ProviderSettings settings;
	settings.base_url = "http://127.0.0.1:11434/v1/";
	return settings;
}

// A call in progress, and its server.
struct HttpTry {
	explicit HttpTry(const ProviderSettings &settings = with_key(),
			HttpDialect dialect = HttpDialect::anthropic) :
			backend(transport, clock, dialect, settings) {
		ModelRequest request;
		request.model = "some-model";
		request.max_output_tokens = 100;
		request.messages.push_back({ ModelMessage::Role::user, "Hello", {}, "", false });
		call = backend.start(std::move(request), ear);
		CHECK_FALSE(ear.is_over());
	}

	FakeExchange &server() { return transport.last(); }
	// It failed exactly once, left nothing open, and the message does not contain the key.
	void check_failed(MindFailure failure) {
		CAPTURE(mind_failure_name(ear.failure()));
		REQUIRE(ear.problem);
		CHECK(ear.problem->failure == failure);
		CHECK(ear.ends == 1);
		CHECK(transport.open_count() == 0);
		CHECK(ear.problem->message.size() > 20);
		CHECK(ear.problem->message.size() < 700);
		CHECK(ear.problem->message.find("marker") == std::string::npos);
	}

	ManualClock clock;
	FakeTransport transport;
	ModelEar ear;
	HttpBackend backend;
	std::unique_ptr<ModelCall> call;
};

MindFailure failure_of_status(int status, const std::string &body) {
	HttpTry attempt;
	attempt.server().answers(status, "application/json");
	attempt.server().says(body);
	attempt.server().ends();
	attempt.check_failed(attempt.ear.failure());
	return attempt.ear.failure();
}

} // namespace

TEST_SUITE("Minds over HTTP") {
	TEST_CASE("a turn is asked and streamed in both dialects") {
		for (const HttpDialect dialect : { HttpDialect::anthropic, HttpDialect::openai }) {
			const bool is_anthropic = dialect == HttpDialect::anthropic;
			HttpTry attempt(with_key(), dialect);
			CHECK(attempt.server().request().url ==
					(is_anthropic ? "https://api.anthropic.com/v1/messages"
								  : "https://api.openai.com/v1/chat/completions"));
			CHECK(attempt.server().header("x-api-key") == (is_anthropic ? MARKER_KEY : ""));
			CHECK(attempt.server().header("anthropic-version") ==
					(is_anthropic ? "2023-06-01" : ""));
			CHECK(attempt.server().header("authorization") ==
					(is_anthropic ? "" : "Bearer " + MARKER_KEY));
			attempt.server().answers(200, EVENTS);
			CHECK(attempt.ear.reached);
			attempt.server().says(is_anthropic ? ANTHROPIC_STREAM : OPENAI_STREAM);
			REQUIRE(attempt.ear.answer);
			CHECK(attempt.ear.answer->text == attempt.ear.text);
			CHECK(attempt.ear.answer->tool_calls.size() == 1);
			CHECK(attempt.ear.answer->usage.input_tokens == 100);
			CHECK(attempt.ear.ends == 1);
			CHECK(attempt.transport.open_count() == 0);
		}
	}

	TEST_CASE("signs of life without content are no progress") {
		HttpTry attempt;
		attempt.server().answers(200, EVENTS);
		attempt.server().says("event: ping\ndata: {\"type\":\"ping\"}\n\n: still there\n\n");
		CHECK(attempt.ear.parts == 0);
		CHECK(attempt.server().is_open());
	}

	TEST_CASE("a server that does not stream is understood too") {
		HttpTry attempt(local(), HttpDialect::openai);
		CHECK(attempt.server().request().url == "http://127.0.0.1:11434/v1/chat/completions");
		CHECK(attempt.server().header("authorization").empty());
		attempt.server().answers(200, "Application/JSON");
		attempt.server().says(R"({"choices":[{"message":{"content":"Good )");
		attempt.server().says(R"(day"},"finish_reason":"stop"}]})");
		attempt.server().ends();
		REQUIRE(attempt.ear.answer);
		CHECK(attempt.ear.answer->text == "Good day");
		CHECK(attempt.ear.text == "Good day");
	}

	TEST_CASE("each status has its meaning, and the key is in none of the messages") {
		const std::string body =
				R"({"error":{"message":"bad key )" + MARKER_KEY + R"( and more"}})";
		CHECK(failure_of_status(400, body) == MindFailure::refused);
		CHECK(failure_of_status(401, body) == MindFailure::refused);
		CHECK(failure_of_status(403, body) == MindFailure::refused);
		CHECK(failure_of_status(404, body) == MindFailure::unknown_model);
		CHECK(failure_of_status(413, body) == MindFailure::refused);
		CHECK(failure_of_status(429, body) == MindFailure::rate_limited);
		CHECK(failure_of_status(500, body) == MindFailure::overloaded);
		CHECK(failure_of_status(503, "<html>" + MARKER_KEY) == MindFailure::overloaded);
		CHECK(failure_of_status(529, body) == MindFailure::overloaded);
		CHECK(failure_of_status(301, "") == MindFailure::misconfigured);
		CHECK(failure_of_status(204, "") == MindFailure::bad_answer);
		CHECK(failure_of_status(
					  429, R"({"error":{"code":"insufficient_quota","message":"pay"}})") ==
				MindFailure::refused);
		CHECK(failure_of_status(400, R"({"error":{"code":"model_not_found"}})") ==
				MindFailure::unknown_model);
	}

	TEST_CASE("a provider's words are cleaned, shortened, and stripped of what headers hold") {
		ProviderSettings settings = with_key();
		settings.headers = { { "X-Team", "Bearer other-marker-secret" } };
		HttpTry attempt(settings);
		CHECK(attempt.server().header("x-team") == "Bearer other-marker-secret");
		attempt.server().answers(400, "application/json");
		attempt.server().says(
				R"({"error":{"message":"line\nbreak \u001b[31m other-marker-secret )" +
				std::string(2'000, 'x') + R"("}})");
		attempt.server().ends();
		attempt.check_failed(MindFailure::refused);
		const std::string &message = attempt.ear.problem->message;
		CHECK(message.find("line break") != std::string::npos);
		CHECK(message.find('\x1b') == std::string::npos);
	}

	TEST_CASE("an error page without end is not waited for") {
		HttpTry attempt;
		attempt.server().answers(500, "text/html");
		for (int i = 0; i < 100 && attempt.server().is_open(); i++) {
			attempt.server().says(std::string(1'000, 'x'));
		}
		attempt.check_failed(MindFailure::overloaded);
	}

	TEST_CASE("a stream that breaks says how, and what it has cost so far") {
		HttpTry attempt;
		attempt.server().answers(200, EVENTS);
		attempt.server().says(ANTHROPIC_STREAM.substr(0, 900));
		attempt.server().fails(HttpFailure::cut_off, "the connection ended early; ask again");
		attempt.check_failed(MindFailure::cut_off);
		CHECK(attempt.ear.problem->usage.input_tokens == 100);
		CHECK_FALSE(attempt.ear.text.empty());

		HttpTry quiet;
		quiet.server().answers(200, EVENTS);
		quiet.server().says(ANTHROPIC_STREAM.substr(0, 900));
		quiet.server().ends();
		quiet.check_failed(MindFailure::cut_off);
	}

	TEST_CASE("what no model sends is refused: pages, garbage, bad bytes, giant lines") {
		HttpTry page;
		page.server().answers(200, "text/html");
		page.check_failed(MindFailure::bad_answer);
		for (const std::string_view data :
				{ "data: {\"no\": JSON\n\n", "data: {\"a\":\"\xC3\x28\"}\n\n" }) {
			HttpTry garbage;
			garbage.server().answers(200, EVENTS);
			garbage.server().says(data);
			garbage.check_failed(MindFailure::bad_answer);
		}
		HttpTry giant;
		giant.server().answers(200, EVENTS);
		const std::string part(65'536, 'x');
		int parts = 0;
		for (; parts < 800 && giant.server().is_open(); parts++) {
			giant.server().says(part);
		}
		CHECK(parts < 20);
		giant.check_failed(MindFailure::too_long);
		HttpTry whole;
		whole.server().answers(200, "application/json");
		for (parts = 0; parts < 800 && whole.server().is_open(); parts++) {
			whole.server().says(part);
		}
		whole.check_failed(MindFailure::too_long);
	}

	TEST_CASE("what goes wrong on the way has its own names") {
		const auto failure_of = [](HttpFailure failure) {
			HttpTry attempt;
			attempt.server().fails(failure, "a reason, and what to try");
			attempt.check_failed(attempt.ear.failure());
			CHECK(attempt.ear.problem->message.find("a reason") != std::string::npos);
			return attempt.ear.failure();
		};
		CHECK(failure_of(HttpFailure::bad_url) == MindFailure::misconfigured);
		CHECK(failure_of(HttpFailure::unreachable) == MindFailure::unreachable);
		CHECK(failure_of(HttpFailure::insecure) == MindFailure::insecure);
		CHECK(failure_of(HttpFailure::cut_off) == MindFailure::cut_off);
		CHECK(failure_of(HttpFailure::bad_response) == MindFailure::bad_answer);
	}

	TEST_CASE("settings that cannot work are told by each call, and nothing is sent") {
		const auto check = [](const ProviderSettings &settings, HttpDialect dialect) {
			HttpTry attempt(settings, dialect);
			CHECK(attempt.server().request().url.empty());
			CHECK(attempt.server().request().headers.empty());
			attempt.server().fails(HttpFailure::bad_url, "no address");
			attempt.check_failed(MindFailure::misconfigured);
		};
		check(ProviderSettings(), HttpDialect::anthropic);
		check(ProviderSettings(), HttpDialect::openai);
		check(with_key("ftp://127.0.0.1"), HttpDialect::openai);
		check(with_key("http://api.openai.com/v1"), HttpDialect::openai);
		check(with_key("http://models.example.org/v1"), HttpDialect::openai);
		check(with_key("https://me:" + MARKER_KEY + "@host/"), HttpDialect::openai);
		ProviderSettings broken = with_key();
		broken.key = Secret("sk-marker\r\nX-Evil: 1");
		check(broken, HttpDialect::anthropic);
		ProviderSettings injected = with_key();
		injected.headers = { { "X-A", "1\r\nX-Evil: 1" } };
		check(injected, HttpDialect::anthropic);
	}

	TEST_CASE("a listener may end the call within each thing that it hears") {
		for (const std::string_view at :
				{ "connected", "progressed", "wrote", "answered", "failed" }) {
			CAPTURE(at);
			HttpTry attempt;
			attempt.ear.on = [&](std::string_view what) {
				if (what == at) {
					attempt.call.reset();
				}
			};
			attempt.server().answers(200, EVENTS);
			if (at == "failed") {
				attempt.server().fails(HttpFailure::cut_off, "gone");
			}
			attempt.server().says(ANTHROPIC_STREAM);
			CHECK(attempt.call == nullptr);
			CHECK(attempt.transport.open_count() == 0);
			CHECK(attempt.ear.ends == (at == "answered" || at == "failed" ? 1 : 0));
		}
	}

	TEST_CASE("a call outlives its backend, and one's end is nothing to another") {
		FakeTransport transport;
		ManualClock clock;
		ModelEar first_ear;
		ModelEar second_ear;
		std::unique_ptr<ModelCall> first;
		std::unique_ptr<ModelCall> second;
		{
			HttpBackend backend(transport, clock, HttpDialect::openai, local());
			first = backend.start(ModelRequest(), first_ear);
			second = backend.start(ModelRequest(), second_ear);
		}
		transport.at(0).answers(500, "");
		transport.at(0).ends();
		transport.at(1).answers(200, "");
		transport.at(1).says(OPENAI_STREAM);
		CHECK(first_ear.failure() == MindFailure::overloaded);
		CHECK(second_ear.answer);
	}
}

TEST_SUITE("Addresses of models") {
	TEST_CASE("a base URL may be written in many ways") {
		const auto url_of = [](HttpDialect dialect, std::string_view base) {
			return endpoint_of(dialect, base).value().url;
		};
		const std::string chat = "http://127.0.0.1:11434/v1/chat/completions";
		for (const std::string_view base : { "http://127.0.0.1:11434", "http://127.0.0.1:11434/",
					 "http://127.0.0.1:11434/v1", " HTTP://127.0.0.1:11434/v1/\n",
					 "http://127.0.0.1:11434/v1/chat/completions" }) {
			CAPTURE(base);
			CHECK(url_of(HttpDialect::openai, base) == chat);
		}
		CHECK(url_of(HttpDialect::openai, "https://h/openai/deployments/x") ==
				"https://h/openai/deployments/x/chat/completions");
		CHECK(url_of(HttpDialect::anthropic, "https://h/anthropic") ==
				"https://h/anthropic/v1/messages");
		CHECK(url_of(HttpDialect::anthropic, "http://[::1]:8080/v1") ==
				"http://[::1]:8080/v1/messages");
	}
}

TEST_SUITE("When to ask again") {
	TEST_CASE("Retry-After is seconds or a date") {
		const WallTime now(std::chrono::seconds(1'000'000'000)); // 2001-09-09T01:46:40Z
		const auto wait = [&](std::vector<std::pair<std::string, std::string>> headers) {
			return retry_after(HttpHead{ 429, std::move(headers) }, now);
		};
		CHECK(wait({ { "retry-after", "7" } }) == Micros(7s));
		CHECK(wait({ { "retry-after-ms", "1500" }, { "retry-after", "7" } }) == Micros(1500ms));
		CHECK(wait({ { "retry-after", "Sun, 09 Sep 2001 01:46:52 GMT" } }) == Micros(12s));
		CHECK(wait({ { "retry-after", "Sun, 09 Sep 2001 01:40:00 GMT" } }) == Micros(0));
		// Their date is meant by their own clock.
		CHECK(wait({ { "retry-after", "Wed, 18 Nov 2026 21:31:47 GMT" },
					  { "date", "Wed, 18 Nov 2026 21:31:45 GMT" } }) == Micros(2s));
		CHECK(wait({ { "retry-after", "99999999999999" } }) == Micros(24h));
		for (const char *const bad : { "", "soon", "-3", "nan", "Sun, 99 Sep 2001 01:46:52 GMT" }) {
			CAPTURE(bad);
			CHECK_FALSE(wait({ { "retry-after", bad } }));
		}
	}

	TEST_CASE("it is told with the failure, and only where asking again helps") {
		for (const int status : { 429, 503, 401 }) {
			HttpTry attempt;
			attempt.server().answers(status, "application/json", { { "retry-after", "3" } });
			attempt.server().ends();
			REQUIRE(attempt.ear.problem);
			CHECK(attempt.ear.problem->retry_after.has_value() == (status != 401));
		}
	}
}
