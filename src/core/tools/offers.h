#pragma once

// For whom the game has registered actions and tools. What is registered comes in scope by scope;
// what an agent may choose comes out.

#include "core/mind/action_table.h"
#include "core/mind/offer_scope.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace agent_runtime {

enum class OfferKind : std::uint8_t {
	action, // what an agent can decide to do
	tool, // what its mind can use before it decides
};

// What is offered in one scope.
struct OfferTables {
	ActionTablePtr actions; // null: none
	ActionTablePtr tools; // null: none

	ActionTablePtr &of(OfferKind kind) { return kind == OfferKind::action ? actions : tools; }
	const ActionTablePtr &of(OfferKind kind) const {
		return kind == OfferKind::action ? actions : tools;
	}
	bool is_empty() const { return actions == nullptr && tools == nullptr; }
	bool operator==(const OfferTables &other) const = default;
};

// The actions and tools of all scopes. Of several with one name an agent gets the nearest: its own,
// else that of a group to which it belongs, of several groups the first by name, else the one for
// all. A mind chooses among 128 of each kind at the most; the nearest are preferred.
// Thread rule: const members any thread while nothing changes it.
class Offers {
public:
	// Replaces what was offered in this scope.
	void set(const OfferScope &scope, OfferTables tables);
	// The agent is gone.
	void forget(AgentId agent);
	OfferTables in(const OfferScope &scope) const;
	const std::map<OfferScope, OfferTables> &all() const { return tables_; }

	// What an agent that belongs to these groups may choose; null: nothing.
	ActionTablePtr choices(
			OfferKind kind, AgentId agent, std::span<const std::string> groups) const;
	struct Found {
		OfferScope scope;
		Micros deadline{}; // zero: the usual one
		bool is_native = false;
	};
	// What it chooses by this name.
	std::optional<Found> find(OfferKind kind, AgentId agent, std::span<const std::string> groups,
			const std::string &name) const;
	// In whichever scope.
	bool has(OfferKind kind, const std::string &name) const;

private:
	using Entry = std::map<OfferScope, OfferTables>::const_iterator;
	std::vector<Entry> nearest_first(AgentId agent, std::span<const std::string> groups) const;

	std::map<OfferScope, OfferTables> tables_; // none of them is empty
};

} // namespace agent_runtime
