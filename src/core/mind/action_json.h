#pragma once

// What a mind decided, as JSON: {"action": "speak", "content": "Hello", "to": "agent_002"}.
// Language models answer in this form, and answers are recorded in it.
//	wait · speak {content, to?} · move {x, y} · collaborate {with, subject, kind: talk | task}
//	answer_invitation {accept, reason?} · complete_task {result?, failed?}
//	action {name, arguments} for one of the game's own
//	use_tools {calls: [{id?, name, arguments}]}, to be asked again with their results

#include "core/mind/mind.h"

#include <nlohmann/json.hpp>

namespace agent_runtime {

nlohmann::json action_to_json(const MindAction &action);

// `invalid_argument` names what is wrong, in words that a mind can act upon.
Result<MindAction> action_from_json(const nlohmann::json &json);

} // namespace agent_runtime
