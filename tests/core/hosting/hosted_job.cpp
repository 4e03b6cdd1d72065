#include "hosted_job.h"

#include "../patience.h"

#include "core/hosting/line_reader.h"
#include "core/io/process_family.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace agent_runtime::test {

namespace {

bool comes_about(const std::function<bool()> &come_about) {
	const auto latest = std::chrono::steady_clock::now() + LONGEST_PATIENCE;
	bool has = come_about();
	while (!has && std::chrono::steady_clock::now() < latest) {
		std::this_thread::sleep_for(std::chrono::milliseconds(2));
		has = come_about();
	}
	return has;
}

InboxLine kill_line(std::uint64_t n, std::uint64_t grace_seconds) {
	InboxLine line;
	line.n = n;
	line.kind = InboxKind::kill;
	line.grace_seconds = grace_seconds;
	return line;
}

} // namespace

std::string host_program() {
	const char *const named = std::getenv("AGENT_RUNTIME_HOST");
	return named != nullptr ? std::filesystem::absolute(named).string()
							: std::filesystem::read_symlink("/proc/self/exe").string();
}

void wait_until(const char *what, const std::function<bool()> &come_about) {
	REQUIRE_MESSAGE(comes_about(come_about), what);
}

HostedJob::HostedJob(const std::string &script) :
		folders(JobFolders::make(scratch_.path(".coven"), JobId(12)).value()) {
	order.id = folders.id;
	order.epoch = "epoch" + std::to_string(getpid());
	order.program = "sh";
	order.arguments = { "-c", script };
	order.folder = scratch_.path("");
	order.limits.free_bytes = 0;
}

// Nothing here may throw, as REQUIRE does.
HostedJob::~HostedJob() {
	if (has_host(folders).value_or(false)) {
		Result<InboxWriter> inbox = InboxWriter::open(folders);
		CHECK(inbox.ok());
		if (inbox.ok()) {
			CHECK(inbox.value().append(kill_line(inbox.value().last_n() + 1, 0)).ok());
		}
	}
	const bool ended = comes_about([this] { return !has_host(folders).value_or(false); });
	CHECK_MESSAGE(ended, "the host ends");
	CHECK(end_strays(order.marker(), std::chrono::milliseconds(0)) == 0);
}

Status HostedJob::launch() {
	const Status written = write_order(folders, order);
	return written.ok() ? launch_host(host_program(), folders) : written;
}

void HostedJob::start() {
	const Status launched = launch();
	REQUIRE_MESSAGE(launched.ok(), launched.message());
	wait_for(JournalKind::started);
}

void HostedJob::send(InboxLine line) {
	Result<InboxWriter> inbox = InboxWriter::open(folders);
	REQUIRE(inbox.ok());
	line.n = inbox.value().last_n() + 1;
	CHECK(inbox.value().append(line).ok());
}

void HostedJob::write(const std::string &data) {
	InboxLine line;
	line.data = data;
	send(line);
}

void HostedJob::kill(std::uint64_t grace_seconds) {
	send(kill_line(0, grace_seconds));
}

std::vector<JournalLine> HostedJob::journal() const {
	std::vector<JournalLine> lines;
	const Result<OwnFile> file = folders.job.file(job_files::JOURNAL, OwnFile::Use::read);
	if (!file.ok()) {
		return lines;
	}
	LineReader reader(file.value(), 0, JournalLine::MOST_BYTES);
	for (std::string_view text; reader.next(text);) {
		const Result<JournalLine> line = JournalLine::parse(text);
		REQUIRE(line.ok());
		lines.push_back(line.value());
		REQUIRE(lines.back().n == lines.size());
	}
	return lines;
}

std::optional<JournalLine> HostedJob::noted(JournalKind kind, std::uint64_t inbox) const {
	std::optional<JournalLine> found;
	std::uint64_t attempt = 0;
	for (const JournalLine &line : journal()) {
		attempt = std::max(attempt, line.attempt);
		const bool is_wanted = line.kind == kind && (inbox == 0 || line.inbox == inbox);
		if (is_wanted && attempt == order.attempt) {
			found = line;
		}
	}
	return found;
}

JournalLine HostedJob::wait_for(JournalKind kind, std::uint64_t inbox) const {
	std::optional<JournalLine> found;
	wait_until("the journal says it", [&] {
		found = noted(kind, inbox);
		return found.has_value();
	});
	return *found;
}

JournalLine HostedJob::wait_for_end() const {
	const JournalLine ended = wait_for(JournalKind::ended);
	wait_until("the host ends", [this] { return !has_host(folders).value(); });
	return ended;
}

std::vector<OutputLine> HostedJob::output() const {
	std::vector<OutputLine> lines;
	const Result<OwnFile> file = folders.output_file(OwnFile::Use::read);
	LineReader reader(file.value(), 0, OutputLine::MOST_BYTES);
	for (std::string_view text; reader.next(text);) {
		const Result<OutputLine> line = OutputLine::parse(text);
		REQUIRE(line.ok());
		lines.push_back(line.value());
		REQUIRE(lines.back().seq == lines.size());
	}
	return lines;
}

std::string HostedJob::bytes_of(OutputStream stream) const {
	std::string bytes;
	for (const OutputLine &line : output()) {
		if (line.stream == stream) {
			bytes += line.data;
			bytes += line.more ? "" : "\n";
		}
	}
	return bytes;
}

void HostedJob::wait_for_output(const std::string &part) const {
	wait_until("the program says it",
			[&] { return bytes_of(OutputStream::standard).find(part) != std::string::npos; });
}

pid_t HostedJob::host() const {
	return static_cast<pid_t>(wait_for(JournalKind::host).process.pid);
}

pid_t HostedJob::program() const {
	return static_cast<pid_t>(wait_for(JournalKind::started).process.pid);
}

std::size_t HostedJob::family() const {
	return count_marked_processes(std::string(job_files::MARKER_VARIABLE) + "=" + order.marker());
}

} // namespace agent_runtime::test
