#pragma once

// Minds that do what a test says, and store what they were asked.

#include "core/mind/mind.h"

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace agent_runtime {

// Thread rule: any thread; `mutex_` guards the requests.
class FakeMind : public InProcessMind {
public:
	using Answer = std::function<Result<MindAction>(const MindRequest &)>;

	explicit FakeMind(Answer answer) :
			answer_(std::move(answer)) {}

	static FakeMind always(const MindAction &action) {
		return FakeMind([action](const MindRequest &) { return Result<MindAction>(action); });
	}

	Result<MindAction> think(const MindRequest &request) const override {
		{
			const std::lock_guard lock(mutex_);
			requests_.push_back(request);
		}
		return answer_(request);
	}

	std::vector<MindRequest> requests() const {
		const std::lock_guard lock(mutex_);
		return requests_;
	}
	std::vector<MindRequest> requests_of(AgentId agent) const {
		std::vector<MindRequest> own = requests();
		std::erase_if(own, [agent](const MindRequest &each) { return each.agent != agent; });
		return own;
	}

private:
	const Answer answer_;
	mutable std::mutex mutex_;
	mutable std::vector<MindRequest> requests_;
};

} // namespace agent_runtime
