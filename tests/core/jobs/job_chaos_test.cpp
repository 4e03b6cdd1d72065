// A game dies at each point at which something of a job becomes durable, and at random moments,
// alone or together with the host; the next one finds everything in order.

#include "job_world.h"

#include "../sanitized.h"
#include "../store/child.h"

#include "core/hosting/job_remains.h"
#include "tests/core/store/scratch.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <sstream>
#include <thread>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

constexpr const char *DIES_AT = "JOB_DIES_AT";
constexpr const char *PROJECT = "JOB_PROJECT";
constexpr std::array<std::string_view, 3> MOMENTS = { "before", "within", "after" };

// Ends this process by force at "POINT:MOMENT", or, with a number behind it, the so many-th time.
class Death : public JobHooks {
public:
	explicit Death(const std::string &at) :
			at_(at.substr(0, at.rfind(':'))),
			times_(std::atoi(at.substr(at.rfind(':') + 1).c_str())) {}

	void reached(JobPoint point, JobMoment moment, JobId) override {
		const std::string here = std::string(JOB_POINTS[static_cast<std::size_t>(point)])
										 .append(":")
										 .append(MOMENTS[static_cast<std::size_t>(moment)]);
		if (here == at_ && ++count_ >= times_) {
			::kill(::getpid(), SIGKILL);
		}
	}

private:
	const std::string at_;
	const int times_;
	std::atomic<int> count_{ 0 };
};

// Asks something, reads lines, and notes each in a file of its own before it says so.
std::string agent(const std::string &folder) {
	return "cd '" + folder +
			"'; echo up; echo '@@question Go on?'; while read line; do echo \"$line\" >>taken_$$; "
			"echo \"got $line\"; echo aside >&2; done; echo over";
}

json say(JobId id, const std::string &text) {
	return { { "type", "job_input_request" }, { "task_id", id.to_string() }, { "text", text },
		{ "input_key", text } };
}

// Answers what waits for an answer, if anything does. Again, it is the same answer.
void answer_questions(JobWorld &jobs, JobId id) {
	const json found = jobs.ask({ { "type", "questions_request" }, { "task_id", id.to_string() } });
	for (const json &each : found.at("result").at("questions")) {
		jobs.ask({ { "type", "question_answer_request" }, { "question_id", each.at("id") },
				{ "answer", "yes" }, { "answer_key", "once" } });
	}
}

// What a game does with two jobs, from the start to the purge.
void live(JobWorld &jobs, const std::string &folder) {
	const JobId talks = jobs.run(agent(folder), { { "keeps_talking", true }, { "prompt", "p0" } });
	jobs.ask(say(talks, "p1"));
	jobs.wait_for_output(talks, "got p1");
	CHECK(jobs.world().pass_until([&] { return jobs.job(talks).at("pending_questions") == 1; }));
	answer_questions(jobs, talks);
	jobs.ask(say(talks, "p2"));
	jobs.ask({ { "type", "job_input_request" }, { "task_id", talks.to_string() },
			{ "close", true } });
	jobs.wait_for_status(talks, "completed");
	const JobId dies = jobs.run("echo up; sleep 1000 & wait");
	jobs.wait_for_output(dies, "up");
	jobs.kill(dies);
	jobs.wait_for_status(dies, "killed");
	jobs.ask({ { "type", "job_purge_request" }, { "task_id", talks.to_string() } });
	jobs.ask({ { "type", "job_purge_request" }, { "task_id", dies.to_string() } });
}

std::vector<std::string> lines_of(const std::string &text) {
	std::vector<std::string> lines;
	std::istringstream stream(text);
	for (std::string line; std::getline(stream, line);) {
		lines.push_back(line);
	}
	return lines;
}

// What the programs themselves say that they have read.
std::vector<std::string> taken_in(const std::filesystem::path &folder) {
	std::vector<std::string> taken;
	for (const auto &each : std::filesystem::directory_iterator(folder)) {
		if (each.path().filename().string().starts_with("taken_")) {
			const std::vector<std::string> lines = lines_of(content_of(each.path().string()));
			taken.insert(taken.end(), lines.begin(), lines.end());
		}
	}
	return taken;
}

std::vector<JobId> jobs_in(JobWorld &jobs) {
	std::vector<JobId> ids;
	const json listed = jobs.ask({ { "type", "jobs_request" } }).at("result").at("jobs");
	for (const json &each : listed) {
		ids.push_back(JobId::parse(each.at("task_id").get<std::string>()).value());
	}
	return ids;
}

std::string everything(const JobWorld &jobs) {
	return jobs.stored("SELECT coalesce(group_concat(task_id || status || error || attempt || "
					   "last_seq || journal_read || output_read, ';'), '') FROM jobs") +
			jobs.stored("SELECT coalesce(group_concat(task_id || n || state, ';'), '') FROM "
						"(SELECT * FROM job_inputs ORDER BY task_id, n)") +
			jobs.stored("SELECT count(*) FROM event_rows WHERE type LIKE 'job_%'");
}

void check_order(JobWorld &jobs, const std::filesystem::path &folder) {
	for (const JobId id : jobs_in(jobs)) {
		CAPTURE(id.to_string());
		jobs.lines(id); // whole, and without a hole
		// A job that ends just now is one or the other soon.
		CHECK(jobs.world().pass_until([&] {
			const std::string status = jobs.status(id);
			const bool is_running = status == "running" || status == "starting";
			return jobs.runtime().jobs().book().is_open(id) == is_running;
		}));
	}
	const std::vector<std::string> taken = taken_in(folder);
	const std::set<std::string> once(taken.begin(), taken.end());
	CHECK(once.size() == taken.size()); // nothing was read twice
	const std::vector<std::string> failed = lines_of(jobs.stored(
			"SELECT coalesce(group_concat(data, char(10)), '') FROM job_inputs WHERE state = "
			"'failed' AND kind = 'write'"));
	for (const std::string &each : failed) {
		CAPTURE(each);
		CAPTURE(jobs.content(".coven/jobs/job_001/journal.jsonl"));
		CAPTURE(everything(jobs));
		CHECK(!once.contains(each));
	}
	const std::string delivery = jobs.stored(
			"SELECT coalesce(max(delivery), '') FROM questions WHERE delivery IN ('failed')");
	CHECK((delivery.empty() || !once.contains("yes")));
	CHECK(jobs.stored("PRAGMA integrity_check") == "ok");
}

// Whatever still runs goes on as if nothing had happened.
void live_on(JobWorld &jobs, const std::filesystem::path &folder) {
	for (const JobId id : jobs_in(jobs)) {
		if (!jobs.runtime().jobs().book().is_open(id)) {
			continue;
		}
		if (jobs.job(id).at("task_name").get<std::string>().find("cd '") == std::string::npos &&
				jobs.stored("SELECT plan FROM jobs WHERE task_id = '" + id.to_string() + "'")
								.find("taken_") == std::string::npos) {
			// It may end by itself meanwhile.
			jobs.ask({ { "type", "job_kill_request" }, { "task_id", id.to_string() },
					{ "grace_seconds", 0 } });
			CHECK(jobs.world().pass_until(
					[&] { return !jobs.runtime().jobs().book().is_open(id); }));
			continue;
		}
		answer_questions(jobs, id);
		jobs.ask(say(id, "after"));
		jobs.ask({ { "type", "job_input_request" }, { "task_id", id.to_string() },
				{ "close", true } });
		CHECK(jobs.world().pass_until([&] { return !jobs.runtime().jobs().book().is_open(id); }));
		// All that the database says was written was read, in order, and once.
		const std::vector<std::string> written =
				lines_of(jobs.stored("SELECT coalesce(group_concat(data, char(10)), '') FROM "
									 "(SELECT data FROM job_inputs"
									 " WHERE state = 'written' AND kind = 'write' AND task_id = '" +
						id.to_string() + "' ORDER BY n)"));
		CHECK(taken_in(folder) == written);
	}
}

void check_after(const std::filesystem::path &folder) {
	JobWorld jobs(folder.string());
	check_order(jobs, folder);
	if (jobs.runtime().jobs().book().open() == 0) {
		const std::string before = everything(jobs);
		jobs.start();
		CHECK(everything(jobs) == before);
	}
	live_on(jobs, folder);
	check_order(jobs, folder);
	CHECK(jobs.stored("SELECT count(*) FROM ledger_open") == "0");
	for (const JobId id : jobs_in(jobs)) {
		CHECK(jobs.family(id) == 0);
	}
}

// Kills the hosts of this project that live now, and waits until they are gone.
void kill_hosts(const std::filesystem::path &folder) {
	for (std::uint64_t number = 1; number < 10; number++) {
		const Result<JobFolders> files =
				JobFolders::open((folder / ".coven").string(), JobId(number));
		if (!files.ok() || !has_host(files.value()).value_or(false)) {
			continue;
		}
		std::optional<JournalLine> host;
		wait_until("the host says who it is", [&] {
			host = read_journal(files.value()).value().host();
			return host.has_value() || !has_host(files.value()).value();
		});
		if (host) {
			::kill(static_cast<pid_t>(host->process.pid), SIGKILL);
		}
		wait_until("the host is gone", [&] { return !has_host(files.value()).value(); });
	}
}

} // namespace

TEST_SUITE("jobs in chaos") {
	TEST_CASE("a game with jobs dies" * doctest::skip()) {
		const std::string folder = std::getenv(PROJECT);
		Death death(std::getenv(DIES_AT));
		JobWorld jobs(folder);
		jobs.options.job_hooks = &death;
		jobs.start();
		live(jobs, folder);
		std::exit(7); // it has come to the end
	}

	TEST_CASE("a game that dies at any point leaves what the next one puts in order") {
		for (const bool with_host : { false, true }) {
			for (std::size_t point = 0; point < JOB_POINTS.size(); point++) {
				for (std::size_t moment = 0; moment < MOMENTS.size(); moment++) {
					const int most = IS_SANITIZED ? 1 : 3;
					for (int times = 1; times <= most; times++) {
						const std::string at = std::string(JOB_POINTS[point])
													   .append(":")
													   .append(MOMENTS[moment])
													   .append(":")
													   .append(std::to_string(times));
						CAPTURE(at);
						CAPTURE(with_host);
						const Folder folder;
						std::filesystem::create_directories(folder.path() / ".crucible");
						Child game("a game with jobs dies",
								{ { PROJECT, folder.path().string() }, { DIES_AT, at } });
						if (game.wait() == 7) {
							break; // it does not come there so often
						}
						if (with_host) {
							kill_hosts(folder.path());
						}
						check_after(folder.path());
					}
				}
			}
		}
	}

	TEST_CASE("a game that is killed at any moment leaves what the next one puts in order") {
		const char *const rounds_given = std::getenv("JOB_CHAOS_ROUNDS");
		const int rounds = rounds_given != nullptr ? std::atoi(rounds_given)
				: IS_SANITIZED					   ? 5
												   : 30;
		const char *const seed_given = std::getenv("JOB_CHAOS_SEED");
		const unsigned seed = seed_given != nullptr ? static_cast<unsigned>(std::atoi(seed_given))
													: std::random_device()();
		MESSAGE("JOB_CHAOS_SEED=" << seed);
		std::mt19937 chance(seed);
		for (int round = 0; round < rounds; round++) {
			CAPTURE(round);
			const Folder folder;
			std::filesystem::create_directories(folder.path() / ".crucible");
			Child game("a game with jobs dies",
					{ { PROJECT, folder.path().string() }, { DIES_AT, "never:never:1" } });
			std::this_thread::sleep_for(std::chrono::milliseconds(chance() % 700));
			const unsigned what = chance() % 100;
			if (what < 80) {
				game.kill_hard();
				game.wait();
			}
			if (what >= 45) {
				kill_hosts(folder.path());
			}
			if (what >= 80) { // the host was first, and the game dies while it deals with that
				std::this_thread::sleep_for(std::chrono::milliseconds(chance() % 300));
				game.kill_hard();
				game.wait();
			}
			check_after(folder.path());
		}
	}
}
