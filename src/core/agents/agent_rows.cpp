#include "core/agents/agent_rows.h"

#include <utility>

namespace agent_runtime {

bool has_lived(Database &database, std::string_view agent) {
	Query rows(database, "SELECT 1 FROM agents WHERE id = ?1", agent);
	return rows.next() || !rows.status().ok();
}

Result<std::int64_t> count_living_agents(Database &database) {
	return database.integer("SELECT count(*) FROM agents WHERE terminated_at IS NULL", 0);
}

Result<std::string> stored_name(
		Database &database, std::string_view agent, std::string_view otherwise) {
	return database.text(
			"SELECT json_extract(config, '$.name') FROM agents WHERE id = ?1", otherwise, agent);
}

Query select_living_agents(Database &database) {
	return Query(database,
			"SELECT config, state, x, y, id, number, ifnull(key, ''), rowid FROM agents"
			" WHERE terminated_at IS NULL ORDER BY number");
}

Status end_agent_row(Database &database, std::int64_t row, WallTime now) {
	return database.run("UPDATE agents SET terminated_at = ?2, key = NULL WHERE rowid = ?1", row,
			now.time_since_epoch().count());
}

Result<std::vector<std::string>> agents_with_tasks(Database &database) {
	std::vector<std::string> agents;
	Query rows(database, "SELECT DISTINCT agent_id FROM agent_tasks WHERE completed_at IS NULL");
	while (rows.next()) {
		agents.emplace_back(rows.text(0));
	}
	return rows.status().ok() ? Result(std::move(agents)) : rows.status();
}

Result<std::int64_t> newest_task_number(Database &database) {
	return database.integer(
			"SELECT max((SELECT ifnull(max(id), 0) FROM agent_tasks),"
			" ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'agent_tasks'), 0))",
			0);
}

Status clear_recording(Database &database) {
	const Status status = database.run("DELETE FROM inputs");
	return status.ok() ? database.run("DELETE FROM steps") : status;
}

Query select_recorded_steps(Database &database) {
	return Query(database, "SELECT step, sim_time FROM steps ORDER BY step");
}

Query select_recorded_inputs(Database &database) {
	return Query(database, "SELECT step, data FROM inputs ORDER BY seq");
}

} // namespace agent_runtime
