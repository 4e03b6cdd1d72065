#include "core/base/vocabulary.h"
#include "core/gateway/gateway.h"
#include "core/gateway/line_source.h"
#include "core/requests/request_types.h"

#include "fake_host.h"
#include "raw_client.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace agent_runtime;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

// As that for the output of a job.
struct LinesRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "lines_request", .sentence = "Read lines." };
	std::string task;
	std::uint64_t since = 0;
	std::size_t limit = 1'000;
	std::size_t max_bytes = 1'048'576;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "task_id",
						 .kind = FieldKind::identifier,
						 .sentence = "Whose lines.",
						 .required = true },
					&LinesRequest::task),
			bind({ .name = "since", .sentence = "Only those behind it." }, &LinesRequest::since),
			bind({ .name = "limit", .sentence = "At most so many.", .min = 1, .max = 10'000 },
					&LinesRequest::limit),
			bind({ .name = "max_bytes", .sentence = "At most so many bytes.", .min = 1 },
					&LinesRequest::max_bytes),
		};
	}
};

const Vocabulary &lines_vocabulary() {
	static const Vocabulary all{ RequestTypes<LinesRequest>::ENTRIES };
	return all;
}

constexpr Route LINE_ROUTES[] = {
	{ .path = "/lines/{task_id}", .request = LinesRequest::WORDS.name },
};

struct Written {
	std::mutex mutex; // guards all of this
	std::vector<std::string> lines;
	bool is_over = false;
	std::vector<std::function<void()>> waiting;
	std::size_t reads = 0;
	bool holds = false;
	std::vector<std::function<void()>> held;
};

class FakeFeed : public LineFeed {
public:
	FakeFeed(std::shared_ptr<Written> written, std::uint64_t since) :
			written_(std::move(written)),
			last_(since) {}

	json subject() const override { return { { "task_id", "job_012" } }; }

	void read(std::size_t bytes, Read done) override {
		LinePage page;
		{
			const std::lock_guard lock(written_->mutex);
			written_->reads++;
			if (written_->holds) {
				written_->held.emplace_back([done] { done(LinePage()); });
				return;
			}
			std::size_t size = 0;
			while (last_ < written_->lines.size() && size < bytes) {
				const std::string &text = written_->lines[last_];
				size += text.size();
				last_++;
				page.lines.push_back({ last_, text });
			}
			page.more = last_ < written_->lines.size();
			page.is_end = written_->is_over;
			page.state = { { "status", written_->is_over ? "completed" : "running" } };
		}
		done(std::move(page));
	}

	void wait(std::function<void()> grown) override {
		{
			const std::lock_guard lock(written_->mutex);
			if (last_ >= written_->lines.size() && !written_->is_over) {
				written_->waiting.push_back(std::move(grown));
				return;
			}
		}
		grown();
	}

private:
	const std::shared_ptr<Written> written_;
	std::uint64_t last_;
};

class FakeLines : public LineSource {
public:
	void open(const json &request, Opened opened) override {
		if (request.at("task_id") != "job_012") {
			opened(Status(StatusCode::not_found, "there is no such job"));
			return;
		}
		opened(std::shared_ptr<LineFeed>(
				std::make_shared<FakeFeed>(written, request.value("since", std::uint64_t{ 0 }))));
	}

	void write(const std::string &data) {
		std::vector<std::function<void()>> waiting;
		{
			const std::lock_guard lock(written->mutex);
			written->lines.push_back(
					json{ { "seq", written->lines.size() + 1 }, { "data", data } }.dump());
			waiting.swap(written->waiting);
		}
		for (const std::function<void()> &grown : waiting) {
			grown();
		}
	}

	void end() {
		std::vector<std::function<void()>> waiting;
		{
			const std::lock_guard lock(written->mutex);
			written->is_over = true;
			waiting.swap(written->waiting);
		}
		for (const std::function<void()> &grown : waiting) {
			grown();
		}
	}

	std::size_t reads() const {
		const std::lock_guard lock(written->mutex);
		return written->reads;
	}

	const std::shared_ptr<Written> written = std::make_shared<Written>();
};

// Outlived by the lines.
class LinesUnderTest {
public:
	explicit LinesUnderTest(GatewayLimits limits = {}) :
			gateway(
					[this](FakeHost &host) {
						host.paths.add(LINE_ROUTES);
						host.paths.follow(LinesRequest::WORDS.name, lines);
						host.words = &lines_vocabulary();
					},
					limits) {}

	std::string path(const std::string &parameters = "") const {
		return std::string("/lines/job_012?token=") + GatewayUnderTest::TOKEN + parameters;
	}

	FakeLines lines;
	GatewayUnderTest gateway;
};

// The body of an answer in chunks; `whole` says whether it came to its end.
std::string read_chunks(RawClient &client, bool &whole) {
	std::string body;
	while (true) {
		const std::string size = client.read_until("\r\n");
		const std::size_t bytes = std::strtoul(size.c_str(), nullptr, 16);
		whole = size.ends_with("\r\n") && bytes == 0;
		if (bytes == 0) {
			return body;
		}
		body += client.read_exactly(bytes);
		client.read_exactly(2);
	}
}

json read_lines(std::uint16_t port, const std::string &target) {
	RawClient client(port);
	client.send(get_request(target));
	const HttpAnswer answer = read_answer(client);
	CHECK(answer.status == 200);
	CHECK(answer.head.find("application/json") != std::string::npos);
	bool whole = false;
	const std::string body = read_chunks(client, whole);
	CHECK(whole);
	return json::parse(body, nullptr, false);
}

const std::string FOLLOW = "Accept: text/event-stream\r\n";

} // namespace

TEST_SUITE("Gateway: lines") {
	TEST_CASE("without a limit all lines come, however many there are") {
		GatewayLimits limits;
		limits.line_page_bytes = 1'000;
		LinesUnderTest under_test(limits);
		constexpr std::uint64_t COUNT = 5'000;
		for (std::uint64_t i = 1; i <= COUNT; i++) {
			under_test.lines.write("line " + std::to_string(i));
		}
		const json all = read_lines(under_test.gateway.port(), under_test.path());
		CHECK(all.at("task_id") == "job_012");
		CHECK(all.at("status") == "running");
		CHECK(all.at("more") == false);
		CHECK(all.at("line_count") == COUNT);
		CHECK(all.at("last_seq") == COUNT);
		REQUIRE(all.at("lines").size() == COUNT);
		CHECK(all.at("lines")[COUNT - 1] == json{ { "seq", COUNT }, { "data", "line 5000" } });
		CHECK(under_test.lines.reads() > 10);
	}

	TEST_CASE("only what is behind a number, with the place to go on from") {
		LinesUnderTest under_test;
		for (int i = 0; i < 10; i++) {
			under_test.lines.write("x");
		}
		const std::uint16_t port = under_test.gateway.port();
		const json some = read_lines(port, under_test.path("&since=7"));
		CHECK(some.at("line_count") == 3);
		CHECK(some.at("lines")[0].at("seq") == 8);
		CHECK(some.at("last_seq") == 10);
		const json none = read_lines(port, under_test.path("&since=10"));
		CHECK(none.at("lines") == json::array());
		CHECK(none.at("last_seq") == 10);
	}

	TEST_CASE("a limit is of lines alone, whatever they weigh") {
		LinesUnderTest under_test;
		for (int i = 0; i < 4; i++) {
			under_test.lines.write(std::string(1'048'576, 'x'));
		}
		const std::uint16_t port = under_test.gateway.port();
		const json three = read_lines(port, under_test.path("&limit=3"));
		CHECK(three.at("line_count") == 3);
		CHECK(three.at("last_seq") == 3);
		CHECK(three.at("more") == true);
		const json rest = read_lines(port, under_test.path("&since=3&limit=1"));
		CHECK(rest.at("line_count") == 1);
		CHECK(rest.at("more") == false);
		const HttpAnswer wrong = get(port, under_test.path("&limit=-1"));
		CHECK(wrong.status == 400);
		CHECK(wrong.json().at("error").at("field") == "limit");
	}

	TEST_CASE("lines are followed: those that are there, those that come, and the end") {
		LinesUnderTest under_test;
		under_test.lines.write("one");
		SseReader stream(under_test.gateway.port(), under_test.path(), FOLLOW);
		CHECK(stream.answer().status == 200);
		CHECK(stream.answer().head.find("text/event-stream") != std::string::npos);
		const SseEvent first = stream.next_of("line");
		CHECK(first.id == "1");
		CHECK(first.data == json{ { "seq", 1 }, { "data", "one" } });
		under_test.lines.write("two");
		CHECK(stream.next_of("line").id == "2");
		under_test.lines.end();
		const SseEvent end = stream.next_of("end");
		CHECK(end.id.empty());
		CHECK(end.data == json{ { "status", "completed" }, { "last_seq", 2 } });
		CHECK(stream.client().is_ended());
	}

	TEST_CASE("who comes back gets exactly what it missed") {
		LinesUnderTest under_test;
		for (int i = 0; i < 5; i++) {
			under_test.lines.write("x");
		}
		under_test.lines.end();
		const std::uint16_t port = under_test.gateway.port();
		SseReader back(port, under_test.path("&since=1"), FOLLOW + "Last-Event-ID: 3\r\n");
		CHECK(back.next_of("line").id == "4");
		CHECK(back.next_of("line").id == "5");
		CHECK(back.next_of("end").data.at("last_seq") == 5);
		SseReader from(port, under_test.path("&since=4"), FOLLOW);
		CHECK(from.next_of("line").id == "5");
		const HttpAnswer wrong = get(port, under_test.path(), FOLLOW + "Last-Event-ID: ab12-3\r\n");
		CHECK(wrong.status == 400);
		CHECK(wrong.json().at("error").at("field") == "Last-Event-ID");
		for (const char *too_large : { "18446744073709551616", "99999999999999999999999" }) {
			const HttpAnswer refused =
					get(port, under_test.path(), FOLLOW + "Last-Event-ID: " + too_large + "\r\n");
			CHECK(refused.status == 400);
			CHECK(refused.json().at("error").at("field") == "Last-Event-ID");
		}
	}

	TEST_CASE("a client of HTTP/1.0 gets the lines without chunks, up to the end") {
		GatewayLimits limits;
		limits.line_page_bytes = 100;
		LinesUnderTest under_test(limits);
		for (int i = 0; i < 10; i++) {
			under_test.lines.write(std::string(50, 'x'));
		}
		RawClient old(under_test.gateway.port());
		old.send("GET " + under_test.path() + " HTTP/1.0\r\nHost: localhost\r\n\r\n");
		const HttpAnswer answer = read_answer(old);
		CHECK(answer.status == 200);
		CHECK(answer.head.find("Transfer-Encoding") == std::string::npos);
		CHECK(answer.head.find("Connection: close") != std::string::npos);
		const json all = json::parse(old.read_to_end(), nullptr, false);
		REQUIRE(all.is_object());
		CHECK(all.at("lines").size() == 10);
		CHECK(all.at("more") == false);
	}

	TEST_CASE("whoever has said everything gets all lines, and a stream that has an end not") {
		GatewayLimits limits;
		limits.line_page_bytes = 1'000;
		limits.socket_bytes = 10'000;
		LinesUnderTest under_test(limits);
		constexpr std::uint64_t COUNT = 2'000;
		for (std::uint64_t i = 0; i < COUNT; i++) {
			under_test.lines.write(std::string(100, 'x'));
		}
		RawClient client(under_test.gateway.port(), 10'000);
		client.send(get_request(under_test.path()));
		client.end_sending();
		CHECK(read_answer(client).status == 200);
		for (int i = 0; i < 20; i++) {
			REQUIRE(get(under_test.gateway.port(), "/health").status == 200);
		}
		bool whole = false;
		const json all = json::parse(read_chunks(client, whole), nullptr, false);
		CHECK(whole);
		REQUIRE(all.is_object());
		CHECK(all.at("line_count") == COUNT);
		CHECK(client.is_ended());
		SseReader follows(under_test.gateway.port(), under_test.path("&since=2000"), FOLLOW);
		CHECK(follows.answer().status == 200);
		follows.client().end_sending();
		CHECK(follows.client().is_ended());
	}

	TEST_CASE("a slow client waits for itself: no more is read than it takes") {
		GatewayLimits limits;
		limits.line_page_bytes = 10'000;
		limits.socket_bytes = 10'000;
		LinesUnderTest under_test(limits);
		constexpr int COUNT = 1'000;
		for (int i = 0; i < COUNT; i++) {
			under_test.lines.write(std::string(1'000, 'x'));
		}
		under_test.lines.end();
		SseReader slow(under_test.gateway.port(), under_test.path(), FOLLOW, 10'000);
		CHECK(slow.next_of("line").id == "1");
		for (int i = 0; i < 50; i++) {
			REQUIRE(get(under_test.gateway.port(), "/health").status == 200);
		}
		CHECK(under_test.lines.reads() < 50);
		for (int i = 2; i <= COUNT; i++) {
			REQUIRE(slow.next_of("line").id == std::to_string(i));
		}
		CHECK(slow.next_of("end").data.at("last_seq") == COUNT);
	}

	TEST_CASE("a number of bytes is a limit when it is given, but one line always comes") {
		LinesUnderTest under_test;
		for (int i = 0; i < 10; i++) {
			under_test.lines.write(std::string(100, 'x'));
		}
		const std::uint16_t port = under_test.gateway.port();
		const json one = read_lines(port, under_test.path("&max_bytes=1"));
		CHECK(one.at("line_count") == 1);
		CHECK(one.at("last_seq") == 1);
		CHECK(one.at("more") == true);
		const json some = read_lines(port, under_test.path("&since=1&max_bytes=400"));
		CHECK(some.at("line_count") == 3);
		CHECK(some.at("last_seq") == 4);
		const json all = read_lines(port, under_test.path("&max_bytes=100000"));
		CHECK(all.at("line_count") == 10);
		CHECK(all.at("more") == false);
		const HttpAnswer wrong = get(port, under_test.path("&max_bytes=0"));
		CHECK(wrong.status == 400);
		CHECK(wrong.json().at("error").at("field") == "max_bytes");
	}

	TEST_CASE("what cannot be opened is refused, what stops in the middle ends without an end") {
		GatewayLimits limits;
		limits.log_time = 30ms;
		LinesUnderTest under_test(limits);
		const std::uint16_t port = under_test.gateway.port();
		const std::string other = std::string("/lines/job_013?token=") + GatewayUnderTest::TOKEN;
		CHECK(get(port, other).status == 404);
		CHECK(get(port, other, FOLLOW).status == 404);
		{
			const std::lock_guard lock(under_test.lines.written->mutex);
			under_test.lines.written->holds = true;
		}
		RawClient client(port);
		client.send(get_request(under_test.path()));
		CHECK(read_answer(client).status == 200);
		bool whole = true;
		CHECK(read_chunks(client, whole).find("lines") != std::string::npos);
		CHECK(!whole);
		// What comes too late goes to nobody.
		std::vector<std::function<void()>> held;
		{
			const std::lock_guard lock(under_test.lines.written->mutex);
			held.swap(under_test.lines.written->held);
		}
		CHECK(!held.empty());
		for (const auto &done : held) {
			done();
		}
		CHECK(get(port, "/health").status == 200);
	}

	TEST_CASE("a quiet stream of lines has heartbeats, and ends with the gateway") {
		GatewayLimits limits;
		limits.heartbeat = 10ms;
		LinesUnderTest under_test(limits);
		SseReader stream(under_test.gateway.port(), under_test.path(), FOLLOW);
		std::optional<SseEvent> beat = stream.next();
		while (beat && beat->comment.empty()) {
			beat = stream.next();
		}
		REQUIRE(beat);
		CHECK(beat->comment == "heartbeat");
		CHECK(under_test.gateway.gateway->stop().ok());
		CHECK(stream.client().is_ended());
		under_test.lines.write("to nobody");
	}
}

TEST_SUITE("Gateway: greeting") {
	TEST_CASE("each new stream is told what waits, whatever its cursor") {
		GatewayUnderTest under_test([](FakeHost &host) {
			host.greets_with = [](std::uint64_t, const auto &done) {
				done(GreetingPage{ { { { "type", "question_asked" }, { "entity", "job_001" },
										   { "again", true } } },
						std::nullopt });
			};
		});
		under_test.say("one");
		for (const char *parameters : { "", "&since=0", "&since=ab12-1" }) {
			SseReader stream(under_test.port(), under_test.events(parameters));
			const SseEvent asked = stream.next_of("question_asked");
			CHECK(asked.id.empty());
			CHECK(asked.data.at("again") == true);
			CHECK(!asked.data.contains("id"));
			WebSocketPeer socket(under_test.port(), under_test.ws(parameters));
			CHECK(socket.next().at("type") == "hello");
			CHECK(socket.next().at("type") == "question_asked");
		}
		SseReader other(under_test.port(), under_test.events("&since=0&entity=agent_001"));
		CHECK(other.next_of("hello").id == "ab12-0");
		std::optional<SseEvent> next = other.next();
		while (next && next->type.empty()) {
			next = other.next();
		}
		REQUIRE(next);
		CHECK(next->type == "agent_speech");
		CHECK(SseReader(under_test.port(), under_test.events("&since=0&types=agent_speech"))
						.next_of("agent_speech")
						.id == "ab12-1");
	}

	TEST_CASE("however much there is to tell, no more of it is read than a client takes") {
		constexpr std::uint64_t PAGES = 300;
		std::atomic<std::uint64_t> read = 0;
		GatewayLimits limits;
		limits.queue_bytes = 50'000;
		limits.socket_bytes = 10'000;
		GatewayUnderTest under_test(
				[&read](FakeHost &host) {
					host.greets_with = [&read](std::uint64_t after, const auto &done) {
						read++;
						GreetingPage page{ { { { "type", "question_asked" }, { "number", after },
												   { "prompt", std::string(10'000, 'x') } } },
							after + 1 };
						page.next = after + 1 < PAGES ? page.next : std::nullopt;
						done(page);
					};
				},
				limits);
		SseReader slow(under_test.port(), under_test.events(), "", 10'000);
		CHECK(slow.next_of("hello").id == "ab12-0");
		for (int i = 0; i < 50; i++) {
			REQUIRE(get(under_test.port(), "/health").status == 200);
		}
		CHECK(read < PAGES / 2);
		for (std::uint64_t number = 0; number < PAGES; number++) {
			REQUIRE(slow.next_of("question_asked").data.at("number") == number);
		}
		under_test.say("and on");
		CHECK(slow.next_of("agent_speech").id == "ab12-1");
	}
}
