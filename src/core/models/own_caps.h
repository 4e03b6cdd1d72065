#pragma once

#include "core/mind/budget.h"
#include "core/models/ledger.h"

#include <map>
#include <string>

namespace agent_runtime {

// The caps of the ledger, together with those of accounts that bring a budget of their own. Such a
// budget takes precedence over the caps of each agent, until somebody sets other caps for its
// account, and again when the budget itself changes.
// Owned by ModelCalls. Thread rule: worker only, the ledger's.
class OwnCaps {
public:
	// The ledger must outlive this.
	explicit OwnCaps(Ledger &ledger) :
			ledger_(ledger),
			caps_(ledger.caps()) {}

	const LedgerCaps &all() const { return caps_; }
	void set_all(LedgerCaps caps);
	// Caps that were set for the account before its first budget stay where the budget says
	// nothing.
	void set_own(const std::string &account, const Caps &own);
	void forget(const std::string &account) { own_.erase(account); }

private:
	Caps with_own(const Caps &own) const;

	Ledger &ledger_;
	LedgerCaps caps_;
	std::map<std::string, Caps> own_; // of accounts, as they were last set
};

} // namespace agent_runtime
