#include "core/auto_mode/talk_store.h"

#include "core/base/fields.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

Status store_talk_begin(
		Database &database, const TalkSettings &talk, std::uint32_t turns, WallTime now) {
	const nlohmann::json settings = write_fields(talk);
	// A conversation that goes on keeps the time when it began.
	return database.run(
			"INSERT INTO auto_conversations(id, number, topic, pattern, agents, settings, status,"
			" reason, started_at, turns) VALUES(?1, ?2, ?3, ?4, ?5, ?6, 'active', '', ?7, ?8)"
			" ON CONFLICT(id) DO UPDATE SET settings = excluded.settings, status = 'active',"
			" reason = '', ended_at = NULL",
			talk.id.to_string(), static_cast<std::int64_t>(talk.id.number()), talk.topic,
			pattern_name(talk.pattern), settings.at("agents").dump(), settings.dump(),
			now.time_since_epoch().count(), static_cast<std::int64_t>(turns));
}

Status store_talk_line(Database &database, ConversationId talk, const StoredTalkLine &line) {
	const std::string id = talk.to_string();
	const std::int64_t turn = line.turn;
	const Status status =
			database.run("INSERT INTO auto_messages(conversation_id, turn, agent_id, name, text,"
						 " timestamp) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
					id, turn, line.agent.to_string(), line.name, line.text,
					line.time.time_since_epoch().count());
	return status.ok()
			? database.run("UPDATE auto_conversations SET turns = ?2 WHERE id = ?1", id, turn)
			: status;
}

// Only an active conversation can be interrupted: one from an earlier world may have come to its
// end in this one.
Status store_talk_end(Database &database, ConversationId talk, TalkEnd end, WallTime now) {
	return database.run(
			"UPDATE auto_conversations SET status = ?2, reason = ?3, ended_at = ?4 WHERE id = ?1"
			" AND (?2 = 'ended' OR status = 'active')",
			talk.to_string(), end == TalkEnd::interrupted ? "interrupted" : "ended",
			talk_end_name(end), now.time_since_epoch().count());
}

Result<std::vector<StoredTalk>> read_talks(Database &database, std::size_t most) {
	std::vector<StoredTalk> talks;
	Query rows(database,
			"SELECT settings, status, reason, turns, started_at, ifnull(ended_at, 0), id"
			" FROM auto_conversations ORDER BY number DESC LIMIT ?1",
			static_cast<std::int64_t>(most));
	while (rows.next()) {
		const nlohmann::json settings = nlohmann::json::parse(rows.text(0), nullptr, false);
		if (!settings.is_object()) {
			continue; // a foreign program wrote that
		}
		StoredTalk talk;
		talk.settings = std::make_shared<const TalkSettings>(
				without_nobody(load_fields<TalkSettings>(settings)));
		talk.is_active = rows.text(1) == "active";
		talk.reason = parse_talk_end(rows.text(2));
		talk.turns = static_cast<std::uint32_t>(rows.integer(3));
		talk.started_at = WallTime(Micros(rows.integer(4)));
		talk.ended_at = WallTime(Micros(rows.integer(5)));
		if (!talk.settings->id.is_none() && talk.settings->id.to_string() == rows.text(6)) {
			talks.push_back(std::move(talk));
		}
	}
	return rows.status().ok() ? Result(std::move(talks)) : rows.status();
}

Result<std::vector<StoredTalkLine>> read_talk_lines(
		Database &database, ConversationId talk, std::size_t most) {
	std::vector<StoredTalkLine> lines;
	Query rows(database,
			"SELECT turn, agent_id, name, text, timestamp FROM auto_messages"
			" WHERE conversation_id = ?1 ORDER BY turn DESC LIMIT ?2",
			talk.to_string(), static_cast<std::int64_t>(most));
	while (rows.next()) {
		lines.push_back({ static_cast<std::uint32_t>(rows.integer(0)),
				AgentId::parse(rows.text(1)).value_or(AgentId()), std::string(rows.text(2)),
				std::string(rows.text(3)), WallTime(Micros(rows.integer(4))) });
	}
	std::reverse(lines.begin(), lines.end());
	return rows.status().ok() ? Result(std::move(lines)) : rows.status();
}

Result<std::vector<std::uint32_t>> count_talk_turns(
		Database &database, const TalkSettings &settings) {
	std::vector<std::uint32_t> counts;
	for (const Participant &each : settings.participants) {
		Query rows(database,
				"SELECT count(*) FROM auto_messages WHERE conversation_id = ?1 AND agent_id = ?2",
				settings.id.to_string(), each.agent.to_string());
		counts.push_back(rows.next() ? static_cast<std::uint32_t>(rows.integer(0)) : 0);
		if (!rows.status().ok()) {
			return rows.status();
		}
	}
	return counts;
}

} // namespace agent_runtime
