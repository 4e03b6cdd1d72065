#include "core/base/fields.h"

namespace agent_runtime::fields {

MaybeProblem check(Table table, const FieldPath &path, const void *object) {
	MaybeProblem problem;
	for (const RowEntry &entry : table) {
		if (entry.form->check != nullptr && !problem) {
			problem = entry.form->check(entry.row, FieldPath{ &path, entry.name }, object);
		}
	}
	return problem;
}

MaybeProblem read(Table table, const FieldPath &path, const nlohmann::json &from, void *object) {
	MaybeProblem problem;
	for (const RowEntry &entry : table) {
		const auto member = from.find(entry.name);
		if (entry.form->read != nullptr && member != from.end() && !problem) {
			problem = entry.form->read(entry.row, FieldPath{ &path, entry.name }, *member, object);
		}
	}
	return problem;
}

void load(Table table, const nlohmann::json &from, void *object) {
	for (const RowEntry &entry : table) {
		if (entry.form->read == nullptr) {
			continue;
		}
		const auto member = from.find(entry.name);
		if (member == from.end()) {
			entry.form->clear(entry.row, object);
		} else {
			// What is wrong then keeps its default.
			(void)entry.form->read(entry.row, FieldPath(), *member, object);
		}
	}
}

void write(Table table, const void *object, nlohmann::json &into) {
	for (const RowEntry &entry : table) {
		nlohmann::json value;
		if (entry.form->write != nullptr && entry.form->write(entry.row, object, value)) {
			into[std::string(entry.name)] = std::move(value);
		}
	}
}

} // namespace agent_runtime::fields
