// What can go wrong around a job one at a time; see job_chaos_test.cpp for what dies at random. A
// disk that is full in mid-line is in tests/core/hosting/job_host_test.cpp.

#include "job_world.h"

#include "tests/core/store/scratch.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace agent_runtime;
using namespace agent_runtime::test;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

constexpr const char *MISHAP_TALKS = "echo up; while read line; do echo got $line; done";

JobId start_talking(JobWorld &jobs) {
	const JobId id = jobs.run(MISHAP_TALKS, { { "keeps_talking", true } });
	jobs.wait_for_output(id, "up");
	jobs.wait_for_status(id, "running");
	return id;
}

void say_words(JobWorld &jobs, JobId id, const std::string &text) {
	const json said = jobs.ask({ { "type", "job_input_request" }, { "task_id", id.to_string() },
			{ "text", text }, { "input_key", text } });
	CHECK_MESSAGE(said.value("ok", false), said.dump());
}

void end_talk(JobWorld &jobs, JobId id) {
	jobs.ask({ { "type", "job_input_request" }, { "task_id", id.to_string() }, { "close", true } });
	jobs.wait_for_status(id, "completed");
}

JobFolders job_files_of(const JobWorld &jobs, JobId id) {
	Result<JobFolders> files = JobFolders::open(jobs.path(".coven"), id);
	REQUIRE(files.ok());
	return std::move(files).value();
}

// Goes on at the end of the scope, whatever happens in it.
class Stopped {
public:
	explicit Stopped(std::int64_t pid) :
			pid_(static_cast<pid_t>(pid)) {
		::kill(pid_, SIGSTOP);
	}
	~Stopped() { ::kill(pid_, SIGCONT); }

private:
	const pid_t pid_;
};

// Takes members out of each line of a file, which stays the same file.
void take_out(const std::string &path, const std::vector<std::string> &members) {
	std::istringstream lines(content_of(path));
	std::string text;
	for (std::string line; std::getline(lines, line);) {
		json object = json::parse(line);
		for (const std::string &member : members) {
			object.erase(member);
		}
		text += object.dump() + "\n";
	}
	std::ofstream(path, std::ios::trunc) << text;
}

} // namespace

TEST_SUITE("mishaps of jobs") {
	TEST_CASE("a host that stands still is no dead one, and does what it missed") {
		JobWorld jobs;
		const JobId id = start_talking(jobs);
		{
			const Stopped host(read_journal(job_files_of(jobs, id)).value().host()->process.pid);
			say_words(jobs, id, "first");
			jobs.world().clock.advance(60s);
			jobs.start();
			jobs.world().clock.advance(60s);
			say_words(jobs, id, "second");
			CHECK(jobs.status(id) == "running");
			CHECK(jobs.written(id) == "up\n");
		}
		jobs.wait_for_output(id, "got second");
		end_talk(jobs, id);
		CHECK(jobs.written(id) == "up\ngot first\ngot second\n");
	}

	TEST_CASE("a clock that is set back ends nothing, purges nothing and reorders nothing") {
		JobWorld jobs;
		jobs.options.jobs.retention.max_age = std::chrono::hours(1);
		jobs.start();
		jobs.world().clock.advance(std::chrono::hours(10));
		const JobId done = jobs.run("echo done");
		jobs.wait_for_status(done, "completed");
		const JobId id = start_talking(jobs);
		const std::string before = jobs.stored("SELECT started_at FROM jobs WHERE number = 2");
		jobs.start(); // ten hours ago
		CHECK(jobs.stored("SELECT started_at FROM jobs WHERE number = 2") == before);
		CHECK(jobs.status(id) == "running");
		say_words(jobs, id, "on");
		jobs.wait_for_output(id, "got on");
		jobs.world().clock.advance(2min); // time for a look at what is too old
		end_talk(jobs, id);
		CHECK(jobs.status(done) == "completed");
		CHECK(jobs.written(done) == "done\n");
		CHECK(jobs.events(id) ==
				std::vector<std::string>{
						"job_starting", "job_started", "job_output", "job_completed" });
		CHECK(jobs.run("true") == JobId(3));
	}

	TEST_CASE("of two runtimes on one project one has the jobs, and the other touches none") {
		JobWorld jobs;
		const JobId id = start_talking(jobs);
		for (int again = 0; again < 3; again++) {
			RuntimeOptions options = jobs.options;
			options.config.helper_threads = 0;
			SystemClock own;
			const Result<std::unique_ptr<Runtime>> second = Runtime::start(std::move(options), own);
			CHECK(second.status().code() == StatusCode::already_exists);
		}
		CHECK(jobs.status(id) == "running");
		say_words(jobs, id, "words");
		jobs.wait_for_output(id, "got words");
		jobs.start();
		CHECK(jobs.status(id) == "running");
		end_talk(jobs, id);
		CHECK(jobs.written(id) == "up\ngot words\n");
		const std::vector<std::string> events = jobs.events(id);
		CHECK(std::count(events.begin(), events.end(), "job_started") == 1);
	}

	TEST_CASE("a host of an older addon is attached to, whatever it does not say yet") {
		JobWorld jobs;
		const JobId id = start_talking(jobs);
		say_words(jobs, id, "before");
		jobs.wait_for_output(id, "got before");
		jobs.stop();
		const std::string folder = jobs.path(".coven/jobs/job_001/");
		take_out(folder + "job.json", { "about", "first_input", "grace_seconds" });
		take_out(folder + "journal.jsonl", { "ts", "version", "namespace", "command" });
		jobs.change("UPDATE jobs SET journal_read = 0"); // it has become shorter
		jobs.start();
		CHECK(jobs.status(id) == "running");
		say_words(jobs, id, "after");
		jobs.wait_for_output(id, "got after");
		end_talk(jobs, id);
		CHECK(jobs.written(id) == "up\ngot before\ngot after\n");
	}

	TEST_CASE("hosts that run do not mind that their program is replaced") {
		JobWorld jobs;
		const std::string host = jobs.path("host");
		std::filesystem::create_symlink(jobs.options.host_program, host);
		jobs.options.host_program = host;
		jobs.start();
		const JobId id = start_talking(jobs);
		std::filesystem::remove(host);
		std::filesystem::create_symlink("/bin/false", host);
		say_words(jobs, id, "on");
		jobs.wait_for_output(id, "got on");
		jobs.start();
		say_words(jobs, id, "and on");
		jobs.wait_for_output(id, "got and on");
		end_talk(jobs, id);
		const JobId other = jobs.run("true");
		jobs.wait_for_status(other, "failed");
		CHECK(!jobs.job(other).at("error").get<std::string>().empty());
	}
}
