// The scenarios of the spec on output, records and events of jobs, with the real host.

#include "job_world.h"

#include "../store/child.h"

#include "core/jobs/job_base.h"
#include "tests/core/store/scratch.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

// Lines that handlers in the game were given.
class Handler {
public:
	explicit Handler(JobWorld &jobs) :
			jobs_(jobs) {}

	void follow(JobId id, std::uint64_t since = 0) {
		jobs_.runtime().jobs().feeds().follow(id, since);
	}
	void take() {
		for (const JobLines &piece : jobs_.runtime().jobs().feeds().take()) {
			lines.insert(lines.end(), piece.lines.begin(), piece.lines.end());
			has_ended = has_ended || piece.is_end;
		}
	}
	bool ends() {
		return jobs_.world().pass_until([this] {
			take();
			return has_ended;
		});
	}

	std::vector<OutputLine> lines;
	bool has_ended = false;

private:
	JobWorld &jobs_;
};

json output_request(JobId id, std::uint64_t since = 0, std::size_t limit = 10'000) {
	return { { "type", "job_output_request" }, { "task_id", id.to_string() }, { "since", since },
		{ "limit", limit }, { "max_bytes", 4'194'304 } };
}

// A game that starts a job and is killed.
void let_a_game_die(const std::filesystem::path &folder, const std::string &script) {
	std::filesystem::create_directories(folder / ".crucible");
	Child game("a job and its game that is killed",
			{ { "JOB_PROJECT", folder.string() }, { "JOB_SCRIPT", script } });
	const int code = game.wait();
	INFO(game.read_some());
	REQUIRE(code == -1);
}

const std::vector<std::string> WHOLE_LIFE{ "job_starting", "job_started", "job_output",
	"job_completed" };

} // namespace

TEST_SUITE("spec 004: jobs") {
	TEST_CASE("spec:004.1.1 output is streamed to handlers while it is written to its file") {
		JobWorld jobs;
		const JobId id = jobs.run(
				"echo one; echo two >&2; read line; echo $line", { { "keeps_talking", true } });
		Handler handler(jobs);
		handler.follow(id);
		CHECK(jobs.world().pass_until([&] {
			handler.take();
			return handler.lines.size() == 2;
		}));
		CHECK(jobs.lines(id).size() == 2);
		CHECK(!handler.has_ended);
		jobs.ask({ { "type", "job_input_request" }, { "task_id", id.to_string() },
				{ "text", "three" } });
		CHECK(handler.ends());
		CHECK(handler.lines == jobs.lines(id));
		CHECK(handler.lines.back().data == "three");
	}

	TEST_CASE(
			"spec:004.1.1 spec:004.1.6 a handler that comes late and takes slowly gets every line "
			"in order") {
		JobWorld jobs;
		const JobId id = jobs.run("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); "
								  "echo \"line $i of a job that writes a lot\"; done");
		jobs.wait_for_status(id, "completed");
		Handler handler(jobs);
		handler.follow(id);
		CHECK(handler.ends());
		REQUIRE(handler.lines.size() == 20'000);
		CHECK(handler.lines == jobs.lines(id));
		Handler other(jobs);
		other.follow(id, 19'990);
		CHECK(other.ends());
		REQUIRE(other.lines.size() == 10);
		CHECK(other.lines.front().seq == 19'991);
	}

	TEST_CASE("a job and its game that is killed" * doctest::skip()) {
		JobWorld jobs(std::getenv("JOB_PROJECT"));
		const JobId id = jobs.run(std::getenv("JOB_SCRIPT"), { { "keeps_talking", true } });
		jobs.wait_for_output(id, "up");
		jobs.wait_for_status(id, "running");
		CHECK(jobs.world().pass_until([&] { return jobs.job(id).at("last_seq") > 0; }));
		::kill(::getpid(), SIGKILL);
	}

	TEST_CASE("spec:004.1.2 spec:004.1.4 output lies in .coven/output, and is there after a "
			  "restart") {
		const Folder folder;
		let_a_game_die(folder.path(), "echo up; echo down >&2; read line; echo $line");
		const std::string name = ".coven/output/job_001.jsonl";
		const std::string before = content_of(folder.path() / name);
		for (const char *const member : { "\"seq\":1,", "\"ts\":\"", "\"stream\":\"stdout\",",
					 "\"stream\":\"stderr\",", "\"data\":\"up\"" }) {
			CHECK(before.find(member) != std::string::npos);
		}
		JobWorld jobs(folder.path());
		CHECK(jobs.content(name).starts_with(before));
		const json output = jobs.ask(output_request(JobId(1))).at("result");
		CHECK(output.at("lines").at(0).at("data") == "up");
		CHECK(output.at("line_count") == 2);
		CHECK(output.at("status") == "running");
		CHECK(jobs.job(JobId(1)).at("output_file") == jobs.path(name));
	}

	TEST_CASE("spec:004.1.5 only lines after `since` are returned, with where to read on") {
		JobWorld jobs;
		const JobId id = jobs.run("for i in 1 2 3 4 5 6 7; do echo line $i; done");
		jobs.wait_for_status(id, "completed");
		const auto read = [&](std::uint64_t since, std::size_t limit) {
			return jobs.ask(output_request(id, since, limit)).at("result");
		};
		CHECK(read(0, 100).at("lines").size() == 7);
		CHECK(read(0, 100).at("last_seq") == 7);
		CHECK(read(0, 100).at("more") == false);
		const json middle = read(3, 2);
		CHECK(middle.at("lines").size() == 2);
		CHECK(middle.at("lines").at(0).at("seq") == 4);
		CHECK(middle.at("last_seq") == 5);
		CHECK(middle.at("more") == true);
		CHECK(read(7, 100).at("lines").empty());
		CHECK(read(7, 100).at("last_seq") == 7);
		CHECK(read(99, 100).at("last_seq") == 99);
		CHECK(jobs.ask(output_request(JobId(99))).at("error").at("code") == "not_found");
	}

	TEST_CASE("spec:004.2.1 the record of a job is written when it is started") {
		JobWorld jobs;
		const JobId id = jobs.run("echo up; read line", { { "keeps_talking", true } });
		jobs.wait_for_status(id, "running");
		const std::string row = jobs.stored(
				"SELECT task_id || ' ' || status || ' ' || worktree || ' ' || branch || ' ' || "
				"(pid > 0) || ' ' || output_file FROM jobs");
		CHECK(row == "job_001 running   1 " + jobs.path(".coven/output/job_001.jsonl"));
		const std::string pid = jobs.stored("SELECT pid FROM jobs");
		CHECK(std::filesystem::exists("/proc/" + pid));
	}

	TEST_CASE("spec:004.2.2 a job whose process lives is attached to again") {
		const Folder folder;
		let_a_game_die(folder.path(), "echo up; read line; echo got $line");
		JobWorld jobs(folder.path());
		CHECK(jobs.status(JobId(1)) == "running");
		CHECK(jobs.runtime().jobs().book().is_open(JobId(1)));
		const json pid = jobs.job(JobId(1)).at("pid");
		CHECK(std::filesystem::exists("/proc/" + pid.dump()));
		const json said = jobs.ask({ { "type", "job_input_request" }, { "task_id", "job_001" },
				{ "text", "after all" } });
		CHECK_MESSAGE(said.value("ok", false), said.dump());
		jobs.wait_for_status(JobId(1), "completed");
		CHECK(jobs.written(JobId(1)) == "up\ngot after all\n");
		CHECK(jobs.job(JobId(1)).at("pid") == pid);
		const std::vector<std::string> events = jobs.events(JobId(1));
		CHECK(std::count(events.begin(), events.end(), "job_started") == 1);
		CHECK(events.back() == "job_completed");
	}

	TEST_CASE("spec:004.2.2 a job whose process is dead has failed with `daemon restarted`") {
		for (const char *const how : { "killed", "host", "exit 3", "folder", "exit 0" }) {
			CAPTURE(how);
			const Folder folder;
			let_a_game_die(folder.path(),
					std::string("echo up; read line; ") +
							(std::string_view(how).starts_with("exit") ? how : "true"));
			const Result<JobFolders> files =
					JobFolders::open((folder.path() / ".coven").string(), JobId(1));
			REQUIRE(files.ok());
			const JournalSummary before = read_journal(files.value()).value();
			if (how == std::string_view("killed")) {
				::kill(static_cast<pid_t>(before.started()->process.pid), SIGKILL);
			} else if (std::string_view(how).starts_with("exit")) {
				Result<InboxWriter> inbox = InboxWriter::open(files.value());
				CHECK(inbox.value()
								.append({ .n = inbox.value().last_n() + 1,
										.kind = InboxKind::write,
										.data = "go" })
								.ok());
			} else {
				::kill(static_cast<pid_t>(before.host()->process.pid), SIGKILL);
			}
			wait_until("no host lives", [&] { return !has_host(files.value()).value(); });
			if (how == std::string_view("folder")) {
				std::filesystem::remove_all(folder.path() / ".coven/jobs");
				std::filesystem::remove_all(folder.path() / ".coven/output");
			}
			JobWorld jobs(folder.path());
			const json job = jobs.job(JobId(1));
			const bool has_completed = how == std::string_view("exit 0");
			CHECK(job.at("status") == (has_completed ? "completed" : "failed"));
			CHECK(job.at("error") == (has_completed ? "" : "daemon restarted"));
			CHECK(job.contains("ended_at"));
			if (how == std::string_view("killed")) {
				CHECK(job.at("signal") == SIGKILL);
			}
			if (how == std::string_view("exit 3")) {
				CHECK(job.at("exit_code") == 3);
			}
			CHECK(jobs.events(JobId(1)).back() == (has_completed ? "job_completed" : "job_failed"));
			const std::size_t events = jobs.events(JobId(1)).size();
			jobs.start(); // again, it changes nothing
			CHECK(jobs.events(JobId(1)).size() == events);
			CHECK(jobs.job(JobId(1)) == job);
		}
	}

	TEST_CASE("spec:004.2.3 each change of status is stored with its event and its time") {
		JobWorld jobs;
		const JobId id = jobs.run("exit 0");
		jobs.wait_for_status(id, "completed");
		CHECK(jobs.events(id) ==
				std::vector<std::string>{ "job_starting", "job_started", "job_completed" });
		CHECK(jobs.stored("SELECT (started_at IS NOT NULL) || (ended_at >= started_at) || "
						  "(started_at >= created_at) FROM jobs") == "111");
	}

	TEST_CASE("spec:004.4.1 the output file is there before the program writes anything") {
		JobWorld jobs;
		const JobId id = jobs.run("read line", { { "keeps_talking", true } });
		jobs.wait_for_status(id, "running");
		const std::string file = jobs.job(id).at("output_file");
		CHECK(file == jobs.path(".coven/output/job_001.jsonl"));
		CHECK(std::filesystem::file_size(file) == 0);
		struct stat facts = {};
		REQUIRE(stat(file.c_str(), &facts) == 0);
		CHECK((facts.st_mode & 0777) == 0600);
		CHECK(jobs.content(".coven/.gitignore") == "*\n");
	}

	TEST_CASE("spec:004.4.2 with a record that is purged its files go") {
		JobWorld jobs;
		const JobId old = jobs.run("echo old");
		const JobId kept = jobs.run("echo kept", { { "keep", true } });
		jobs.wait_for_status(old, "completed");
		jobs.wait_for_status(kept, "completed");
		const json planned =
				jobs.ask({ { "type", "job_purge_request" }, { "dry_run", true } }).at("result");
		CHECK(planned.at("jobs").empty());
		jobs.options.jobs.retention.max_age = std::chrono::hours(1);
		jobs.start();
		jobs.world().clock.advance(std::chrono::hours(2));
		CHECK(jobs.world().pass_until([&] {
			return !std::filesystem::exists(jobs.path(".coven/output/job_001.jsonl")) &&
					!std::filesystem::exists(jobs.path(".coven/jobs/job_001"));
		}));
		CHECK(jobs.ask({ { "type", "job_request" }, { "task_id", "job_001" } })
						.at("error")
						.at("code") == "not_found");
		CHECK(jobs.events(old).back() == "job_purged");
		CHECK(jobs.written(kept) == "kept\n");
		const json gone = jobs.ask({ { "type", "job_purge_request" }, { "task_id", "job_002" } });
		CHECK(gone.at("result").at("jobs").at(0).at("bytes") > 0);
		CHECK(!std::filesystem::exists(jobs.path(".coven/output/job_002.jsonl")));
		CHECK(jobs.run("true") == JobId(3)); // no id is given twice
	}

	TEST_CASE("spec:004.4.3 the folder of output is made, and files without a record go") {
		JobWorld jobs;
		CHECK(std::filesystem::is_directory(jobs.path(".coven/output")));
		const JobId id = jobs.run("echo mine");
		jobs.wait_for_status(id, "completed");
		jobs.stop();
		const auto make = [&jobs](const std::string &name, const std::string &text) {
			std::filesystem::create_directories(
					std::filesystem::path(jobs.path(name)).parent_path());
			std::ofstream(jobs.path(name)) << text;
		};
		make(".coven/output/job_007.jsonl", "{\"seq\":1}\n"); // young, and without anything else
		make(".coven/output/job_7.jsonl", "");
		make(".coven/output/notes.txt", "");
		make(".coven/output/job_008.jsonl", "");
		std::filesystem::create_directories(jobs.path(".coven/jobs/job_008"));
		std::filesystem::permissions(
				jobs.path(".coven/jobs/job_008"), std::filesystem::perms::owner_all);
		JobOrder stranger;
		stranger.id = JobId(8);
		stranger.epoch = "another";
		stranger.program = "true";
		stranger.folder = "/";
		std::ofstream(jobs.path(".coven/jobs/job_008/job.json")) << stranger.to_text().value();
		std::filesystem::permissions(jobs.path(".coven/jobs/job_008/job.json"),
				std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
		jobs.start();
		CHECK(!std::filesystem::exists(jobs.path(".coven/output/job_007.jsonl")));
		CHECK(std::filesystem::exists(jobs.path(".coven/output/job_7.jsonl")));
		CHECK(std::filesystem::exists(jobs.path(".coven/output/notes.txt")));
		CHECK(std::filesystem::exists(jobs.path(".coven/output/job_008.jsonl")));
		CHECK(jobs.written(id) == "mine\n");
		CHECK(jobs.run("true") == JobId(9)); // numbers that files have are not given again
	}

	TEST_CASE("spec:004.5.1 each event of a job is in the log before anybody is told") {
		JobWorld jobs;
		const JobId id = jobs.run("echo x");
		jobs.wait_for_status(id, "completed");
		std::vector<std::string> told;
		for (const PublishedEvent &each : jobs.world().sink.events) {
			if (each.event.subject == job_subject(id)) {
				CHECK(each.id.is_stored());
				told.emplace_back(event_type(each.event));
			}
		}
		told.erase(std::unique(told.begin(), told.end()), told.end());
		CHECK(told == WHOLE_LIFE);
		CHECK(jobs.events(id) == WHOLE_LIFE);
		for (const EventForm &form : EventTable<JobEvents>::FORMS) {
			CHECK(form.waits_for_storage);
		}
	}

	TEST_CASE("spec:004.5.2 events of a job that were missed are read again by its id and a time") {
		JobWorld jobs;
		const JobId first = jobs.run("echo x");
		jobs.wait_for_status(first, "completed");
		jobs.world().clock.advance(std::chrono::seconds(10));
		const std::string moment = to_iso8601(jobs.world().clock.wall_now());
		const JobId other = jobs.run("true");
		jobs.wait_for_status(other, "completed");
		const JobId second = jobs.run("echo y");
		jobs.wait_for_status(second, "completed");
		jobs.start();
		const json page = jobs.ask({ { "type", "events_request" }, { "since", moment },
										   { "entity", second.to_string() } })
								  .at("result");
		std::vector<std::string> types;
		for (const json &each : page.at("events")) {
			CHECK(each.at("task_id") == second.to_string());
			CHECK(each.at("entity") == second.to_string());
			types.push_back(each.at("type").get<std::string>());
		}
		types.erase(std::unique(types.begin(), types.end()), types.end());
		CHECK(types == WHOLE_LIFE);
		const json none = jobs.ask({ { "type", "events_request" }, { "since", moment },
										   { "entity", first.to_string() } })
								  .at("result");
		CHECK(none.at("events").empty());
	}
}
