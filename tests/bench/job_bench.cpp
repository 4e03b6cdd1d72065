// jobs.recover_100: how long it takes until the port of a runtime is open whose database knows 100
// jobs that were running when the last game was killed, of which half have died with their hosts;
// beside it, the same without jobs. output.visible: from the moment at which a program writes a
// line until a client that follows it over the gateway has it, beside a reader of the program's
// pipe. output.in_game: the same for a handler in a game of 60 frames a second.

#include "bench.h"
#include "client.h"

#include "core/hosting/job_remains.h"
#include "core/jobs/job_base.h"
#include "core/jobs/job_messages.h"
#include "core/runtime/runtime.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <future>
#include <iostream>
#include <thread>

using namespace agent_runtime;

namespace {

constexpr std::size_t JOBS = 100;
constexpr int LINES = 1'000;
constexpr std::chrono::milliseconds BETWEEN_LINES{ 5 };
constexpr std::chrono::microseconds FRAME{ 16'667 };
constexpr double PATIENCE = 60; // seconds

std::string here() {
	return std::filesystem::canonical("/proc/self/exe").parent_path();
}

std::string host_program() {
	const char *const named = std::getenv("AGENT_RUNTIME_HOST");
	return named != nullptr ? named : here() + "/../host/agent_runtime_host";
}

double now_in_millis() {
	return std::chrono::duration<double, std::milli>(
			std::chrono::steady_clock::now().time_since_epoch())
			.count();
}

template <typename Condition>
void wait_until(const std::string &what, const Condition &holds) {
	const bench::Stopwatch watch;
	while (!holds()) {
		bench::require(watch.seconds() < PATIENCE, what);
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
	}
}

RuntimeOptions options_in(const std::string &folder) {
	std::filesystem::create_directories(folder + "/.crucible");
	RuntimeOptions options;
	options.database_path = folder + "/.crucible/agent_runtime.db";
	options.project = folder;
	options.host_program = host_program();
	options.config.gateway_enabled = true;
	options.gateway.token = bench::TOKEN;
	options.jobs.most_running = JOBS;
	return options;
}

std::unique_ptr<Runtime> start_in(const std::string &folder, Clock &clock) {
	Result<std::unique_ptr<Runtime>> started = Runtime::start(options_in(folder), clock);
	bench::require(started.ok(), started.status().to_string());
	return std::move(started).value();
}

template <typename Request>
void ask(const Runtime &runtime, const Request &request) {
	std::promise<nlohmann::json> reply;
	runtime.requests().ask(
			request, { "", [&](const nlohmann::json &told) { reply.set_value(told); } });
	const nlohmann::json completed = reply.get_future().get();
	bench::require(completed.value("ok", false), completed.dump());
}

void start_job(const Runtime &runtime, const std::vector<std::string> &command) {
	JobStartRequest request;
	request.program = JobProgram::command;
	request.command = command;
	request.keeps_talking = true;
	ask(runtime, request);
}

JournalSummary journal_of(const std::string &base, JobId id) {
	const Result<JobFolders> folders = JobFolders::open(base, id);
	return folders.ok() ? read_journal(folders.value()).value() : JournalSummary();
}

// --- jobs.recover_100

// A game that has started its jobs says so, and waits to be killed.
int be_a_game(const std::string &folder) {
	SystemClock clock;
	const std::unique_ptr<Runtime> runtime = start_in(folder, clock);
	const std::string base = runtime->jobs().base_path();
	for (std::size_t i = 1; i <= JOBS; i++) {
		start_job(*runtime, { "/bin/cat" });
		wait_until("start a job", [&] { return journal_of(base, JobId(i)).started().has_value(); });
	}
	std::cout << "running" << std::endl;
	pause();
	return 0;
}

void play_and_kill(const std::string &folder) {
	std::array<int, 2> ends = {};
	bench::require(pipe(ends.data()) == 0, "make a pipe");
	const pid_t game = fork();
	if (game == 0) {
		dup2(ends[1], STDOUT_FILENO);
		execl("/proc/self/exe", "job_bench", "game", folder.c_str(), nullptr);
		_exit(1);
	}
	close(ends[1]);
	char byte = 0;
	bench::require(read(ends[0], &byte, 1) == 1, "play a game");
	close(ends[0]);
	kill(game, SIGKILL);
	waitpid(game, nullptr, 0);
}

void kill_half_of_the_hosts(const std::string &base) {
	for (std::size_t i = 1; i <= JOBS; i += 2) {
		const std::int64_t host = journal_of(base, JobId(i)).host()->process.pid;
		kill(static_cast<pid_t>(host), SIGKILL);
		wait_until("kill a host",
				[&] { return !has_host(JobFolders::open(base, JobId(i)).value()).value(); });
	}
}

double milliseconds_of_start(const std::string &folder, std::size_t running) {
	SystemClock clock;
	const bench::Stopwatch watch;
	const std::unique_ptr<Runtime> runtime = start_in(folder, clock);
	const double spent = watch.seconds() * 1e3;
	bench::require(runtime->gateway()->port() != 0, "open the port");
	std::size_t found = 0;
	for (std::size_t i = 1; i <= JOBS; i++) {
		if (runtime->jobs().book().is_open(JobId(i))) {
			found++;
			JobKillRequest request;
			request.job = JobId(i);
			request.grace_seconds = 0;
			ask(*runtime, request);
			wait_until("end a job", [&] { return !runtime->jobs().book().is_open(JobId(i)); });
		}
	}
	bench::require(found == running, std::to_string(found) + " jobs were found again");
	bench::require(runtime->stop().ok(), "stop");
	return spent;
}

void measure_recovery() {
	const bench::Folder full;
	const bench::Folder empty;
	play_and_kill(full.path("project"));
	kill_half_of_the_hosts(JobBase::path_for(options_in(full.path("project")).database_path));
	const double ours = milliseconds_of_start(full.path("project"), JOBS / 2);
	milliseconds_of_start(empty.path("project"), 0); // makes the database
	bench::report("jobs.recover_100", "ms", ours, milliseconds_of_start(empty.path("project"), 0));
}

// --- output.visible

// Each line says when it was written. It begins when somebody listens.
int be_a_writer() {
	std::string line;
	std::getline(std::cin, line);
	for (int i = 0; i < LINES; i++) {
		std::cout << std::fixed << "written at " << now_in_millis() << std::endl;
		std::this_thread::sleep_for(BETWEEN_LINES);
	}
	return 0;
}

// Adds how old each of these lines is.
void add_ages(bench::Series &ages, std::string_view text, int &count) {
	constexpr std::string_view BEFORE = "written at ";
	const double now = now_in_millis();
	for (std::size_t at = text.find(BEFORE); at != std::string_view::npos;
			at = text.find(BEFORE, at + 1)) {
		ages.add(now - std::strtod(text.data() + at + BEFORE.size(), nullptr));
		count++;
	}
}

double p99_of_stream(const bench::Client &client) {
	bench::Series ages;
	std::string text;
	std::array<char, 16'384> room = {};
	for (int count = 0; count < LINES;) {
		text.append(room.data(), client.receive(room.data(), room.size()));
		const std::size_t end = text.rfind("\n\n"); // events behind it have not come whole
		if (end != std::string::npos) {
			const std::string whole = text.substr(0, end);
			text.erase(0, end);
			add_ages(ages, whole, count);
		}
	}
	return ages.at_share(0.99);
}

double p99_in_game(JobFeeds &feeds) {
	bench::Series ages;
	for (int count = 0; count < LINES;) {
		std::this_thread::sleep_for(FRAME);
		for (const JobLines &each : feeds.take()) {
			for (const OutputLine &line : each.lines) {
				add_ages(ages, line.data, count);
			}
		}
	}
	return ages.at_share(0.99);
}

double p99_of_pipe() {
	std::FILE *const output = popen(("echo | " + here() + "/job_bench write").c_str(), "r");
	bench::require(output != nullptr, "start a writer");
	bench::Series ages;
	std::array<char, 256> line = {};
	for (int count = 0; count < LINES;) {
		bench::require(std::fgets(line.data(), line.size(), output) != nullptr, "hear the writer");
		add_ages(ages, line.data(), count);
	}
	pclose(output);
	return ages.at_share(0.99);
}

void measure_output(const bench::Wanted &wanted) {
	const bench::Folder folder;
	SystemClock clock;
	const std::unique_ptr<Runtime> runtime = start_in(folder.path("project"), clock);
	const JobId job(1);
	start_job(*runtime, { here() + "/job_bench", "write" });
	const bench::Client client(runtime->gateway()->port());
	client.send_all(bench::request_for("/jobs/job_001/output", "Accept: text/event-stream\r\n"));
	client.skip_head();
	runtime->jobs().feeds().follow(job, 0);
	std::future<double> streamed =
			std::async(std::launch::async, [&client] { return p99_of_stream(client); });
	JobInputRequest begin;
	begin.job = job;
	begin.text = "begin";
	ask(*runtime, begin);
	const double in_game = p99_in_game(runtime->jobs().feeds());
	const double visible = streamed.get();
	wait_until("end the job", [&] { return !runtime->jobs().book().is_open(job); });
	bench::require(runtime->stop().ok(), "stop");
	const double of_pipe = p99_of_pipe();
	if (wanted("output.visible")) {
		bench::report("output.visible", "ms", visible, of_pipe);
	}
	if (wanted("output.in_game")) {
		bench::report("output.in_game", "ms", in_game, of_pipe);
	}
}

} // namespace

int main(int count, char **arguments) {
	const std::string_view mode = count > 1 ? arguments[1] : "";
	if (mode == "game") {
		return be_a_game(arguments[2]);
	}
	if (mode == "write") {
		return be_a_writer();
	}
	const bench::Wanted wanted(count, arguments);
	if (wanted("jobs.recover_100")) {
		measure_recovery();
	}
	if (wanted("output.visible") || wanted("output.in_game")) {
		measure_output(wanted);
	}
	return 0;
}
