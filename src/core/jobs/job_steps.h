#pragma once

// Each change of a job's state, as one decision: its rows and its event, or neither. All of them
// may be made again, after a crash or when a transaction is repeated: what has happened already
// does nothing, and what belongs to an earlier attempt neither. Thread rule: that of the database.

#include "core/base/status.h"
#include "core/hosting/journal_line.h"
#include "core/jobs/driver.h"
#include "core/jobs/job.h"
#include "core/jobs/job_money.h"
#include "core/jobs/job_rows.h"
#include "core/log/decision.h"
#include "core/questions/question.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// T1: a job begins, with what is to be said to its program first, and its money. `exhausted` when
// the money is not to be had.
Status start_job(DecisionScope &scope, const JobRecord &job, const std::vector<JobInput> &inputs,
		const JobMoney &money);

// What a resumed job begins with.
struct JobAgain {
	JobId id;
	std::uint64_t attempt = 2; // the new one
	JobCursor cursor; // as it was, with the driver's new state
	std::vector<JobInput> inputs;
	TaskId agent_task; // that its agent is given for it
};
// T1': another attempt of a job that has ended. Returns the number of its first input.
// `failed_precondition` when it has not ended.
Result<std::uint64_t> resume_job(
		DecisionScope &scope, const JobAgain &again, const JobMoney &money);

// Whom a step is about.
struct JobAttempt {
	JobId id;
	std::uint64_t attempt = 1;
};

// A program that runs, as the journal says it.
struct StartedProgram {
	ProcessIdentity process;
	std::string command = {}; // its name
	std::optional<WallTime> at = {}; // when it was started; nothing: just now
};
// T2: the program runs.
Status note_started(DecisionScope &scope, const JobAttempt &job, const ProcessIdentity &host,
		const StartedProgram &program);
// T3: the journal says what has become of inputs.
Status note_inputs(
		DecisionScope &scope, const JobAttempt &job, const std::vector<InputOutcome> &outcomes);

// What was read of a job's output since the last time, and all that has come of it.
struct JobProgress {
	JobCursor cursor; // without its told_seq, which is known here
	bool tells_lines = true; // whether an event is to tell of them now
	std::vector<NewQuestion> asked;
	std::vector<ClosedQuestion> closed;
	std::vector<std::string> taken; // keys of inputs
	std::vector<JobInput> inputs; // that the driver answers with
};
// T4: cursor, the driver's state, questions and inputs, with the event that lines are there.
// Returns what could not be asked, in words for people.
Result<std::vector<std::string>> note_progress(
		DecisionScope &scope, const JobAttempt &job, const JobProgress &progress);

// T6: somebody wants it ended. `failed_precondition` when it has ended. Once is enough; asking
// again only matters when it leaves less time.
struct KillOrder {
	JobId id;
	std::string reason;
	std::uint64_t grace_seconds = 5;
};
Result<JobRecord> ask_to_kill(DecisionScope &scope, const KillOrder &order);

// T7: it has ended. Its questions are withdrawn and its books are closed.
Status end_job(DecisionScope &scope, const JobAttempt &job, const JobEnd &end);

// T8: its record goes, with all rows that belong to it. `failed_precondition` while it runs.
Status purge_job(DecisionScope &scope, JobId id, const std::optional<std::string> &kept_worktree);

// How many inputs may wait for a program before somebody has to say more later.
inline constexpr std::size_t MOST_WAITING_INPUTS = 256;

// Inputs that a person has asked for, with the driver's state that they lead to.
// `failed_precondition` when the job has ended, `exhausted` when its program does not read.
Status send_inputs(DecisionScope &scope, const JobAttempt &attempt, const JobCursor &cursor,
		const std::vector<JobInput> &inputs, const std::string &sender_key);

// T5: a question of a job was answered, and its program is to hear of it (AnswerRoutes).
Status send_answer_to_job(DecisionScope &scope, const Question &question);

} // namespace agent_runtime
