#include "core/log/event_log.h"

#include "core/base/json_text.h"
#include "core/store/meta.h"
#include "core/store/transaction.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace agent_runtime {

namespace {

constexpr std::string_view INSERT_EVENT =
		"INSERT INTO event_rows(ts, type, entity, trace_id, data) VALUES(?1, ?2, ?3, ?4, ?5)";
// A change of state.
constexpr std::string_view NO_TYPE;
// How many events share one entry in the table of times.
constexpr std::int64_t EVENTS_A_TIME = 64;
constexpr std::string_view COLUMNS = "SELECT id, ts, type, entity, trace_id, data FROM events ";

// A type is an identifier. Anything else matches no event, and needs no escapes.
bool is_identifier(const std::string &type) {
	return std::all_of(type.begin(), type.end(), [](char byte) {
		return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_' || byte == '-';
	});
}

// The types as a JSON list, so that one statement serves any number of them.
std::string json_list(const std::vector<std::string> &types) {
	std::string list = "[";
	for (const std::string &type : types) {
		if (is_identifier(type)) {
			list += (list.size() > 1 ? ",\"" : "\"") + type + "\"";
		}
	}
	return list + "]";
}

std::string select_sql(const EventFilter &filter) {
	std::string sql = std::string(COLUMNS) + "WHERE id > ?1 AND id <= ?2";
	sql += filter.entity.empty() ? " AND ?3 = ''" : " AND entity = ?3";
	sql += filter.since ? " AND ts >= ?4" : " AND ?4 IS NULL";
	sql += filter.types.empty() ? " AND ?5 = '[]'"
								: " AND type IN (SELECT value FROM json_each(?5))";
	return sql + " ORDER BY id LIMIT ?6";
}

// Where reading starts. A time is first turned into an id, so that the rest can go by id. No event
// before that id is that late, even if the wall clock was set back between two events.
Result<std::int64_t> first_candidate(
		Database &database, const EventFilter &filter, std::int64_t newest) {
	const std::int64_t after = filter.after.number();
	if (!filter.since) {
		return after;
	}
	const Result<std::int64_t> first = database.integer(
			"SELECT first FROM event_times WHERE latest >= ?1 AND first >= coalesce((SELECT"
			" max(first) FROM event_times WHERE first <= ?2), 0) ORDER BY first LIMIT 1",
			newest + 1, filter.since->time_since_epoch().count(), after);
	return first.ok() ? Result(std::max(first.value() - 1, after)) : first;
}

StoredEvent event_of(const Query &rows) {
	return StoredEvent{
		.id = EventId(rows.integer(0)),
		.ts = WallTime(Micros(rows.integer(1))),
		.type = std::string(rows.text(2)),
		.entity = std::string(rows.text(3)),
		.trace_id = std::string(rows.text(4)),
		.data = std::string(rows.text(5)),
	};
}

Status read_rows(
		Database &database, const EventFilter &filter, std::int64_t newest, EventPage &page) {
	const Result<std::int64_t> first = first_candidate(database, filter, newest);
	if (!first.ok()) {
		return first.status();
	}
	std::optional<std::int64_t> since;
	if (filter.since) {
		since = filter.since->time_since_epoch().count();
	}
	// Asks for one more than wanted, to see whether there are more.
	Query rows(database, select_sql(filter), first.value(), newest, filter.entity, since,
			json_list(filter.types), filter.limit + 1);
	while (rows.next()) {
		if (page.events.size() == filter.limit) {
			page.more = true;
			break;
		}
		page.events.push_back(event_of(rows));
	}
	return rows.status();
}

Result<EventId> insert_event(Database &database, const EventDraft &event) {
	std::optional<std::string_view> trace_id;
	if (!event.trace_id.empty()) {
		trace_id = event.trace_id;
	}
	const std::int64_t ts = event.ts.time_since_epoch().count();
	Status status = database.run(INSERT_EVENT, ts, event.type, event.entity, trace_id, event.data);
	const std::int64_t id = database.last_insert_id();
	if (status.ok()) {
		status = database.run("INSERT INTO event_times VALUES(?1, ?2) ON CONFLICT(first) DO UPDATE"
							  " SET latest = max(latest, ?2)",
				id - id % EVENTS_A_TIME, ts);
	}
	return status.ok() ? Result(EventId(id)) : status;
}

} // namespace

Result<std::int64_t> oldest_event(Database &database) {
	const Result<std::string> text = read_meta(database, META_OLDEST_EVENT);
	if (!text.ok()) {
		return text.status();
	}
	std::int64_t oldest = 1;
	std::from_chars(text.value().data(), text.value().data() + text.value().size(), oldest);
	return std::max<std::int64_t>(oldest, 1); // whatever the file says
}

Result<EventId> append_event(Database &database, const EventDraft &event) {
	return insert_event(database, event);
}

Result<EventId> append_state_change(Database &database, const StateChangeDraft &change) {
	std::string data{ change.old_state.at(0), change.state.at(0) };
	append_json(data, change.x);
	data += ',';
	append_json(data, change.y);
	data += ';';
	if (!change.task.empty()) {
		append_json(data, change.task);
	}
	return insert_event(database, { change.ts, NO_TYPE, change.agent, change.trace_id, data });
}

Status remove_events(Database &database, std::int64_t last) {
	Status status = database.run("DELETE FROM event_rows WHERE id <= ?1", last);
	if (status.ok()) {
		status = database.run("DELETE FROM event_times WHERE first < (SELECT max(first) FROM"
							  " event_times WHERE first <= ?1)",
				last + 1);
	}
	return status.ok() ? write_meta(database, META_OLDEST_EVENT, std::to_string(last + 1)) : status;
}

Result<EventPage> read_events(Database &database, const EventFilter &filter) {
	std::optional<Transaction> view;
	if (!database.in_transaction()) {
		Result<Transaction> begun = Transaction::begin(database, Transaction::Kind::read);
		if (!begun.ok()) {
			return begun.status();
		}
		view.emplace(std::move(begun).value());
	}
	const Result<EventId> newest = newest_event_id(database);
	const Result<std::int64_t> oldest = oldest_event(database);
	if (Status failed = first_failure(newest, oldest); !failed.ok()) {
		return failed;
	}
	EventPage page;
	page.oldest = EventId(oldest.value());
	page.newest = newest.value();
	page.gap = filter.after.number() < oldest.value() - 1 || filter.after > page.newest;
	const Status status = read_rows(database, filter, newest.value().number(), page);
	if (!status.ok()) {
		return status;
	}
	page.cursor = std::max(filter.after, newest.value());
	if (page.more) {
		page.cursor = page.events.empty() ? filter.after : page.events.back().id;
	}
	return page;
}

Result<EventId> newest_event_id(Database &database) {
	const Result<std::int64_t> id =
			database.integer("SELECT seq FROM sqlite_sequence WHERE name = 'event_rows'", 0);
	if (!id.ok()) {
		return id.status();
	}
	return EventId(id.value());
}

Result<std::string> event_log_epoch(Database &database) {
	return read_meta(database, "epoch");
}

} // namespace agent_runtime
