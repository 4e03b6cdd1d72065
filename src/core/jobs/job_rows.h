#pragma once

// The rows of jobs and of what was sent to their programs, and all SQL on them. What changes a row
// belongs inside a transaction, together with the event that says so (job_steps.h).
// Thread rule: that of the database.

#include "core/base/status.h"
#include "core/hosting/inbox_line.h"
#include "core/jobs/driver.h"
#include "core/jobs/job.h"
#include "core/store/database.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// How far an input has come on its way to the program.
enum class InputState : std::uint8_t {
	queued, // nothing is known of it yet
	written, // all of it is in the program's pipe
	taken, // the program itself has said so
	failed, // it has not arrived
	unknown, // the host died while it wrote it, or the program ended without having confirmed it
};

template <>
struct Choices<InputState> {
	static constexpr std::array<std::string_view, 5> NAMES = { "queued", "written", "taken",
		"failed", "unknown" };
	static constexpr InputState OTHER = InputState::unknown;
};

// What has become of an input. Thread rule: immutable.
struct InputOutcome {
	std::uint64_t n = 0;
	InputState state = InputState::queued;
	std::string reason = {}; // why it has failed
};

Status insert_job(Database &database, const JobRecord &job);
// Replaces what the row says of the state and of the cursor.
Status update_state(Database &database, JobId id, const JobState &state);
Status update_cursor(Database &database, JobId id, const JobCursor &cursor);
Status remove_job_rows(Database &database, JobId id);

// `not_found` when there is none.
Result<JobRecord> find_job(Database &database, JobId id);
// Those that have not ended, by their numbers.
Result<std::vector<JobRecord>> open_jobs(Database &database);
Result<std::vector<JobId>> all_job_ids(Database &database);
// Those that are a task of an agent, or were one.
Result<std::vector<JobRecord>> jobs_with_task(Database &database);

// Which jobs to list, the newest first.
struct JobFilter {
	std::optional<JobStatus> status = {};
	AgentId agent = {}; // none: of all
	JobId before = {}; // only those with lower numbers; none: from the newest
	std::size_t limit = 100;
};
Result<std::vector<JobRecord>> list_jobs(Database &database, const JobFilter &filter);

// The highest number that was given to a job, whether it is still there or not.
Result<std::uint64_t> newest_job_number(Database &database);
Status raise_newest_job(Database &database, std::uint64_t number);

// Adds it as the last one of its job, and returns its number; that of the one with this key if
// there is one already. `question`: whose answer it is, if it is one.
Result<std::uint64_t> add_input(
		Database &database, JobId id, const JobInput &input, QuestionId question, WallTime now);
// Whether something was said under this name of the sender's own. The program may not have been
// told of it yet: some wait until they can be.
Result<bool> has_sender_key(Database &database, JobId id, std::string_view sender_key);
Status add_sender_key(Database &database, JobId id, std::string_view sender_key);
// An input that has failed does not keep its key from another try.
Status free_key_of_failed(Database &database, JobId id, std::string_view key);
// The shortest time within which an attempt was asked to end; nothing when it was not.
Result<std::optional<std::uint64_t>> shortest_grace(
		Database &database, JobId id, std::uint64_t attempt);
// The key of the input that asks for that.
std::string kill_key(std::uint64_t attempt, std::uint64_t grace_seconds);
Result<std::uint64_t> last_input_number(Database &database, JobId id);
// What the inbox of a job must hold, from a number on.
Result<std::vector<InboxLine>> inputs_from(
		Database &database, JobId id, std::uint64_t first, std::size_t most);
// Never turns back what is known already: taken, failed and unknown stay.
Status set_input_state(Database &database, JobId id, const InputOutcome &outcome);
// The input was read by the program, as itself has said. Returns its number; 0: there is none.
Result<std::uint64_t> set_input_taken(Database &database, JobId id, std::string_view key);
Result<std::vector<std::uint64_t>> queued_inputs(Database &database, JobId id);
// Answers that the program was written and has not confirmed.
Result<std::vector<std::uint64_t>> written_answers(Database &database, JobId id);
// The question whose answer it is; none: of no question.
Result<QuestionId> question_of_input(Database &database, JobId id, std::uint64_t n);

// What is reserved for the job's present attempt, as ledger decisions need it, in their own text.
Result<std::string> reserved_of(Database &database, JobId id);
Status set_reserved(Database &database, JobId id, std::string_view reserved);

// Jobs that have ended and may be purged, the oldest first.
struct EndedJob {
	JobId id;
	WallTime ended_at;
};
Result<std::vector<EndedJob>> ended_jobs(Database &database);

} // namespace agent_runtime
