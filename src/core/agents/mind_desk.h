#pragma once

#include "core/agents/input.h"
#include "core/agents/outbox.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"
#include "core/mind/last_prompts.h"
#include "core/mind/mind.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace agent_runtime {

// Where minds that think inside this process are asked: on a thread of its own, so that no text is
// made within a step, or, without one, at the moment the answer is fetched. The answer is the same.
// Thread rule: ask(), take() and cancel() sim thread only.
class MindDesk {
public:
	// Both outlive the desk.
	MindDesk(const Mind &mind, LastPrompts &last_prompts, bool with_thread, const Logger &log);
	~MindDesk();

	// When nothing is asked any more: `internal` when the thread had ended by an exception.
	Status stop();

	void ask(ThoughtRequest request);
	// How much longer than usual its mind takes for this, in sim time.
	Micros delay_of(const MindRequest &request) const { return mind_.delay_of(request); }
	// The answer to a thought that was asked for; waits for it if need be. Each is taken once. When
	// the thread has ended and there is none, a failure.
	MindAnswerInput take(AgentId agent, std::uint32_t thought);
	// The answer will not be taken. Does nothing when the thought was never asked for.
	void cancel(AgentId agent, std::uint32_t thought);
	// Thoughts that were asked for and are neither taken nor cancelled.
	std::size_t open_thoughts() const;

private:
	using Key = std::pair<AgentId, std::uint32_t>;

	MindAnswerInput think(ThoughtRequest request) const;
	void work();

	const Mind &mind_;
	LastPrompts &last_prompts_;
	std::map<Key, ThoughtRequest> kept_; // without a thread: until they are fetched
	mutable Mutex mutex_;
	std::condition_variable asked_;
	std::condition_variable answered_;
	std::deque<ThoughtRequest> open_ AR_GUARDED_BY(mutex_);
	std::map<Key, MindAnswerInput> answers_ AR_GUARDED_BY(mutex_);
	// What the thread is about; none: nothing, or it was cancelled.
	std::optional<Key> thinking_ AR_GUARDED_BY(mutex_);
	bool stopping_ AR_GUARDED_BY(mutex_) = false;
	bool has_ended_ AR_GUARDED_BY(mutex_) = false;
	std::unique_ptr<NamedThread> thread_;
};

} // namespace agent_runtime
