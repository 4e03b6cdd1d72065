#include "core/runtime/baseline.h"

#include "core/store/event_log.h"
#include "core/store/transaction.h"

#include <nlohmann/json.hpp>

namespace agent_runtime {

using nlohmann::json;

Result<Snapshot> read_baseline(Database &database, WallTime now) {
	Result<Transaction> view = Transaction::begin(database, Transaction::Kind::read);
	if (!view.ok()) {
		return view.status();
	}
	const Result<EventId> newest = newest_event_id(database);
	const Result<std::string> sim_time = read_meta(database, "sim_time");
	const Result<std::string> generation = read_meta(database, "world_generation");
	if (!newest.ok() || !sim_time.ok() || !generation.ok()) {
		return Status(StatusCode::corrupt, "the database does not know its own state");
	}
	json agents = json::array();
	Query rows(database,
			"SELECT id, config, state, x, y FROM agents WHERE terminated_at IS NULL"
			" ORDER BY number");
	while (rows.next()) {
		agents.push_back({ { "id", rows.text(0) },
				{ "config", json::parse(rows.text(1), nullptr, false) }, { "state", rows.text(2) },
				{ "position", { { "x", rows.real(3) }, { "y", rows.real(4) } } } });
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	json talks = json::array();
	Query active(database,
			"SELECT settings, turns FROM auto_conversations WHERE status = 'active'"
			" ORDER BY number");
	while (active.next()) {
		json talk = json::parse(active.text(0), nullptr, false);
		if (talk.is_object()) {
			talk["turns"] = active.integer(1);
			talks.push_back(std::move(talk));
		}
	}
	if (!active.status().ok()) {
		return active.status();
	}
	const json world{ { "sim_time", sim_time.value() }, { "generation", generation.value() },
		{ "agents", std::move(agents) }, { "conversations", std::move(talks) } };
	return Snapshot{ .event = newest.value(), .created_at = now, .data = world.dump() };
}

} // namespace agent_runtime
