// The scenarios of the spec on questions, asked by programs under the real host.

#include "job_world.h"

#include "tests/core/store/scratch.h"

#include <algorithm>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

constexpr const char *ASKS =
		"echo '@@question {\"prompt\":\"Go on?\",\"kind\":\"confirmation\","
		"\"options\":[\"yes\",\"no\"]}'; while read line; do echo \"$line\" >>taken; "
		"echo got $line; done";

JobId ask_something(JobWorld &jobs, const std::string &script = ASKS) {
	const JobId id = jobs.run(script, { { "keeps_talking", true }, { "folder", jobs.path("") } });
	REQUIRE(jobs.world().pass_until([&] { return jobs.job(id).at("pending_questions") == 1; }));
	return id;
}

json question_of(JobWorld &jobs, JobId id) {
	const json found = jobs.ask({ { "type", "questions_request" }, { "task_id", id.to_string() } });
	REQUIRE_MESSAGE(found.value("ok", false), found.dump());
	return found.at("result").at("questions").at(0);
}

json answer(const json &question, const std::string &text, const std::string &key) {
	return { { "type", "question_answer_request" }, { "question_id", question.at("id") },
		{ "answer", text }, { "answer_key", key } };
}

} // namespace

TEST_SUITE("spec 004: questions of jobs") {
	TEST_CASE("spec:004.3.1 a question of a program is stored") {
		JobWorld jobs;
		const JobId id = ask_something(jobs);
		CHECK(jobs.stored("SELECT task_id || ' ' || prompt || ' ' || options || ' ' || status "
						  "FROM questions") == "job_001 Go on? [\"yes\",\"no\"] pending");
		const json question = question_of(jobs, id);
		CHECK(question.at("task_id") == "job_001");
		CHECK(question.at("options") == json{ "yes", "no" });
	}

	TEST_CASE("spec:004.3.2 spec:004.3.3 a question survives a restart, and its answer arrives "
			  "once") {
		JobWorld jobs;
		const JobId id = ask_something(jobs);
		jobs.start();
		const json question = question_of(jobs, id);
		CHECK(question.at("status") == "pending");
		const json first = jobs.ask(answer(question, "yes", "a"));
		REQUIRE_MESSAGE(first.value("ok", false), first.dump());
		CHECK(first.at("result").at("status") == "answered");
		CHECK(first.at("result").at("response") == "yes");
		CHECK(jobs.ask(answer(question, "yes", "a")).at("ok") == true); // repeated
		CHECK(jobs.ask(answer(question, "no", "b")).at("error").at("code") == "already_exists");
		jobs.wait_for_output(id, "got yes");
		CHECK(jobs.world().pass_until(
				[&] { return question_of(jobs, id).value("delivery", "") == "written"; }));
		CHECK(jobs.content("taken") == "yes\n");
		CHECK(jobs.stored("SELECT status || ' ' || response FROM questions") == "answered yes");
		CHECK(jobs.job(id).at("pending_questions") == 0);
		const std::vector<std::string> events = jobs.events(id);
		CHECK(std::count(events.begin(), events.end(), "question_asked") == 1);
		CHECK(std::count(events.begin(), events.end(), "question_answered") == 1);
	}

	TEST_CASE("an answer that nobody reads has failed, and says so") {
		JobWorld jobs;
		const JobId id = ask_something(jobs,
				"echo '@@question Really?'; exec <&-; echo closed; while [ ! -e go ]; do sleep "
				"0.05;"
				" done");
		jobs.wait_for_output(id, "closed");
		const json question = question_of(jobs, id);
		REQUIRE(jobs.ask(answer(question, "no", "a")).at("ok") == true);
		CHECK(jobs.world().pass_until(
				[&] { return question_of(jobs, id).value("delivery", "") == "failed"; }));
	}

	TEST_CASE("a question that could not be answered can be answered again") {
		JobWorld jobs;
		const JobId id = ask_something(jobs,
				"echo '@@question Really?'; exec <&-; echo closed; while [ ! -e go ]; do sleep "
				"0.05;"
				" done");
		jobs.wait_for_output(id, "closed");
		const json question = question_of(jobs, id);
		for (const std::string key : { "a", "b" }) {
			REQUIRE(jobs.ask(answer(question, "no", key)).at("ok") == true);
			CHECK(jobs.world().pass_until(
					[&] { return question_of(jobs, id).value("delivery", "") == "failed"; }));
		}
		CHECK(jobs.stored("SELECT group_concat(state) FROM job_inputs WHERE question_id <> ''") ==
				"failed,failed");
	}

	TEST_CASE("a program that asks more than may wait is told so") {
		JobWorld jobs;
		const JobId id =
				jobs.run("i=0; while [ $i -lt 33 ]; do i=$((i+1)); echo \"@@question $i\"; "
						 "done; read line; echo \"got <$line>\"; read line; echo got $line",
						{ { "keeps_talking", true }, { "folder", jobs.path("") } });
		jobs.wait_for_output(id, "got <>");
		CHECK(jobs.job(id).at("pending_questions") == vocabulary::MOST_PENDING_OF_SUBJECT);
		REQUIRE(jobs.ask(answer(question_of(jobs, id), "yes", "a")).at("ok") == true);
		jobs.wait_for_output(id, "got yes");
		jobs.wait_for_status(id, "completed");
	}

	TEST_CASE("a question whose time is up waits no longer") {
		JobWorld jobs;
		const JobId id = ask_something(jobs);
		{
			Database database = connect_again(jobs.database());
			REQUIRE(database.run("UPDATE questions SET expires_at = 1").ok());
		}
		CHECK(jobs.world().pass_until([&] {
			jobs.ask({ { "type", "job_purge_request" }, { "dry_run", true } }); // wakes the thread
			return question_of(jobs, id).at("status") == "expired";
		}));
		CHECK(jobs.job(id).at("pending_questions") == 0);
		const std::vector<std::string> events = jobs.events(id);
		CHECK(std::count(events.begin(), events.end(), "question_withdrawn") == 1);
	}

	TEST_CASE("questions of a job that ends are withdrawn") {
		JobWorld jobs;
		const JobId id = ask_something(jobs);
		jobs.kill(id);
		jobs.wait_for_status(id, "killed");
		CHECK(question_of(jobs, id).at("status") == "withdrawn");
		CHECK(jobs.ask(answer(question_of(jobs, id), "yes", "a")).at("error").at("code") ==
				"failed_precondition");
	}

	TEST_CASE("spec:004.3.4 with a record that is purged its questions go") {
		JobWorld jobs;
		const JobId id = ask_something(jobs);
		jobs.kill(id);
		jobs.wait_for_status(id, "killed");
		CHECK(jobs.ask({ { "type", "job_purge_request" }, { "task_id", id.to_string() } })
						.at("ok") == true);
		CHECK(jobs.stored("SELECT count(*) FROM questions") == "0");
		CHECK(jobs.stored("SELECT count(*) FROM job_inputs") == "0");
	}
}
