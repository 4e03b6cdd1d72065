#pragma once

#include "core/base/status.h"
#include "core/store/write_job.h"
#include "core/store/writer.h"

#include <cstddef>
#include <functional>
#include <memory>

namespace agent_runtime {

// Work for the writer that somebody waits for, in pieces: each is a job of its own, so that others
// get their turn in between. After one has failed, or while the storage fails, no other is begun,
// also not later; but those behind it in the same transaction may have been done.
//
//	WriterErrand errand(writer);
//	errand.add([](Database &database) { … }, 1000);
//	Status status = errand.wait();
//
// Owned by whoever waits; the pieces may outlive it. Thread rule: worker only, one thread, never
// the writer's.
class WriterErrand {
public:
	using Piece = std::function<Status(Database &database)>;

	explicit WriterErrand(Writer &writer);

	// `piece` runs inside a transaction, `committed` behind it, both on the writer's thread. Waits
	// while the writer's queue is full. The failure of an earlier piece, if there is one by now.
	Status add(Piece piece, std::size_t bytes, std::function<void()> committed = {});
	// Until all have ended; what has stopped them.
	Status wait();

private:
	struct State;
	class Job;

	Writer &writer_;
	const std::shared_ptr<State> state_;
};

} // namespace agent_runtime
