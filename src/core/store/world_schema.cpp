#include "core/base/mutex.h"
#include "core/store/migrations.h"
#include "core/store/world_rules.h"
#include "core/store/world_tables.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <set>
#include <string>
#include <utility>

// Which tables a file with a world may have: those that the migrations make, to the letter.

namespace agent_runtime {

namespace {

struct SchemaObject {
	std::string type;
	std::string name;
	std::string table;
	std::string sql;

	auto operator<=>(const SchemaObject &other) const = default;
};
using Schema = std::set<SchemaObject>;

Result<Schema> schema_of(Database &file) {
	Schema schema;
	Query rows(file, "SELECT type, name, tbl_name, ifnull(sql, '') FROM main.sqlite_schema");
	while (rows.next()) {
		schema.insert({ std::string(rows.text(0)), std::string(rows.text(1)),
				std::string(rows.text(2)), std::string(rows.text(3)) });
	}
	return rows.status().ok() ? Result(std::move(schema)) : rows.status();
}

Result<Schema> schema_of_version(int version) {
	Result<Database> made = Database::connect(":memory:", {});
	const Status status = made.ok() ? migrate(made.value(), version) : made.status();
	return status.ok() ? schema_of(made.value()) : status;
}

// Made once for all files of this program's own version, which is nearly all.
Result<Schema> wanted_schema(int version) {
	static Mutex mutex;
	static std::optional<Schema> newest AR_GUARDED_BY(mutex);
	if (version != newest_schema_version()) {
		return schema_of_version(version);
	}
	const Lock lock(mutex);
	if (newest) {
		return *newest;
	}
	Result<Schema> made = schema_of_version(version);
	if (made.ok()) {
		newest = made.value();
	}
	return made;
}

} // namespace

Status judge_tables(Database &file, int version) {
	const Result<Schema> wanted = wanted_schema(version);
	const Result<Schema> found = schema_of(file);
	if (!wanted.ok() || !found.ok()) {
		return wanted.ok() ? found.status() : wanted.status();
	}
	for (const SchemaObject &object : found.value()) {
		if (!wanted.value().contains(object)) {
			return Status(StatusCode::corrupt,
					"it holds " + std::string(object.type == "index" ? "an " : "a ") + object.type +
							" that is none of a saved world's");
		}
	}
	// None may be missing but those that only the search for words needs, or the log.
	for (const SchemaObject &object : wanted.value()) {
		const bool is_needed = object.table == "meta" || object.table == "sqlite_sequence" ||
				std::find(WORLD_TABLES.begin(), WORLD_TABLES.end(), object.table) !=
						WORLD_TABLES.end();
		if (is_needed && !found.value().contains(object)) {
			return Status(
					StatusCode::corrupt, "its " + object.type + " " + object.name + " is missing");
		}
	}
	return {};
}

} // namespace agent_runtime
