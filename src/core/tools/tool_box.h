#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/named_thread.h"
#include "core/base/status.h"
#include "core/tools/tool_gate.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace agent_runtime {

// The tools that the runtime carries out itself, with the worker `ar-tools`, which runs them one
// after the other, through the gate. Each use ends in one report: by the tool, by a refusal, or
// because its time was over before it began. A use that was cancelled reports nothing.
// Thread rule: add() before start(); start() and stop() by its owner; the rest any thread.
class ToolBox {
public:
	static constexpr std::size_t MOST_WAITING = 10'000;

	// All references must outlive it.
	ToolBox(const Clock &clock, const ToolGate &gate, const Logger &log) :
			clock_(clock),
			gate_(gate),
			thread_("ar-tools", log) {}
	~ToolBox();
	ToolBox(const ToolBox &) = delete;
	ToolBox &operator=(const ToolBox &) = delete;

	// `invalid_argument` names what is wrong with the name or the schema.
	Status add(const NativeTool &tool);
	// As minds are offered them; null: there are none.
	ActionTablePtr offered() const;

	// Without tools there is no worker.
	Status start();
	// Cancels all uses, and waits for the one that runs.
	Status stop();

	// The report may come before this returns, and on any thread.
	void use(ToolOrder order, OpenToolUse::Report report);
	// Does nothing when it has ended.
	void cancel(CallId call);
	void cancel_all();

private:
	struct Waiting {
		ToolOrder order;
		std::shared_ptr<OpenToolUse> use;
	};

	// What keeps the tool from being used like this, in words that a mind can act upon.
	std::optional<std::string> find_problem(const ToolOrder &order) const;
	void work();
	void run(const Waiting &next) const;
	void forget_ended() AR_REQUIRES(mutex_);

	const Clock &clock_;
	const ToolGate &gate_;
	ActionTable table_; // not changed after start()
	std::map<std::string, std::shared_ptr<Tool>> tools_; // the same

	Mutex mutex_;
	std::condition_variable changed_;
	std::deque<Waiting> waiting_ AR_GUARDED_BY(mutex_);
	std::map<CallId, std::shared_ptr<OpenToolUse>> open_ AR_GUARDED_BY(mutex_); // some have ended
	std::size_t swept_ AR_GUARDED_BY(mutex_) = 0; // how many were open when the ended ones went
	bool stopping_ AR_GUARDED_BY(mutex_) = false;
	NamedThread thread_;
};

} // namespace agent_runtime
