#pragma once

// What happened, for people: levels, and the sinks that decide where it goes. Nothing is written
// unless somebody wants it: a default Logger is silent and costs one comparison per call.
//
//	Logger log(std::make_shared<CallbackLogSink>(print), LogLevel::info);
//	const Logger writer = log.named("writer");
//	writer.warning("the disk is full; events are kept in memory");
//	writer.debug([&] { return describe(rows); });  // the text is made only if it is wanted

#include <atomic>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/clock.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/base/time.h"

namespace agent_runtime {

enum class LogLevel {
	debug,
	info,
	warning,
	error,
	silent, // above all others, so nothing is written
};

// "debug", "info", "warning", "error", "silent".
std::string_view log_level_name(LogLevel level);

// One thing that happened. Its texts are valid during the call that passes it.
struct LogRecord {
	LogLevel level = LogLevel::info;
	WallTime time;
	std::string_view source; // which part of the program reports it, such as "writer"; may be empty
	std::string_view message;
};

// "2026-01-31T12:00:00.123Z warning writer: the disk is full". Always one line: control characters
// are written as \n, \t or \x1b.
std::string to_line(const LogRecord &record);

// Thread rule: any thread, several at once.
class LogSink {
public:
	virtual ~LogSink() = default;
	virtual void write(const LogRecord &record) = 0;
};

// Passes each record to a function on the thread that logs, without holding a lock. The function
// must accept calls from several threads at once. Thread rule: any thread.
class CallbackLogSink : public LogSink {
public:
	explicit CallbackLogSink(std::function<void(const LogRecord &)> callback);
	void write(const LogRecord &record) override;

private:
	const std::function<void(const LogRecord &)> callback_;
};

// Appends lines to a file. Before the file would grow past `most_bytes`, it is renamed to NAME.1,
// which replaces an older one. Lines that cannot be written are counted, and the next line that can
// be written reports the count. Thread rule: any thread.
class FileLogSink : public LogSink {
public:
	static constexpr std::uint64_t DEFAULT_BYTES = 10'000'000;

	// Makes the folders above it.
	static Result<std::unique_ptr<FileLogSink>> open(
			std::string path, std::uint64_t most_bytes = DEFAULT_BYTES);

	void write(const LogRecord &record) override;

	// How many lines could not be written since the last one that could.
	std::uint64_t lost() const;

private:
	struct Close {
		void operator()(std::FILE *file) const { std::fclose(file); }
	};
	using File = std::unique_ptr<std::FILE, Close>;

	FileLogSink(std::string path, std::uint64_t most_bytes);
	bool open_file() AR_REQUIRES(mutex_);
	void rotate() AR_REQUIRES(mutex_);
	bool write_line(const std::string &line) AR_REQUIRES(mutex_);

	const std::string path_;
	const std::uint64_t most_bytes_;
	mutable Mutex mutex_;
	File file_ AR_GUARDED_BY(mutex_);
	std::uint64_t bytes_ AR_GUARDED_BY(mutex_) = 0;
	std::uint64_t lost_ AR_GUARDED_BY(mutex_) = 0;
};

// A handle to a sink. Copy it freely: all copies share the sink and the level. Never throws,
// whatever the sink does. Thread rule: any thread.
class Logger {
public:
	// Never writes anything.
	Logger() = default;
	// Without a clock it uses the system's.
	Logger(std::shared_ptr<LogSink> sink, LogLevel level,
			std::shared_ptr<const Clock> clock = nullptr);

	// The same sink and level, with `source` as the name of the speaker.
	Logger named(std::string_view source) const;

	bool enabled(LogLevel level) const {
		return shared_ != nullptr && level != LogLevel::silent &&
				level >= shared_->level.load(std::memory_order_relaxed);
	}
	// Sets it for all copies.
	void set_level(LogLevel level) const;

	void debug(std::string_view message) const { write(LogLevel::debug, message); }
	void info(std::string_view message) const { write(LogLevel::info, message); }
	void warning(std::string_view message) const { write(LogLevel::warning, message); }
	void error(std::string_view message) const { write(LogLevel::error, message); }

	// `make` returns the text. It is called only if the text will be written.
	template <std::invocable Make>
	void debug(Make make) const {
		write_made(LogLevel::debug, make);
	}
	template <std::invocable Make>
	void info(Make make) const {
		write_made(LogLevel::info, make);
	}

	void write(LogLevel level, std::string_view message) const;

private:
	struct Shared {
		std::shared_ptr<LogSink> sink;
		std::shared_ptr<const Clock> clock;
		std::atomic<LogLevel> level; // guards no other data
	};

	template <typename Make>
	void write_made(LogLevel level, Make &make) const {
		if (enabled(level)) {
			write(level, make());
		}
	}

	std::shared_ptr<Shared> shared_;
	std::string source_;
};

} // namespace agent_runtime
