#include "core/store/schema.h"

#include <algorithm>

namespace agent_runtime {

bool TableRow::numbers_agents() const {
	return std::any_of(rules.begin(), rules.end(),
			[](const ColumnRule &rule) { return rule.kind == ValueKind::agent_number; });
}

std::vector<const TableRow *> world_tables(Schema schema) {
	std::vector<const TableRow *> tables;
	for (const RoomTables *const room : schema) {
		for (const TableRow &table : room->tables) {
			if (table.of_world) {
				tables.push_back(&table);
			}
		}
	}
	std::sort(tables.begin(), tables.end(),
			[](const TableRow *a, const TableRow *b) { return a->place < b->place; });
	return tables;
}

const TableRow *find_world_table(Schema schema, std::string_view name) {
	const std::vector<const TableRow *> tables = world_tables(schema);
	const auto found = std::find_if(tables.begin(), tables.end(),
			[&](const TableRow *table) { return table->name == name; });
	return found != tables.end() ? *found : nullptr;
}

const RoomTables *find_room(Schema schema, std::string_view room) {
	const auto found = std::find_if(schema.begin(), schema.end(),
			[&](const RoomTables *each) { return each->room == room; });
	return found != schema.end() ? *found : nullptr;
}

} // namespace agent_runtime
