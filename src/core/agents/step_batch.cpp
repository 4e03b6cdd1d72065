#include "core/agents/step_batch.h"

#include "core/agents/stored_agent.h"
#include "core/agents/stored_text.h"
#include "core/agents/talk_events.h"
#include "core/agents/task_rows.h"
#include "core/auto_mode/talk_store.h"
#include "core/base/memory_weights.h"
#include "core/log/event_log.h"
#include "core/memory/memory_store.h"
#include "core/mind/position_field.h"
#include "core/store/database.h"
#include "core/store/meta.h"

#include <nlohmann/json.hpp>

#include <map>
#include <span>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

std::int64_t micros(WallTime time) {
	return time.time_since_epoch().count();
}

template <typename Item>
std::span<const Item> part_of(const std::vector<Item> &items, StepRange range) {
	return std::span(items).subspan(range.begin, range.end - range.begin);
}

// What concerns the agent itself is found before what it merely overheard.
double importance_of(AgentId owner, const Message &message) {
	if (message.to == ParticipantId(owner)) {
		return IMPORTANCE_ADDRESSED;
	}
	return message.from == ParticipantId(owner) ? IMPORTANCE_SAID : IMPORTANCE_OVERHEARD;
}

// Records that an agent's last state did not end by itself.
Status restore_agent(Database &database, AgentId id, AgentState last, EventId event, WallTime now) {
	const Status status = database.run(
			"INSERT OR IGNORE INTO state_rows(id, agent_id, old_state, new_state, timestamp)"
			" VALUES(?1, ?2, ?3, 'idle', ?4)",
			event.number(), id.to_string(), agent_state_name(last), micros(now));
	return status.ok()
			? database.run("UPDATE agents SET state = 'idle' WHERE id = ?1", id.to_string())
			: status;
}

Status insert_agent(
		Database &database, AgentId id, const AgentSpawned &spawned, EventId event, WallTime now) {
	if (spawned.restored_from) {
		return restore_agent(database, id, *spawned.restored_from, event, now);
	}
	return database.run("INSERT INTO agents(id, number, key, config, state, x, y, created_at,"
						" generation) VALUES(?1, ?2, nullif(?3, ''), ?4, 'idle', ?5, ?6, ?7,"
						" (SELECT value FROM meta WHERE key = 'world_generation'))",
			id.to_string(), id.number(), spawned.profile->key,
			stored_agent_text(id, *spawned.profile, spawned.position), spawned.position.x,
			spawned.position.y, micros(now));
}

// Events of other kinds say nothing about a conversation.
Status write_talk(Database &database, const Event &event, WallTime now) {
	if (const AutoModeStarted *started = event.data.get_if<AutoModeStarted>()) {
		return store_talk_begin(database, *started->talk, started->turns, now);
	}
	if (const AgentMessaged *line = event.data.get_if<AgentMessaged>()) {
		const Message &said = *line->message;
		return store_talk_line(database, line->talk,
				{ line->turn, said.from.agent_id(), said.from_name, said.content, now });
	}
	const AutoModeEnded *ended = event.data.get_if<AutoModeEnded>();
	return ended != nullptr ? store_talk_end(database, ended->talk, ended->reason, now) : Status();
}

Result<EventId> append_to_log(
		Database &database, const Event &event, const std::string &entity, WallTime now) {
	const AgentStateChanged *change = event.data.get_if<AgentStateChanged>();
	const std::string trace = event.trace.to_string();
	if (change == nullptr) {
		return append_event(
				database, { now, event_type(event), entity, trace, event_data_text(event) });
	}
	return append_state_change(database,
			{ .ts = now,
					.agent = entity,
					.old_state = agent_state_name(change->old_state),
					.state = agent_state_name(change->state),
					.x = change->position.x,
					.y = change->position.y,
					.task = change->task != nullptr ? std::string_view(change->task->name)
													: std::string_view(),
					.trace_id = trace });
}

// What a batch changes in one agent's row; the last of several changes counts.
struct AgentChange {
	const AgentSpawned *spawned = nullptr;
	EventId birth; // the event of its birth
	const AgentTerminated *terminated = nullptr;
	std::optional<AgentState> before;
	std::optional<AgentState> state;
	std::optional<TilePosition> position;
	std::optional<TilePosition> home;
	std::optional<bool> paused;
};

Status apply_change(Database &database, AgentId id, const AgentChange &change, WallTime now) {
	const std::string text = id.to_string();
	Status status;
	if (change.spawned != nullptr) {
		status = insert_agent(database, id, *change.spawned, change.birth, now);
	}
	if (status.ok() && change.state && change.state != change.before) {
		status = database.run("UPDATE agents SET state = ?2 WHERE id = ?1", text,
				agent_state_name(*change.state));
	}
	if (status.ok() && change.position) {
		status = database.run("UPDATE agents SET x = ?2, y = ?3 WHERE id = ?1", text,
				change.position->x, change.position->y);
	}
	if (status.ok() && change.home) {
		status = database.run(
				"UPDATE agents SET config = json_set(config, '$.home', json(?2)) WHERE id = ?1",
				text, FieldCodec<TilePosition>::write(*change.home).dump());
	}
	if (status.ok() && change.paused) {
		status = database.run(
				"UPDATE agents SET config = json_set(config, '$.paused', json(?2)) WHERE id = ?1",
				text, *change.paused ? "true" : "false");
	}
	if (status.ok() && change.terminated != nullptr) {
		// The key is free again; the row stays as history.
		status = database.run("UPDATE agents SET terminated_at = ?2, key = NULL WHERE id = ?1",
				text, micros(now));
	}
	return status;
}

std::map<AgentId, AgentChange> collect_changes(
		std::span<const Event> events, const std::vector<EventId> &ids) {
	std::map<AgentId, AgentChange> changes;
	for (std::size_t i = 0; i < events.size(); i++) {
		const Event &event = events[i];
		if (!event.subject.is_agent()) {
			continue;
		}
		const AgentId id = event.subject.agent_id();
		if (const AgentSpawned *spawned = event.data.get_if<AgentSpawned>()) {
			changes[id].spawned = spawned;
			changes[id].birth = ids[i];
		} else if (const AgentStateChanged *moved = event.data.get_if<AgentStateChanged>()) {
			AgentChange &change = changes[id];
			change.before = change.before.value_or(moved->old_state);
			change.state = moved->state;
		} else if (const AgentMoved *walked = event.data.get_if<AgentMoved>()) {
			changes[id].position = walked->position;
		} else if (const AgentArrived *arrived = event.data.get_if<AgentArrived>()) {
			AgentChange &change = changes[id];
			change.home = arrived->is_move ? arrived->position : change.home;
		} else if (const AgentPaused *paused = event.data.get_if<AgentPaused>()) {
			changes[id].paused = paused->paused;
		} else if (const AgentTerminated *ended = event.data.get_if<AgentTerminated>()) {
			changes[id].terminated = ended;
		}
	}
	return changes;
}

} // namespace

StepBatch::StepBatch(std::shared_ptr<StepOutput> output, const StepPiece &piece, WallTime now,
		EventSubscriber &fanout, const Logger &log) :
		output_(std::move(output)),
		piece_(piece),
		now_(now),
		publication_(fanout, now, output_->step),
		log_(log) {}

Status StepBatch::write(Database &database) {
	ids_.clear();
	Status status = write_inputs(database);
	if (status.ok()) {
		status = write_conversations(database);
	}
	if (status.ok()) {
		status = write_events(database);
	}
	if (status.ok()) {
		status = write_agents(database);
	}
	return status.ok() && piece_.is_last ? write_end(database) : status;
}

Status StepBatch::write_configured(Database &database) {
	for (const ConfiguredAgent &agent : output_->configured) {
		const std::string id = agent.agent.to_string();
		// What is not part of the profile stays: where it was spawned and belongs, and whether it
		// is paused.
		Status status =
				database.run("UPDATE agents SET config = json_patch(config, ?2) WHERE id = ?1", id,
						stored_profile_patch(*agent.profile));
		if (!status.ok()) {
			return status;
		}
	}
	return Status();
}

Status StepBatch::write_inputs(Database &database) {
	const std::int64_t step = static_cast<std::int64_t>(output_->step.number());
	Status status;
	if (output_->recorded && piece_.is_first && !piece_.is_last) {
		status = write_meta(database, META_UNFINISHED_STEP, std::to_string(step));
	}
	for (const Input &input : part_of(output_->inputs, piece_.inputs)) {
		if (!status.ok()) {
			return status;
		}
		const nlohmann::json data = input_to_json(input);
		status = database.run("INSERT INTO inputs(step, kind, data) VALUES(?1, ?2, ?3)", step,
				data.at("kind").get_ref<const std::string &>(),
				data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
	}
	return status;
}

Status StepBatch::write_conversations(Database &database) {
	for (const ConversationRow &row : part_of(output_->conversations, piece_.conversations)) {
		const Message &said = *row.message;
		Status status = add_heard_line(database,
				{ row.owner, said.from, said.to, said.content, importance_of(row.owner, said) },
				now_);
		if (!status.ok()) {
			return status;
		}
	}
	return Status();
}

Status StepBatch::write_events(Database &database) {
	for (const Event &event : events()) {
		const std::string entity = event.subject.to_string();
		const Result<EventId> id = append_to_log(database, event, entity, now_);
		if (!id.ok()) {
			return id.status();
		}
		ids_.push_back(id.value());
		Status status;
		if (const TaskChanged *changed = event.data.get_if<TaskChanged>()) {
			status = write_task(database, entity, *changed->task, now_);
		} else {
			status = write_talk(database, event, now_);
		}
		if (!status.ok()) {
			return status;
		}
	}
	return Status();
}

Status StepBatch::write_agents(Database &database) {
	for (const auto &[id, change] : collect_changes(events(), ids_)) {
		Status status = apply_change(database, id, change, now_);
		if (!status.ok()) {
			return status;
		}
	}
	return Status();
}

// From here on the step counts. A process that ends before has left part of it, which a replay
// ignores.
Status StepBatch::write_end(Database &database) {
	const std::int64_t time = output_->time.time_since_epoch().count();
	Status status = write_configured(database);
	if (status.ok() && output_->recorded) {
		status = database.run("INSERT INTO steps(step, sim_time) VALUES(?1, ?2)",
				static_cast<std::int64_t>(output_->step.number()), time);
	}
	if (status.ok() && output_->recorded && !piece_.is_first) {
		status = write_meta(database, META_UNFINISHED_STEP, "0");
	}
	return status.ok() ? write_meta(database, "sim_time", std::to_string(time)) : status;
}

std::span<const Event> StepBatch::events() const {
	return part_of(output_->events, piece_.events);
}

void StepBatch::committed() {
	publication_.publish_stored(events(), ids_);
}

void StepBatch::degraded(const Status &) {
	publication_.publish_unstored(events());
}

std::string StepBatch::title() const {
	return (piece_.is_first && piece_.is_last ? "step " : "a part of step ") +
			std::to_string(output_->step.number());
}

void StepBatch::dropped(const Status &reason) {
	publication_.publish_unstored(events());
	log_unsent(log_, publication_.waiting(events()), reason);
}

std::vector<std::unique_ptr<WriteOperation>> make_step_batches(std::unique_ptr<StepOutput> output,
		WallTime now, EventSubscriber &fanout, const Logger &log) {
	const std::shared_ptr<StepOutput> shared = std::move(output);
	std::vector<std::unique_ptr<WriteOperation>> operations;
	for (const StepPiece &piece : cut_into_pieces(*shared)) {
		operations.push_back(std::make_unique<StepBatch>(shared, piece, now, fanout, log));
	}
	return operations;
}

} // namespace agent_runtime
