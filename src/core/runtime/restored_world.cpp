#include "core/runtime/restored_world.h"

#include "core/agents/json_fields.h"
#include "core/agents/task_rows.h"
#include "core/base/field_problem.h"
#include "core/base/vocabulary.h"
#include "core/runtime/given_ids.h"
#include "core/runtime/remembered.h"
#include "core/runtime/talk_book.h"
#include "core/store/event_log.h"
#include "core/store/world_switch.h"

#include <algorithm>
#include <cmath>
#include <optional>
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

bool is_on_a_map(double x, double y) {
	return std::isfinite(x) && std::isfinite(y) && std::abs(x) <= LARGEST_COORDINATE &&
			std::abs(y) <= LARGEST_COORDINATE;
}

constexpr std::string_view SELECT_AGENTS =
		"SELECT config, state, x, y, id, number, ifnull(key, ''), rowid FROM agents"
		" WHERE terminated_at IS NULL ORDER BY number";

// The agent of a row, without its past; nothing when the row contradicts itself.
std::optional<SpawnInput> agent_in(const Query &row, nlohmann::json &config) {
	config = nlohmann::json::parse(row.text(0), nullptr, false);
	Result<Input> input = input_from_json(config);
	SpawnInput *const spawn = input.ok() ? std::get_if<SpawnInput>(&input.value()) : nullptr;
	const bool makes_sense = spawn != nullptr && !spawn->agent.is_none() &&
			spawn->agent.to_string() == row.text(4) &&
			static_cast<std::int64_t>(spawn->agent.number()) == row.integer(5) &&
			spawn->profile->key == row.text(6) && parse_agent_state(row.text(1)) &&
			is_on_a_map(row.real(2), row.real(3));
	return makes_sense ? std::optional(std::move(*spawn)) : std::nullopt;
}

// What has been given, as far as ids can go.
template <typename Kind>
NumberedId<Kind> highest_id(std::int64_t number) {
	constexpr std::uint64_t HIGHEST = Kind::HIGHEST;
	const std::uint64_t given = static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0));
	return NumberedId<Kind>(static_cast<typename Kind::Number>(std::min(given, HIGHEST)));
}

// Gives the agent its past, and where and how it is now.
Status complete(Database &database, const Query &row, const nlohmann::json &config, EventId newest,
		SpawnInput &spawn) {
	Result<std::shared_ptr<PastLife>> past = read_past(database, row.text(4),
			parse_agent_state(row.text(1)).value_or(AgentState::idle), flag_of(config, "paused"));
	if (!past.ok()) {
		return past.status();
	}
	// Where it was sent last, or else where it was spawned.
	const TilePosition home =
			config.contains("home") ? position_of(config, "home") : spawn.position;
	past.value()->home = is_on_a_map(home.x, home.y) ? home : TilePosition();
	spawn.position = { static_cast<float>(row.real(2)), static_cast<float>(row.real(3)) };
	spawn.past = std::move(past).value();
	spawn.run = static_cast<std::uint64_t>(newest.number());
	return {};
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
	const std::uint64_t agents =
			std::min<std::uint64_t>(numbers.of(IdKind::agents), AgentIdKind::HIGHEST);
	highest_agent = AgentId(static_cast<std::uint32_t>(agents));
	newest_task = numbers.of(IdKind::tasks);
	highest_talk = ConversationId(numbers.of(IdKind::conversations));
	newest_call = numbers.of(IdKind::calls);
}

Result<RestoredWorld> read_world(Database &database, WorldSource source, const Logger &log) {
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
	world.highest_agent = highest_id<AgentIdKind>(highest.value()["agents"]);
	world.highest_talk = highest_id<ConversationIdKind>(highest.value()["auto_conversations"]);
	world.newest_task = highest_id<TaskIdKind>(newest_task.value()).number();
	if (source == WorldSource::database) {
		world.raise_ids_to(given.value()); // what a slot says of them is a stranger's word
	}
	Result<std::vector<StoredTalk>> talks = read_talks(database, TalkBook::MOST_KEPT);
	if (!talks.ok()) {
		return talks.status();
	}
	world.talks = std::move(talks).value();
	Query rows(database, SELECT_AGENTS);
	while (rows.next()) {
		nlohmann::json config;
		std::optional<SpawnInput> agent = agent_in(rows, config);
		const std::string name = "agent " + shown_name(rows.text(4));
		if (!agent && source == WorldSource::slot) {
			return Status(StatusCode::corrupt, name + " cannot be read");
		}
		if (!agent) {
			log.error(name + " cannot be read and stays behind");
			world.left_behind.push_back(rows.integer(7));
			// Whatever else its row says: what it said and heard stands under this id.
			const AgentId id = AgentId::parse(rows.text(4)).value_or(AgentId());
			world.highest_agent = std::max(world.highest_agent, id);
			continue;
		}
		Status status = complete(database, rows, config, newest.value(), *agent);
		if (!status.ok()) {
			return status;
		}
		world.agents.push_back(std::move(*agent));
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return world;
}

Status retire(Database &database, const RestoredWorld &world, WallTime now) {
	for (const std::int64_t row : world.left_behind) {
		Status status =
				database.run("UPDATE agents SET terminated_at = ?2, key = NULL WHERE rowid = ?1",
						row, now.time_since_epoch().count());
		if (!status.ok()) {
			return status;
		}
	}
	return {};
}

} // namespace agent_runtime
