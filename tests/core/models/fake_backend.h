#pragma once

// A ModelBackend whose model is the test: it sees what is asked, and decides what comes back.

#include "core/mind/model.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace agent_runtime {

// Thread rule: worker only, that of the turns.
class FakeBackend : public ModelBackend {
public:
	// One call as the model sees it. Calls nothing once it was given up.
	struct Asked {
		ModelRequest request;
		ModelListener *listener = nullptr; // null: over, or given up

		bool is_open() const { return listener != nullptr; }
		void connects() const {
			if (is_open()) {
				listener->connected();
			}
		}
		void writes(std::string_view text) const {
			if (is_open()) {
				listener->progressed();
			}
			if (is_open()) {
				listener->wrote(text);
			}
		}
		void answers(ModelAnswer answer) {
			connects();
			if (ModelListener *const to = std::exchange(listener, nullptr)) {
				to->answered(std::move(answer));
			}
		}
		void says(std::string text, Usage usage = { 10, 0, 5, {} }) {
			ModelAnswer answer;
			answer.text = std::move(text);
			answer.usage = usage;
			answers(std::move(answer));
		}
		void fails(MindFailure failure, std::optional<Micros> retry_after = {}, Usage usage = {}) {
			if (ModelListener *const to = std::exchange(listener, nullptr)) {
				to->failed({ failure, "it failed", retry_after, usage });
			}
		}
	};

	std::unique_ptr<ModelCall> start(ModelRequest request, ModelListener &listener) override {
		calls.push_back(std::make_shared<Asked>(Asked{ std::move(request), &listener }));
		return std::make_unique<Call>(calls.back());
	}

	std::size_t open() const {
		std::size_t count = 0;
		for (const std::shared_ptr<Asked> &each : calls) {
			count += each->is_open() ? 1 : 0;
		}
		return count;
	}
	Asked &last() { return *calls.back(); }
	std::shared_ptr<Asked> first_open() const {
		for (const std::shared_ptr<Asked> &each : calls) {
			if (each->is_open()) {
				return each;
			}
		}
		return nullptr;
	}

	std::deque<std::shared_ptr<Asked>> calls; // in the order in which they began

private:
	class Call : public ModelCall {
	public:
		explicit Call(std::shared_ptr<Asked> asked) :
				asked_(std::move(asked)) {}
		~Call() override { asked_->listener = nullptr; }

	private:
		const std::shared_ptr<Asked> asked_;
	};
};

} // namespace agent_runtime
