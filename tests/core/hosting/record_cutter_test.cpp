#include "core/hosting/record_cutter.h"

#include "core/base/clock.h"
#include "core/base/utf8.h"
#include "core/hosting/output_reader.h"
#include "core/hosting/output_writer.h"

#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

// Bytes with newlines, ends of lines of all kinds and characters of several bytes.
std::string lively_bytes(std::mt19937 &chance, std::size_t size) {
	const char *const parts[] = { "\n", "a", "word ", "\r\n", "\xC3\xBC", "\xE2\x82\xAC",
		"\xF0\x9F\x98\x80", "\xFF", "\xC3", "\n\n" };
	std::string bytes;
	while (bytes.size() < size) {
		bytes += parts[chance() % std::size(parts)];
	}
	return bytes;
}

std::string with_newline(const RecordCutter::Record &record) {
	return std::string(record.data) + (record.more ? "" : "\n");
}

struct Written {
	Written() :
			folder(OwnFolder::make(scratch.path("own")).value()),
			writer(folder.file("out.jsonl", OwnFile::Use::make).value(), 0, 64, clock) {}

	std::string lines() { return content_of(scratch.path("own/out.jsonl")); }

	ScratchFolder scratch;
	OwnFolder folder;
	ManualClock clock;
	OutputWriter writer;
};

} // namespace

TEST_SUITE("RecordCutter") {
	TEST_CASE("records put together again are the bytes, however they arrive") {
		std::mt19937 chance(1);
		for (int round = 0; round < 300; round++) {
			const std::size_t longest = 4 + chance() % 60;
			const std::string bytes = lively_bytes(chance, chance() % 2'000);
			RecordCutter cutter(longest);
			std::string again;
			std::size_t at = 0;
			while (at < bytes.size()) {
				const std::size_t size =
						std::min<std::size_t>(1 + chance() % 90, bytes.size() - at);
				const std::string piece = bytes.substr(at, size);
				cutter.add(piece);
				while (const auto record = cutter.next()) {
					CHECK(record->data.size() <= longest);
					CHECK(record->data.find('\n') == std::string_view::npos);
					again += with_newline(*record);
				}
				at += size;
				if (chance() % 5 == 0) {
					if (const auto record = cutter.flush()) {
						CHECK(record->more);
						again += with_newline(*record);
					}
				}
			}
			if (const auto record = cutter.flush_all()) {
				again += with_newline(*record);
			}
			CHECK(again == bytes);
			CHECK(!cutter.has_rest());
		}
	}

	TEST_CASE("text stays text where it is cut") {
		std::string text;
		for (int i = 0; i < 500; i++) {
			text += i % 3 == 0 ? "\xC3\xBC" : i % 3 == 1 ? "\xE2\x82\xAC" : "\xF0\x9F\x98\x80";
		}
		for (std::size_t longest = 4; longest < 20; longest++) {
			RecordCutter cutter(longest);
			for (std::size_t at = 0; at < text.size(); at += 5) {
				const std::string piece = text.substr(at, 5);
				cutter.add(piece);
				while (const auto record = cutter.next()) {
					CHECK(is_valid_utf8(record->data));
				}
				if (const auto record = cutter.flush()) {
					CHECK(is_valid_utf8(record->data));
				}
			}
		}
	}

	TEST_CASE("a line of exactly the longest size is one record") {
		RecordCutter cutter(4);
		cutter.add("abcd");
		CHECK(!cutter.next().has_value());
		cutter.add("\nabcde\n");
		const auto record = cutter.next();
		CHECK(record->data == "abcd");
		CHECK(!record->more);
		CHECK(with_newline(*cutter.next()) == "abcd");
		CHECK(with_newline(*cutter.next()) == "e\n");
		CHECK(!cutter.next().has_value());
	}
}

TEST_SUITE("OutputWriter") {
	TEST_CASE("the beginning of a line is written after a quarter of a second of silence") {
		Written out;
		out.writer.take(OutputStream::standard, "Proceed? ");
		CHECK(out.writer.next_flush() == out.clock.now() + OutputWriter::SILENCE);
		out.clock.advance(249ms);
		out.writer.flush_silent();
		CHECK(out.writer.write());
		CHECK(out.lines().empty());
		out.clock.advance(1ms);
		out.writer.flush_silent();
		CHECK(out.writer.write());
		CHECK(OutputLine::parse(out.lines()).value().data == "Proceed? ");
		CHECK(!out.writer.next_flush().has_value());
	}

	TEST_CASE("a stream that speaks does not make the other one silent or loud") {
		Written out;
		out.writer.take(OutputStream::standard, "half");
		out.clock.advance(200ms);
		out.writer.take(OutputStream::error, "whole\n");
		out.clock.advance(50ms);
		out.writer.flush_silent();
		out.writer.take(OutputStream::standard, " a line\n");
		CHECK(out.writer.write());
		CHECK(out.writer.last_seq() == 3);
		CHECK(out.writer.bytes() == out.lines().size());
		const OwnFile file = out.folder.file("out.jsonl", OwnFile::Use::read).value();
		CHECK(last_seq_of(file).value() == 3);
	}
}
