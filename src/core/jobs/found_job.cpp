#include "core/jobs/found_job.h"

#include "core/base/json_fields.h"
#include "core/base/json_io.h"
#include "core/base/uuid.h"
#include "core/hosting/line_reader.h"
#include "core/jobs/driver.h"
#include "core/jobs/job_events.h"
#include "core/jobs/job_rows.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr const char *NO_NAME = "a job that was found again";
// Said to drivers in place of a prompt that was sent long ago.
constexpr const char *SENT_LONG_AGO = "Go on.";
constexpr std::string_view PROMPT = "/prompt/";

Status cannot_be_adopted(JobId job, const std::string &why) {
	return { StatusCode::corrupt, job.to_string() + " cannot be taken over: " + why };
}

Result<std::vector<InboxLine>> inbox_of(const JobFolders &folders) {
	const Result<OwnFile> file = folders.job.file(job_files::INBOX, OwnFile::Use::read);
	if (!file.ok()) {
		return file.status();
	}
	std::vector<InboxLine> lines;
	LineReader reader(file.value(), 0, InboxLine::MOST_BYTES);
	for (std::string_view text; reader.next(text);) {
		Result<InboxLine> line = InboxLine::parse(text);
		if (!line.ok() || line.value().n != lines.size() + 1) {
			return cannot_be_adopted(folders.id, "its inbox holds something else than its inputs");
		}
		lines.push_back(std::move(line).value());
	}
	return lines;
}

// The prompts of this attempt, by the names under which they were sent.
std::vector<Uuid> prompts_in(const UnrecordedJob &job) {
	std::vector<Uuid> uuids;
	for (const InboxLine &line : job.inbox) {
		const std::size_t at = line.key.find(PROMPT);
		const std::optional<Uuid> uuid = line.n >= job.first_input && at != std::string::npos
				? Uuid::parse(std::string_view(line.key).substr(at + PROMPT.size()))
				: std::nullopt;
		if (uuid) {
			uuids.push_back(*uuid);
		}
	}
	return uuids;
}

// A driver that has said all that stands in the inbox, and has read nothing yet. Where the inbox
// does not tell its inputs apart, one that understands nothing, so that it says nothing twice.
std::string driver_state_for(const UnrecordedJob &job) {
	const JobRecord &record = job.record;
	const bool are_named = std::all_of(job.inbox.begin(), job.inbox.end(),
			[](const InboxLine &line) { return !line.key.empty(); });
	const std::vector<Uuid> prompts = prompts_in(job);
	const Result<Uuid> any = Uuid::make();
	if (!are_named || !any.ok()) {
		return "{}";
	}
	JobBrief brief;
	brief.plan = record.plan;
	brief.attempt = record.state.attempt;
	brief.prompt = SENT_LONG_AGO;
	brief.prompt_uuid = prompts.empty() ? any.value() : prompts.front();
	brief.session = record.cursor.session;
	brief.resumes = record.state.attempt > 1 && !brief.session.empty();
	const std::unique_ptr<Driver> driver = make_driver(record.plan.program);
	if (!driver->begin(brief).ok()) {
		return "{}";
	}
	for (std::size_t i = 1; i < prompts.size(); i++) {
		static_cast<void>(driver->say(SENT_LONG_AGO, prompts[i]));
	}
	return driver->state();
}

} // namespace

std::string about_job(const JobRecord &job) {
	JobPlan plan = job.plan;
	plan.task_name.clear(); // often the beginning of its prompt
	const JobCursor &cursor = job.cursor;
	return json{
		{ "plan", plan.to_text() }, { "session", cursor.session },
		{ "trace_id", job.trace.to_string() }, { "agent_task", job.state.agent_task.to_string() },
		{ "created_at", job.state.created_at.time_since_epoch().count() },
		{ "keep", job.state.keep }, { "output_read", cursor.output_read },
		{ "last_seq", cursor.last_seq }, { "micro_dollars", cursor.micro_dollars }
	}.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<UnrecordedJob> read_found_job(
		const JobFolders &folders, const JobOrder &order, const std::string &output_file) {
	const Result<json> about = parse_json(order.about, { .bytes = JobOrder::MOST_BYTES });
	if (!about.ok() || !about.value().is_object()) {
		return cannot_be_adopted(folders.id, "an older version has started it; kill its host");
	}
	const json &members = about.value();
	Result<JobPlan> plan = JobPlan::parse(text_of(members, "plan"));
	Result<std::vector<InboxLine>> inbox = inbox_of(folders);
	if (Status failed = first_failure(plan, inbox); !failed.ok()) {
		return failed;
	}
	UnrecordedJob found;
	JobRecord &record = found.record;
	record.id = folders.id;
	record.plan = std::move(plan).value();
	record.plan.task_name = NO_NAME;
	record.output_file = output_file;
	record.trace = TraceId::parse(text_of(members, "trace_id")).value_or(TraceId());
	record.state.attempt = order.attempt;
	record.state.created_at = WallTime(Micros(number_of<std::int64_t>(members, "created_at")));
	record.state.keep = flag_of(members, "keep");
	record.state.agent_task = TaskId::parse(text_of(members, "agent_task")).value_or(TaskId());
	record.cursor.session = text_of(members, "session");
	record.cursor.output_read = number_of<std::uint64_t>(members, "output_read");
	record.cursor.last_seq = number_of<std::uint64_t>(members, "last_seq");
	record.cursor.told_seq = record.cursor.last_seq;
	record.cursor.micro_dollars = number_of<std::int64_t>(members, "micro_dollars");
	found.first_input = order.first_input;
	found.inbox = std::move(inbox).value();
	record.cursor.driver = driver_state_for(found);
	return found;
}

Status adopt_job(DecisionScope &scope, const UnrecordedJob &job) {
	Database &database = scope.database();
	const JobRecord &record = job.record;
	Status status = raise_newest_job(database, record.id.number());
	status = status.ok() ? insert_job(database, record) : status;
	status = status.ok() ? update_cursor(database, record.id, record.cursor) : status;
	for (const InboxLine &line : job.inbox) {
		// What became of those of this attempt, the journal says again.
		const InputState state =
				line.n < job.first_input ? InputState::written : InputState::queued;
		const std::string key = line.key.empty() ? "found/" + std::to_string(line.n) : line.key;
		status = status.ok()
				? add_input(database, record.id, { key, line }, {}, scope.now()).status()
				: status;
		status = status.ok() ? set_input_state(database, record.id, { line.n, state }) : status;
	}
	return status.ok()
			? scope
					  .log({ job_subject(record.id),
							  JobStarting{ { record.id, record.plan.agent }, record.state.attempt },
							  record.trace })
					  .status()
			: status;
}

} // namespace agent_runtime
