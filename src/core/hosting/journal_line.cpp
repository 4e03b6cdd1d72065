#include "core/hosting/journal_line.h"

#include "core/base/json_fields.h"
#include "core/base/json_io.h"
#include "core/base/json_text.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace agent_runtime {

namespace {

constexpr JsonLimits JOURNAL_LIMITS = { .bytes = JournalLine::MOST_BYTES,
	.depth = 4,
	.values = 256 };
constexpr std::size_t MOST_BYTES_OF_A_REASON = 4'096;
constexpr std::array<std::string_view, 12> JOURNAL_KINDS = { "host", "started", "not_started",
	"writing", "written", "not_written", "done", "disk_full", "disk_free", "ending", "ended",
	"void" };
constexpr std::array<std::string_view, 7> CAUSE_NAMES = { "own", "asked", "time", "output", "disk",
	"memory", "host" };

// Numbers that may be above what a double can hold are written as text.
std::uint64_t number_in_text(const nlohmann::json &members, const char *name) {
	const std::string text = text_of(members, name);
	std::uint64_t number = 0;
	std::from_chars(text.data(), text.data() + text.size(), number);
	return number;
}

ProcessIdentity process_in(const nlohmann::json &members) {
	return ProcessIdentity{ number_of<std::int64_t>(members, "pid"),
		number_in_text(members, "start"), Uuid::parse(text_of(members, "boot")).value_or(Uuid()),
		number_in_text(members, "namespace") };
}

void add_process(JsonText &text, const ProcessIdentity &process) {
	text.member("pid", process.pid)
			.member("start", std::to_string(process.start))
			.member("boot", process.boot.is_none() ? std::string() : process.boot.to_string())
			.member("namespace", std::to_string(process.id_namespace));
}

// Reasons and names may come from anywhere.
std::string tidy(std::string_view text) {
	const std::string shown = for_display(shorten(text, MOST_BYTES_OF_A_REASON));
	return std::string(shorten(shown, MOST_BYTES_OF_A_REASON));
}

void add_end(JsonText &text, const JournalLine &line) {
	text.member("attempt", line.attempt)
			.member("cause", end_cause_name(line.cause))
			.member("exit_code", line.exit_code)
			.member("signal", line.signal)
			.member("last_seq", line.last_seq)
			.member("bytes", line.bytes)
			.member("strays", line.strays);
}

void add_members(JsonText &text, const JournalLine &line) {
	switch (line.kind) {
		case JournalKind::host:
			add_process(text, line.process);
			text.member("version", line.version).member("attempt", line.attempt);
			return;
		case JournalKind::started:
			add_process(text, line.process);
			text.member("command", tidy(line.command));
			return;
		case JournalKind::not_started:
			text.member("attempt", line.attempt).member("error", tidy(line.reason));
			return;
		case JournalKind::not_written:
			text.member("inbox", line.inbox).member("reason", tidy(line.reason));
			return;
		case JournalKind::writing:
		case JournalKind::written:
		case JournalKind::done:
			text.member("inbox", line.inbox);
			return;
		case JournalKind::disk_full:
			text.member("reason", tidy(line.reason));
			return;
		case JournalKind::ending:
			text.member("cause", end_cause_name(line.cause));
			return;
		case JournalKind::ended:
			add_end(text, line);
			return;
		case JournalKind::void_attempt:
			text.member("attempt", line.attempt);
			return;
		case JournalKind::disk_free:
		case JournalKind::unknown:
			return;
	}
}

} // namespace

std::string_view journal_kind_name(JournalKind kind) {
	const std::size_t index = static_cast<std::size_t>(kind);
	return index < JOURNAL_KINDS.size() ? JOURNAL_KINDS[index] : "unknown";
}

std::string_view end_cause_name(EndCause cause) {
	return CAUSE_NAMES[static_cast<std::size_t>(cause)];
}

std::string JournalLine::to_text() const {
	JsonText text;
	text.member("n", n).member("ts", ts).member("kind", journal_kind_name(kind));
	add_members(text, *this);
	return text.take();
}

Result<JournalLine> JournalLine::parse(std::string_view line) {
	const Result<nlohmann::json> parsed = parse_json(line, JOURNAL_LIMITS);
	JournalLine read;
	if (parsed.ok() && parsed.value().is_object()) {
		read.n = number_of<std::uint64_t>(parsed.value(), "n");
	}
	if (read.n == 0) {
		return Status(StatusCode::corrupt, "this is no line of a journal");
	}
	const nlohmann::json &members = parsed.value();
	read.ts = text_of(members, "ts");
	const auto kind =
			std::find(JOURNAL_KINDS.begin(), JOURNAL_KINDS.end(), text_of(members, "kind"));
	read.kind = static_cast<JournalKind>(kind - JOURNAL_KINDS.begin());
	const auto cause = std::find(CAUSE_NAMES.begin(), CAUSE_NAMES.end(), text_of(members, "cause"));
	read.cause = cause != CAUSE_NAMES.end() ? static_cast<EndCause>(cause - CAUSE_NAMES.begin())
											: EndCause::own;
	if (read.kind == JournalKind::host || read.kind == JournalKind::started) {
		read.process = process_in(members);
	}
	read.attempt = number_of<std::uint64_t>(members, "attempt");
	read.version = text_of(members, "version");
	read.command = text_of(members, "command");
	read.reason = text_of(members, read.kind == JournalKind::not_started ? "error" : "reason");
	read.inbox = number_of<std::uint64_t>(members, "inbox");
	read.exit_code = number_of<std::int64_t>(members, "exit_code");
	read.signal = number_of<std::int64_t>(members, "signal");
	read.last_seq = number_of<std::uint64_t>(members, "last_seq");
	read.bytes = number_of<std::uint64_t>(members, "bytes");
	read.strays = number_of<std::uint64_t>(members, "strays");
	return read;
}

void JournalSummary::add(const JournalLine &line) {
	last_n_ = std::max(last_n_, line.n);
	last_input_ = std::max(last_input_, line.inbox);
	switch (line.kind) {
		case JournalKind::host:
			if (line.attempt <= attempt_) {
				return;
			}
			attempt_ = line.attempt;
			host_ = line;
			started_.reset();
			end_.reset();
			open_input_ = 0;
			return;
		case JournalKind::started:
			started_ = line;
			return;
		case JournalKind::writing:
			open_input_ = line.inbox;
			return;
		case JournalKind::written:
		case JournalKind::not_written:
			open_input_ = line.inbox == open_input_ ? 0 : open_input_;
			return;
		case JournalKind::void_attempt:
		case JournalKind::not_started:
		case JournalKind::ended:
			if (line.attempt >= attempt_) {
				attempt_ = line.attempt;
				end_ = line;
			}
			return;
		default:
			return;
	}
}

} // namespace agent_runtime
