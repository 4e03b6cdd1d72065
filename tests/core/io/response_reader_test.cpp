#include "core/io/response_reader.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace agent_runtime;

namespace {

using Came = ResponseReader::Came;

const std::string STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
const std::string IN_CHUNKS = STREAM + "Transfer-Encoding: chunked\r\n\r\n";

// What was read from an answer.
struct Read {
	int heads = 0;
	std::string body;
	Came end = Came::nothing;
	HttpTrouble trouble;
};

// Reads until there is nothing more.
void read_all(ResponseReader &reader, Read &read) {
	for (Came came = reader.next(); came != Came::nothing; came = reader.next()) {
		if (came == Came::head) {
			read.heads++;
		} else if (came == Came::part) {
			read.body += reader.part();
		} else {
			read.end = came;
			read.trouble = reader.trouble();
			return;
		}
	}
}

void offer(ResponseReader &reader, Read &read, std::string_view bytes, std::size_t at_once) {
	while (!bytes.empty() && read.end == Came::nothing) {
		const std::span<char> buffer = reader.buffer();
		REQUIRE_FALSE(buffer.empty());
		const std::size_t size = std::min({ bytes.size(), at_once, buffer.size() });
		std::memcpy(buffer.data(), bytes.data(), size);
		bytes.remove_prefix(size);
		reader.arrived(size);
		read_all(reader, read);
	}
}

Read read_closed(std::string_view bytes, std::size_t at_once = 1'000'000) {
	ResponseReader reader;
	Read read;
	offer(reader, read, bytes, at_once);
	reader.closed();
	if (read.end == Came::nothing) {
		read_all(reader, read);
	}
	return read;
}

// Sends `again` so often that nobody would wait for the end.
Read read_without_end(std::string_view begin, std::string_view again) {
	constexpr std::size_t ENOUGH = 4'000'000;
	ResponseReader reader;
	Read read;
	offer(reader, read, begin, begin.size());
	for (std::size_t sent = 0; sent < ENOUGH && read.end == Came::nothing; sent += again.size()) {
		offer(reader, read, again, again.size());
	}
	return read;
}

} // namespace

TEST_SUITE("Answers of servers") {
	TEST_CASE("an answer is the same however its bytes arrive") {
		const std::pair<std::string, std::string> cases[] = {
			{ STREAM + "Content-Length: 4\r\n\r\nfour", "four" },
			{ STREAM + "Content-Length: 0\r\n\r\n", "" },
			{ STREAM + "\r\nto the end", "to the end" },
			{ IN_CHUNKS + "4;a=b\r\nfour\r\n3\r\nand\r\n0\r\nX-Behind: 1\r\n\r\n", "fourand" },
			{ "HTTP/1.1 100 Continue\r\n\r\n" + IN_CHUNKS + "1\r\nx\r\n0\r\n\r\n", "x" },
			{ "HTTP/1.1 204 None\r\nContent-Length: 9\r\n\r\n", "" },
			{ "HTTP/1.0 200 OK\r\n\r\nold", "old" },
			{ IN_CHUNKS + "0\r\n\r\n", "" },
		};
		for (const auto &[sent, body] : cases) {
			const std::string &answer = sent; // clang captures no structured binding
			CAPTURE(answer);
			for (const std::size_t at_once : { std::size_t(1), std::size_t(3), answer.size() }) {
				const Read read = read_closed(answer, at_once);
				CHECK(read.heads == 1);
				CHECK(read.body == body);
				CHECK(read.end == Came::ended);
			}
		}
	}

	TEST_CASE("the head is told with its names in lower case, and without what stands behind") {
		ResponseReader reader;
		Read read;
		offer(reader, read,
				"HTTP/1.1 429 Slow\r\nRetry-After:  3 \r\nTransfer-Encoding: chunked\r\n\r\n"
				"0\r\nX-Behind: 1\r\n\r\n",
				1'000);
		CHECK(read.end == Came::ended);
		CHECK(reader.head().status == 429);
		CHECK(reader.head().header("retry-after") == "3");
		CHECK(reader.head().header("x-behind").empty());
	}

	TEST_CASE("what breaks off is told from what ends, and from what is no HTTP") {
		for (const std::string &answer : { std::string(), std::string("HTTP/1.1 200 O"),
					 std::string("HTTP/1.1 100 Continue\r\n\r\n"), STREAM,
					 STREAM + "Content-Length: 40\r\n\r\nfour", IN_CHUNKS + "4\r\nfour\r\n",
					 IN_CHUNKS + "40\r\nfour", IN_CHUNKS + "0\r\n" }) {
			CAPTURE(answer);
			CHECK(read_closed(answer).trouble.failure == HttpFailure::cut_off);
		}
		for (const std::string &answer : { std::string("220 mail.example ESMTP\r\n\r\n"),
					 IN_CHUNKS + "no number\r\n", STREAM + "Content-Length: -1\r\n\r\n",
					 STREAM + "no field\r\n\r\n", STREAM + "Transfer-Encoding: gzip\r\n\r\nx",
					 IN_CHUNKS + "1\r\nx and more" }) {
			CAPTURE(answer);
			CHECK(read_closed(answer).trouble.failure == HttpFailure::bad_response);
		}
	}

	TEST_CASE("whatever a server sends around the body without end, it is a bad response soon") {
		const std::string much(10'000, 'x');
		const std::pair<std::string, std::string> cases[] = {
			{ "", much }, // the status line has no end
			{ "HTTP/1.1 200 ", much },
			{ STREAM, "X-A: b\r\n" },
			{ STREAM, "X:\r\n" },
			{ STREAM + "X-A: ", much },
			{ STREAM + "X-A: b\r\n", " \r\n" },
			{ "", "HTTP/1.1 100 Continue\r\n\r\n" },
			{ IN_CHUNKS + "1;", much },
			{ IN_CHUNKS, "00000000" },
			{ IN_CHUNKS + "0\r\n", "X: y\r\n" },
			{ IN_CHUNKS + "0;", much },
		};
		for (const auto &[begin, again] : cases) {
			const std::string &opening = begin; // clang captures no structured binding
			const std::string &repeated = again;
			CAPTURE(opening);
			CAPTURE(repeated);
			const Read read = read_without_end(opening, repeated);
			CHECK(read.end == Came::failed);
			CHECK(read.trouble.failure == HttpFailure::bad_response);
		}
	}

	TEST_CASE("an answer with bytes changed, left out or doubled ends in one way or another") {
		const std::string whole = "HTTP/1.1 100 Continue\r\n\r\n" + IN_CHUNKS +
				"4;a=b\r\nfour\r\n0\r\nX-Behind: 1\r\n\r\n";
		const std::string_view bytes("\r\n0:; \tf\0\xFF", 10);
		std::mt19937 chance(7);
		for (int i = 0; i < 5'000; i++) {
			std::string answer = whole;
			for (unsigned changes = chance() % 3 + 1; changes > 0; changes--) {
				const std::size_t at = chance() % answer.size();
				const std::size_t left_out = chance() % 3;
				answer.replace(at, left_out, chance() % 3, bytes[chance() % bytes.size()]);
			}
			CAPTURE(answer);
			CHECK(read_closed(answer, chance() % 9 + 1).end != Came::nothing);
		}
	}

	TEST_CASE("a head with many fields is refused before all of them are stored") {
		std::string fields;
		for (int i = 0; i < 3'000; i++) {
			fields += "X: y\r\n";
		}
		CHECK(read_closed(STREAM + fields + "\r\n").trouble.failure == HttpFailure::bad_response);
	}

	TEST_CASE("a body may be as long as it likes, in however small chunks") {
		ResponseReader reader;
		Read read;
		offer(reader, read, IN_CHUNKS, 1'000);
		std::string chunks;
		for (int i = 0; i < 50'000; i++) {
			chunks += "1;why=not\r\nx\r\n";
		}
		offer(reader, read, chunks, 10'000);
		CHECK(read.body.size() == 50'000);
		CHECK(read.end == Came::nothing);
	}
}
