#include "core/auto_mode/talk_tables.h"

#include "core/base/vocabulary_auto_mode.h"
#include "core/store/world_rules.h"

#include <array>
#include <limits>

namespace agent_runtime {

namespace {

// `settings` holds all that a conversation was started with, and `agents` the ids of who takes
// part, both as JSON.
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
	{ "pattern", ValueKind::choice, false, 0, 0, PATTERNS },
	{ "agents", ValueKind::list },
	{ "settings", ValueKind::object },
	{ "status", ValueKind::choice, false, 0, 0, TALK_STATUSES },
	{ "reason", ValueKind::choice, MAY_MISS, 0, 0, TALK_ENDS },
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

constexpr TableRow TABLES[] = {
	{ .name = "auto_conversations", .of_world = true, .rules = TALK_COLUMNS },
	{ .name = "auto_messages", .of_world = true, .rules = TALK_LINE_COLUMNS },
};

constexpr RoomTables TALKS{ "auto_mode", STEPS, TABLES };

} // namespace

const RoomTables &talk_tables() {
	return TALKS;
}

} // namespace agent_runtime
