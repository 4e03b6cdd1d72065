#pragma once

#include "core/base/status.h"
#include "core/log/decision.h"
#include "core/store/writer.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace agent_runtime {

// Decisions of the writer that somebody waits for, such as the pieces of a long piece of work,
// between which others get their turn. After one has failed, or while the storage fails, no other
// is made, not even later.
//
//	WriterErrand errand(writer, "the world cannot be written");
//	errand.add([](DecisionScope &scope) { … }, { .bytes = 1000 });
//	Status status = errand.wait();
//
// Owned by whoever waits; the pieces may outlive it. Thread rule: worker only, one thread, never
// the writer's.
class WriterErrand {
public:
	explicit WriterErrand(Writer &writer, std::string purpose);

	// Waits while the writer's queue is full. Calls `stored` on the writer's thread when the piece
	// is stored. Returns the failure of an earlier piece, if there is one by now.
	Status add(DecideStatus piece, DecisionTerms terms, std::function<void()> stored = {});
	// Waits until all have ended; returns what stopped them.
	Status wait();

private:
	struct State;

	Writer &writer_;
	const std::string purpose_;
	const std::shared_ptr<State> state_;
};

} // namespace agent_runtime
