#include "core/auto_mode/talk_tables.h"

#include "core/auto_mode/interaction_pattern.h"
#include "core/auto_mode/talk_end.h"
#include "core/auto_mode/talk_fields.h"
#include "core/store/table_sweep.h"
#include "core/store/world_rules.h"

#include <array>
#include <limits>

namespace agent_runtime {

namespace {

// `settings` holds everything that a conversation was started with, and `agents` the ids of its
// participants, both as JSON.
constexpr const char *STEP_1 = R"sql(
CREATE TABLE auto_conversations(
	id TEXT PRIMARY KEY,
	number INTEGER NOT NULL UNIQUE,
	topic TEXT NOT NULL,
	pattern TEXT NOT NULL,
	agents TEXT NOT NULL,
	settings TEXT NOT NULL,
	status TEXT NOT NULL,
	reason TEXT NOT NULL,
	started_at INTEGER NOT NULL,
	ended_at INTEGER,
	turns INTEGER NOT NULL
);
CREATE INDEX auto_conversations_ended ON auto_conversations(ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE auto_messages(
	conversation_id TEXT NOT NULL,
	turn INTEGER NOT NULL,
	agent_id TEXT NOT NULL,
	name TEXT NOT NULL,
	text TEXT NOT NULL,
	timestamp INTEGER NOT NULL,
	PRIMARY KEY(conversation_id, turn)
) WITHOUT ROWID;
)sql";

constexpr const char *STEPS[] = { STEP_1 };

using namespace vocabulary;

constexpr bool MAY_MISS = true;
constexpr double MOST_TURNS_STORED = std::numeric_limits<std::uint32_t>::max();
constexpr std::array<Name, 3> TALK_STATUSES = { "active", "ended", "interrupted" };

constexpr ColumnRule TALK_COLUMNS[] = {
	{ "id", ValueKind::own_talk },
	{ "number", ValueKind::number },
	{ "topic", ValueKind::text, MAY_MISS },
	{ "pattern", ValueKind::choice, false, 0, 0, NAMES_OF<InteractionPattern> },
	{ "agents", ValueKind::list },
	{ "settings", ValueKind::object },
	{ "status", ValueKind::choice, false, 0, 0, TALK_STATUSES },
	{ "reason", ValueKind::choice, MAY_MISS, 0, 0, NAMES_OF<TalkEnd> },
	{ "started_at", ValueKind::time },
	{ "ended_at", ValueKind::time, MAY_MISS },
	{ "turns", ValueKind::whole, false, 0, MOST_TURNS_STORED },
};
constexpr ColumnRule TALK_LINE_COLUMNS[] = {
	{ "conversation_id", ValueKind::talk },
	{ "turn", ValueKind::whole, false, 0, MOST_TURNS_STORED },
	{ "agent_id", ValueKind::agent },
	{ "name", ValueKind::text, MAY_MISS },
	{ "text", ValueKind::text, MAY_MISS },
	{ "timestamp", ValueKind::time },
};

// Conversations that are over go, each with everything that was said in it.
constexpr TableSweep TALK_SWEEP{ .id = "number",
	.time = "ended_at",
	.order = "ended_at",
	.only = "ended_at IS NOT NULL",
	.remove_parts = "DELETE FROM auto_messages WHERE conversation_id = (SELECT id FROM"
					" auto_conversations WHERE number = ?1) AND turn IN (SELECT turn FROM"
					" auto_messages WHERE conversation_id = (SELECT id FROM auto_conversations"
					" WHERE number = ?1) ORDER BY turn LIMIT ?2)" };

constexpr TableRow TABLES[] = {
	{ .name = "auto_conversations",
			.of_world = true,
			.place = 4,
			.rules = TALK_COLUMNS,
			.sweep = &TALK_SWEEP },
	{ .name = "auto_messages", .of_world = true, .place = 5, .rules = TALK_LINE_COLUMNS },
};

constexpr RoomTables TALKS{ "auto_mode", STEPS, TABLES };

} // namespace

const RoomTables &talk_tables() {
	return TALKS;
}

} // namespace agent_runtime
