#include "core/base/json_io.h"
#include "core/jobs/job_end.h"
#include "core/jobs/job_events.h"
#include "core/jobs/job_steps.h"
#include "core/jobs/job_tables.h"
#include "core/log/event_json.h"
#include "core/log/log_tables.h"
#include "core/models/ledger_tables.h"
#include "core/questions/answer_question.h"
#include "core/questions/question_store.h"
#include "core/questions/question_tables.h"
#include "core/store/open_database.h"
#include "driver_samples.h"
#include "driver_talk.h"
#include "tests/core/store/scratch.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

Schema job_schema() {
	static const std::array<const RoomTables *, 4> rooms = { &log_tables(), &question_tables(),
		&ledger_tables(), &job_tables() };
	return rooms;
}

ProcessIdentity process(std::int64_t pid) {
	ProcessIdentity process;
	process.pid = pid;
	process.start = 5;
	return process;
}

// A database with jobs in it, and the steps that they take.
class Steps {
public:
	Steps() :
			database_(open()) {}

	Status take(const DecideStatus &decide) {
		now_ += std::chrono::seconds(1);
		return decide_here(database_, { .purpose = "a test", .now = now_ }, decide);
	}
	Status start(JobId id, const std::vector<JobInput> &inputs = {}, const JobMoney &money = {}) {
		JobRecord job;
		job.id = id;
		job.plan.task_name = "Fix it";
		job.plan.program = program;
		job.plan.command = { "true" };
		job.plan.agent = AgentId(3);
		job.output_file = "/p/.coven/output/" + id.to_string() + ".jsonl";
		job.state.created_at = now_;
		job.trace = TraceId::parse("0123456789abcdef0123456789abcdef").value();
		return take([&](DecisionScope &scope) { return start_job(scope, job, inputs, money); });
	}
	Status started(JobId id, std::uint64_t attempt = 1) {
		return take([&](DecisionScope &scope) {
			return note_started(scope, { id, attempt }, process(10), { process(11), "sh" });
		});
	}
	Status progress(JobId id, const JobCursor &cursor, std::uint64_t attempt = 1) {
		return take([&](DecisionScope &scope) {
			JobProgress progress;
			progress.cursor = cursor;
			return note_progress(scope, { id, attempt }, progress).status();
		});
	}
	Status end(JobId id, const JobEnd &end, std::uint64_t attempt = 1) {
		return take([&](DecisionScope &scope) { return end_job(scope, { id, attempt }, end); });
	}
	Status resume(JobId id, std::uint64_t attempt) {
		return take([&](DecisionScope &scope) {
			return resume_job(scope, { id, attempt, job(id).cursor, {}, {} }, {}).status();
		});
	}
	Status say(JobId id, const std::vector<JobInput> &inputs) {
		return take([&](DecisionScope &scope) {
			return send_inputs(scope, { id, 1 }, job(id).cursor, inputs, {});
		});
	}
	Status note(JobId id, const std::vector<InputOutcome> &outcomes) {
		return take([&](DecisionScope &scope) { return note_inputs(scope, { id, 1 }, outcomes); });
	}
	Status kill(JobId id, std::uint64_t grace = 2) {
		return take([&](DecisionScope &scope) {
			return ask_to_kill(scope, { id, "wrong branch", grace }).status();
		});
	}

	JobRecord job(JobId id) { return find_job(database_, id).value(); }
	Database &database() { return database_; }
	std::vector<std::string> types() { return types_in_log(database_); }
	std::string text(const std::string &sql) { return database_.text(sql, "").value(); }

	JobProgram program = JobProgram::command; // of the next start

private:
	Database open() {
		OpenOptions how;
		how.schema = job_schema();
		const SystemClock clock;
		return std::move(open_database(folder_.path("jobs.db"), clock, how).value().database);
	}

	ScratchFolder folder_;
	Database database_;
	WallTime now_{ std::chrono::seconds(1'800'000'000) };
};

JobEnd completed() {
	JobEnd end;
	end.status = JobStatus::completed;
	end.exit_code = 0;
	return end;
}

// Answers what a program asks by this line, up to the pipe of the program.
void ask_and_answer(Steps &steps, JobId id, const std::string &line) {
	test::DriverTalk talk(steps.program);
	JobBrief brief = test::brief_of(steps.program, "Make a file.");
	brief.plan.keeps_talking = true;
	talk.begin(brief);
	JobProgress progress;
	progress.asked = talk.read_text(line).asked;
	progress.cursor.driver = talk.driver().state();
	REQUIRE(progress.asked.size() == 1);
	REQUIRE(steps.start(id).ok());
	REQUIRE(steps.started(id).ok());
	REQUIRE(steps.take([&](DecisionScope &scope) {
					 return note_progress(scope, { id, 1 }, progress).status();
				 }).ok());
	const QuestionId question =
			find_question(steps.database(), job_subject(id), progress.asked.front().asked_as)
					.value()
					->id;
	AnswerRoutes routes;
	routes.add(Subject::Kind::job, send_answer_to_job);
	QuestionAnswer answer;
	answer.value = "allow";
	answer.by = "a test";
	REQUIRE(steps.take([&](DecisionScope &scope) {
					 return answer_question(scope, routes, question, answer).status();
				 }).ok());
	REQUIRE(steps.note(id, { { 1, InputState::written } }).ok());
}

JobInput words(const std::string &key) {
	InboxLine line;
	line.data = "words of " + key;
	return { key, line };
}

} // namespace

TEST_SUITE("steps of jobs") {
	TEST_CASE("each step changes its rows and logs its event, and does nothing a second time") {
		Steps steps;
		const JobId id(1);
		REQUIRE(steps.start(id, { words("a"), words("b"), words("a") }).ok());
		CHECK(steps.job(id).state.status == JobStatus::starting);
		CHECK(steps.text("SELECT group_concat(n || input_key) FROM job_inputs") == "1a,2b");
		for (int again = 0; again < 2; again++) {
			CHECK(steps.started(id).ok());
			CHECK(steps.job(id).state.status == JobStatus::running);
			CHECK(steps.job(id).state.process.pid == 11);
			CHECK(steps.job(id).state.command == "sh");
			CHECK(steps.job(id).state.host_pid == 10);
		}
		JobCursor cursor;
		cursor.output_read = 100;
		cursor.last_seq = 7;
		cursor.driver = R"({"a":1})";
		for (int again = 0; again < 2; again++) {
			CHECK(steps.progress(id, cursor).ok());
			CHECK(steps.job(id).cursor.last_seq == 7);
			CHECK(steps.job(id).cursor.driver == R"({"a":1})");
		}
		for (int again = 0; again < 2; again++) {
			CHECK(steps.end(id, completed()).ok());
			CHECK(steps.job(id).state.status == JobStatus::completed);
		}
		CHECK(steps.types() ==
				std::vector<std::string>{
						"job_starting", "job_started", "job_output", "job_completed" });
		CHECK(steps.text("SELECT DISTINCT trace_id FROM events") ==
				"0123456789abcdef0123456789abcdef");
		CHECK(steps.text("SELECT DISTINCT entity FROM events") == "job_001");
	}

	TEST_CASE("an end is never left but by a resume, and belongs to its attempt") {
		Steps steps;
		const JobId id(1);
		REQUIRE(steps.start(id, { words("a") }).ok());
		CHECK(steps.resume(id, 2).code() == StatusCode::failed_precondition);
		REQUIRE(steps.started(id).ok());
		REQUIRE(steps.end(id, completed()).ok());
		CHECK(steps.text("SELECT state FROM job_inputs") == "failed");
		CHECK(steps.started(id).ok());
		CHECK(steps.kill(id).code() == StatusCode::failed_precondition);
		CHECK(steps.job(id).state.status == JobStatus::completed);
		CHECK(steps.resume(id, 3).code() == StatusCode::failed_precondition);
		REQUIRE(steps.resume(id, 2).ok());
		CHECK(steps.job(id).state.status == JobStatus::starting);
		CHECK(steps.job(id).state.attempt == 2);
		CHECK(!steps.job(id).state.ended_at);
		CHECK(steps.end(id, completed(), 1).ok()); // of the attempt before
		CHECK(steps.job(id).state.status == JobStatus::starting);
	}

	TEST_CASE("a kill is asked for once, with its input") {
		Steps steps;
		const JobId id(1);
		REQUIRE(steps.start(id).ok());
		CHECK(steps.kill(id).ok());
		CHECK(steps.kill(id).ok());
		CHECK(steps.text("SELECT group_concat(kind || data) FROM job_inputs") == "kill2");
		const std::vector<InboxLine> lines = inputs_from(steps.database(), id, 1, 10).value();
		REQUIRE(lines.size() == 1);
		CHECK(lines[0].kind == InboxKind::kill);
		CHECK(lines[0].grace_seconds == 2);
		JobEnd end;
		end.status = JobStatus::killed;
		end.signal = 15;
		CHECK(steps.end(id, end).ok());
		CHECK(steps.text("SELECT data FROM events WHERE type = 'job_killed'")
						.find("wrong branch") != std::string::npos);
	}

	TEST_CASE("asking again to kill matters when it leaves less time") {
		Steps steps;
		const JobId id(1);
		REQUIRE(steps.start(id).ok());
		for (const std::uint64_t grace : { 3'600, 3'600, 10, 30, 10, 0 }) {
			CHECK(steps.kill(id, grace).ok());
		}
		CHECK(steps.text("SELECT group_concat(data) FROM job_inputs WHERE kind = 'kill'") ==
				"3600,10,0");
		REQUIRE(steps.end(id, JobEnd{}).ok());
		REQUIRE(steps.resume(id, 2).ok());
		CHECK(steps.kill(id, 60).ok());
		CHECK(steps.text("SELECT count(*) FROM job_inputs WHERE kind = 'kill'") == "4");
	}

	TEST_CASE("a job has ended when its host says so, if it can have been then") {
		const std::chrono::seconds begin(1'800'000'000);
		for (const auto &[told, stored] : { std::pair(WallTime(begin + std::chrono::seconds(1)),
													WallTime(begin + std::chrono::seconds(1))),
					 std::pair(WallTime(), WallTime(begin)),
					 std::pair(WallTime::max(), WallTime(begin + std::chrono::seconds(2))) }) {
			Steps steps;
			const JobId id(1);
			REQUIRE(steps.start(id).ok());
			JobEnd end = completed();
			end.at = told;
			REQUIRE(steps.end(id, end).ok());
			CHECK(steps.job(id).state.ended_at == stored);
		}
		JournalLine line;
		line.kind = JournalKind::ended;
		line.ts = "2027-01-15T08:00:01Z";
		CHECK(end_found(line).at == WallTime(begin + std::chrono::seconds(1)));
	}

	TEST_CASE("a step that fails leaves neither rows nor an event") {
		Steps steps;
		const JobId id(1);
		REQUIRE(steps.start(id).ok());
		const std::vector<std::string> before = steps.types();
		const Status failed = steps.take([&](DecisionScope &scope) {
			const Status started = note_started(scope, { id, 1 }, process(1), { process(2), "sh" });
			CHECK(started.ok());
			return Status(StatusCode::unavailable, "it dies here");
		});
		CHECK(!failed.ok());
		CHECK(steps.types() == before);
		CHECK(steps.job(id).state.status == JobStatus::starting);
		CHECK(steps.start(id).ok() == false); // the id is taken
		CHECK(steps.types() == before);
	}

	TEST_CASE("events tell of all lines, each once, however often it is stored in between") {
		Steps steps;
		const JobId id(1);
		REQUIRE(steps.start(id).ok());
		for (const std::uint64_t last : { 2, 2, 5 }) {
			JobCursor cursor;
			cursor.last_seq = last;
			CHECK(steps.take([&](DecisionScope &scope) {
						   JobProgress quiet;
						   quiet.cursor = cursor;
						   quiet.tells_lines = false;
						   return note_progress(scope, { id, 1 }, quiet).status();
					   }).ok());
			CHECK(steps.progress(id, cursor).ok());
		}
		CHECK(steps.text("SELECT group_concat(data, ' ') FROM events WHERE type = 'job_output'") ==
				R"({"agent_id":"agent_003","first_seq":1,"last_seq":2,"task_id":"job_001"} )"
				R"({"agent_id":"agent_003","first_seq":3,"last_seq":5,"task_id":"job_001"})");
	}

	TEST_CASE("money is reserved before the start, and settled by what the program says") {
		Steps steps;
		JobMoney money;
		money.cap = Money::of_dollars(1);
		money.accounts = { { "jobs", {} }, { "total", Caps{ .money = Money::of_dollars(1.5) } } };
		const JobId first(1);
		REQUIRE(steps.start(first, {}, money).ok());
		CHECK(steps.text("SELECT sum(micro_dollars) FROM ledger_open WHERE account = 'total'") ==
				"1000000");
		const Status refused = steps.start(JobId(2), {}, money);
		CHECK(refused.code() == StatusCode::exhausted);
		CHECK(steps.text("SELECT count(*) FROM jobs") == "1");
		REQUIRE(steps.started(first).ok());
		JobCursor cursor;
		cursor.micro_dollars = 200'000;
		cursor.has_told_cost = true;
		REQUIRE(steps.progress(first, cursor).ok());
		REQUIRE(steps.end(first, completed()).ok());
		CHECK(steps.text("SELECT count(*) FROM ledger_open") == "0");
		CHECK(steps.text("SELECT micro_dollars FROM ledger WHERE account = 'total'") == "200000");
		// What a program has not said counts in full, once it has run.
		const JobId third(3);
		REQUIRE(steps.start(third, {}, money).ok());
		REQUIRE(steps.started(third).ok());
		REQUIRE(steps.end(third, JobEnd{}).ok());
		CHECK(steps.text("SELECT micro_dollars FROM ledger WHERE account = 'total'") == "1200000");
		// One that was never started has cost nothing.
		money.cap = Money::of_dollars(0.1);
		REQUIRE(steps.start(JobId(4), {}, money).ok());
		REQUIRE(steps.end(JobId(4), JobEnd{}).ok());
		CHECK(steps.text("SELECT micro_dollars FROM ledger WHERE account = 'jobs'") == "1200000");
		CHECK(steps.text("SELECT count(*) FROM ledger_open") == "0");
	}

	TEST_CASE("of an answer that a program has not confirmed although it could, nobody knows") {
		Steps steps;
		steps.program = JobProgram::claude;
		ask_and_answer(steps, JobId(1), test::CLAUDE_PERMISSION.dump());
		CHECK(steps.text("SELECT delivery FROM questions") == "written");
		REQUIRE(steps.end(JobId(1), completed()).ok());
		CHECK(steps.text("SELECT delivery FROM questions") == "unknown");
		CHECK(steps.text("SELECT state FROM job_inputs WHERE n = 1") == "unknown");
		CHECK(steps.types().back() == "job_completed");

		Steps silent; // more than written will never be known of this one
		ask_and_answer(silent, JobId(1), "@@question Go on?");
		REQUIRE(silent.end(JobId(1), completed()).ok());
		CHECK(silent.text("SELECT delivery FROM questions") == "written");
	}

	TEST_CASE("what a program does not read is refused before it grows, but for signals") {
		Steps steps;
		const JobId id(1);
		std::vector<JobInput> most;
		for (std::size_t i = 0; i < MOST_WAITING_INPUTS; i++) {
			most.push_back(words(std::to_string(i)));
		}
		REQUIRE(steps.start(id, most).ok());
		CHECK(steps.say(id, { words("more") }).code() == StatusCode::exhausted);
		JobInput interrupt;
		interrupt.key = "interrupt";
		interrupt.line.kind = InboxKind::signal;
		interrupt.line.signal = "INT";
		CHECK(steps.say(id, { interrupt }).ok());
		REQUIRE(steps.note(id, { { 1, InputState::written }, { 2, InputState::written } }).ok());
		CHECK(steps.say(id, { words("more") }).ok());
	}

	TEST_CASE("a purge takes all rows of a job, and no id is given twice") {
		Steps steps;
		REQUIRE(steps.start(JobId(5), { words("a") }).ok());
		const auto purge = [&steps] {
			return steps.take(
					[](DecisionScope &scope) { return purge_job(scope, JobId(5), std::nullopt); });
		};
		CHECK(purge().code() == StatusCode::failed_precondition);
		REQUIRE(steps.end(JobId(5), completed()).ok());
		CHECK(purge().ok());
		CHECK(purge().code() == StatusCode::not_found);
		CHECK(steps.text("SELECT count(*) FROM job_inputs") == "0");
		CHECK(newest_job_number(steps.database()).value() == 5);
		CHECK(steps.types().back() == "job_purged");
	}

	TEST_CASE("a plan comes back as it was stored") {
		JobPlan plan;
		plan.agent = AgentId(3);
		plan.task_name = "Fix \"it\"";
		plan.program = JobProgram::codex;
		plan.command = { "a", "" };
		plan.model = "m";
		plan.permission_mode = "ask";
		plan.folder = "/p";
		plan.worktree = "/p/.coven/worktrees/job_001";
		plan.branch = "coven/job_001";
		plan.keeps_talking = true;
		plan.environment = { { "A", "b" }, { "C", std::nullopt } };
		plan.bounds = { 1, 2, 3, 0.5 };
		CHECK(JobPlan::parse(plan.to_text()).value() == plan);
		CHECK(JobPlan::parse("[]").status().code() == StatusCode::corrupt);
	}

	TEST_CASE("what the journal says of an end is what becomes of the job") {
		JournalLine line;
		line.kind = JournalKind::ended;
		CHECK(end_told(line) == completed());
		CHECK(end_found(line) == completed());
		line.exit_code = 3;
		CHECK(end_told(line).error == "its program has ended with the code 3");
		CHECK(end_found(line).error == "daemon restarted");
		CHECK(end_found(line).exit_code == 3);
		line.cause = EndCause::asked;
		line.signal = 15;
		CHECK(end_told(line).status == JobStatus::killed);
		CHECK(!end_told(line).exit_code);
		CHECK(end_found(line).status == JobStatus::failed);
		CHECK(end_found(line).signal == 15);
		for (const EndCause cause : { EndCause::time, EndCause::output, EndCause::disk,
					 EndCause::memory, EndCause::host }) {
			line.cause = cause;
			CHECK(end_told(line).status == JobStatus::failed);
			CHECK(!end_told(line).error.empty());
		}
		line.kind = JournalKind::not_started;
		line.reason = "there is no program";
		CHECK(end_told(line).error == "there is no program");
		CHECK(end_found(line).error == "daemon restarted");
	}
}
