#pragma once

#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"
#include "core/mind/last_prompts.h"
#include "core/mind/thought.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace agent_runtime {

// Where minds inside this process are asked: on a thread of its own, so that no text is made within
// a step, or, without a thread, when the answer is fetched. The answer is the same. Thread rule:
// ask(), take() and cancel() sim thread only.
class MindDesk {
public:
	// Both outlive the desk.
	MindDesk(const InProcessMind &mind, LastPrompts &last_prompts, bool with_thread,
			const Logger &log);
	~MindDesk();

	// Call when nothing more is asked. `internal` when the thread had ended with an exception.
	Status stop();

	void ask(ThoughtRequest request);
	// How much longer than usual its mind takes for this, in sim time.
	Micros delay_of(const MindRequest &request) const { return mind_.delay_of(request); }
	// The answer to a thought that was asked for; waits for it if necessary. Each is taken once. A
	// failure when the thread has ended and there is no answer.
	ThoughtAnswer take(ThoughtId thought);
	// The answer will not be taken. Does nothing when the thought was never asked for.
	void cancel(ThoughtId thought);
	// Thoughts that were asked for and neither taken nor cancelled.
	std::size_t open_thoughts() const;

private:
	ThoughtAnswer think(ThoughtRequest request) const;
	void work();

	const InProcessMind &mind_;
	LastPrompts &last_prompts_;
	std::map<ThoughtId, ThoughtRequest> kept_; // without a thread: until they are fetched
	mutable Mutex mutex_;
	std::condition_variable asked_;
	std::condition_variable answered_;
	std::deque<ThoughtRequest> open_ AR_GUARDED_BY(mutex_);
	std::map<ThoughtId, ThoughtAnswer> answers_ AR_GUARDED_BY(mutex_);
	// What the thread is thinking; none: nothing, or it was cancelled.
	std::optional<ThoughtId> thinking_ AR_GUARDED_BY(mutex_);
	bool stopping_ AR_GUARDED_BY(mutex_) = false;
	bool has_ended_ AR_GUARDED_BY(mutex_) = false;
	std::unique_ptr<NamedThread> thread_;
};

} // namespace agent_runtime
