#include "core/mind/thought.h"

#include "core/mind/action_json.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

json ThoughtAnswer::recorded_action(const ThoughtAnswer &answer) {
	return answer.failure ? json() : action_to_json(answer.action);
}

void ThoughtAnswer::take_action(ThoughtAnswer &answer, const json &action) {
	if (answer.failure) {
		return;
	}
	Result<MindAction> read = action_from_json(action);
	if (read.ok()) {
		answer.action = std::move(read).value();
	} else {
		answer.failure = MindFailure::bad_answer;
		answer.error = read.status().message();
	}
}

} // namespace agent_runtime
