#pragma once

#include "core/base/clock.h"
#include "core/models/ledger.h"

#include <functional>
#include <memory>
#include <optional>

namespace agent_runtime {

// Looks into the ledger's books now and then while somebody waits for calls of other programs on
// the file, since nobody reports when those end.
// Owned by ModelCalls. Thread rule: worker only, the ledger's.
class BooksWatch {
public:
	// All references must outlive this. `looked` is called after each look, but not after
	// destruction.
	BooksWatch(Ledger &ledger, const Clock &clock, std::function<void()> looked);

	// Somebody waits: looks once, in a moment.
	void look_later();
	// Looks if that is due.
	void advance();
	// None: nobody waits.
	const std::optional<RealTime> &due() const { return due_; }

private:
	Ledger &ledger_;
	const Clock &clock_;
	// the ledger checks by this whether we are alive
	const std::shared_ptr<const std::function<void()>> looked_;
	std::optional<RealTime> due_;
};

} // namespace agent_runtime
