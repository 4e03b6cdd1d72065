#include "job_chaos.h"

#include "core/hosting/job_remains.h"
#include "tests/core/store/scratch.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <set>
#include <sstream>

namespace agent_runtime::test {

namespace {

using nlohmann::json;

// What a host that was killed may have lost: what it had read, and what was in the pipe.
constexpr std::size_t MOST_LOST = 1'400'000;

// Writes down what it has written, behind each write, and what it has read, before it says so.
constexpr const char *CHAOS_TALKS = R"sh(
out() { printf '%s\n' "$1"; printf '%s\n' "$1" >>wrote_out; }
err() { printf '%s\n' "$1" >&2; printf '%s\n' "$1" >>wrote_err; }
long=$(head -c 70000 /dev/zero | tr '\0' x)
out up; out "@@question Go on?"
while read line; do
	printf '%s\n' "$line" >>taken; out "got $line"; err "$long$line"; out "$(printf '\377')"; err x
done
out over
)sh";

// In the place of claude, so that it has money.
constexpr const char *CHAOS_COSTS = "#!/bin/sh\necho up; sleep 1000 & wait\n";

json chaos_say(JobId id, const std::string &text) {
	return { { "type", "job_input_request" }, { "task_id", id.to_string() }, { "text", text },
		{ "input_key", text } };
}

json chaos_close(JobId id) {
	return { { "type", "job_input_request" }, { "task_id", id.to_string() }, { "close", true } };
}

json chaos_purge(JobId id) {
	return { { "type", "job_purge_request" }, { "task_id", id.to_string() } };
}

// Answers what waits for an answer, if anything does. Again, it is the same answer.
void answer_questions(JobWorld &jobs, JobId id) {
	const json found = jobs.ask({ { "type", "questions_request" }, { "task_id", id.to_string() } });
	for (const json &each : found.at("result").at("questions")) {
		jobs.ask({ { "type", "question_answer_request" }, { "question_id", each.at("id") },
				{ "answer", "yes" }, { "answer_key", "once" } });
	}
}

JobId start_what_costs(JobWorld &jobs) {
	const json reply = jobs.ask({ { "type", "job_start_request" }, { "program", "claude" },
			{ "prompt", "Spend." }, { "limits", { { "dollars", 0.5 } } } });
	REQUIRE_MESSAGE(reply.value("ok", false), reply.dump());
	return JobId::parse(reply.at("result").at("task_id").get<std::string>()).value();
}

std::vector<std::string> lines_in(const std::string &text) {
	std::vector<std::string> lines;
	std::istringstream stream(text);
	for (std::string line; std::getline(stream, line);) {
		lines.push_back(line);
	}
	return lines;
}

std::vector<JobId> jobs_in(JobWorld &jobs) {
	std::vector<JobId> ids;
	const json listed = jobs.ask({ { "type", "jobs_request" } }).at("result").at("jobs");
	for (const json &each : listed) {
		ids.push_back(JobId::parse(each.at("task_id").get<std::string>()).value());
	}
	return ids;
}

bool talks(JobWorld &jobs, JobId id) {
	return jobs.job(id).at("program") == "command";
}

bool is_open(JobWorld &jobs, JobId id) {
	return jobs.runtime().jobs().book().is_open(id);
}

bool has_host_now(const JobWorld &jobs, JobId id) {
	const Result<JobFolders> files = JobFolders::open(jobs.path(".coven"), id);
	return files.ok() && has_host(files.value()).value_or(false);
}

std::string everything(const JobWorld &jobs) {
	return jobs.stored("SELECT coalesce(group_concat(task_id || status || error || attempt || "
					   "last_seq || journal_read || output_read, ';'), '') FROM jobs") +
			jobs.stored("SELECT coalesce(group_concat(task_id || n || state, ';'), '') FROM "
						"(SELECT * FROM job_inputs ORDER BY task_id, n)") +
			jobs.stored("SELECT count(*) FROM event_rows WHERE type LIKE 'job_%'");
}

std::string inputs_that_are(const JobWorld &jobs, const std::string &state) {
	return jobs.stored("SELECT coalesce(group_concat(data, char(10)), '') FROM (SELECT data FROM "
					   "job_inputs JOIN jobs USING (task_id) WHERE program = 'command' AND state "
					   "= '" +
			state + "' AND kind = 'write' ORDER BY n)");
}

// Each stream is what the program has written, as far as it is there. What has just been written is
// recorded soon.
void check_output(JobWorld &jobs, JobId id, const Damage &damage) {
	for (const OutputStream stream : { OutputStream::standard, OutputStream::error }) {
		const std::string written =
				jobs.content(stream == OutputStream::standard ? "wrote_out" : "wrote_err");
		std::string recorded;
		CHECK(jobs.world().pass_until([&] {
			recorded = jobs.written(id, stream);
			return written.size() <= recorded.size() + (damage.host_was_killed ? MOST_LOST : 0);
		}));
		const std::size_t both = std::min(recorded.size(), written.size());
		CHECK(recorded.compare(0, both, written, 0, both) == 0);
	}
}

// What was said to the program was read once or not at all, and that is what is known of it.
void check_inputs(const JobWorld &jobs, const Damage &damage) {
	const std::vector<std::string> taken = lines_in(jobs.content("taken"));
	const std::set<std::string> once(taken.begin(), taken.end());
	CHECK(once.size() == taken.size());
	for (const std::string &each : lines_in(inputs_that_are(jobs, "failed"))) {
		CAPTURE(each);
		CAPTURE(jobs.content(".coven/jobs/job_001/journal.jsonl"));
		CHECK(!once.contains(each));
	}
	CHECK((damage.host_was_killed || inputs_that_are(jobs, "unknown").empty()));
	const bool has_failed =
			jobs.stored("SELECT count(*) FROM questions WHERE delivery = 'failed'") != "0";
	CHECK((!has_failed || !once.contains("yes")));
}

// Whoever has listened since this game began holds exactly what the log holds.
void check_events(JobWorld &jobs) {
	std::string shown;
	std::string log;
	const bool is_same = jobs.world().pass_until([&] {
		shown.clear();
		std::int64_t first = 0;
		for (const PublishedEvent &each : jobs.world().sink.events) {
			const std::string type(event_type(each.event));
			if (each.id.is_stored() &&
					(type.starts_with("job_") || type.starts_with("question_"))) {
				first = first == 0 ? each.id.number() : first;
				shown += std::to_string(each.id.number()) + " " + type + "\n";
			}
		}
		log = first == 0
				? ""
				: jobs.stored("SELECT group_concat(id || ' ' || type, char(10)) || char(10)"
							  " FROM (SELECT id, type FROM event_rows WHERE id >= " +
						  std::to_string(first) +
						  " AND (type LIKE 'job\\_%' ESCAPE '\\' OR type LIKE "
						  "'question\\_%' ESCAPE '\\') ORDER BY id)");
		return shown == log;
	});
	CHECK_MESSAGE(is_same, shown << "---\n" << log);
}

void check_order(JobWorld &jobs, const Damage &damage) {
	for (const JobId id : jobs_in(jobs)) {
		CAPTURE(id.to_string());
		jobs.lines(id); // whole, and without a hole
		if (talks(jobs, id)) {
			check_output(jobs, id, damage);
		}
		// A job that ends just now is one or the other soon.
		CHECK(jobs.world().pass_until([&] {
			const std::string status = jobs.status(id);
			const bool is_running = status == "running" || status == "starting";
			return is_open(jobs, id) == is_running && has_host_now(jobs, id) == is_running;
		}));
	}
	check_inputs(jobs, damage);
	check_events(jobs);
	CHECK(jobs.stored("PRAGMA integrity_check") == "ok");
}

// Whatever still runs goes on as if nothing had happened.
void live_on(JobWorld &jobs) {
	for (const JobId id : jobs_in(jobs)) {
		if (!is_open(jobs, id)) {
			continue;
		}
		const bool is_talking = talks(jobs, id);
		if (is_talking) {
			answer_questions(jobs, id);
			jobs.ask(chaos_say(id, "after"));
			jobs.ask(chaos_close(id));
		} else {
			// It may end by itself meanwhile.
			jobs.ask({ { "type", "job_kill_request" }, { "task_id", id.to_string() },
					{ "grace_seconds", 0 } });
		}
		CHECK(jobs.world().pass_until([&] { return !is_open(jobs, id); }));
		if (is_talking && jobs.status(id) == "completed") {
			// All that the database says was written was read, in order, and once.
			CHECK(lines_in(jobs.content("taken")) == lines_in(inputs_that_are(jobs, "written")));
		}
	}
}

void kill_family(const JobFolders &files, Victim victim) {
	std::optional<JournalLine> killed;
	wait_until("the host says what it has started", [&] {
		const JournalSummary journal = read_journal(files).value();
		killed = victim == Victim::host ? journal.host() : journal.started();
		return killed.has_value() || !has_host(files).value();
	});
	if (killed && killed->process.life() == ProcessLife::alive) {
		::kill(static_cast<pid_t>(killed->process.pid), SIGKILL);
	}
	if (victim == Victim::host) {
		wait_until("the host is gone", [&] { return !has_host(files).value(); });
	}
}

} // namespace

void live_with_jobs(JobWorld &jobs, const std::string &folder) {
	const std::string program = folder + "/costs";
	std::ofstream(program) << CHAOS_COSTS;
	std::filesystem::permissions(program, std::filesystem::perms::owner_all);
	jobs.options.minds.of(MindKind::claude).program = program;
	jobs.start();
	const JobId talks = jobs.run("cd '" + folder + "'; " + CHAOS_TALKS,
			{ { "keeps_talking", true }, { "prompt", "p0" } });
	jobs.ask(chaos_say(talks, "p1"));
	jobs.wait_for_output(talks, "got p1");
	CHECK(jobs.world().pass_until([&] { return jobs.job(talks).at("pending_questions") == 1; }));
	answer_questions(jobs, talks);
	jobs.ask(chaos_say(talks, "p2"));
	jobs.ask(chaos_close(talks));
	jobs.wait_for_status(talks, "completed");
	const JobId costs = start_what_costs(jobs);
	jobs.wait_for_output(costs, "up");
	jobs.kill(costs);
	jobs.wait_for_status(costs, "killed");
	jobs.ask(chaos_purge(talks));
	jobs.ask(chaos_purge(costs));
}

void kill_all(const std::filesystem::path &folder, Victim victim) {
	for (std::uint64_t number = 1; number < 10; number++) {
		const Result<JobFolders> files =
				JobFolders::open((folder / ".coven").string(), JobId(number));
		if (files.ok() && has_host(files.value()).value_or(false)) {
			kill_family(files.value(), victim);
		}
	}
}

void check_after(const std::filesystem::path &folder, const Damage &damage) {
	JobWorld jobs(folder.string());
	check_order(jobs, damage);
	if (jobs.runtime().jobs().book().open() == 0) {
		const std::string before = everything(jobs);
		jobs.start();
		CHECK(everything(jobs) == before);
	}
	live_on(jobs);
	check_order(jobs, damage);
	CHECK(jobs.stored("SELECT count(*) FROM ledger_open") == "0");
	for (const JobId id : jobs_in(jobs)) {
		CHECK(jobs.family(id) == 0);
	}
}

} // namespace agent_runtime::test
