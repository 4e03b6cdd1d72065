#include "core/tools/offers.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace agent_runtime {

void Offers::set(const OfferScope &scope, OfferTables tables) {
	if (tables.is_empty()) {
		tables_.erase(scope);
	} else {
		tables_[scope] = std::move(tables);
	}
}

void Offers::forget(AgentId agent) {
	tables_.erase(OfferScope{ .agent = agent });
}

OfferTables Offers::in(const OfferScope &scope) const {
	const Entry found = tables_.find(scope);
	return found != tables_.end() ? found->second : OfferTables();
}

std::vector<Offers::Entry> Offers::nearest_first(
		AgentId agent, std::span<const std::string> groups) const {
	std::vector<Entry> entries;
	const auto add = [&](const OfferScope &scope) {
		if (scope.is_for_all()) {
			return;
		}
		if (const Entry found = tables_.find(scope); found != tables_.end()) {
			entries.push_back(found);
		}
	};
	if (tables_.size() > (tables_.contains({}) ? 1U : 0U)) {
		add({ .agent = agent });
		std::vector<std::string> sorted(groups.begin(), groups.end());
		std::sort(sorted.begin(), sorted.end());
		for (std::string &group : sorted) {
			add({ .group = std::move(group) });
		}
	}
	if (const Entry for_all = tables_.find({}); for_all != tables_.end()) {
		entries.push_back(for_all);
	}
	return entries;
}

ActionTablePtr Offers::choices(
		OfferKind kind, AgentId agent, std::span<const std::string> groups) const {
	ActionTablePtr nearest;
	std::shared_ptr<ActionTable> merged; // only when there is more than one table
	for (const Entry &entry : nearest_first(agent, groups)) {
		const ActionTablePtr &table = entry->second.of(kind);
		if (table == nullptr || nearest == nullptr) {
			nearest = nearest == nullptr ? table : nearest;
			continue;
		}
		if (merged == nullptr) {
			merged = std::make_shared<ActionTable>(*nearest);
		}
		merged->fill_up(*table);
	}
	return merged != nullptr ? merged : nearest;
}

std::optional<Offers::Found> Offers::find(OfferKind kind, AgentId agent,
		std::span<const std::string> groups, const std::string &name) const {
	for (const Entry &entry : nearest_first(agent, groups)) {
		const ActionTablePtr &table = entry->second.of(kind);
		const ActionInfo *const info = table != nullptr ? table->find(name) : nullptr;
		if (info != nullptr) {
			return Found{ entry->first, info->deadline, info->is_native };
		}
	}
	return std::nullopt;
}

bool Offers::has(OfferKind kind, const std::string &name) const {
	return std::any_of(tables_.begin(), tables_.end(), [&](const auto &each) {
		const ActionTablePtr &table = each.second.of(kind);
		return table != nullptr && table->find(name) != nullptr;
	});
}

} // namespace agent_runtime
