#include "core/runtime/restored_world.h"

#include "core/agents/json_fields.h"
#include "core/agents/task_rows.h"
#include "core/runtime/given_ids.h"
#include "core/runtime/remembered.h"
#include "core/runtime/talk_book.h"
#include "core/store/event_log.h"
#include "core/store/world_switch.h"

#include <algorithm>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

Result<std::shared_ptr<PastLife>> read_past(
		Database &database, std::string_view agent, AgentState state, bool paused) {
	Result<std::vector<MessagePtr>> lines = remembered_lines(database, agent);
	Result<std::vector<TaskPtr>> tasks = read_open_tasks(database, agent);
	Result<KeptLinesPtr> kept = kept_lines(database, agent);
	for (const Status &status : { lines.status(), tasks.status(), kept.status() }) {
		if (!status.ok()) {
			return status;
		}
	}
	std::shared_ptr<PastLife> past = std::make_shared<PastLife>();
	past->state = state;
	past->paused = paused;
	past->remembered = std::move(lines).value();
	past->tasks = std::move(tasks).value();
	past->kept = std::move(kept).value();
	return past;
}

} // namespace

IdNumbers RestoredWorld::ids() const {
	IdNumbers numbers;
	numbers.of(IdKind::agents) = highest_agent.number();
	numbers.of(IdKind::tasks) = newest_task;
	numbers.of(IdKind::conversations) = highest_talk.number();
	numbers.of(IdKind::calls) = newest_call;
	return numbers;
}

void RestoredWorld::raise_ids_to(const IdNumbers &given) {
	IdNumbers numbers = ids();
	numbers.raise_to(given);
	const std::uint64_t agents = std::min<std::uint64_t>(
			numbers.of(IdKind::agents), AgentIdKind::HIGHEST);
	highest_agent = AgentId(static_cast<std::uint32_t>(agents));
	newest_task = numbers.of(IdKind::tasks);
	highest_talk = ConversationId(numbers.of(IdKind::conversations));
	newest_call = numbers.of(IdKind::calls);
}

Result<RestoredWorld> read_world(Database &database, const Logger &log) {
	Result<HighestNumbers> highest = read_highest_numbers(database);
	// Also of tasks that retention has removed: their numbers stand in the log.
	const Result<std::int64_t> newest_task = database.integer(
			"SELECT max((SELECT ifnull(max(id), 0) FROM agent_tasks),"
			" ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'agent_tasks'), 0))",
			0);
	const Result<EventId> newest = newest_event_id(database);
	const Result<std::string> epoch = event_log_epoch(database);
	const Result<IdNumbers> given = read_given_ids(database);
	for (const Status &status : { highest.status(), newest_task.status(), newest.status(),
				 epoch.status(), given.status() }) {
		if (!status.ok()) {
			return status;
		}
	}
	RestoredWorld world;
	world.epoch = epoch.value();
	world.newest_event = newest.value();
	world.highest_agent = AgentId(static_cast<std::uint32_t>(highest.value()["agents"]));
	world.highest_talk =
			ConversationId(static_cast<std::uint64_t>(highest.value()["auto_conversations"]));
	world.newest_task = static_cast<std::uint64_t>(newest_task.value());
	world.raise_ids_to(given.value());
	Result<std::vector<StoredTalk>> talks = read_talks(database, TalkBook::MOST_KEPT);
	if (!talks.ok()) {
		return talks.status();
	}
	world.talks = std::move(talks).value();
	Query rows(database,
			"SELECT config, state, x, y, id FROM agents WHERE terminated_at IS NULL"
			" ORDER BY number");
	while (rows.next()) {
		const nlohmann::json config = nlohmann::json::parse(rows.text(0), nullptr, false);
		Result<Input> input = input_from_json(config);
		SpawnInput *spawn = input.ok() ? std::get_if<SpawnInput>(&input.value()) : nullptr;
		if (spawn == nullptr) {
			log.error("agent " + std::string(rows.text(4)) + " cannot be read and stays behind");
			continue;
		}
		Result<std::shared_ptr<PastLife>> past = read_past(database, rows.text(4),
				parse_agent_state(rows.text(1)).value_or(AgentState::idle),
				config.value("paused", false));
		if (!past.ok()) {
			return past.status();
		}
		// Where it was sent last, or else where it was spawned.
		past.value()->home =
				config.contains("home") ? position_of(config, "home") : spawn->position;
		spawn->position = { static_cast<float>(rows.real(2)), static_cast<float>(rows.real(3)) };
		spawn->past = std::move(past).value();
		spawn->run = static_cast<std::uint64_t>(newest.value().number());
		world.agents.push_back(std::move(*spawn));
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return world;
}

} // namespace agent_runtime
