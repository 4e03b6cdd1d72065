#include "core/runtime/restored_world.h"

#include "core/agents/agent_rows.h"
#include "core/agents/stored_agent.h"
#include "core/agents/task_rows.h"
#include "core/base/field_problem.h"
#include "core/base/vocabulary.h"
#include "core/log/event_log.h"
#include "core/memory/memory_store.h"
#include "core/runtime/remembered.h"
#include "core/runtime/talk_book.h"
#include "core/services/given_ids.h"
#include "core/store/world_switch.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

namespace agent_runtime {

namespace {

// The agents whose rows have to be read one by one; most of a crowd have none.
struct AgentsWithRows {
	std::unordered_set<std::string> lines;
	std::unordered_set<std::string> tasks;
	std::unordered_set<std::string> kept;
};

Status add_ids(const Result<std::vector<std::string>> &read, std::unordered_set<std::string> &ids) {
	if (read.ok()) {
		ids.insert(read.value().begin(), read.value().end());
	}
	return read.status();
}

Result<AgentsWithRows> agents_with_rows(Database &database) {
	AgentsWithRows having;
	Status status = add_ids(agents_with_lines(database), having.lines);
	if (status.ok()) {
		status = add_ids(agents_with_tasks(database), having.tasks);
	}
	if (status.ok()) {
		status = add_ids(agents_with_kept_lines(database), having.kept);
	}
	return status.ok() ? Result(std::move(having)) : status;
}

Result<std::shared_ptr<PastLife>> read_past(Database &database, AgentId id,
		const AgentsWithRows &having, AgentState state, bool paused) {
	std::shared_ptr<PastLife> past = std::make_shared<PastLife>();
	past->state = state;
	past->paused = paused;
	const std::string agent = id.to_string();
	if (having.lines.contains(agent)) {
		Result<std::vector<MessagePtr>> lines = remembered_lines(database, agent);
		if (!lines.ok()) {
			return lines.status();
		}
		past->remembered = std::move(lines).value();
	}
	if (having.tasks.contains(agent)) {
		Result<std::vector<TaskPtr>> tasks = read_open_tasks(database, agent);
		if (!tasks.ok()) {
			return tasks.status();
		}
		past->tasks = std::move(tasks).value();
	}
	if (having.kept.contains(agent)) {
		Result<KeptLinesPtr> kept = kept_lines(database, agent);
		if (!kept.ok()) {
			return kept.status();
		}
		past->kept = std::move(kept).value();
	}
	return past;
}

bool is_on_a_map(double x, double y) {
	return std::isfinite(x) && std::isfinite(y) && std::abs(x) <= LARGEST_COORDINATE &&
			std::abs(y) <= LARGEST_COORDINATE;
}

// The agent of a row; nothing when the row contradicts itself.
std::optional<StoredAgent> agent_in(const Query &row) {
	std::optional<StoredAgent> stored = stored_agent_from(row.text(0));
	const bool makes_sense = stored && !stored->agent.is_none() &&
			stored->agent.to_string() == row.text(4) &&
			static_cast<std::int64_t>(stored->agent.number()) == row.integer(5) &&
			stored->profile->key == row.text(6) && parse_agent_state(row.text(1)) &&
			is_on_a_map(row.real(2), row.real(3));
	return makes_sense ? std::move(stored) : std::nullopt;
}

// The number that was given, within the range of ids.
template <typename Kind>
NumberedId<Kind> highest_id(std::int64_t number) {
	constexpr std::uint64_t HIGHEST = Kind::HIGHEST;
	const std::uint64_t given = static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0));
	return NumberedId<Kind>(static_cast<typename Kind::Number>(std::min(given, HIGHEST)));
}

// The agent with its past, and where and how it is now.
Result<SpawnInput> brought_back(Database &database, const Query &row, StoredAgent stored,
		EventId newest, const AgentsWithRows &having) {
	Result<std::shared_ptr<PastLife>> past = read_past(database, stored.agent, having,
			parse_agent_state(row.text(1)).value_or(AgentState::idle), stored.paused);
	if (!past.ok()) {
		return past.status();
	}
	// Where it was sent last, or else where it was spawned.
	const TilePosition home = stored.home.value_or(stored.position);
	past.value()->home = is_on_a_map(home.x, home.y) ? home : TilePosition();
	SpawnInput spawn;
	spawn.agent = stored.agent;
	spawn.profile = std::move(stored.profile);
	spawn.position = { static_cast<float>(row.real(2)), static_cast<float>(row.real(3)) };
	spawn.past = std::move(past).value();
	spawn.run = static_cast<std::uint64_t>(newest.number());
	return spawn;
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
	const Result<std::int64_t> newest_task = newest_task_number(database);
	const Result<EventId> newest = newest_event_id(database);
	const Result<std::string> epoch = event_log_epoch(database);
	const Result<IdNumbers> given = read_given_ids(database);
	if (Status failed = first_failure(highest, newest_task, newest, epoch, given); !failed.ok()) {
		return failed;
	}
	RestoredWorld world;
	world.epoch = epoch.value();
	world.newest_event = newest.value();
	world.highest_agent = highest_id<AgentIdKind>(highest.value()["agents"]);
	world.highest_talk = highest_id<ConversationIdKind>(highest.value()["auto_conversations"]);
	world.newest_task = highest_id<TaskIdKind>(newest_task.value()).number();
	if (source == WorldSource::database) {
		world.raise_ids_to(given.value()); // a slot's claims about them come from a stranger
	}
	Result<std::vector<StoredTalk>> talks = read_talks(database, TalkBook::MOST_KEPT);
	if (!talks.ok()) {
		return talks.status();
	}
	world.talks = std::move(talks).value();
	const Result<AgentsWithRows> having = agents_with_rows(database);
	if (!having.ok()) {
		return having.status();
	}
	Query rows = select_living_agents(database);
	while (rows.next()) {
		std::optional<StoredAgent> agent = agent_in(rows);
		const std::string name = agent ? std::string() : "agent " + shown_name(rows.text(4));
		if (!agent && source == WorldSource::slot) {
			return Status(StatusCode::corrupt, name + " cannot be read");
		}
		if (!agent) {
			log.error(name + " cannot be read and stays behind");
			world.left_behind.push_back(rows.integer(7));
			// Whatever else its row says, what it said and heard is stored under this id.
			const AgentId id = AgentId::parse(rows.text(4)).value_or(AgentId());
			world.highest_agent = std::max(world.highest_agent, id);
			continue;
		}
		Result<SpawnInput> spawn =
				brought_back(database, rows, std::move(*agent), newest.value(), having.value());
		if (!spawn.ok()) {
			return spawn.status();
		}
		world.agents.push_back(std::move(spawn).value());
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return world;
}

Status retire(Database &database, const RestoredWorld &world, WallTime now) {
	for (const std::int64_t row : world.left_behind) {
		Status status = end_agent_row(database, row, now);
		if (!status.ok()) {
			return status;
		}
	}
	return {};
}

} // namespace agent_runtime
