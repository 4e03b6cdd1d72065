#include "core/store/table_sweeps.h"

#include "core/store/event_log.h"
#include "core/store/search_index.h"
#include "core/store/transaction.h"

#include <chrono>
#include <map>
#include <utility>

namespace agent_runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

// Between two rounds of what goes by rows again that it left.
constexpr Micros ROUND = std::chrono::minutes(1);
constexpr std::chrono::milliseconds TIME_FOR_AGENTS{ 2 };
constexpr std::size_t RECORDED_ROWS_A_PIECE = 300;

std::optional<WallTime> time_of(std::int64_t micros) {
	return micros < 0 ? std::nullopt : std::optional(WallTime(Micros(micros)));
}

Result<std::optional<WallTime>> first_time(Database &database, std::string_view sql) {
	const Result<std::int64_t> time = database.integer(sql, -1);
	if (!time.ok()) {
		return time.status();
	}
	return time_of(time.value());
}

// The ids of the next rows that are within the bounds. `sql` gives id and time, the oldest first,
// at most ?1 of them.
Result<std::vector<std::int64_t>> next_ids(
		Database &database, std::string_view sql, const SweepBounds &bounds) {
	std::vector<std::int64_t> ids;
	Query rows(database, sql, TableSweep::ROWS_A_PIECE);
	while (rows.next() && bounds.holds(rows.integer(0), WallTime(Micros(rows.integer(1))))) {
		ids.push_back(rows.integer(0));
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return ids;
}

// All in one transaction. True when there were any.
Result<bool> remove_rows(
		Database &database, std::string_view sql, const std::vector<std::int64_t> &ids) {
	if (ids.empty()) {
		return false;
	}
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		return transaction.status();
	}
	for (const std::int64_t id : ids) {
		Status status = database.run(sql, id);
		if (!status.ok()) {
			return status;
		}
	}
	const Status committed = transaction.value().commit();
	if (!committed.ok()) {
		return committed;
	}
	return true;
}

Result<bool> remove_lines(Database &database, const std::vector<std::int64_t> &ids) {
	if (ids.empty()) {
		return false;
	}
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		return transaction.status();
	}
	for (const std::int64_t id : ids) {
		Status status = unindex_line(database, id);
		if (status.ok()) {
			status = database.run("DELETE FROM agent_conversations WHERE id = ?1", id);
		}
		if (!status.ok()) {
			return status;
		}
	}
	const Status committed = transaction.value().commit();
	if (!committed.ok()) {
		return committed;
	}
	return true;
}

// From this one on the lines of an agent are among its newest.
Result<std::int64_t> first_of_newest(Database &database, std::string_view agent) {
	return database.integer("SELECT id FROM agent_conversations WHERE agent_id = ?1"
							" AND kind = 'message' ORDER BY id DESC LIMIT 1 OFFSET ?2",
			0, agent, LineSweep::NEWEST_KEPT - 1);
}

Result<std::int64_t> newest_summary(Database &database, std::string_view agent) {
	return database.integer("SELECT max(id) FROM agent_conversations WHERE agent_id = ?1"
							" AND kind = 'summary'",
			0, agent);
}

} // namespace

Result<std::optional<WallTime>> HistorySweep::oldest(Database &database) {
	return first_time(database, "SELECT timestamp FROM state_rows ORDER BY id LIMIT 1");
}

Result<bool> HistorySweep::remove(Database &database, const SweepBounds &bounds) {
	const Result<std::vector<std::int64_t>> ids =
			next_ids(database, "SELECT id, timestamp FROM state_rows ORDER BY id LIMIT ?1", bounds);
	return ids.ok() ? remove_rows(database, "DELETE FROM state_rows WHERE id = ?1", ids.value())
					: ids.status();
}

Result<std::optional<WallTime>> TaskSweep::oldest(Database &database) {
	return first_time(database,
			"SELECT completed_at FROM agent_tasks WHERE completed_at IS NOT"
			" NULL ORDER BY completed_at LIMIT 1");
}

Result<bool> TaskSweep::remove(Database &database, const SweepBounds &bounds) {
	const Result<std::vector<std::int64_t>> ids = next_ids(database,
			"SELECT id, completed_at FROM agent_tasks WHERE completed_at IS NOT NULL"
			" ORDER BY completed_at LIMIT ?1",
			bounds);
	return ids.ok() ? remove_rows(database, "DELETE FROM agent_tasks WHERE id = ?1", ids.value())
					: ids.status();
}

Result<std::optional<WallTime>> TalkSweep::oldest(Database &database) {
	return first_time(database,
			"SELECT ended_at FROM auto_conversations WHERE ended_at IS NOT NULL"
			" ORDER BY ended_at LIMIT 1");
}

// Its lines first, a piece of them at a time.
Result<bool> TalkSweep::remove(Database &database, const SweepBounds &bounds) {
	const Result<std::vector<std::int64_t>> numbers = next_ids(database,
			"SELECT number, ended_at FROM auto_conversations WHERE ended_at IS NOT NULL"
			" ORDER BY ended_at LIMIT ?1",
			bounds);
	if (!numbers.ok()) {
		return numbers.status();
	}
	if (numbers.value().empty()) {
		return false;
	}
	const std::int64_t number = numbers.value().front();
	const Status status = database.run(
			"DELETE FROM auto_messages WHERE conversation_id = (SELECT id FROM auto_conversations"
			" WHERE number = ?1) AND turn IN (SELECT turn FROM auto_messages WHERE conversation_id"
			" = (SELECT id FROM auto_conversations WHERE number = ?1) ORDER BY turn LIMIT ?2)",
			number, ROWS_A_PIECE);
	if (!status.ok()) {
		return status;
	}
	return remove_rows(database,
			"DELETE FROM auto_conversations WHERE number = ?1 AND NOT EXISTS(SELECT 1 FROM"
			" auto_messages WHERE conversation_id = auto_conversations.id)",
			{ number });
}

// What was left because it was among an agent's newest lines may be old by now.
void LineSweep::begin_anew_in_time() {
	const RealTime now = clock_.now();
	if (now >= begun_ + ROUND) {
		begun_ = now;
		cursor_ = 0;
	}
}

Result<std::optional<WallTime>> LineSweep::oldest(Database &database) {
	const Result<std::int64_t> time = database.integer(
			"SELECT timestamp FROM agent_conversations WHERE id > ?1 ORDER BY id LIMIT 1", -1,
			cursor_);
	if (!time.ok()) {
		return time.status();
	}
	return time_of(time.value());
}

Result<std::vector<LineSweep::Line>> LineSweep::next_lines(
		Database &database, const SweepBounds &bounds) const {
	std::vector<Line> lines;
	Query rows(database,
			"SELECT id, timestamp, agent_id, pinned, kind FROM agent_conversations WHERE id > ?1"
			" ORDER BY id LIMIT ?2",
			cursor_, ROWS_A_PIECE);
	while (rows.next() && bounds.holds(rows.integer(0), WallTime(Micros(rows.integer(1))))) {
		lines.push_back({ rows.integer(0), std::string(rows.text(2)), rows.integer(3) != 0,
				rows.text(4) == "summary" });
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return lines;
}

Result<bool> LineSweep::remove(Database &database, const SweepBounds &bounds) {
	begin_anew_in_time();
	const Result<std::vector<Line>> lines = next_lines(database, bounds);
	if (!lines.ok()) {
		return lines.status();
	}
	std::map<std::string, std::int64_t> newest; // from where on an agent's lines stay
	std::vector<std::int64_t> ids;
	std::int64_t cursor = cursor_;
	for (const Line &line : lines.value()) {
		if (newest.count(line.agent) == 0) {
			const Result<std::int64_t> first = first_of_newest(database, line.agent);
			if (!first.ok()) {
				return first.status();
			}
			newest[line.agent] = first.value();
		}
		bool stays = line.pinned || line.id >= newest[line.agent];
		if (line.is_summary && !stays) {
			const Result<std::int64_t> summary = newest_summary(database, line.agent);
			if (!summary.ok()) {
				return summary.status();
			}
			stays = summary.value() == line.id;
		}
		if (!stays) {
			ids.push_back(line.id);
		}
		cursor = line.id;
	}
	Result<bool> removed = remove_lines(database, ids);
	if (!removed.ok()) {
		return removed;
	}
	return std::exchange(cursor_, cursor) != cursor;
}

Result<bool> AgentSweep::run(Database &database) {
	if ((!limits_.lines && !limits_.states) || (next_round_ && clock_.now() < *next_round_)) {
		return false;
	}
	next_round_.reset();
	const SteadyClock::time_point end = SteadyClock::now() + TIME_FOR_AGENTS;
	do {
		Query rows(database,
				"SELECT number, id FROM agents WHERE number > ?1 ORDER BY number"
				" LIMIT 1",
				cursor_);
		if (!rows.next()) {
			cursor_ = 0;
			next_round_ = clock_.now() + ROUND;
			return rows.status().ok() ? Result<bool>(false) : rows.status();
		}
		Result<bool> more = trim(database, std::string(rows.text(1)));
		if (!more.ok() || more.value()) {
			return more;
		}
		cursor_ = rows.integer(0);
	} while (SteadyClock::now() < end);
	return true;
}

// A piece of what one agent has too much of. True when there was something.
Result<bool> AgentSweep::trim(Database &database, const std::string &agent) {
	if (limits_.lines) {
		const Result<std::int64_t> first = first_of_newest(database, agent);
		const Result<std::int64_t> last = database.integer(
				"SELECT id FROM agent_conversations WHERE agent_id = ?1 ORDER BY id DESC LIMIT 1"
				" OFFSET ?2",
				0, agent, *limits_.lines);
		const Result<std::int64_t> summary = newest_summary(database, agent);
		for (const Status &status : { first.status(), last.status(), summary.status() }) {
			if (!status.ok()) {
				return status;
			}
		}
		std::vector<std::int64_t> ids;
		Query rows(database,
				"SELECT id FROM agent_conversations WHERE agent_id = ?1 AND id <= ?2 AND id < ?3"
				" AND id <> ?4 AND pinned = 0 ORDER BY id LIMIT ?5",
				agent, last.value(), first.value(), summary.value(), TableSweep::ROWS_A_PIECE);
		while (rows.next()) {
			ids.push_back(rows.integer(0));
		}
		Result<bool> removed = rows.status().ok() ? remove_lines(database, ids) : rows.status();
		if (!removed.ok() || removed.value()) {
			return removed;
		}
	}
	if (limits_.states) {
		const Status status = database.run(
				"DELETE FROM state_rows WHERE id IN (SELECT id FROM state_rows"
				" WHERE agent_id = ?1 AND id <= coalesce((SELECT id FROM state_rows"
				" WHERE agent_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2), 0) ORDER BY id LIMIT "
				"?3)",
				agent, *limits_.states, TableSweep::ROWS_A_PIECE);
		if (!status.ok()) {
			return status;
		}
		return database.changed_rows() > 0;
	}
	return false;
}

Result<bool> remove_lost_recording(Database &database) {
	const Result<std::int64_t> begins =
			database.integer("SELECT json_extract(value, '$.after') + 1 FROM meta WHERE key = ?1",
					0, META_RECORDING);
	const Result<std::int64_t> oldest = oldest_event(database);
	if (!begins.ok() || !oldest.ok()) {
		return begins.ok() ? oldest.status() : begins.status();
	}
	if (begins.value() == 0 || begins.value() >= oldest.value()) {
		return false;
	}
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		return transaction.status();
	}
	std::int64_t removed = 0;
	for (const std::string_view sql :
			{ "DELETE FROM inputs WHERE seq IN (SELECT seq FROM inputs ORDER BY seq LIMIT ?1)",
					"DELETE FROM steps WHERE step IN (SELECT step FROM steps ORDER BY step LIMIT"
					" ?1)" }) {
		Status status = database.run(sql, RECORDED_ROWS_A_PIECE);
		if (!status.ok()) {
			return status;
		}
		removed += database.changed_rows();
	}
	const Status committed = transaction.value().commit();
	if (!committed.ok()) {
		return committed;
	}
	return removed > 0;
}

} // namespace agent_runtime
