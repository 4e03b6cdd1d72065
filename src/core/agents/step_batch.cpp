#include "core/agents/step_batch.h"

#include "core/agents/event_json.h"
#include "core/store/database.h"
#include "core/store/event_log.h"

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t BYTES_PER_EVENT = 160;
constexpr std::size_t BYTES_PER_ROW = 64;

std::int64_t micros(WallTime time) {
	return time.time_since_epoch().count();
}

std::size_t estimate(const StepOutput &output) {
	std::size_t bytes = sizeof(StepOutput) + output.inputs.size() * BYTES_PER_EVENT;
	for (const Event &event : output.events) {
		bytes += BYTES_PER_EVENT;
		if (const AgentSpoke *spoke = std::get_if<AgentSpoke>(&event.data)) {
			bytes += spoke->message->content.size() + spoke->message->hearers.size() * 4;
		}
	}
	return bytes + output.conversations.size() * BYTES_PER_ROW;
}

// The history says that an agent's last state did not end by itself.
Status restore_agent(Database &database, AgentId id, AgentState last, WallTime now) {
	const Status status = database.run(
			"INSERT INTO agent_state_history(agent_id, old_state, new_state, timestamp)"
			" VALUES(?1, ?2, 'idle', ?3)",
			id.to_string(), agent_state_name(last), micros(now));
	return status.ok()
			? database.run("UPDATE agents SET state = 'idle' WHERE id = ?1", id.to_string())
			: status;
}

Status insert_agent(Database &database, AgentId id, const AgentSpawned &spawned, WallTime now) {
	if (spawned.restored_from) {
		return restore_agent(database, id, *spawned.restored_from, now);
	}
	const Input input = SpawnInput{ id, spawned.profile, spawned.position, std::nullopt, {} };
	const std::string key = spawned.profile->key;
	return database.run("INSERT INTO agents(id, number, key, config, state, x, y, created_at,"
						" generation) VALUES(?1, ?2, nullif(?3, ''), ?4, 'idle', ?5, ?6, ?7,"
						" (SELECT value FROM meta WHERE key = 'world_generation'))",
			id.to_string(), id.number(), key, input_to_json(input).dump(), spawned.position.x,
			spawned.position.y, micros(now));
}

// What a batch does to one agent's row, the last of several changes counting.
struct AgentChange {
	const AgentSpawned *spawned = nullptr;
	const AgentTerminated *terminated = nullptr;
	std::optional<AgentState> before;
	std::optional<AgentState> state;
	std::optional<TilePosition> position;
};

Status apply_change(Database &database, AgentId id, const AgentChange &change, WallTime now) {
	const std::string text = id.to_string();
	Status status;
	if (change.spawned != nullptr) {
		status = insert_agent(database, id, *change.spawned, now);
	}
	if (status.ok() && change.state && change.state != change.before) {
		status = database.run("UPDATE agents SET state = ?2 WHERE id = ?1", text,
				agent_state_name(*change.state));
	}
	if (status.ok() && change.position) {
		status = database.run("UPDATE agents SET x = ?2, y = ?3 WHERE id = ?1", text,
				change.position->x, change.position->y);
	}
	if (status.ok() && change.terminated != nullptr) {
		// The key is free again; the row stays for those who look back.
		status = database.run("UPDATE agents SET terminated_at = ?2, key = NULL WHERE id = ?1",
				text, micros(now));
	}
	return status;
}

std::map<AgentId, AgentChange> collect_changes(const StepOutput &output) {
	std::map<AgentId, AgentChange> changes;
	for (const Event &event : output.events) {
		if (!event.entity.is_agent()) {
			continue;
		}
		const AgentId id = event.entity.agent_id();
		if (const AgentSpawned *spawned = std::get_if<AgentSpawned>(&event.data)) {
			changes[id].spawned = spawned;
		} else if (const AgentStateChanged *moved = std::get_if<AgentStateChanged>(&event.data)) {
			AgentChange &change = changes[id];
			change.before = change.before.value_or(moved->old_state);
			change.state = moved->state;
		} else if (const AgentMoved *walked = std::get_if<AgentMoved>(&event.data)) {
			changes[id].position = walked->position;
		} else if (const AgentTerminated *ended = std::get_if<AgentTerminated>(&event.data)) {
			changes[id].terminated = ended;
		}
	}
	return changes;
}

} // namespace

StepBatch::StepBatch(std::unique_ptr<StepOutput> output, WallTime now, EventSubscriber &fanout,
		const Logger &log) :
		output_(std::move(output)),
		now_(now),
		fanout_(fanout),
		log_(log),
		bytes_(estimate(*output_)) {}

Status StepBatch::write(Database &database) {
	ids_.clear();
	Status status = write_events(database);
	if (status.ok()) {
		status = write_conversations(database);
	}
	if (status.ok()) {
		status = write_agents(database);
	}
	if (status.ok()) {
		status = write_recording(database);
	}
	return status;
}

Status StepBatch::write_events(Database &database) {
	for (const Event &event : output_->events) {
		const std::string entity = event.entity.to_string();
		const std::string data = event_data_to_json(event).dump();
		const Result<EventId> id =
				append_event(database, { now_, event_type(event), entity, "", data });
		if (!id.ok()) {
			return id.status();
		}
		ids_.push_back(id.value());
		if (const AgentStateChanged *change = std::get_if<AgentStateChanged>(&event.data)) {
			Status status = database.run(
					"INSERT INTO agent_state_history(agent_id, old_state, new_state, timestamp)"
					" VALUES(?1, ?2, ?3, ?4)",
					entity, agent_state_name(change->old_state), agent_state_name(change->state),
					micros(now_));
			if (!status.ok()) {
				return status;
			}
		}
	}
	return Status();
}

Status StepBatch::write_conversations(Database &database) {
	for (const ConversationRow &row : output_->conversations) {
		Status status = database.run(
				"INSERT INTO agent_conversations(agent_id, timestamp, sender, content, recipient)"
				" VALUES(?1, ?2, ?3, ?4, ?5)",
				row.owner.to_string(), micros(now_), row.message->from.to_string(),
				row.message->content, row.message->to.to_string());
		if (!status.ok()) {
			return status;
		}
	}
	return Status();
}

Status StepBatch::write_agents(Database &database) {
	for (const auto &[id, change] : collect_changes(*output_)) {
		Status status = apply_change(database, id, change, now_);
		if (!status.ok()) {
			return status;
		}
	}
	return write_meta(
			database, "sim_time", std::to_string(output_->time.time_since_epoch().count()));
}

Status StepBatch::write_recording(Database &database) {
	if (!output_->recorded) {
		return Status();
	}
	Status status = database.run("INSERT INTO steps(step, sim_time) VALUES(?1, ?2)",
			static_cast<std::int64_t>(output_->step.number()),
			output_->time.time_since_epoch().count());
	for (std::size_t i = 0; status.ok() && i < output_->inputs.size(); i++) {
		const nlohmann::json input = input_to_json(output_->inputs[i]);
		status = database.run("INSERT INTO inputs(step, kind, data) VALUES(?1, ?2, ?3)",
				static_cast<std::int64_t>(output_->step.number()),
				input.at("kind").get_ref<const std::string &>(), input.dump());
	}
	return status;
}

void StepBatch::publish(bool stored) {
	if (std::exchange(published_, true)) {
		return;
	}
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	batch->reserve(output_->events.size());
	for (std::size_t i = 0; i < output_->events.size(); i++) {
		// A copy: while the disk fails, the batch is published first and written later.
		batch->push_back({ stored ? ids_[i] : EventId(), now_, output_->events[i], output_->step });
	}
	if (!batch->empty()) {
		fanout_.publish(batch);
	}
}

void StepBatch::committed() {
	publish(true);
}

void StepBatch::degraded(const Status &) {
	publish(false);
}

void StepBatch::dropped(const Status &reason) {
	log_.error("step " + std::to_string(output_->step.number()) +
			" could not be stored: " + reason.message());
	publish(false);
}

PublishedBatch published_unstored(std::vector<Event> events, WallTime now, StepNumber step) {
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	batch->reserve(events.size());
	for (Event &event : events) {
		batch->push_back({ EventId(), now, std::move(event), step });
	}
	return batch;
}

} // namespace agent_runtime
