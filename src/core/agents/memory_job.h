#pragma once

#include "core/agents/event.h"
#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/log/published.h"
#include "core/store/write_job.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

class Database;

// What became of a change to an agent's memory.
struct MemoryOutcome {
	Status refusal = {}; // not ok: nothing was changed, and this is why
	std::vector<std::int64_t> ids = {}; // of the lines that it concerns
	bool more = false; // this was a piece of it
};

// A change to what an agent remembers, decided by the writer, with the event that tells of it.
// `done` is called exactly once, on the writer's thread: after the commit and the publication, or
// with `unavailable` at once when the storage fails, and the request is then void.
// Owned by the writer. Thread rule: worker only (the writer's).
class MemoryJob : public WriteJob {
public:
	// Inside a transaction. An error undoes what it did.
	using Decide = std::function<Result<MemoryOutcome>(Database &database)>;
	using Done = std::function<void(const Result<MemoryOutcome> &outcome)>;

	// `what` is a change that memory_changed knows. `fanout` outlives the writer.
	MemoryJob(AgentId agent, std::string what, WallTime now, EventSubscriber &fanout, Decide decide,
			Done done);

	std::size_t bytes() const override;
	Status write(Database &database) override;
	void committed() override;
	void degraded(const Status &reason) override;
	void dropped(const Status &reason) override;

private:
	void answer_once(const Result<MemoryOutcome> &outcome);

	const AgentId agent_;
	const std::string what_;
	const WallTime now_;
	EventSubscriber &fanout_;
	const Decide decide_;
	Done done_; // empty once it was called
	MemoryOutcome outcome_;
	std::optional<PublishedEvent> event_; // when there was something to tell
};

} // namespace agent_runtime
