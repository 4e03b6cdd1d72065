#pragma once

// Translates between what an agent can do and what a language model is offered and answers: tools
// that decide, tools of the game, and plain words, which are speech.

#include "core/mind/mind.h"
#include "core/mind/model.h"

#include <string_view>
#include <vector>

namespace agent_runtime {

// The actions of every agent: speak, move, wait, collaborate, answer_invitation, complete_task.
// Thread rule: any thread.
bool is_built_in_action(std::string_view name);

// What the thinker can decide at the moment, and the tools that it can use before. Thread rule: any
// thread.
std::vector<ModelTool> tools_for(const MindRequest &request);

// What an answer means. Tools come before decisions. Without either, the words are speech, or a
// JSON object in the form of action_json.h. `invalid_argument`: the answer has no meaning. Thread
// rule: any thread.
Result<MindAction> decide(const ModelAnswer &answer, const MindRequest &request);

} // namespace agent_runtime
