// What a game finds when it starts: jobs whose record was lost, files that cannot be used, and
// worktrees that nobody knows.

#include "job_world.h"

#include "core/hosting/inbox_writer.h"
#include "tests/core/store/scratch.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;
using std::filesystem::perms;

namespace {

constexpr const char *FOUND_TALKS =
		"echo up; echo '@@question {\"prompt\":\"Go on?\",\"kind\":\"confirmation\"}'; "
		"while read line; do echo got $line; done; exit 3";

json found_talking() {
	return { { "keeps_talking", true }, { "prompt", "first" } };
}

JobFolders files_of(const JobWorld &jobs, JobId id) {
	Result<JobFolders> files = JobFolders::open(jobs.path(".coven"), id);
	REQUIRE(files.ok());
	return std::move(files).value();
}

void forget(const JobWorld &jobs, JobId id) {
	const std::string which = " WHERE task_id = '" + id.to_string() + "'";
	jobs.change("DELETE FROM jobs" + which);
	jobs.change("DELETE FROM job_inputs" + which);
	jobs.change("DELETE FROM questions" + which);
}

json answer_to(JobWorld &jobs, JobId id, const std::string &answer) {
	return jobs.ask({ { "type", "job_respond_request" }, { "task_id", id.to_string() },
			{ "response", answer } });
}

json say_once(JobWorld &jobs, JobId id, const std::string &text) {
	return jobs.ask({ { "type", "job_input_request" }, { "task_id", id.to_string() },
			{ "text", text }, { "input_key", text } });
}

void close_talk(JobWorld &jobs, JobId id) {
	const json closed = jobs.ask(
			{ { "type", "job_input_request" }, { "task_id", id.to_string() }, { "close", true } });
	CHECK_MESSAGE(closed.value("ok", false), closed.dump());
}

void kill_host(const JobWorld &jobs, JobId id) {
	const JobFolders files = files_of(jobs, id);
	::kill(static_cast<pid_t>(read_journal(files).value().host()->process.pid), SIGKILL);
	wait_until("no host lives", [&] { return !has_host(files).value(); });
}

void write_file(const JobWorld &jobs, const std::string &name, const std::string &text) {
	const std::filesystem::path path = jobs.path(name);
	std::filesystem::create_directories(path.parent_path());
	std::ofstream(path) << text;
}

bool is_there(const JobWorld &jobs, const std::string &name) {
	return std::filesystem::exists(jobs.path(name));
}

// Folders of jobs are their user's alone.
void write_order_of(const JobWorld &jobs, JobId id, const std::string &text) {
	const std::string folder = ".coven/jobs/" + id.to_string();
	write_file(jobs, folder + "/job.json", text);
	std::filesystem::permissions(jobs.path(folder), perms::owner_all);
	std::filesystem::permissions(
			jobs.path(folder + "/job.json"), perms::owner_read | perms::owner_write);
}

json dry_run(JobWorld &jobs) {
	return jobs.ask({ { "type", "job_purge_request" }, { "dry_run", true } })
			.at("result")
			.at("jobs");
}

} // namespace

TEST_SUITE("jobs at a start") {
	TEST_CASE("a job that works gets its record again when the database has lost it") {
		JobWorld jobs;
		const JobId id = jobs.run(FOUND_TALKS, found_talking());
		jobs.wait_for_output(id, "got first");
		jobs.wait_for_status(id, "running");
		CHECK(jobs.world().pass_until([&] { return jobs.job(id).at("pending_questions") == 1; }));
		const json before = jobs.job(id);
		jobs.stop();
		forget(jobs, id);
		jobs.start();
		jobs.wait_for_status(id, "running");
		const json job = jobs.job(id);
		for (const char *const same :
				{ "pid", "folder", "program", "output_file", "created_at", "attempt" }) {
			CAPTURE(same);
			CHECK(job.at(same) == before.at(same));
		}
		CHECK(jobs.world().pass_until([&] { return jobs.job(id).at("pending_questions") == 1; }));
		REQUIRE(answer_to(jobs, id, "yes").value("ok", false));
		jobs.wait_for_output(id, "got yes");
		close_talk(jobs, id);
		jobs.wait_for_status(id, "failed");
		CHECK(jobs.job(id).at("exit_code") == 3);
		// Nothing was said twice.
		CHECK(jobs.written(id).find("got first") == jobs.written(id).rfind("got first"));
		CHECK(jobs.stored("SELECT group_concat(kind || ' ' || state, ', ') FROM (SELECT * FROM "
						  "job_inputs ORDER BY n)") ==
				"write written, write written, close_input written");
		CHECK(jobs.run("true") == JobId(2));
	}

	TEST_CASE("a job that works without a record and says nothing of itself works on") {
		JobWorld jobs;
		const JobId id = jobs.run(FOUND_TALKS, found_talking());
		jobs.wait_for_output(id, "got first");
		const std::string order = jobs.content(".coven/jobs/job_001/job.json");
		jobs.stop();
		forget(jobs, id);
		json older = json::parse(order);
		older.erase("about");
		write_order_of(jobs, id, older.dump());
		jobs.start();
		CHECK(jobs.ask({ { "type", "job_request" }, { "task_id", "job_001" } })
						.at("error")
						.at("code") == "not_found");
		CHECK(jobs.family(id) > 0);
		CHECK(is_there(jobs, ".coven/output/job_001.jsonl"));
		CHECK(jobs.run("true") == JobId(2));
		kill_host(jobs, id);
		jobs.start();
		CHECK(!is_there(jobs, ".coven/output/job_001.jsonl"));
		CHECK(!is_there(jobs, ".coven/jobs/job_001"));
		CHECK(jobs.world().pass_until([&] { return jobs.family(id) == 0; }));
	}

	TEST_CASE("spec:004.4.3 every file of output without a record goes, unless its host lives or "
			  "it is another's") {
		JobWorld jobs;
		const JobId id = jobs.run("echo mine");
		jobs.wait_for_status(id, "completed");
		const std::string order = jobs.content(".coven/jobs/job_001/job.json");
		jobs.stop();
		JobOrder other = JobOrder::parse(order).value();
		write_file(jobs, ".coven/output/job_011.jsonl", "{\"seq\":1}\n"); // and nothing else
		other.id = JobId(12);
		write_file(jobs, ".coven/output/job_012.jsonl", "");
		write_order_of(jobs, other.id, other.to_text().value());
		other.id = JobId(13);
		other.epoch = "another";
		write_file(jobs, ".coven/output/job_013.jsonl", "");
		write_order_of(jobs, other.id, other.to_text().value());
		write_file(jobs, ".coven/output/job_014.jsonl", "");
		write_order_of(jobs, JobId(14), "{\"form");
		write_file(jobs, ".coven/output/job_015.jsonl", "");
		write_order_of(jobs, JobId(15), R"({"format":2,"task_id":"job_015"})");
		jobs.start();
		CHECK(is_there(jobs, ".coven/output/job_001.jsonl"));
		CHECK(!is_there(jobs, ".coven/output/job_011.jsonl"));
		CHECK(!is_there(jobs, ".coven/output/job_012.jsonl"));
		CHECK(!is_there(jobs, ".coven/jobs/job_012"));
		CHECK(is_there(jobs, ".coven/output/job_013.jsonl"));
		CHECK(!is_there(jobs, ".coven/output/job_014.jsonl"));
		CHECK(is_there(jobs, ".coven/output/job_015.jsonl")); // a later version's
		CHECK(jobs.run("true") == JobId(16));
	}

	TEST_CASE("a job whose files cannot be used at the moment is not given up") {
		JobWorld jobs;
		const JobId id = jobs.run(FOUND_TALKS, found_talking());
		jobs.wait_for_output(id, "got first");
		jobs.wait_for_status(id, "running");
		jobs.stop();
		const std::string folder = jobs.path(".coven/jobs/job_001");
		std::filesystem::permissions(folder, perms::owner_all | perms::others_read);
		jobs.start();
		CHECK(jobs.status(id) == "running");
		CHECK(jobs.family(id) > 0);
		CHECK(say_once(jobs, id, "now").at("error").at("code") == "unavailable");
		const JobId other = jobs.run("echo other"); // jobs can be had nevertheless
		jobs.wait_for_status(other, "completed");
		std::filesystem::permissions(folder, perms::owner_all);
		CHECK(jobs.world().pass_until(
				[&] { return say_once(jobs, id, "now").value("ok", false); }));
		jobs.wait_for_output(id, "got now");
		close_talk(jobs, id);
		jobs.wait_for_status(id, "failed");
		CHECK(jobs.job(id).at("exit_code") == 3);
	}

	TEST_CASE("a job whose journal cannot be read keeps no other from being looked after") {
		JobWorld jobs;
		const JobId broken = jobs.run(FOUND_TALKS, found_talking());
		const JobId fine = jobs.run(FOUND_TALKS, found_talking());
		jobs.wait_for_output(broken, "got first");
		jobs.wait_for_output(fine, "got first");
		jobs.wait_for_status(broken, "running");
		jobs.wait_for_status(fine, "running");
		jobs.stop();
		kill_host(jobs, broken);
		const std::string journal = jobs.path(".coven/jobs/job_001/journal.jsonl");
		std::filesystem::rename(journal, journal + ".aside");
		std::filesystem::create_symlink(journal + ".aside", journal);
		jobs.start();
		CHECK(jobs.status(fine) == "running");
		CHECK(jobs.status(broken) == "running");
		std::filesystem::remove(journal);
		std::filesystem::rename(journal + ".aside", journal);
		jobs.wait_for_status(broken, "failed");
		jobs.wait_for_status(fine, "running");
	}

	TEST_CASE("what a job has written while no game was there may be too much to read") {
		JobWorld jobs;
		const JobId id = jobs.run("echo up; read line; read line; i=0; while [ $i -lt 100 ]; do "
								  "i=$((i+1)); head -c 60000 /dev/zero | tr '\\0' x; echo; done",
				found_talking());
		jobs.wait_for_output(id, "up");
		jobs.wait_for_status(id, "running");
		jobs.stop();
		// As if the game had been killed before it saw that its input was written.
		jobs.change("UPDATE jobs SET journal_read = 0, has_told_cost = 1");
		jobs.change("UPDATE job_inputs SET state = 'queued'");
		Result<InboxWriter> inbox = InboxWriter::open(files_of(jobs, id));
		REQUIRE(inbox.ok());
		REQUIRE(inbox.value().append({ .n = 2, .data = "go" }).ok());
		wait_until("no host lives", [&] { return !has_host(files_of(jobs, id)).value(); });
		jobs.start();
		const json job = jobs.job(id);
		CHECK(job.at("status") == "completed");
		CHECK(job.at("last_seq") == 101);
		CHECK(jobs.stored("SELECT state FROM job_inputs") == "written");
		// What it has told of its costs may stand in what was not read.
		CHECK(jobs.stored("SELECT has_told_cost FROM jobs") == "0");
		CHECK(jobs.lines(id).size() == 101);
	}

	TEST_CASE("the record says which process works, and under which name it was started") {
		JobWorld jobs;
		const JobId id = jobs.run(FOUND_TALKS, found_talking());
		jobs.wait_for_status(id, "running");
		const std::optional<ProcessIdentity> process =
				ProcessIdentity::parse(jobs.stored("SELECT process FROM jobs"));
		REQUIRE(process.has_value());
		CHECK(process->life() == ProcessLife::alive);
		CHECK(process->start != 0);
		CHECK(!process->boot.is_none());
		CHECK(jobs.stored("SELECT command FROM jobs") == "sh");
	}

	TEST_CASE("a worktree whose job has no record goes, unless there is work in it") {
		JobWorld jobs;
		const std::string script = "cd '" + jobs.path("") +
				"' && git init -q . && git config user.name t && git config user.email "
				"t@example.com && echo one >file && printf '.coven\n.crucible\n' >.gitignore && "
				"git add -A && git commit -qm first";
		REQUIRE(std::system(script.c_str()) == 0);
		const json in_tree{ { "worktree", true }, { "folder", jobs.path("") } };
		const JobId clean = jobs.run("true", in_tree);
		const JobId busy = jobs.run("echo two >file", in_tree);
		jobs.wait_for_status(clean, "completed");
		jobs.wait_for_status(busy, "completed");
		jobs.stop();
		forget(jobs, clean);
		forget(jobs, busy);
		jobs.start();
		CHECK(jobs.world().pass_until([&] { return !is_there(jobs, ".coven/worktrees/job_001"); }));
		CHECK(jobs.content(".coven/worktrees/job_002/file") == "two\n");
		const json planned = dry_run(jobs);
		REQUIRE(planned.size() == 1);
		CHECK(planned.at(0).at("task_id") == "job_002");
		CHECK(planned.at(0).at("kept_worktree") == jobs.path(".coven/worktrees/job_002"));
		const std::string undo =
				"cd '" + jobs.path(".coven/worktrees/job_002") + "' && git checkout -q -- file";
		REQUIRE(std::system(undo.c_str()) == 0);
		CHECK(!dry_run(jobs).at(0).contains("kept_worktree"));
		jobs.ask({ { "type", "job_purge_request" } });
		CHECK(!is_there(jobs, ".coven/worktrees/job_002"));
		const std::string branches =
				"cd '" + jobs.path("") + "' && test -z \"$(git branch --list 'coven/*')\"";
		CHECK(std::system(branches.c_str()) == 0);
	}
}
