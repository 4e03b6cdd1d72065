#include "core/tools/tool_box.h"

#include "core/mind/argument_check.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t FEW = 64; // runs, among which those that have ended need not be looked for

} // namespace

ToolBox::~ToolBox() {
	const Status ended = stop();
	(void)ended.ok(); // whoever wants to know has stopped it before
}

Status ToolBox::add(const NativeTool &tool) {
	ActionInfo info = tool.info;
	info.is_native = true;
	Status added = table_.add(tool.name, std::move(info));
	if (added.ok()) {
		tools_[tool.name] = tool.tool;
	}
	return added;
}

ActionTablePtr ToolBox::offered() const {
	return tools_.empty() ? nullptr : std::make_shared<const ActionTable>(table_);
}

Status ToolBox::start() {
	return tools_.empty() ? Status() : thread_.start([this] { work(); });
}

Status ToolBox::stop() {
	cancel_all();
	{
		const Lock lock(mutex_);
		stopping_ = true;
	}
	changed_.notify_all();
	thread_.join_within(NamedThread::EXPECTED);
	return thread_.failure();
}

std::optional<std::string> ToolBox::find_problem(const ToolOrder &order) const {
	const ActionInfo *const info = table_.find(order.tool);
	if (info == nullptr) {
		return "there is no tool \"" + order.tool + "\"";
	}
	const std::optional<std::string> problem = find_argument_problem(order.arguments, info->schema);
	return problem ? std::optional("the arguments of " + order.tool + ": " + *problem)
				   : std::nullopt;
}

void ToolBox::use(ToolOrder order, OpenToolUse::Report report) {
	const std::shared_ptr<OpenToolUse> use =
			std::make_shared<OpenToolUse>(clock_, order.deadline, std::move(report));
	std::optional<std::string> problem = find_problem(order);
	if (!problem) {
		const Lock lock(mutex_);
		if (stopping_) {
			problem = "the runtime is stopping";
		} else if (waiting_.size() >= MOST_WAITING) {
			problem = "too many uses of tools are waiting; try again later";
		} else {
			forget_ended();
			open_[order.call] = use;
			waiting_.push_back({ std::move(order), use });
		}
	}
	if (problem) {
		use->end({ false, *std::move(problem) });
		return;
	}
	changed_.notify_one();
}

// Now and then, so that each is looked at a few times at the most.
void ToolBox::forget_ended() {
	if (open_.size() < std::max(2 * swept_, FEW)) {
		return;
	}
	std::erase_if(open_, [](const auto &each) { return !each.second->is_open(); });
	swept_ = open_.size();
}

void ToolBox::cancel(CallId call) {
	std::shared_ptr<OpenToolUse> use;
	{
		const Lock lock(mutex_);
		const auto found = open_.find(call);
		if (found == open_.end()) {
			return;
		}
		use = found->second;
		open_.erase(found);
	}
	use->cancel();
}

void ToolBox::cancel_all() {
	std::map<CallId, std::shared_ptr<OpenToolUse>> all;
	{
		const Lock lock(mutex_);
		all = std::exchange(open_, {});
		waiting_.clear();
	}
	for (const auto &[call, use] : all) {
		use->cancel();
	}
}

void ToolBox::work() {
	Lock lock(mutex_);
	while (true) {
		lock.wait(changed_, [&]() AR_REQUIRES(mutex_) { return stopping_ || !waiting_.empty(); });
		if (stopping_) {
			return;
		}
		const Waiting next = std::move(waiting_.front());
		waiting_.pop_front();
		lock.unlock();
		run(next);
		lock.lock();
	}
}

void ToolBox::run(const Waiting &next) const {
	if (!next.use->is_open()) {
		return; // cancelled while it waited
	}
	ToolUse use(next.use);
	if (next.use->is_late()) {
		use.fail("the tool has not answered in time");
		return;
	}
	gate_.pass(next.order, *tools_.at(next.order.tool), std::move(use));
}

} // namespace agent_runtime
