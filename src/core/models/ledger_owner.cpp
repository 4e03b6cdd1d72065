#include "core/models/ledger_owner.h"

#include "core/base/ids.h"

#include <optional>

namespace agent_runtime {

LedgerOwner LedgerOwner::this_process() {
	return { ProcessIdentity::own().to_string(), life_of_owner };
}

// Whoever shares a file in WAL mode shares this machine. So an owner of another start of it has
// ended with that. Rows from before there were owners, and those that make no sense, are nobody's.
// What a job has reserved outlives every process: it is settled with the job's record.
ProcessLife life_of_owner(const std::string &name) {
	if (JobId::parse(name)) {
		return ProcessLife::alive;
	}
	const std::optional<ProcessIdentity> owner = ProcessIdentity::parse(name);
	if (!owner) {
		return ProcessLife::ended;
	}
	const Uuid boot = ProcessIdentity::own().boot;
	const bool is_of_former_boot = !owner->boot.is_none() && !boot.is_none() && owner->boot != boot;
	return is_of_former_boot ? ProcessLife::ended : owner->life();
}

} // namespace agent_runtime
