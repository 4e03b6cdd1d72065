#include "core/runtime/job_tasks.h"

#include "core/agents/task_inputs.h"
#include "core/agents/task_rows.h"
#include "core/base/utf8.h"
#include "core/jobs/job_rows.h"
#include "core/store/read.h"

#include <memory>
#include <optional>
#include <string>

namespace agent_runtime {

namespace {

std::string outcome_of(const JobEnd &end) {
	const std::string words = end.error.empty() ? std::string(choice_name(end.status)) : end.error;
	return std::string(shorten(words, vocabulary::LONGEST_TASK));
}

JobEnd end_of(const JobState &state) {
	return { state.status, state.error, state.exit_code, state.signal };
}

} // namespace

Result<TaskId> JobTasks::number_task(AgentId agent) {
	const Status known = parts_.known(agent);
	return known.ok() ? tasks_.number() : known;
}

void JobTasks::post_given(const JobTask &task) {
	const std::shared_ptr<AgentTask> given = std::make_shared<AgentTask>();
	given->id = task.task;
	given->name = task.name;
	given->description = task.job.to_string() + " works at it.";
	given->assigned_by = ParticipantId::player(0);
	parts_.world.post(AssignInput{ task.agent, given, task.trace });
}

void JobTasks::post_finished(const JobTask &task, const JobEnd &end) {
	parts_.world.post(FinishInput{
			task.task, end.status == JobStatus::completed, outcome_of(end), {}, task.trace });
}

void JobTasks::give(const JobTask &task) {
	const Lock lock(mutex_);
	given_.insert(task.task);
	post_given(task);
}

void JobTasks::finish(const JobTask &task, const JobEnd &end) {
	const Lock lock(mutex_);
	if (is_settling_) {
		ended_meanwhile_.emplace_back(task, end);
	} else if (given_.erase(task.task) > 0) {
		post_finished(task, end);
	}
}

void JobTasks::settle() {
	if (!parts_.store.has_file()) {
		return;
	}
	{
		const Lock lock(mutex_);
		is_settling_ = true;
		given_.clear();
	}
	const Status asked = read<Compared>(
			parts_.store.reader(), &compare, [this](const Result<Compared> &compared) {
				// At a stop there is no need: the next start compares.
				if (!compared.ok() && compared.status().code() != StatusCode::cancelled) {
					parts_.log.warning("what agents know of their jobs cannot be compared: " +
							compared.status().message());
				}
				put_in_order(compared.value_or({}));
			});
	if (!asked.ok()) {
		parts_.log.warning("what agents know of their jobs cannot be read: " + asked.message());
		put_in_order({});
	}
}

// Ids of tasks are those of a world, and a world that was loaded may have used one for something
// else; so the agent and the name must be the same.
Result<JobTasks::Compared> JobTasks::compare(Database &database) {
	const Result<std::vector<JobRecord>> jobs = jobs_with_task(database);
	if (!jobs.ok()) {
		return jobs.status();
	}
	Compared compared;
	for (const JobRecord &job : jobs.value()) {
		const JobTask task = task_of_job(job);
		const bool has_ended = is_over(job.state.status);
		const Result<std::optional<TaskFields>> found = find_task(database, task.task);
		if (!found.ok()) {
			return found.status();
		}
		if (!found.value()) {
			if (!has_ended) {
				compared.missing.push_back(task);
			}
			continue;
		}
		const TaskFields &known = *found.value();
		if (known.agent != task.agent || known.task.name != task.name || known.task.is_over()) {
			continue;
		}
		if (has_ended) {
			compared.ended.emplace_back(task, end_of(job.state));
		} else {
			compared.given.push_back(task);
		}
	}
	return compared;
}

void JobTasks::put_in_order(const Compared &compared) {
	std::vector<Ended> ended = compared.ended;
	const Lock lock(mutex_);
	for (const JobTask &task : compared.given) {
		given_.insert(task.task);
	}
	for (const JobTask &task : compared.missing) {
		// One that was given just now is not stored yet.
		if (parts_.directory.find(task.agent) != nullptr && given_.insert(task.task).second) {
			post_given(task);
		}
	}
	for (const auto &[task, end] : ended) {
		given_.insert(task.task);
	}
	ended.insert(ended.end(), ended_meanwhile_.begin(), ended_meanwhile_.end());
	ended_meanwhile_.clear();
	for (const auto &[task, end] : ended) {
		if (given_.erase(task.task) > 0) {
			post_finished(task, end);
		}
	}
	is_settling_ = false;
}

} // namespace agent_runtime
