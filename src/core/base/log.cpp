#include "core/base/log.h"
#include "core/base/counted.h"
#include "core/base/files.h"

#include <cerrno>
#include <exception>
#include <system_error>
#include <utility>

namespace agent_runtime {

namespace {

void append_on_one_line(std::string &line, std::string_view text) {
	constexpr std::string_view DIGITS = "0123456789abcdef";
	for (const char character : text) {
		const unsigned char byte = static_cast<unsigned char>(character);
		if (character == '\n') {
			line += "\\n";
		} else if (character == '\t') {
			line += "\\t";
		} else if (byte < 0x20 || byte == 0x7F) {
			line += "\\x";
			line += DIGITS[byte >> 4];
			line += DIGITS[byte & 0xF];
		} else {
			line += character;
		}
	}
}

} // namespace

std::string_view log_level_name(LogLevel level) {
	switch (level) {
		case LogLevel::debug:
			return "debug";
		case LogLevel::info:
			return "info";
		case LogLevel::warning:
			return "warning";
		case LogLevel::error:
			return "error";
		case LogLevel::silent:
			return "silent";
	}
	return "error";
}

std::string to_line(const LogRecord &record) {
	std::string line = to_iso8601(record.time);
	line += ' ';
	line += log_level_name(record.level);
	if (!record.source.empty()) {
		line += ' ';
		append_on_one_line(line, record.source);
	}
	line += ": ";
	append_on_one_line(line, record.message);
	return line;
}

CallbackLogSink::CallbackLogSink(std::function<void(const LogRecord &)> callback) :
		callback_(std::move(callback)) {}

void CallbackLogSink::write(const LogRecord &record) {
	if (callback_) {
		callback_(record);
	}
}

Result<std::unique_ptr<FileLogSink>> FileLogSink::open(std::string path, std::uint64_t most_bytes) {
	if (const std::string folder = parent_folder(path); !folder.empty()) {
		make_folders(folder); // opening the file reports the problem
	}
	std::unique_ptr<FileLogSink> sink(new FileLogSink(std::move(path), most_bytes));
	const Lock lock(sink->mutex_);
	if (!sink->open_file()) {
		const std::string reason = std::error_code(errno, std::generic_category()).message();
		return Status(StatusCode::permission_denied,
				"the log file " + sink->path_ + " cannot be written (" + reason +
						"); choose a file in a folder that can be");
	}
	return sink;
}

FileLogSink::FileLogSink(std::string path, std::uint64_t most_bytes) :
		path_(std::move(path)),
		most_bytes_(most_bytes) {}

void FileLogSink::write(const LogRecord &record) {
	const std::string line = to_line(record) + '\n';
	const Lock lock(mutex_);
	if (bytes_ > 0 && bytes_ + line.size() > most_bytes_) {
		rotate();
	}
	if (file_ == nullptr && !open_file()) {
		++lost_;
		return;
	}
	if (lost_ > 0) {
		const std::string message =
				counted(lost_, "line") + " before this one could not be written";
		const LogRecord notice{ LogLevel::warning, record.time, "log", message };
		if (write_line(to_line(notice) + '\n')) {
			lost_ = 0;
		}
	}
	if (!write_line(line)) {
		++lost_;
	}
}

std::uint64_t FileLogSink::lost() const {
	const Lock lock(mutex_);
	return lost_;
}

bool FileLogSink::open_file() {
	file_.reset(open_to_append(path_));
	if (file_ == nullptr) {
		return false;
	}
	bytes_ = file_size(path_).value_or(0);
	return true;
}

void FileLogSink::rotate() {
	file_.reset();
	// If it cannot be renamed, the file goes on growing, which is better than losing lines.
	move_file(path_, path_ + ".1");
	open_file();
}

bool FileLogSink::write_line(const std::string &line) {
	const bool written = std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size();
	if (std::fflush(file_.get()) != 0 || !written) {
		file_.reset(); // the next line opens it again
		return false;
	}
	bytes_ += line.size();
	return true;
}

Logger::Logger(std::shared_ptr<LogSink> sink, LogLevel level, std::shared_ptr<const Clock> clock) {
	if (sink == nullptr) {
		return;
	}
	if (clock == nullptr) {
		clock = std::make_shared<SystemClock>();
	}
	shared_ = std::make_shared<Shared>();
	shared_->sink = std::move(sink);
	shared_->clock = std::move(clock);
	shared_->level = level;
}

Logger Logger::named(std::string_view source) const {
	Logger other = *this;
	other.source_ = source;
	return other;
}

void Logger::set_level(LogLevel level) const {
	if (shared_ != nullptr) {
		shared_->level = level;
	}
}

void Logger::write(LogLevel level, std::string_view message) const {
	if (!enabled(level)) {
		return;
	}
	try {
		shared_->sink->write(LogRecord{ level, shared_->clock->wall_now(), source_, message });
	} catch (...) {
		// A log that fails has nowhere else to report it, and must not stop the program's work.
		std::fputs("agent_runtime: a log sink failed\n", stderr);
	}
}

} // namespace agent_runtime
