// host.*: what the small program costs that holds a job's pipes; answer.*: how soon a line of the
// inbox is in the program; output.read_since: lines from the middle of a long output.

#include "bench.h"

#include "core/hosting/inbox_writer.h"
#include "core/hosting/job_launch.h"
#include "core/hosting/job_remains.h"
#include "core/hosting/line_reader.h"
#include "core/hosting/output_line.h"
#include "core/hosting/output_reader.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <iostream>
#include <random>
#include <thread>

using namespace agent_runtime;

namespace {

constexpr std::size_t AT_ONCE = 65'536;
constexpr std::size_t BYTES = 100'000'000;
constexpr int STARTS = 100;
constexpr int ANSWERS = 300;
constexpr int PAGES = 200;
constexpr std::chrono::seconds IDLE_TIME{ 3 };

std::string here() {
	return std::filesystem::canonical("/proc/self/exe").parent_path();
}

std::int64_t now_in_nanos() {
	return std::chrono::steady_clock::now().time_since_epoch().count();
}

std::string lines_of(std::size_t line_bytes) {
	std::string lines;
	while (lines.size() < AT_ONCE) {
		lines += std::string(line_bytes - 1, 'x') + "\n";
	}
	return lines;
}

void write_all(int fd, const std::string &piece) {
	for (std::size_t done = 0; done < BYTES; done += piece.size()) {
		for (std::size_t at = 0; at < piece.size();) {
			const ssize_t size = write(fd, piece.data() + at, piece.size() - at);
			bench::require(size > 0, "write");
			at += static_cast<std::size_t>(size);
		}
	}
}

// What runs under the host: waits for a line, then writes lines of this many bytes.
int be_talkative(std::size_t line_bytes) {
	std::string line;
	std::getline(std::cin, line);
	write_all(STDOUT_FILENO, lines_of(line_bytes));
	return 0;
}

// Says of each line when it arrived.
int be_attentive() {
	for (std::string line; std::getline(std::cin, line);) {
		std::cout << now_in_nanos() << std::endl;
	}
	return 0;
}

class Job {
public:
	Job(const std::string &program, const std::vector<std::string> &words) :
			folders_(JobFolders::make(folder_.path(".coven"), JobId(1)).value()) {
		order_.id = folders_.id;
		order_.epoch = "bench";
		order_.program = program;
		order_.arguments = words;
		order_.folder = "/";
		order_.limits.output_bytes = 0;
		order_.limits.free_bytes = 0;
	}
	void start() {
		const Status written = write_order(folders_, order_);
		bench::require(written.ok(), written.message());
		const Status launched = launch_host(here() + "/../host/agent_runtime_host", folders_);
		bench::require(launched.ok(), launched.message());
	}
	void wait_for(bool (*reached)(const JournalSummary &)) {
		while (!reached(read_journal(folders_).value())) {
			std::this_thread::sleep_for(std::chrono::microseconds(200));
		}
	}
	void wait_for_start() {
		wait_for([](const JournalSummary &journal) {
			return journal.started().has_value() || journal.is_over();
		});
	}
	void wait_for_end() {
		wait_for([](const JournalSummary &journal) { return journal.is_over(); });
	}
	void send(InboxKind kind) {
		InboxWriter inbox = InboxWriter::open(folders_).value();
		InboxLine line;
		line.n = inbox.last_n() + 1;
		line.kind = kind;
		line.data = "go";
		bench::require(inbox.append(line).ok(), "append to the inbox");
	}
	OwnFile output() const { return folders_.output_file(OwnFile::Use::read).value(); }
	std::int64_t host() const { return read_journal(folders_).value().host()->process.pid; }

private:
	bench::Folder folder_;
	JobFolders folders_;
	JobOrder order_;
};

double value_in_status(std::int64_t pid, const std::string &label) {
	std::ifstream lines("/proc/" + std::to_string(pid) + "/status");
	for (std::string line; std::getline(lines, line);) {
		if (line.starts_with(label)) {
			return std::stod(line.substr(label.size()));
		}
	}
	return 0;
}

// In lines a second; beside it, the same bytes appended to a file as they are.
void measure_ingest(const char *name, std::size_t line_bytes, const char *unit, double per_line) {
	const double count = static_cast<double>(BYTES) / static_cast<double>(line_bytes);
	Job job(here() + "/host_bench", { "talk", std::to_string(line_bytes) });
	job.start();
	job.wait_for_start();
	const bench::Stopwatch watch;
	job.send(InboxKind::write);
	job.wait_for_end();
	const double ours = watch.seconds();
	bench::require(last_seq_of(job.output()).value() >= static_cast<std::uint64_t>(count),
			"all lines are there");
	const bench::Folder folder;
	const int file = open(folder.path("bare").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
	const bench::Stopwatch bare;
	write_all(file, lines_of(line_bytes));
	const double theirs = bare.seconds();
	close(file);
	bench::report(name, unit, count * per_line / ours, count * per_line / theirs);
}

void measure_idle(const bench::Wanted &wanted) {
	Job job("cat", {});
	job.start();
	job.wait_for_start();
	std::this_thread::sleep_for(std::chrono::seconds(1)); // its start is over
	const std::int64_t host = job.host();
	const double before = value_in_status(host, "voluntary_ctxt_switches:");
	std::this_thread::sleep_for(IDLE_TIME);
	const double after = value_in_status(host, "voluntary_ctxt_switches:");
	if (wanted("host.idle_memory")) {
		bench::report("host.idle_memory", "KB", value_in_status(host, "VmRSS:"));
	}
	if (wanted("host.idle_wake_ups")) {
		bench::report("host.idle_wake_ups", "/s",
				(after - before) / static_cast<double>(IDLE_TIME.count()));
	}
	job.send(InboxKind::close_input);
	job.wait_for_end();
}

double milliseconds_of_spawn() {
	const char *const program = "/bin/true";
	std::array<char *, 2> words = { const_cast<char *>(program), nullptr };
	const bench::Stopwatch watch;
	pid_t child = 0;
	bench::require(posix_spawn(&child, program, nullptr, nullptr, words.data(), environ) == 0,
			"start /bin/true");
	const double spent = watch.seconds() * 1e3;
	waitpid(child, nullptr, 0);
	return spent;
}

void measure_start() {
	bench::Series ours;
	bench::Series theirs;
	for (int i = 0; i < STARTS; i++) {
		const bench::Stopwatch watch;
		Job job("/bin/true", {});
		job.start();
		job.wait_for_start();
		ours.add(watch.seconds() * 1e3);
		theirs.add(milliseconds_of_spawn());
		job.wait_for_end();
	}
	bench::report("host.start", "ms", ours.at_share(0.99), theirs.at_share(0.99));
}

// From the line in the inbox until the program has read it.
void measure_answers(const bench::Wanted &wanted) {
	Job job(here() + "/host_bench", { "listen" });
	job.start();
	job.wait_for_start();
	bench::Series times;
	const OwnFile output = job.output();
	LineReader reader(output, 0, OutputLine::MOST_BYTES);
	for (int i = 0; i < ANSWERS; i++) {
		const std::int64_t sent = now_in_nanos();
		job.send(InboxKind::write);
		std::string_view text;
		while (!reader.next(text)) {
			std::this_thread::sleep_for(std::chrono::microseconds(100));
		}
		const std::string said = OutputLine::parse(text).value().data;
		times.add(static_cast<double>(std::stoll(said) - sent) / 1e6);
	}
	job.send(InboxKind::close_input);
	job.wait_for_end();
	if (wanted("answer.to_stdin")) {
		bench::report("answer.to_stdin", "ms", times.at_share(0.5));
	}
	if (wanted("answer.to_stdin_p99")) {
		bench::report("answer.to_stdin_p99", "ms", times.at_share(0.99));
	}
}

// 1,000 lines from anywhere in 256 MiB; beside it, reading as many bytes there.
void measure_read_since() {
	const bench::Folder folder;
	const OwnFolder own = OwnFolder::make(folder.path("own")).value();
	OwnFile file = own.file("output.jsonl", OwnFile::Use::make).value();
	std::uint64_t seq = 0;
	std::string text;
	while (file.size() < 268'435'456) {
		text.clear();
		while (text.size() < 1'000'000) {
			seq++;
			append_output_line(text, seq, "2026-11-19T09:12:03.259Z", OutputStream::standard,
					std::string(seq % 200, 'x'), false);
		}
		bench::require(!file.append(text).error, "write the output");
	}
	std::mt19937_64 chance(1);
	bench::Series ours;
	bench::Series theirs;
	for (int i = 0; i < PAGES; i++) {
		const std::uint64_t since = chance() % (seq - 1'000);
		const bench::Stopwatch watch;
		const OutputPage page = read_output_since(file, since).value();
		ours.add(watch.seconds() * 1e3);
		bench::require(page.count == 1'000 && page.last_seq == since + 1'000, "read a page");
		std::string room(page.lines.size(), '\0');
		const bench::Stopwatch bare;
		bench::require(file.read_at(page.place - room.size(), room).ok(), "read the bytes");
		theirs.add(bare.seconds() * 1e3);
	}
	bench::report("output.read_since", "ms", ours.at_share(0.5), theirs.at_share(0.5));
}

} // namespace

int main(int count, char **arguments) {
	const std::string_view mode = count > 1 ? arguments[1] : "";
	if (mode == "talk") {
		return be_talkative(std::stoul(arguments[2]));
	}
	if (mode == "listen") {
		return be_attentive();
	}
	const bench::Wanted wanted(count, arguments);
	if (wanted("host.ingest_100")) {
		measure_ingest("host.ingest_100", 100, "lines/s", 1);
	}
	if (wanted("host.ingest_1000")) {
		measure_ingest("host.ingest_1000", 1'000, "MB/s", 1e-3);
	}
	if (wanted("host.idle_memory") || wanted("host.idle_wake_ups")) {
		measure_idle(wanted);
	}
	if (wanted("host.start")) {
		measure_start();
	}
	if (wanted("answer.to_stdin") || wanted("answer.to_stdin_p99")) {
		measure_answers(wanted);
	}
	if (wanted("output.read_since")) {
		measure_read_since();
	}
	return 0;
}
