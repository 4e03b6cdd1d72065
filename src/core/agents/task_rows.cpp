#include "core/agents/task_rows.h"

#include "core/base/time.h"

#include <optional>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

std::int64_t stored_time(WallTime time) {
	return time.time_since_epoch().count();
}

AgentTask task_in(Query &row) {
	AgentTask task;
	task.id = TaskId(static_cast<std::uint64_t>(row.integer(0)));
	task.name = row.text(1);
	task.status = parse_task_status(row.text(2)).value_or(TaskStatus::assigned);
	task.description = row.text(3);
	task.assigned_by = ParticipantId::parse(row.text(4)).value_or(ParticipantId());
	task.partner = AgentId::parse(row.text(5)).value_or(AgentId());
	task.result = row.text(6);
	return task;
}

constexpr std::string_view SELECT_TASKS =
		"SELECT id, task_name, status, description, assigned_by, partner, result, agent_id,"
		" created_at, started_at, completed_at FROM agent_tasks ";

TaskFields listed_task_in(Query &row) {
	const auto time_in = [&row](int column) {
		return row.integer(column) == 0
				? std::optional<std::string>()
				: std::optional(to_iso8601(WallTime(Micros(row.integer(column)))));
	};
	return { .task = task_in(row),
		.agent = AgentId::parse(row.text(7)).value_or(AgentId()),
		.created_at = time_in(8),
		.started_at = time_in(9),
		.completed_at = time_in(10) };
}

} // namespace

Status write_task(Database &database, std::string_view agent, const AgentTask &task, WallTime now) {
	const std::int64_t id = static_cast<std::int64_t>(task.id.number());
	switch (task.status) {
		case TaskStatus::assigned:
			return database.run(
					"INSERT INTO agent_tasks(id, agent_id, task_name, status, created_at,"
					" description, assigned_by, partner) VALUES(?1, ?2, ?3, 'assigned', ?4, ?5, ?6,"
					" ?7)",
					id, agent, task.name, stored_time(now), task.description,
					task.assigned_by.to_string(), task.partner.to_string());
		case TaskStatus::in_progress:
			return database.run(
					"UPDATE agent_tasks SET status = 'in_progress', started_at = ?2 WHERE id = ?1",
					id, stored_time(now));
		case TaskStatus::completed:
		case TaskStatus::failed:
			break;
	}
	return database.run(
			"UPDATE agent_tasks SET status = ?2, completed_at = ?3, result = ?4 WHERE id = ?1", id,
			task_status_name(task.status), stored_time(now), task.result);
}

Result<std::vector<TaskPtr>> read_open_tasks(Database &database, std::string_view agent) {
	std::vector<TaskPtr> tasks;
	Query rows(database,
			"SELECT id, task_name, status, description, assigned_by, partner, result FROM"
			" agent_tasks WHERE agent_id = ?1 AND completed_at IS NULL AND id > 0 AND status IN"
			" ('assigned', 'in_progress') ORDER BY id",
			agent);
	while (rows.next()) {
		tasks.push_back(std::make_shared<AgentTask>(task_in(rows)));
	}
	return rows.status().ok() ? Result(std::move(tasks)) : rows.status();
}

Result<std::optional<TaskFields>> find_task(Database &database, TaskId task) {
	Query rows(database, std::string(SELECT_TASKS).append("WHERE id = ?1"), task.number());
	if (rows.next()) {
		return std::optional(listed_task_in(rows));
	}
	return rows.status().ok() ? Result(std::optional<TaskFields>()) : rows.status();
}

Result<ListTasksReply> list_tasks(Database &database, const ListTasksRequest &request) {
	ListTasksReply found;
	Query rows(database,
			std::string(SELECT_TASKS)
					.append("WHERE (?1 = '' OR agent_id = ?1) AND (?2 = '' OR status = ?2)"
							" ORDER BY id DESC LIMIT ?3"),
			request.agent.value_or(AgentId()).to_string(), request.status, request.limit);
	while (rows.next()) {
		found.tasks.push_back(listed_task_in(rows));
	}
	return rows.status().ok() ? Result(std::move(found)) : rows.status();
}

} // namespace agent_runtime
