#include "core/models/own_caps.h"

#include <utility>

namespace agent_runtime {

Caps OwnCaps::with_own(const Caps &own) const {
	Caps caps = caps_.agent;
	caps.tokens = own.tokens != 0 ? own.tokens : caps.tokens;
	caps.money = own.money != Money() ? own.money : caps.money;
	return caps;
}

void OwnCaps::set_own(const std::string &account, const Caps &own) {
	const auto [known, is_new] = own_.try_emplace(account);
	if (known->second == own) {
		return;
	}
	known->second = own;
	Caps caps = with_own(own);
	const auto settled = caps_.accounts.find(account);
	if (settled != caps_.accounts.end() && is_new) {
		const Caps &before = settled->second;
		caps = { before.calls, before.paid_calls,
			before.tokens != caps_.agent.tokens ? before.tokens : caps.tokens,
			before.money != caps_.agent.money ? before.money : caps.money };
		settled->second = caps;
	} else if (settled != caps_.accounts.end()) {
		caps_.accounts.erase(settled);
	}
	ledger_.set_account_caps(account, caps);
}

void OwnCaps::set_all(LedgerCaps caps) {
	caps_ = std::move(caps);
	ledger_.set_caps(caps_);
	for (const auto &[account, own] : own_) {
		if (own != Caps() && !caps_.accounts.contains(account)) {
			ledger_.set_account_caps(account, with_own(own));
		}
	}
}

} // namespace agent_runtime
