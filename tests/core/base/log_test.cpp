#include "core/base/log.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace agent_runtime;

namespace {

// Stores what was logged.
struct Kept {
	std::vector<std::string> lines;
	std::shared_ptr<LogSink> sink = std::make_shared<CallbackLogSink>(
			[this](const LogRecord &record) { lines.push_back(to_line(record)); });
	std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(WallTime());

	Logger logger(LogLevel level) { return Logger(sink, level, clock); }
};

// A folder that is removed after the test.
struct Folder {
	std::filesystem::path path;

	Folder() {
		std::string name = (std::filesystem::temp_directory_path() / "log_test_XXXXXX").string();
		REQUIRE(mkdtemp(name.data()) != nullptr);
		path = name;
	}
	~Folder() { std::filesystem::remove_all(path); }
	std::string file(const std::string &name) const { return (path / name).string(); }
};

std::vector<std::string> lines_of(const std::string &path) {
	std::ifstream file(path);
	std::vector<std::string> lines;
	for (std::string line; std::getline(file, line);) {
		lines.push_back(line);
	}
	return lines;
}

LogRecord record_of(std::string_view message) {
	return LogRecord{ LogLevel::info, WallTime(), "test", message };
}

} // namespace

TEST_SUITE("Logger") {
	TEST_CASE("a default logger is silent, and makes no text") {
		const Logger log;
		bool made = false;
		log.error("nobody hears this");
		log.info([&] {
			made = true;
			return std::string("nor this");
		});
		log.set_level(LogLevel::debug);
		CHECK_FALSE(log.enabled(LogLevel::error));
		CHECK_FALSE(made);
	}

	TEST_CASE("what is below the level is left out") {
		Kept kept;
		const Logger log = kept.logger(LogLevel::warning);
		bool made = false;
		log.debug([&] {
			made = true;
			return std::string("detail");
		});
		log.info("small talk");
		log.warning("a warning");
		log.error("an error");
		CHECK_FALSE(made);
		REQUIRE(kept.lines.size() == 2);
		CHECK(kept.lines[0] == "1970-01-01T00:00:00.000Z warning: a warning");
		CHECK(kept.lines[1] == "1970-01-01T00:00:00.000Z error: an error");
	}

	TEST_CASE("a text is made when it is wanted") {
		Kept kept;
		const Logger log = kept.logger(LogLevel::debug);
		log.debug([] { return std::string("made"); });
		REQUIRE(kept.lines.size() == 1);
		CHECK(kept.lines[0].ends_with("debug: made"));
	}

	TEST_CASE("the level is that of all copies") {
		Kept kept;
		const Logger log = kept.logger(LogLevel::error);
		const Logger writer = log.named("writer");
		log.set_level(LogLevel::info);
		writer.info("hello");
		log.set_level(LogLevel::silent);
		writer.error("too late");
		writer.write(LogLevel::silent, "no level to speak at");
		REQUIRE(kept.lines.size() == 1);
		CHECK(kept.lines[0].ends_with("info writer: hello"));
	}

	TEST_CASE("a sink that throws does not take the caller down") {
		const Logger log(std::make_shared<CallbackLogSink>(
								 [](const LogRecord &) { throw std::runtime_error("no"); }),
				LogLevel::debug);
		CHECK_NOTHROW(log.error("boom"));
	}

	TEST_CASE("a logger without a sink, or a sink without a function, is silent") {
		CHECK_NOTHROW(Logger(nullptr, LogLevel::debug).error("x"));
		CHECK_NOTHROW(
				Logger(std::make_shared<CallbackLogSink>(nullptr), LogLevel::debug).error("x"));
	}

	TEST_CASE("a record is one line, whatever it says") {
		const std::string line = to_line(record_of("one\ntwo\tthree\x1b[31m\x7f"));
		CHECK(line.ends_with("info test: one\\ntwo\\tthree\\x1b[31m\\x7f"));
	}

	TEST_CASE("each level has its name") {
		CHECK(log_level_name(LogLevel::debug) == "debug");
		CHECK(log_level_name(LogLevel::silent) == "silent");
	}
}

TEST_SUITE("FileLogSink") {
	TEST_CASE("lines are appended to what is there, folders are made") {
		const Folder folder;
		const std::string path = folder.file("logs/deep/run.log");
		for (const char *message : { "first", "second" }) {
			Result<std::unique_ptr<FileLogSink>> sink = FileLogSink::open(path);
			REQUIRE(sink.ok());
			sink.value()->write(record_of(message));
		}
		const std::vector<std::string> lines = lines_of(path);
		REQUIRE(lines.size() == 2);
		CHECK(lines[0].ends_with("first"));
		CHECK(lines[1].ends_with("second"));
	}

	TEST_CASE("a file that would grow past its size becomes .1, and a new one begins") {
		const Folder folder;
		const std::string path = folder.file("run.log");
		const std::uint64_t line = to_line(record_of("line 0")).size() + 1;
		Result<std::unique_ptr<FileLogSink>> sink = FileLogSink::open(path, line * 3);
		REQUIRE(sink.ok());
		for (int i = 0; i < 8; ++i) {
			sink.value()->write(record_of("line " + std::to_string(i)));
		}
		CHECK(lines_of(path).size() == 2);
		CHECK(lines_of(path).back().ends_with("line 7"));
		CHECK(lines_of(path + ".1").size() == 3);
		CHECK(lines_of(path + ".1").front().ends_with("line 3"));
		CHECK(sink.value()->lost() == 0);
	}

	TEST_CASE("a line longer than the whole file is written all the same") {
		const Folder folder;
		const std::string path = folder.file("run.log");
		Result<std::unique_ptr<FileLogSink>> sink = FileLogSink::open(path, 10);
		REQUIRE(sink.ok());
		sink.value()->write(record_of("longer than ten"));
		sink.value()->write(record_of("longer than ten too"));
		CHECK(lines_of(path).size() == 1);
		CHECK(lines_of(path + ".1").size() == 1);
	}

	TEST_CASE("a file that cannot be written is refused with its path") {
		const Folder folder;
		std::ofstream(folder.file("plain")) << "x";
		const Result<std::unique_ptr<FileLogSink>> sink =
				FileLogSink::open(folder.file("plain/below.log"));
		REQUIRE_FALSE(sink.ok());
		CHECK(sink.status().code() == StatusCode::permission_denied);
		CHECK(sink.status().message().find("plain/below.log") != std::string::npos);
	}

	TEST_CASE("lines that could not be written are counted, and the next one says so") {
		// Each line goes into a new file, so the second line meets the missing folder.
		const Folder folder;
		const std::string path = folder.file("logs/run.log");
		Result<std::unique_ptr<FileLogSink>> sink = FileLogSink::open(path, 1);
		REQUIRE(sink.ok());
		sink.value()->write(record_of("first"));
		std::filesystem::remove_all(folder.path / "logs");
		sink.value()->write(record_of("second"));
		sink.value()->write(record_of("third"));
		CHECK(sink.value()->lost() == 2);
		std::filesystem::create_directories(folder.path / "logs");
		sink.value()->write(record_of("fourth"));
		CHECK(sink.value()->lost() == 0);
		const std::vector<std::string> lines = lines_of(path);
		REQUIRE(lines.size() == 2);
		CHECK(lines[0].ends_with("warning log: 2 lines before this one could not be written"));
		CHECK(lines[1].ends_with("fourth"));
	}

	TEST_CASE("a full disk is a line lost, not a crash") {
		Result<std::unique_ptr<FileLogSink>> sink = FileLogSink::open("/dev/full");
		REQUIRE(sink.ok());
		sink.value()->write(record_of("x"));
		CHECK(sink.value()->lost() == 1);
	}

	TEST_CASE("lines of several threads stay whole") {
		const Folder folder;
		const std::string path = folder.file("run.log");
		Result<std::unique_ptr<FileLogSink>> opened = FileLogSink::open(path);
		REQUIRE(opened.ok());
		const Logger log(std::shared_ptr<LogSink>(std::move(opened).value()), LogLevel::info);
		std::vector<std::thread> threads;
		threads.reserve(4);
		for (int i = 0; i < 4; ++i) {
			threads.emplace_back([&log] {
				for (int n = 0; n < 100; ++n) {
					log.info("a whole line");
				}
			});
		}
		for (std::thread &thread : threads) {
			thread.join();
		}
		const std::vector<std::string> lines = lines_of(path);
		CHECK(lines.size() == 400);
		for (const std::string &line : lines) {
			CHECK(line.ends_with(" info: a whole line"));
		}
	}
}
