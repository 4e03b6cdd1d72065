#include "core/runtime/remembered.h"

#include "core/agents/agent.h"
#include "core/agents/agent_rows.h"
#include "core/memory/memory_store.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

// Anybody who is not an agent of this world is a player.
constexpr std::string_view SELECT_LINES =
		"SELECT c.sender, c.content, c.recipient, coalesce(iif(json_valid(a.config),"
		" json_extract(a.config, '$.name'), ''), 'Player') FROM agent_conversations c LEFT JOIN "
		"agents a ON a.id = c.sender"
		" WHERE c.agent_id = ?1 AND ";

} // namespace

Result<std::vector<MessagePtr>> remembered_lines(Database &database, std::string_view agent) {
	std::vector<MessagePtr> lines;
	Query rows(database,
			std::string(SELECT_LINES) + "c.kind = 'message' ORDER BY c.id DESC LIMIT ?2", agent,
			Dialogue::REMEMBERED);
	while (rows.next()) {
		std::shared_ptr<Message> line = std::make_shared<Message>();
		line->from = ParticipantId::parse(rows.text(0)).value_or(ParticipantId());
		line->content = rows.text(1);
		line->to = ParticipantId::parse(rows.text(2)).value_or(ParticipantId());
		line->from_name = rows.text(3);
		lines.push_back(std::move(line));
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	std::reverse(lines.begin(), lines.end());
	return lines;
}

Result<KeptLinesPtr> kept_lines(Database &database, std::string_view agent) {
	std::shared_ptr<KeptLines> kept = std::make_shared<KeptLines>();
	Query rows(database, std::string(SELECT_LINES) + "c.pinned = 1 ORDER BY c.id DESC LIMIT ?2",
			agent, KeptLines::MOST_PINNED);
	while (rows.next()) {
		kept->pinned.push_back({ ParticipantId::parse(rows.text(0)).value_or(ParticipantId()),
				std::string(rows.text(3)), std::string(rows.text(1)) });
	}
	Result<std::string> summary = newest_summary(database, agent);
	if (Status failed = first_failure(rows.status(), summary); !failed.ok()) {
		return failed;
	}
	std::reverse(kept->pinned.begin(), kept->pinned.end());
	kept->summary = std::move(summary).value();
	return kept->pinned.empty() && kept->summary.empty() ? KeptLinesPtr() : KeptLinesPtr(kept);
}

Result<std::string> speaker_name(Database &database, const std::string &speaker) {
	return stored_name(database, speaker, speaker.starts_with("player_") ? "Player" : "");
}

} // namespace agent_runtime
