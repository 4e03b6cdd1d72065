#include "core/base/mutex.h"
#include "core/store/migrations.h"
#include "core/store/world_rules.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <set>
#include <string>
#include <utility>

// Which tables a file with a world may have: exactly those that the migrations make.

namespace agent_runtime {

namespace {

struct FileObject {
	std::string type;
	std::string name;
	std::string table;
	std::string sql;

	auto operator<=>(const FileObject &other) const = default;
};
using FileObjects = std::set<FileObject>;

Result<FileObjects> objects_of(Database &file) {
	FileObjects objects;
	Query rows(file, "SELECT type, name, tbl_name, ifnull(sql, '') FROM main.sqlite_schema");
	while (rows.next()) {
		objects.insert({ std::string(rows.text(0)), std::string(rows.text(1)),
				std::string(rows.text(2)), std::string(rows.text(3)) });
	}
	return rows.status().ok() ? Result(std::move(objects)) : rows.status();
}

Result<FileObjects> objects_of_versions(Schema schema, const FileVersions &versions) {
	Result<Database> made = Database::connect(":memory:", { .schema = schema });
	const Status status = made.ok() ? make_tables(made.value(), versions) : made.status();
	return status.ok() ? objects_of(made.value()) : status;
}

// Made once for all files with this program's own versions, which nearly all have.
Result<FileObjects> wanted_objects(Schema schema, const FileVersions &versions) {
	struct Made {
		FileVersions versions;
		FileObjects objects;
	};
	static Mutex mutex;
	static std::optional<Made> newest AR_GUARDED_BY(mutex);
	if (versions != newest_versions(schema)) {
		return objects_of_versions(schema, versions);
	}
	const Lock lock(mutex);
	if (newest && newest->versions == versions) {
		return newest->objects;
	}
	Result<FileObjects> made = objects_of_versions(schema, versions);
	if (made.ok()) {
		newest = Made{ versions, made.value() };
	}
	return made;
}

bool is_needed(Schema schema, std::string_view table) {
	return table == "meta" || table == "room_versions" || table == "sqlite_sequence" ||
			find_world_table(schema, table) != nullptr;
}

} // namespace

Status judge_tables(Database &file, const FileVersions &versions) {
	const Result<FileObjects> wanted = wanted_objects(file.schema(), versions);
	const Result<FileObjects> found = objects_of(file);
	if (Status failed = first_failure(wanted, found); !failed.ok()) {
		return failed;
	}
	for (const FileObject &object : found.value()) {
		if (!wanted.value().contains(object)) {
			return Status(StatusCode::corrupt,
					"it holds " + std::string(object.type == "index" ? "an " : "a ") + object.type +
							" that is none of a saved world's");
		}
	}
	// None may be missing, except for those that only the word search or the log needs.
	for (const FileObject &object : wanted.value()) {
		if (is_needed(file.schema(), object.table) && !found.value().contains(object)) {
			return Status(
					StatusCode::corrupt, "its " + object.type + " " + object.name + " is missing");
		}
	}
	return {};
}

} // namespace agent_runtime
