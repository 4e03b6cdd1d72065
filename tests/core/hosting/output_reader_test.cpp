#include "core/hosting/output_reader.h"

#include "core/hosting/line_reader.h"
#include "core/hosting/output_line.h"

#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <atomic>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace agent_runtime;

namespace {

struct Readable {
	Readable() :
			folder(OwnFolder::make(scratch.path("own")).value()),
			writer(folder.file("lines", OwnFile::Use::make).value()),
			file(folder.file("lines", OwnFile::Use::read).value()) {}

	void set(const std::string &bytes) {
		REQUIRE(writer.cut(0).ok());
		REQUIRE(writer.append(bytes).bytes == bytes.size());
	}

	ScratchFolder scratch;
	OwnFolder folder;
	OwnFile writer;
	OwnFile file;
};

std::vector<std::string> lines_of(const std::string &text) {
	std::vector<std::string> lines;
	std::size_t at = 0;
	for (std::size_t newline = 0; (newline = text.find('\n', at)) != std::string::npos;) {
		lines.push_back(text.substr(at, newline - at));
		at = newline + 1;
	}
	return lines;
}

} // namespace

TEST_SUITE("LineReader") {
	TEST_CASE("whole lines are read as they come, and too long ones are passed over") {
		std::mt19937 chance(2);
		Readable both;
		for (int round = 0; round < 40; round++) {
			std::string text;
			for (unsigned count = chance() % 40; count > 0; count--) {
				const std::size_t size = chance() % 10 == 0 ? chance() % 300'000 : chance() % 90;
				text += std::string(size, static_cast<char>('a' + chance() % 26)) + "\n";
			}
			std::vector<std::string> expected = lines_of(text);
			std::erase_if(expected, [](const std::string &line) { return line.size() > 100'000; });
			both.set("");
			LineReader reader(both.file, 0, 100'000);
			std::vector<std::string> got;
			std::string_view line;
			std::size_t at = 0;
			while (at < text.size()) {
				const std::size_t size = std::min<std::size_t>(chance() % 70'000, text.size() - at);
				REQUIRE(both.writer.append(text.substr(at, size)).bytes == size);
				at += size;
				while (reader.next(line)) {
					CHECK(text.substr(reader.line_place(), line.size()) == line);
					got.emplace_back(line);
				}
			}
			CHECK(got == expected);
			CHECK(reader.place() == text.size());
		}
	}

	TEST_CASE("what was torn is forgotten, since another line may take its place") {
		Readable both;
		both.set("one\n{\"torn\":");
		LineReader reader(both.file, 0, 100);
		std::string_view line;
		CHECK(reader.next(line));
		CHECK(!reader.next(line));
		CHECK(append_line(both.writer, "two").ok());
		CHECK(reader.next(line));
		CHECK(line == "two");
		CHECK(!reader.next(line));
		CHECK(reader.place() == 8);
	}

	TEST_CASE("what takes the place of a line that was too long is found") {
		Readable both;
		both.set("one\n" + std::string(1'000, 'x'));
		LineReader reader(both.file, 0, 100);
		std::string_view line;
		CHECK(reader.next(line));
		CHECK(!reader.next(line));
		CHECK(append_line(both.writer, "two").ok());
		CHECK(append_line(both.writer, std::string(2'000, 'y')).ok());
		CHECK(append_line(both.writer, "three").ok());
		CHECK(reader.next(line));
		CHECK(line == "two");
		CHECK(reader.next(line));
		CHECK(line == "three");
		CHECK(!reader.next(line));
	}

	TEST_CASE("a reader that looks all the time never meets half of one line and half of another") {
		Readable both;
		both.set("");
		const OwnFile looked_at = both.folder.file("lines", OwnFile::Use::read).value();
		std::atomic<bool> is_over = false;
		std::vector<std::string> got;
		std::thread looks([&] {
			LineReader reader(looked_at, 0, 400'000);
			std::string_view line;
			for (bool last = false; !last;) {
				last = is_over;
				while (reader.next(line)) {
					got.emplace_back(line);
				}
			}
		});
		std::vector<std::string> expected;
		std::mt19937 chance(5);
		for (int i = 0; i < 400; i++) {
			const std::size_t size = chance() % 20 == 0 ? chance() % 300'000 : chance() % 300;
			const char letter = static_cast<char>('a' + i % 26);
			both.writer.append(std::string(size / 2, '#')); // torn
			expected.emplace_back(size, letter);
			REQUIRE(append_line(both.writer, expected.back()).ok());
		}
		is_over = true;
		looks.join();
		CHECK(got == expected);
	}

	TEST_CASE("who appends cuts off a torn end first") {
		Readable both;
		both.set("one\ntw");
		CHECK(append_line(both.writer, "two").ok());
		CHECK(content_of(both.scratch.path("own/lines")) == "one\ntwo\n");
		CHECK(last_line(both.file, 10).value() == "two");
		CHECK(last_line(both.file, 2).value() == "tw");
		CHECK(cut_torn_tail(both.writer).value() == 0);
		both.set("torn from the beginning");
		CHECK(last_line(both.file, 10).value().empty());
		CHECK(cut_torn_tail(both.writer).value() == 23);
		CHECK(both.file.size() == 0);
		both.set("one\n" + std::string(10'000, 'x'));
		CHECK(cut_torn_tail(both.writer).value() == 10'000);
	}
}

TEST_SUITE("output of a job") {
	TEST_CASE("spec:004.1.5 reading since a number finds the same lines as reading all") {
		std::mt19937 chance(3);
		Readable both;
		for (int round = 0; round < 25; round++) {
			std::string text;
			std::vector<std::uint64_t> places = { 0 };
			const std::uint64_t count = chance() % 3'000;
			for (std::uint64_t seq = 1; seq <= count; seq++) {
				const std::size_t size = chance() % 500 == 0 ? chance() % 200'000 : chance() % 200;
				append_output_line(text, seq, "2024-01-15T10:00:00Z", OutputStream::standard,
						std::string(size, chance() % 2 == 0 ? 'x' : '\xFF'), false);
				places.push_back(text.size());
			}
			both.set(text + "{\"seq\":99999,\"torn");
			CHECK(last_seq_of(both.file).value() == count);
			for (int i = 0; i < 60; i++) {
				const std::uint64_t since = i == 0 ? 0 : i == 1 ? count : chance() % (count + 5);
				const std::uint64_t expected = places[std::min(since, count)];
				CHECK(place_after_seq(both.file, since).value() == expected);
				const OutputPage page = read_output_since(both.file, since, { 7, 2'000 }).value();
				CHECK(page.lines == text.substr(expected, page.lines.size()));
				CHECK(page.place == expected + page.lines.size());
				CHECK(page.last_seq == std::max(since, std::min(since + page.count, count)));
				CHECK(page.more == (page.place < text.size()));
				CHECK((page.lines.size() <= 2'000 || page.count == 1));
				CHECK((page.count > 0) == (since < count));
			}
		}
	}

	TEST_CASE("pages one after the other are the whole file, while it grows") {
		Readable both;
		both.set("");
		std::string text;
		std::string read;
		std::uint64_t place = 0;
		for (std::uint64_t seq = 1; seq <= 300; seq++) {
			std::string line;
			append_output_line(line, seq, "2024-01-15T10:00:00Z", OutputStream::error, "x", false);
			text += line;
			both.writer.append(line.substr(0, seq % line.size()));
			const OutputPage page = read_output(both.file, place, { 3, 200 }).value();
			read += page.lines;
			place = page.place;
			both.writer.append(line.substr(seq % line.size()));
		}
		while (place < text.size()) {
			const OutputPage page = read_output(both.file, place).value();
			read += page.lines;
			place = page.place;
		}
		CHECK(read == text);
	}

	TEST_CASE("any bytes at all are searched to an end") {
		std::mt19937 chance(9);
		Readable both;
		for (int round = 0; round < 60; round++) {
			std::string bytes(chance() % 300'000, '\n');
			for (char &byte : bytes) {
				byte = chance() % 40 == 0 ? '\n' : static_cast<char>(chance() % 128);
			}
			for (unsigned i = chance() % 50; i > 0; i--) {
				const std::string line = "\n{\"seq\":" + std::to_string(chance()) + ",";
				bytes.insert(chance() % (bytes.size() + 1), line);
			}
			both.set(bytes);
			const Result<OutputPage> page = read_output_since(both.file, chance());
			REQUIRE(page.ok());
			CHECK(page.value().place <= bytes.size());
			CHECK(last_seq_of(both.file).ok());
		}
	}
}
