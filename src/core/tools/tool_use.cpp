#include "core/tools/tool_use.h"

#include "core/base/json_io.h"

#include <utility>

namespace agent_runtime {

// The report is made under the lock, so that whoever cancels knows that none is being made.
void OpenToolUse::end_by(const std::function<void(const Report &)> &way) {
	const Lock lock(mutex_);
	const Report report = std::exchange(report_, nullptr);
	if (report && way) {
		way(report);
	}
}

void OpenToolUse::end(ToolOutcome outcome) {
	end_by([&](const Report &report) { report(std::move(outcome)); });
}

bool OpenToolUse::is_open() const {
	const Lock lock(mutex_);
	return report_ != nullptr;
}

ToolUse::~ToolUse() {
	end({ false, "the tool ended without an outcome; the log may say why" });
}

void ToolUse::end(ToolOutcome outcome) {
	if (const std::shared_ptr<OpenToolUse> open = std::exchange(open_, nullptr)) {
		open->end(std::move(outcome));
	}
}

void ToolUse::done(const nlohmann::json &result) {
	const Result<std::string> text = dump_json(result);
	if (!text.ok()) {
		fail("the tool's result cannot be read: " + text.status().message());
	} else if (text.value().size() > LARGEST_RESULT) {
		fail("the tool's result is longer than " + std::to_string(LARGEST_RESULT) +
				" bytes; ask it for less");
	} else {
		end({ true, text.value() });
	}
}

void ToolUse::hand_over() {
	if (const std::shared_ptr<OpenToolUse> open = std::exchange(open_, nullptr)) {
		open->cancel();
	}
}

} // namespace agent_runtime
