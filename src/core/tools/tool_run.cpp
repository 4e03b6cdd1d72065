#include "core/tools/tool_run.h"

#include "core/base/json_io.h"

#include <utility>

namespace agent_runtime {

// The report is made under the lock, so that whoever cancels knows that none is being made.
void OpenToolRun::end_by(const std::function<void(const Report &)> &way) {
	const Lock lock(mutex_);
	const Report report = std::exchange(report_, nullptr);
	if (report && way) {
		way(report);
	}
}

void OpenToolRun::end(ToolOutcome outcome) {
	end_by([&](const Report &report) { report(std::move(outcome)); });
}

bool OpenToolRun::is_open() const {
	const Lock lock(mutex_);
	return report_ != nullptr;
}

ToolRun::~ToolRun() {
	end({ false, "the tool ended without an outcome; the log may say why" });
}

void ToolRun::end(ToolOutcome outcome) {
	if (const std::shared_ptr<OpenToolRun> open = std::exchange(open_, nullptr)) {
		open->end(std::move(outcome));
	}
}

void ToolRun::done(const nlohmann::json &result) {
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

void ToolRun::hand_over() {
	if (const std::shared_ptr<OpenToolRun> open = std::exchange(open_, nullptr)) {
		open->cancel();
	}
}

} // namespace agent_runtime
