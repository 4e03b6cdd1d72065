#include "core/agents/mind_desk.h"

#include "core/base/at_end.h"
#include "core/base/thrown.h"

namespace agent_runtime {

MindDesk::MindDesk(
		const InProcessMind &mind, LastPrompts &last_prompts, bool with_thread, const Logger &log) :
		mind_(mind),
		last_prompts_(last_prompts) {
	if (!with_thread) {
		return;
	}
	thread_ = std::make_unique<NamedThread>("ar-minds", log);
	const auto work_to_the_end = [this] {
		// Nobody may wait for a thread that has ended, in whatever way.
		const AtEnd lets_go([this] {
			{
				const Lock lock(mutex_);
				has_ended_ = true;
			}
			answered_.notify_all();
		});
		work();
	};
	if (!thread_->start(work_to_the_end).ok()) {
		thread_.reset(); // thinks when the answer is fetched instead
	}
}

MindDesk::~MindDesk() {
	const Status end = stop();
	(void)end.ok(); // a failure was logged
}

Status MindDesk::stop() {
	{
		const Lock lock(mutex_);
		stopping_ = true;
	}
	asked_.notify_all();
	if (thread_ == nullptr) {
		return Status();
	}
	thread_->join_within(NamedThread::EXPECTED);
	return thread_->failure();
}

void MindDesk::ask(ThoughtRequest request) {
	if (thread_ == nullptr) {
		const ThoughtId id = request.id;
		kept_.emplace(id, std::move(request));
		return;
	}
	{
		const Lock lock(mutex_);
		open_.push_back(std::move(request));
	}
	asked_.notify_one();
}

ThoughtAnswer MindDesk::take(ThoughtId thought) {
	if (thread_ == nullptr) {
		const auto found = kept_.find(thought);
		ThoughtRequest request = std::move(found->second);
		kept_.erase(found);
		return think(std::move(request));
	}
	Lock lock(mutex_);
	lock.wait(answered_,
			[&]() AR_REQUIRES(mutex_) { return answers_.contains(thought) || has_ended_; });
	const auto found = answers_.find(thought);
	if (found == answers_.end()) {
		return { thought, MindFailure::internal, "the thread of the minds has ended" };
	}
	ThoughtAnswer answer = std::move(found->second);
	answers_.erase(found);
	return answer;
}

void MindDesk::cancel(ThoughtId thought) {
	kept_.erase(thought);
	const Lock lock(mutex_);
	answers_.erase(thought);
	std::erase_if(open_, [&](const ThoughtRequest &request) { return request.id == thought; });
	if (thinking_ == thought) {
		thinking_.reset();
	}
}

std::size_t MindDesk::open_thoughts() const {
	const Lock lock(mutex_);
	return kept_.size() + open_.size() + answers_.size() + (thinking_ ? 1 : 0);
}

ThoughtAnswer MindDesk::think(ThoughtRequest request) const {
	ThoughtAnswer answer;
	answer.id = request.id;
	try {
		Result<MindAction> action = mind_.think(request.request);
		if (action.ok()) {
			answer.action = std::move(action).value();
		} else {
			answer.failure = failure_of_status(action.status());
			answer.error = message_of_failure(action.status());
		}
		last_prompts_.record(request.id.agent, std::move(request.request));
	} catch (...) {
		answer.failure = MindFailure::internal;
		answer.error = "the mind threw " + thrown_text();
	}
	return answer;
}

void MindDesk::work() {
	Lock lock(mutex_);
	while (true) {
		lock.wait(asked_, [this]() AR_REQUIRES(mutex_) { return stopping_ || !open_.empty(); });
		if (stopping_) {
			return;
		}
		ThoughtRequest request = std::move(open_.front());
		open_.pop_front();
		const ThoughtId id = request.id;
		thinking_ = id;
		lock.unlock();
		ThoughtAnswer answer = think(std::move(request));
		lock.lock();
		if (thinking_ == id) {
			answers_[id] = std::move(answer);
		}
		thinking_.reset();
		answered_.notify_all();
	}
}

} // namespace agent_runtime
