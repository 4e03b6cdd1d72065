#pragma once

#include "core/base/clock.h"
#include "core/base/mutex.h"
#include "core/base/time.h"

#include <functional>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// How the use of a tool has ended.
struct ToolOutcome {
	bool ok = false;
	std::string text; // what came of it, as JSON; or why it could not be used, in a sentence
};

// What whoever asked for a use of a tool and the tool itself share of it. The first end counts, and
// is reported once; after a cancel nothing is.
// Thread rule: any thread.
class OpenToolUse {
public:
	using Report = std::function<void(ToolOutcome)>;

	// `clock` must outlive it.
	OpenToolUse(const Clock &clock, RealTime deadline, Report report) :
			clock_(clock),
			deadline_(deadline),
			report_(std::move(report)) {}

	void end(ToolOutcome outcome);
	// After this nothing is reported any more, not even by a report that is just being made.
	void cancel() { end_by({}); }
	bool is_open() const;
	bool is_late() const { return clock_.now() >= deadline_; }
	RealTime deadline() const { return deadline_; }

private:
	void end_by(const std::function<void(const Report &)> &way);

	const Clock &clock_;
	const RealTime deadline_;
	mutable Mutex mutex_;
	Report report_ AR_GUARDED_BY(mutex_); // empty: it has ended
};

// One use of a tool, as the tool has it. It may be stored and ended later, on any thread. A use
// that is dropped has failed, so that each ends exactly once.
// Thread rule: any thread, one at a time.
class ToolUse {
public:
	explicit ToolUse(std::shared_ptr<OpenToolUse> open) :
			open_(std::move(open)) {}
	~ToolUse();
	ToolUse(ToolUse &&) = default;
	ToolUse &operator=(ToolUse &&) = delete;

	static constexpr std::size_t LARGEST_RESULT = 65'536; // bytes of JSON

	// The result is null when there is none. One that is too large, or that JSON cannot express, is
	// a failure that says so.
	void done(const nlohmann::json &result);
	// `reason` is a sentence that a mind can act upon.
	void fail(std::string reason) { end({ false, std::move(reason) }); }
	// Its outcome reaches whoever asked in another way.
	void hand_over();

	// False when it was cancelled or its time is over. A tool that takes long stops then.
	bool is_wanted() const { return open_ != nullptr && open_->is_open() && !open_->is_late(); }
	RealTime deadline() const { return open_ != nullptr ? open_->deadline() : RealTime(); }

private:
	void end(ToolOutcome outcome);

	std::shared_ptr<OpenToolUse> open_; // null: it has ended
};

} // namespace agent_runtime
