#include "core/io/beast_transport.h"

#include "core/io/http_url.h"
#include "core/io/io_thread.h"
#include "tests/core/patience.h"
#include "tls_server.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

const std::string HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
const std::string CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n";

std::string chunk(const std::string &text) {
	char size[20] = {};
	std::snprintf(size, sizeof(size), "%zx\r\n", text.size());
	return size + text + "\r\n";
}

// Records what the listener hears, and lets a test wait for it. `mutex_` guards everything
// recorded.
class HttpEar : public HttpListener {
public:
	void connected() override { happened("connected"); }
	void head_came(const HttpHead &its_head) override {
		head = its_head;
		happened("head");
	}
	void body_came(std::string_view part) override {
		if (keeps_body) {
			body += part;
		}
		size += part.size();
		happened("body");
	}
	void ended() override { happened("ended"); }
	void failed(HttpFailure its_failure, const std::string &its_message) override {
		failure = its_failure;
		message = its_message;
		happened("failed");
	}

	// False when it does not come.
	bool wait_for(std::string_view wanted) {
		std::unique_lock lock(mutex_);
		return changed_.wait_for(lock, LONGEST_PATIENCE, [&] {
			for (const std::string &each : told) {
				if (each == wanted || (wanted == "over" && (each == "ended" || each == "failed"))) {
					return true;
				}
			}
			return false;
		});
	}

	// Read these when it is over, or on the io thread.
	HttpHead head;
	std::string body;
	std::size_t size = 0;
	bool keeps_body = true;
	HttpFailure failure = HttpFailure::bad_url;
	std::string message;
	std::vector<std::string> told;
	std::function<void(std::string_view)> on;

private:
	void happened(std::string_view what) {
		if (on) {
			on(what);
		}
		const std::lock_guard lock(mutex_);
		if (told.empty() || told.back() != what) {
			told.emplace_back(what);
		}
		changed_.notify_all();
	}

	std::mutex mutex_;
	std::condition_variable changed_;
};

// A transport with its thread, and one exchange.
class HttpClientUnderTest {
public:
	explicit HttpClientUnderTest(const TlsTrust &trust = {}) :
			io_("test-http", Logger()),
			transport_(io_.context(), trust) {
		REQUIRE(io_.start().ok());
	}
	~HttpClientUnderTest() {
		cancel();
		io_.stop();
	}
	HttpClientUnderTest(const HttpClientUnderTest &) = delete;
	HttpClientUnderTest &operator=(const HttpClientUnderTest &) = delete;

	void send(HttpRequest request) {
		on_io([this, request = std::move(request)] {
			exchange_ = transport_.send(request, ear);
			was_told_at_once_ = !ear.told.empty();
		});
		CHECK_FALSE(was_told_at_once_);
	}
	void ask(const std::string &url) {
		HttpRequest request;
		request.url = url;
		request.headers = { { "x-test", "yes" } };
		request.body = "{\"a\":1}";
		send(std::move(request));
	}
	void cancel() {
		on_io([this] { exchange_.reset(); });
	}
	// Call on the io thread only.
	void drop() { exchange_.reset(); }
	void on_io(const std::function<void()> &work) {
		std::promise<void> done;
		io_.poster()([&] {
			work();
			done.set_value();
		});
		done.get_future().wait();
	}

	HttpEar ear;

private:
	IoThread io_;
	BeastTransport transport_;
	std::unique_ptr<HttpExchange> exchange_;
	bool was_told_at_once_ = false;
};

std::string local_url(const ScriptedServer &server, const std::string &path = "/v1/x?y=1") {
	return "http://127.0.0.1:" + std::to_string(server.port()) + path;
}

// The failure that results when the server sends exactly this answer.
HttpFailure failure_after(const std::string &answer) {
	const ScriptedServer server([&](ServedPeer &peer) {
		peer.hear_request();
		peer.say(answer);
	});
	HttpClientUnderTest client;
	client.ask(local_url(server));
	CHECK(client.ear.wait_for("over"));
	CHECK(client.ear.told.back() == "failed");
	CHECK(client.ear.message.size() > 20);
	return client.ear.failure;
}

std::string body_after(const std::string &answer) {
	const ScriptedServer server([&](ServedPeer &peer) {
		peer.hear_request();
		peer.say(answer);
	});
	HttpClientUnderTest client;
	client.ask(local_url(server));
	CHECK(client.ear.wait_for("over"));
	CHECK(client.ear.told.back() == "ended");
	CHECK(client.ear.head.status == 200);
	return client.ear.body;
}

// A file with a certificate, removed at the end.
class CertificateFile {
public:
	explicit CertificateFile(const std::string &text) :
			path_((std::filesystem::temp_directory_path() /
					("beast_transport_" + std::to_string(getpid()) + ".pem"))
							.string()) {
		std::ofstream(path_) << text;
	}
	~CertificateFile() { std::filesystem::remove(path_); }
	CertificateFile(const CertificateFile &) = delete;
	CertificateFile &operator=(const CertificateFile &) = delete;
	const std::string &path() const { return path_; }

private:
	const std::string path_;
};

const TestCertificate &certificate_of_this_machine() {
	static const TestCertificate certificate("IP:127.0.0.1,DNS:localhost");
	return certificate;
}

void serve_hello(ServedPeer &peer) {
	peer.hear_request();
	peer.say(CHUNKED + chunk("hello") + chunk(""));
}

} // namespace

TEST_SUITE("HTTP by Beast") {
	TEST_CASE("a request goes out as it should, and its answer is read as it comes") {
		std::string heard;
		std::promise<void> first_part_was_read;
		const ScriptedServer server([&](ServedPeer &peer) {
			heard = peer.hear_request();
			peer.say(CHUNKED + chunk("data: one\n\n"));
			first_part_was_read.get_future().wait_for(LONGEST_PATIENCE);
			peer.say(chunk("data: two\n\n") + chunk(""));
		});
		HttpClientUnderTest client;
		client.ask(local_url(server));
		CHECK(client.ear.wait_for("body"));
		client.on_io([&] { CHECK(client.ear.body == "data: one\n\n"); });
		first_part_was_read.set_value();
		CHECK(client.ear.wait_for("ended"));
		CHECK(client.ear.told == std::vector<std::string>{ "connected", "head", "body", "ended" });
		CHECK(client.ear.body == "data: one\n\ndata: two\n\n");
		CHECK(client.ear.head.header("content-type") == "text/event-stream");
		CHECK(heard.starts_with("POST /v1/x?y=1 HTTP/1.1\r\n"));
		CHECK(heard.find("\r\nHost: 127.0.0.1:" + std::to_string(server.port()) + "\r\n") !=
				std::string::npos);
		CHECK(heard.find("\r\nx-test: yes\r\n") != std::string::npos);
		CHECK(heard.ends_with("\r\n\r\n{\"a\":1}"));
	}

	TEST_CASE("an answer ends by its length, its last chunk, or with the connection") {
		CHECK(body_after(HEAD + "Content-Length: 4\r\n\r\nfour") == "four");
		CHECK(body_after(HEAD + "Content-Length: 0\r\n\r\n").empty());
		CHECK(body_after(CHUNKED + chunk("four") + chunk("")) == "four");
		CHECK(body_after(HEAD + "\r\nto the end") == "to the end");
		CHECK(body_after("HTTP/1.1 100 Continue\r\n\r\n" + HEAD + "Content-Length: 2\r\n\r\nok") ==
				"ok");
	}

	TEST_CASE("an answer that breaks off is told from one that ends") {
		CHECK(failure_after("") == HttpFailure::cut_off);
		CHECK(failure_after("HTTP/1.1 200 O") == HttpFailure::cut_off);
		CHECK(failure_after(HEAD + "Content-Length: 40\r\n\r\nfour") == HttpFailure::cut_off);
		CHECK(failure_after(CHUNKED + chunk("four")) == HttpFailure::cut_off);
		CHECK(failure_after(CHUNKED + "40\r\nfour") == HttpFailure::cut_off);
	}

	TEST_CASE("what is no HTTP, or has a head without end, is a bad response") {
		CHECK(failure_after("220 mail.example ESMTP\r\n\r\n") == HttpFailure::bad_response);
		CHECK(failure_after("HTTP/1.1 200 OK\r\nX-Long: " + std::string(100'000, 'x')) ==
				HttpFailure::bad_response);
		CHECK(failure_after(CHUNKED + "no number\r\n") == HttpFailure::bad_response);
	}

	TEST_CASE("nothing without end around the body of an answer is waited for or kept") {
		const std::string much(8'000'000, 'x');
		std::string lines;
		while (lines.size() < much.size()) {
			lines += "X-A: b\r\n";
		}
		CHECK(failure_after(CHUNKED + "1;" + much) == HttpFailure::bad_response);
		CHECK(failure_after(CHUNKED + "0\r\n" + lines) == HttpFailure::bad_response);
		CHECK(failure_after(HEAD + lines) == HttpFailure::bad_response);
	}

	TEST_CASE("an error of the server is an answer like others") {
		const ScriptedServer server([](ServedPeer &peer) {
			peer.hear_request();
			peer.say("HTTP/1.1 429 Slow\r\nRetry-After: 3\r\nContent-Length: 2\r\n\r\nno");
		});
		HttpClientUnderTest client;
		client.ask(local_url(server));
		CHECK(client.ear.wait_for("ended"));
		CHECK(client.ear.head.status == 429);
		CHECK(client.ear.head.header("retry-after") == "3");
		CHECK(client.ear.body == "no");
	}

	TEST_CASE("a stream may be as long as it likes") {
		constexpr std::size_t PARTS = 256;
		const std::string part = chunk(std::string(65'536, 'x'));
		const ScriptedServer server([&](ServedPeer &peer) {
			peer.hear_request();
			peer.say(CHUNKED);
			for (std::size_t i = 0; i < PARTS; i++) {
				peer.say(part);
			}
			peer.say(chunk(""));
		});
		HttpClientUnderTest client;
		client.ear.keeps_body = false;
		client.ask(local_url(server));
		CHECK(client.ear.wait_for("ended"));
		CHECK(client.ear.size == PARTS * 65'536);
	}

	TEST_CASE("nobody who listens is unreachable") {
		std::uint16_t port = 0;
		{
			const ScriptedServer gone([](ServedPeer & /*peer*/) {});
			port = gone.port();
		}
		HttpClientUnderTest client;
		client.ask("http://127.0.0.1:" + std::to_string(port));
		CHECK(client.ear.wait_for("failed"));
		CHECK(client.ear.failure == HttpFailure::unreachable);
		CHECK(client.ear.told == std::vector<std::string>{ "failed" });
	}

	TEST_CASE("what cannot be sent fails later, not within send") {
		for (const char *const url : { "", "ftp://127.0.0.1", "http://", "http://a b/" }) {
			HttpClientUnderTest client;
			client.ask(url);
			CHECK(client.ear.wait_for("failed"));
			CHECK(client.ear.failure == HttpFailure::bad_url);
		}
		HttpClientUnderTest client;
		HttpRequest request;
		request.url = "http://127.0.0.1:1/";
		request.headers = { { "x-key", "secret\r\nX-Evil: 1" } };
		client.send(request);
		CHECK(client.ear.wait_for("failed"));
		CHECK(client.ear.message.find("secret") == std::string::npos);
	}

	TEST_CASE("who gives up is gone at once, in the middle of a stream as well") {
		std::atomic<bool> was_ended{ false };
		{
			const ScriptedServer server([&](ServedPeer &peer) {
				peer.hear_request();
				peer.say(CHUNKED + chunk("data: one\n\n"));
				was_ended = peer.hear().empty();
			});
			HttpClientUnderTest client;
			client.ask(local_url(server));
			CHECK(client.ear.wait_for("body"));
			client.cancel();
			client.on_io([&] { CHECK(client.ear.told.back() == "body"); });
		}
		CHECK(was_ended);
	}

	TEST_CASE("an exchange may be ended within each thing that is heard of it") {
		for (const std::string_view at : { "connected", "head", "body", "ended", "failed" }) {
			CAPTURE(at);
			const ScriptedServer server([&](ServedPeer &peer) {
				peer.hear_request();
				peer.say(CHUNKED + chunk("one") + (at == "failed" ? "zz" : chunk("")));
			});
			HttpClientUnderTest client;
			client.ear.on = [&](std::string_view what) {
				if (what == at) {
					client.drop();
				}
			};
			client.ask(local_url(server));
			CHECK(client.ear.wait_for(at));
			client.on_io([&] { CHECK(client.ear.told.back() == at); });
		}
	}

	TEST_CASE("a thread that ends takes exchanges in flight with it") {
		const ScriptedServer server([](ServedPeer &peer) {
			peer.hear_request();
			peer.hear();
		});
		IoThread io("test-http", Logger());
		HttpEar ear;
		BeastTransport transport(io.context(), {});
		REQUIRE(io.start().ok());
		HttpRequest request;
		request.url = local_url(server);
		std::unique_ptr<HttpExchange> exchange;
		io.poster()([&] { exchange = transport.send(request, ear); });
		CHECK(ear.wait_for("connected"));
		io.stop();
		exchange.reset();
		CHECK(ear.told == std::vector<std::string>{ "connected" });
	}
}

TEST_SUITE("HTTPS by Beast") {
	TEST_CASE("a certificate that nobody has signed is refused") {
		const ScriptedServer server(serve_hello, &certificate_of_this_machine());
		HttpClientUnderTest client;
		client.ask("https://127.0.0.1:" + std::to_string(server.port()));
		CHECK(client.ear.wait_for("failed"));
		CHECK(client.ear.failure == HttpFailure::insecure);
		CHECK(client.ear.told == std::vector<std::string>{ "failed" });
	}

	TEST_CASE("one that is trusted is good, by address and by name") {
		const ScriptedServer server(serve_hello, &certificate_of_this_machine());
		const CertificateFile file(certificate_of_this_machine().certificate);
		for (const std::string host : { "127.0.0.1", "localhost" }) {
			CAPTURE(host);
			HttpClientUnderTest client({ true, file.path() });
			client.ask("https://" + host + ":" + std::to_string(server.port()));
			CHECK(client.ear.wait_for("over"));
			CHECK(client.ear.message == "");
			CHECK(client.ear.body == "hello");
		}
	}

	TEST_CASE("one that is trusted is refused where it is another's") {
		const TestCertificate other("DNS:elsewhere.example,IP:127.0.0.2");
		const ScriptedServer server(serve_hello, &other);
		const CertificateFile file(other.certificate);
		for (const std::string host : { "127.0.0.1", "localhost" }) {
			CAPTURE(host);
			HttpClientUnderTest client({ false, file.path() });
			client.ask("https://" + host + ":" + std::to_string(server.port()));
			CHECK(client.ear.wait_for("failed"));
			CHECK(client.ear.failure == HttpFailure::insecure);
		}
	}

	TEST_CASE("a file of certificates that is not there makes nothing trusted") {
		const ScriptedServer server(serve_hello, &certificate_of_this_machine());
		HttpClientUnderTest client({ true, "/nowhere/certificate.pem" });
		client.ask("https://127.0.0.1:" + std::to_string(server.port()));
		CHECK(client.ear.wait_for("failed"));
		CHECK(client.ear.failure == HttpFailure::insecure);
	}

	TEST_CASE("a server that speaks no TLS is a bad response, and one that breaks off is cut off") {
		const ScriptedServer plain([](ServedPeer &peer) { peer.say("HTTP/1.1 400 Bad\r\n\r\n"); });
		HttpClientUnderTest client;
		client.ask("https://127.0.0.1:" + std::to_string(plain.port()));
		CHECK(client.ear.wait_for("failed"));
		CHECK(client.ear.failure == HttpFailure::bad_response);

		const ScriptedServer breaks(
				[](ServedPeer &peer) {
					peer.hear_request();
					peer.say(CHUNKED + chunk("one"));
				},
				&certificate_of_this_machine());
		const CertificateFile file(certificate_of_this_machine().certificate);
		HttpClientUnderTest other({ true, file.path() });
		other.ask("https://localhost:" + std::to_string(breaks.port()));
		CHECK(other.ear.wait_for("failed"));
		CHECK(other.ear.failure == HttpFailure::cut_off);
		CHECK(other.ear.body == "one");
	}
}

TEST_SUITE("HTTP addresses") {
	TEST_CASE("an address comes apart") {
		const HttpUrl url = parse_http_url("HTTPS://Api.Example:8443/v1?x=1#part").value();
		CHECK(url.is_secure);
		CHECK(url.host == "api.example");
		CHECK(url.port == 8443);
		CHECK(url.target == "/v1?x=1");
		CHECK(url.authority() == "api.example:8443");
		CHECK(parse_http_url("http://h").value().authority() == "h");
		CHECK(parse_http_url("http://h").value().target == "/");
		CHECK(parse_http_url("http://h?x").value().target == "/?x");
		CHECK(parse_http_url("https://[::1]").value().authority() == "[::1]");
		CHECK(parse_http_url("http://[::1]:80/").value().host == "::1");
	}

	TEST_CASE("what is none is refused without being quoted") {
		for (const char *const text : { "", "h", "http://", "http:///x", "http://h:", "http://h:0",
					 "http://h:70000", "http://h:8x", "http://me:marker@h/", "http://a b",
					 "http://h\r\n", "http://[::1", "http://[x]/", "file:///marker" }) {
			CAPTURE(text);
			const Result<HttpUrl> url = parse_http_url(text);
			REQUIRE_FALSE(url.ok());
			CHECK(url.status().message().find("marker") == std::string::npos);
		}
	}
}
